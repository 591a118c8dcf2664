"""What each stage of the pipeline takes and gives: the contracts, written once.

All are batch first. Constructors only store; weights load on first use or in `warm_up()`. A failure is an exception,
never an empty result. `tests/contracts/` runs one suite per contract over every implementation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from claimwise.labels import Stance
from claimwise.types import Claim, Document, Evidence, Question, Ranking, Verdict

Lookup = Callable[[Sequence[str]], Mapping[str, Document]]
"""How documents are fetched by their ids."""


@runtime_checkable
class Retriever(Protocol):
    """Finds the documents that speak to a claim."""

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return one ranking per claim, in the order of the claims, each with at most `k` hits, best first."""
        ...


@runtime_checkable
class Reranker(Protocol):
    """Puts the documents that were found into a better order."""

    def rerank(self, claims: Sequence[Claim], rankings: Sequence[Ranking]) -> list[Ranking]:
        """Return rankings of the same documents with new scores."""
        ...


@runtime_checkable
class Verifier(Protocol):
    """Says what each document says about a claim, and which of its sentences decide."""

    def verify(
        self, pairs: Sequence[tuple[Claim, Document]], *, relevance: Sequence[float] | None = None
    ) -> list[Evidence]:
        """Return one piece of evidence per pair, in order.

        `relevance` is how high retrieval ranks each document for its claim, 1 being the most; a verifier may use it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Selection:
    """Sentences that a selector picked, best first, with their scores."""

    sentences: tuple[int, ...]
    scores: tuple[float, ...]


@runtime_checkable
class Selector(Protocol):
    """Picks the sentences of a document that decide a claim; half of a two-step verifier."""

    def select(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Selection]:
        """Return one selection per pair, in order; it may be empty."""
        ...


@runtime_checkable
class Labeller(Protocol):
    """Says what a text, all of it chosen, says about a claim; the other half."""

    def label(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Mapping[Stance, float]]:
        """Return the probabilities of the stances for each pair, in order."""
        ...


@runtime_checkable
class Aggregator(Protocol):
    """Sums the evidence of several documents into one verdict."""

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict on the claim."""
        ...


@runtime_checkable
class QuestionGenerator(Protocol):
    """Asks what would have to be known to decide a claim."""

    def generate(self, claims: Sequence[Claim]) -> list[list[Question]]:
        """Return the questions for each claim, in order."""
        ...


@runtime_checkable
class Justifier(Protocol):
    """Puts the reasons for a verdict into words."""

    def justify(self, verdict: Verdict) -> str:
        """Return the justification."""
        ...


@runtime_checkable
class SentenceAsker(Protocol):
    """Asks, for each sentence of evidence, the question that it answers."""

    def ask(self, claim: Claim, sentences: Sequence[str]) -> list[str]:
        """Return one question per sentence, in order, no two alike."""
        ...


@runtime_checkable
class Searcher(Protocol):
    """Finds documents for a claim by queries: in an index, in what was scraped for the claim, or on the web."""

    def search(self, claims: Sequence[Claim], queries: Sequence[Sequence[str]], *, k: int) -> list[list[Document]]:
        """Return at most `k` documents per claim, best first, each once.

        None is dated on or after the day of the claim. What is refused or cannot be fetched is left out; when nothing
        could be asked at all, that is an error.
        """
        ...

    def documents(self, doc_ids: Sequence[str]) -> Mapping[str, Document]:
        """Return documents that were found, by their ids."""
        ...
