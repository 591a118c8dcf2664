"""Hybrid retrieval: words and meaning together, as Quin+ (Samarinas et al. 2021) found best.

The best passages by BM25 and the best by vector form a pool. Every document in it gets three scores: BM25, the cosine
of its nearest passage and the cosine of its nearest sentence; these are fused.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType

from claimwise.errors import ConfigError
from claimwise.models.embedder import Embedder, Vectors
from claimwise.retrieval.documents import (
    best_scores,
    best_sentences,
    passage_similarities,
    ranking,
    search_documents,
    sentence_similarities,
)
from claimwise.retrieval.fusion import FUSIONS
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Found, Index
from claimwise.types import Claim, Hit, Ranking

WEIGHTS: Mapping[str, float] = MappingProxyType({"bm25": 0.125, "passage": 0.5, "sentence": 0.375})
"""Of the plateau on SciFact train, the point that holds on HealthVer and FM2 as well (`benchmarks/fusion.py`)."""

POOL = 100

_CHUNK = 32  # claims whose passages are held in memory at once


class HybridRetriever:
    """Finds documents by words and by meaning."""

    def __init__(
        self,
        index: Index,
        embedder: Embedder,
        *,
        filters: Filters = NO_FILTERS,
        fusion: str = "min-max",
        weights: Mapping[str, float] = WEIGHTS,
        pool: int = POOL,
    ) -> None:
        if fusion not in FUSIONS:
            raise ConfigError(f"there is no fusion {fusion!r}; known are {', '.join(FUSIONS)}")
        self.index = index
        self.embedder = embedder
        self.filters = filters
        self.fusion = FUSIONS[fusion]
        self.weights = weights
        self.pool = pool

    def warm_up(self) -> None:
        """Load the embedder."""
        self.embedder.warm_up()

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return the documents with the best fused score for each claim."""
        self.index.check_embedder(self.embedder)
        chunks = (claims[start : start + _CHUNK] for start in range(0, len(claims), _CHUNK))
        return [ranking for chunk in chunks for ranking in self._retrieve(chunk, k)]

    def _retrieve(self, claims: Sequence[Claim], k: int) -> list[Ranking]:
        with ThreadPoolExecutor(max_workers=2) as threads:
            by_words = threads.map(lambda claim: self._by_words(claim, k), claims)
            vectors = self.embedder.embed([claim.text for claim in claims])
            by_meaning = threads.map(lambda vector: self._by_meaning(vector, k), vectors)
            return [
                self._fuse(claim, vector, words, meaning, k)
                for claim, vector, words, meaning in zip(claims, vectors, by_words, by_meaning, strict=True)
            ]

    def _by_words(self, claim: Claim, k: int) -> Sequence[Found]:
        return search_documents(
            lambda limit: self.index.search_text(claim.text, limit=limit, filters=self.filters), k=k, pool=self.pool
        )

    def _by_meaning(self, vector: Vectors, k: int) -> Sequence[Found]:
        return search_documents(
            lambda limit: self.index.search_vector(vector, limit=limit, filters=self.filters), k=k, pool=self.pool
        )

    def _fuse(self, claim: Claim, vector: Vectors, words: Sequence[Found], meaning: Sequence[Found], k: int) -> Ranking:
        pool = {(passage.doc_id, passage.passage): passage for passage in (*words, *meaning)}.values()
        sentences = sentence_similarities(pool, vector)
        parts = {
            "bm25": best_scores(words),
            "passage": passage_similarities(pool, vector),
            "sentence": {doc_id: max(found.values()) for doc_id, found in sentences.items() if found},
        }
        shares = self.fusion(parts, self.weights)
        hits = [
            Hit(doc_id, sum(share.values()), share, best_sentences(sentences[doc_id]))
            for doc_id, share in shares.items()
        ]
        return ranking(claim, hits, k=k)
