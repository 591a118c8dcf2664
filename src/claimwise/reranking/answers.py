"""Pairs of question and answer in the order of how much they tell about the claim.

Schlichtkrull et al. 2023 train a reranker for this (appendix E.1); `claimwise train answers` makes one, which
`PairScorer` uses. By default the embedded verifier reads each pair: what supports or refutes the claim comes first.
BM25 breaks near ties, so that among silent sentences the nearest come first.
"""

from collections.abc import Sequence
from dataclasses import replace

from claimwise.models.transformers import PairClassifier
from claimwise.reranking.windows import Scorer, text_of
from claimwise.stages import Lookup, SentenceAsker
from claimwise.types import Claim, Document, Ranking


class AnswerReranker:
    """Reads every pair; `words` is the weight of BM25 beside the reading, `read` how many sentences are read.

    With `read_question` the question stands where a title would.
    """

    def __init__(
        self,
        scorer: Scorer,
        asker: SentenceAsker,
        lookup: Lookup,
        *,
        words: float = 0.5,
        read: int = 40,
        read_question: bool = False,
    ) -> None:
        self._scorer = scorer
        self._asker = asker
        self._lookup = lookup
        self._words = words
        self._read = read
        self._read_question = read_question

    def rerank(self, claims: Sequence[Claim], rankings: Sequence[Ranking]) -> list[Ranking]:
        """Return the sentences that were read, the most telling first, then the others as they were."""
        heads = [ranking.hits[: self._read] for ranking in rankings]
        documents = self._lookup([hit.doc_id for hits in heads for hit in hits])
        pairs: list[tuple[Claim, Document]] = []
        for claim, hits in zip(claims, heads, strict=True):
            sentences = [documents[hit.doc_id].sentences[0] for hit in hits]
            questions = self._asker.ask(claim, sentences) if self._read_question else [""] * len(hits)
            pairs += [
                (claim, replace(documents[hit.doc_id], title=question))
                for hit, question in zip(hits, questions, strict=True)
            ]
        telling = iter(self._scorer.score(pairs))
        return [
            self._reordered(ranking, [next(telling) for _ in hits])
            for ranking, hits in zip(rankings, heads, strict=True)
        ]

    def _reordered(self, ranking: Ranking, telling: Sequence[float]) -> Ranking:
        best = max((hit.score for hit in ranking.hits), default=0.0) or 1.0
        head = [
            replace(hit, score=told + self._words * hit.score / best, parts={**hit.parts, "telling": told})
            for hit, told in zip(ranking.hits, telling, strict=False)
        ]
        head.sort(key=lambda hit: (-hit.score, hit.doc_id))
        floor = min((hit.score for hit in head), default=0.0)
        rest = [replace(hit, score=floor - 1 - place) for place, hit in enumerate(ranking.hits[len(telling) :])]
        return replace(ranking, hits=(*head, *rest))


class PairScorer:
    """A sequence-pair model that was taught to tell a claim's own questions and answers from corrupted ones."""

    def __init__(self, model: PairClassifier) -> None:
        self._model = model

    def score(self, pairs: Sequence[tuple[Claim, Document]]) -> list[float]:
        """Return the probability of the last class; the question stands where a title would."""
        shares = self._model.probabilities([(claim.text, text_of(document)) for claim, document in pairs])
        found: list[float] = shares[:, -1].tolist()
        return found
