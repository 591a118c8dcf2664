"""Several retrievers' lists as one: every document that any of them found (Samarinas et al. 2021).

    score = Σ 1 / rank        over the lists that have the document

so what one list has first stands before what two lists have third. The parts of a hit keep its rank in each list.
"""

from collections.abc import Mapping, Sequence

from claimwise.retrieval.documents import ranking
from claimwise.stages import Retriever
from claimwise.types import Claim, Hit, Ranking


class UnionRetriever:
    """Unites the lists of the given retrievers."""

    def __init__(self, retrievers: Mapping[str, Retriever]) -> None:
        self.retrievers = retrievers

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return the first `k` documents of the united lists."""
        lists = {name: one.retrieve(claims, k=k) for name, one in self.retrievers.items()}
        return [
            self._united(claim, {name: rankings[row] for name, rankings in lists.items()}, k)
            for row, claim in enumerate(claims)
        ]

    @staticmethod
    def _united(claim: Claim, lists: Mapping[str, Ranking], k: int) -> Ranking:
        shares: dict[str, dict[str, float]] = {}
        sentences: dict[str, tuple[int, ...]] = {}
        for name, found in lists.items():
            for rank, hit in enumerate(found.hits, start=1):
                shares.setdefault(hit.doc_id, {})[name] = 1 / rank
                sentences[hit.doc_id] = sentences.get(hit.doc_id) or hit.sentences
        hits = [Hit(doc_id, sum(own.values()), own, sentences[doc_id]) for doc_id, own in shares.items()]
        return ranking(claim, hits, k=k)
