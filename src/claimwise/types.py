"""The records that travel through the house. All are frozen; every stage returns new ones.

Claim ─▶ Ranking of Hits ─▶ Evidence per document ─▶ Verdict
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from claimwise.labels import Stance, VerdictLabel


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement to be checked."""

    id: str
    text: str
    date: str | None = None
    speaker: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A text as a sequence of sentences, which are the unit of evidence.

    `date` is ISO 8601, of a day, a month or a year: `2021-03-15`, `2021-03` or `2021`.
    `metadata` holds JSON values; its key `source` is what the source filter of a search looks at.
    """

    id: str
    title: str
    sentences: tuple[str, ...]
    url: str | None = None
    date: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def source(self) -> str | None:
        """The collection, file or site that the document came from."""
        return self.metadata.get("source")


@dataclass(frozen=True, slots=True)
class Hit:
    """One document found for a claim.

    `parts` keeps what each retriever contributed to the score; `sentences` are the indices of the sentences of the
    document that matched, best first, where the retriever knows them.
    """

    doc_id: str
    score: float
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)
    sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """The documents found for one claim, best first."""

    claim_id: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question whose answer would help to decide a claim."""

    claim_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one document says about one claim; `sentences` are the indices of the sentences that decide."""

    claim_id: str
    doc_id: str
    label: Stance
    probabilities: Mapping[Stance, float] = field(hash=False)
    sentences: tuple[int, ...]
    sentence_scores: tuple[float, ...]
    question: str | None = None
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What all the evidence says about a claim; `trace` tells how that was found out."""

    claim: Claim
    label: VerdictLabel
    confidence: float
    evidence: tuple[Evidence, ...]
    justification: str
    trace: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What annotators say about one document for one claim: gold, read only by evaluation, training and oracles.

    `rationales` are alternative sets of sentence indices, each of which is enough to decide.
    """

    claim_id: str
    doc_id: str
    label: Stance
    rationales: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: `kind` says how it came about (in AVeriTeC's words), `explanation` why a yes or no."""

    text: str
    kind: str | None = None
    explanation: str | None = None
    url: str | None = None
    cached_url: str | None = None
    medium: str | None = None
    scraped: str | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A question about a claim with the answers that were found to it; none where it stayed open."""

    question: str
    answers: tuple[Answer, ...] = ()
