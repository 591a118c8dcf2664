"""Dense retrieval: the documents whose vectors point where the claim's does (cosine).

At the level `passage` a document is as near as its nearest passage; at the level `sentence`, as its nearest sentence,
among the passages that are nearest.
"""

from collections.abc import Sequence
from typing import Literal

from claimwise.models.embedder import Embedder, Vectors
from claimwise.retrieval.documents import (
    best_scores,
    best_sentences,
    ranking,
    search_documents,
    sentence_similarities,
)
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.types import Claim, Hit, Ranking

Level = Literal["passage", "sentence"]


class DenseRetriever:
    """Finds documents by meaning."""

    def __init__(
        self,
        index: Index,
        embedder: Embedder,
        *,
        filters: Filters = NO_FILTERS,
        level: Level = "passage",
        pool: int = 200,
    ) -> None:
        self.index = index
        self.embedder = embedder
        self.filters = filters
        self.level = level
        self.pool = pool

    def warm_up(self) -> None:
        """Load the embedder."""
        self.embedder.warm_up()

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return the documents nearest to each claim."""
        self.index.check_embedder(self.embedder)
        vectors = self.embedder.embed([claim.text for claim in claims])
        return [self._retrieve_one(claim, vector, k) for claim, vector in zip(claims, vectors, strict=True)]

    def _retrieve_one(self, claim: Claim, vector: Vectors, k: int) -> Ranking:
        found = search_documents(
            lambda limit: self.index.search_vector(vector, limit=limit, filters=self.filters), k=k, pool=self.pool
        )
        sentences = sentence_similarities(found, vector)
        scores = best_scores(found)
        if self.level == "sentence":
            scores = {doc_id: max(sentences[doc_id].values(), default=score) for doc_id, score in scores.items()}
        hits = [
            Hit(doc_id, score, {self.level: score}, best_sentences(sentences[doc_id]))
            for doc_id, score in scores.items()
        ]
        return ranking(claim, hits, k=k)
