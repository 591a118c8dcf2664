"""From passages that a search found to documents: a document is as good as its best passage."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from claimwise.models.embedder import Vectors
from claimwise.store.index import Found
from claimwise.store.rows import packed_similarities
from claimwise.types import Claim, Hit, Ranking

MATCHING_SENTENCES = 3
"""How many sentences a hit names at most."""

Search = Callable[[int], Sequence[Found]]


def search_documents(search: Search, *, k: int, pool: int = 0) -> Sequence[Found]:
    """Search with a growing limit until the passages come from `k` documents or no more are found."""
    limit = max(pool, 2 * k)
    while True:
        found = search(limit)
        if len(found) < limit or len({passage.doc_id for passage in found}) >= k:
            return found
        limit *= 4


def best_scores(found: Iterable[Found]) -> dict[str, float]:
    """Return the best score of each document."""
    scores: dict[str, float] = {}
    for passage in found:
        scores[passage.doc_id] = max(passage.score, scores.get(passage.doc_id, -np.inf))
    return scores


def passage_similarities(found: Iterable[Found], query: Vectors) -> dict[str, float]:
    """Return the similarity of the query to the nearest passage of each document."""
    similarities: dict[str, float] = {}
    for passage in found:
        similarities[passage.doc_id] = max(float(passage.vector @ query), similarities.get(passage.doc_id, -1.0))
    return similarities


def sentence_similarities(found: Iterable[Found], query: Vectors) -> dict[str, dict[int, float]]:
    """Return the similarity of the query to each sentence of the passages found, by document and sentence index."""
    passages = list(found)
    by_passage = packed_similarities([passage.packed_sentences for passage in passages], query)
    similarities: dict[str, dict[int, float]] = {}
    for passage, cosines in zip(passages, by_passage, strict=True):
        of_document = similarities.setdefault(passage.doc_id, {})
        for sentence, cosine in enumerate(cosines.tolist(), start=passage.start):
            of_document[sentence] = max(cosine, of_document.get(sentence, -1.0))
    return similarities


def best_sentences(similarities: Mapping[int, float]) -> tuple[int, ...]:
    """Return the indices of the sentences nearest to the query, best first."""
    return tuple(sorted(similarities, key=lambda i: (-similarities[i], i))[:MATCHING_SENTENCES])


def ranking(claim: Claim, hits: Iterable[Hit], *, k: int) -> Ranking:
    """Return the `k` best hits as a ranking; ties are broken by document id, so that a ranking is reproducible."""
    return Ranking(claim.id, tuple(sorted(hits, key=lambda hit: (-hit.score, hit.doc_id))[:k]))
