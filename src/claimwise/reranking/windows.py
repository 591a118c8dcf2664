"""Reranking by reading: a document is as good as the best of its windows (Pradeep et al. 2021, section 3.1)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from claimwise.errors import ConfigError
from claimwise.labels import Stance
from claimwise.models.seq2seq import RELEVANCE, Seq2SeqModel, relevance_prompt
from claimwise.models.verifier import CLASSES, VerifierModel, probabilities
from claimwise.types import Claim, Document, Hit, Ranking

_NOTHING = CLASSES.index(Stance.NOT_ENOUGH_INFO)


class Scorer(Protocol):
    """Says how much a text has to do with a claim."""

    def score(self, pairs: Sequence[tuple[Claim, Document]]) -> list[float]:
        """Return one score per pair, in order."""
        ...


class WindowReranker:
    """Scores windows of `size` sentences, every `stride` sentences one; the document's score is the highest."""

    def __init__(
        self,
        scorer: Scorer,
        lookup: Callable[[Sequence[str]], Mapping[str, Document]],
        *,
        size: int = 6,
        stride: int = 3,
    ) -> None:
        if not 1 <= stride <= size:
            raise ConfigError(f"windows of {size} sentences, one every {stride}, would leave sentences out")
        self._scorer = scorer
        self._lookup = lookup
        self._size = size
        self._stride = stride

    def rerank(self, claims: Sequence[Claim], rankings: Sequence[Ranking]) -> list[Ranking]:
        """Return rankings of the same documents by their new scores; the old one is kept among the parts."""
        documents = self._lookup(sorted({hit.doc_id for ranking in rankings for hit in ranking.hits}))
        pieces = [
            (claim, piece, row, hit.doc_id)
            for row, (claim, ranking) in enumerate(zip(claims, rankings, strict=True))
            for hit in ranking.hits
            for piece in self._windows(documents[hit.doc_id])
        ]
        scores = self._scorer.score([(claim, piece) for claim, piece, _, _ in pieces])
        best: dict[tuple[int, str], float] = {}
        for (_, _, row, doc_id), score in zip(pieces, scores, strict=True):
            best[row, doc_id] = max(score, best.get((row, doc_id), 0.0))
        return [_reordered(ranking, row, best) for row, ranking in enumerate(rankings)]

    def _windows(self, document: Document) -> list[Document]:
        last = max(1, len(document.sentences) - self._size + self._stride)
        return [
            replace(document, sentences=document.sentences[start : start + self._size])
            for start in range(0, last, self._stride)
        ]


def _reordered(ranking: Ranking, row: int, best: Mapping[tuple[int, str], float]) -> Ranking:
    hits = [
        Hit(hit.doc_id, best[row, hit.doc_id], {**hit.parts, "retrieved": hit.score}, hit.sentences)
        for hit in ranking.hits
    ]
    return Ranking(ranking.claim_id, tuple(sorted(hits, key=lambda hit: -hit.score)))


class ReadingScorer:
    """The embedded verifier: the probability that the text says anything about the claim."""

    def __init__(self, model: VerifierModel | None = None) -> None:
        self._model = model or VerifierModel()

    def score(self, pairs: Sequence[tuple[Claim, Document]]) -> list[float]:
        """Return 1 - P(no information)."""
        readings = self._model.read([(claim.text, document) for claim, document in pairs])
        return [1.0 - float(probabilities(reading.label)[_NOTHING]) for reading in readings]


class Seq2SeqScorer:
    """A model that was taught to answer `Query: … Document: … Relevant:` with true or false."""

    def __init__(self, model: Seq2SeqModel) -> None:
        self._model = model

    def score(self, pairs: Sequence[tuple[Claim, Document]]) -> list[float]:
        """Return the probability of `true`."""
        prompts = [relevance_prompt(claim.text, text_of(document)) for claim, document in pairs]
        found: list[float] = self._model.probabilities(prompts, RELEVANCE)[:, 0].tolist()
        return found


def text_of(document: Document) -> str:
    """Return title and sentences as one text."""
    return " ".join(part for part in (document.title, *document.sentences) if part)
