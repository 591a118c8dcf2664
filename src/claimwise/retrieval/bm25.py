"""BM25 over passages (Robertson and Zaragoza 2009), as the store's full-text index computes it.

score(q, p) = Σ_t idf(t) · tf(t,p)·(k1+1) / (tf(t,p) + k1·(1 - b + b·|p|/avg|p|)),   k1 = 1.2, b = 0.75
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from claimwise.models.onnx import available_threads
from claimwise.retrieval.documents import best_scores, ranking, search_documents
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.types import Claim, Hit, Ranking


class Bm25Retriever:
    """Finds documents by the words that they share with the claim."""

    def __init__(self, index: Index, *, filters: Filters = NO_FILTERS) -> None:
        self.index = index
        self.filters = filters

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return the documents with the best-matching passages."""
        with ThreadPoolExecutor(max_workers=available_threads()) as threads:
            return list(threads.map(lambda claim: self._retrieve_one(claim, k), claims))

    def _retrieve_one(self, claim: Claim, k: int) -> Ranking:
        found = search_documents(
            lambda limit: self.index.search_text(claim.text, limit=limit, filters=self.filters, vectors=False), k=k
        )
        hits = [Hit(doc_id, score, {"bm25": score}) for doc_id, score in best_scores(found).items()]
        return ranking(claim, hits, k=k)
