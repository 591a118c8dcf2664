"""Several scores for the same documents made into one.

Reciprocal rank (Cormack et al. 2009):   Σ_i w_i · (c + 1) / (c + rank_i(d)),   c = 60
Min-max:                                 Σ_i w_i · (s_i(d) - low_i) / (high_i - low_i)

Both return what every part contributed; the fused score is the sum of the parts.
"""

from collections.abc import Callable, Mapping

Scores = Mapping[str, float]
Contributions = dict[str, dict[str, float]]
Fusion = Callable[[Mapping[str, Scores], Mapping[str, float]], Contributions]

_RANK_CONSTANT = 60


def reciprocal_rank(parts: Mapping[str, Scores], weights: Mapping[str, float]) -> Contributions:
    """Fuse by rank; a document that a part did not find gets nothing from it."""
    fused: Contributions = {}
    for name, scores in parts.items():
        ordered = sorted(scores, key=lambda doc_id: (-scores[doc_id], doc_id))
        for rank, doc_id in enumerate(ordered, start=1):
            share = weights[name] * (_RANK_CONSTANT + 1) / (_RANK_CONSTANT + rank)
            fused.setdefault(doc_id, {})[name] = share
    return fused


def min_max(parts: Mapping[str, Scores], weights: Mapping[str, float]) -> Contributions:
    """Fuse by score, each part stretched to [0, 1] over the documents that it found."""
    fused: Contributions = {}
    for name, scores in parts.items():
        if not scores:
            continue
        low, high = min(scores.values()), max(scores.values())
        for doc_id, score in scores.items():
            share = (score - low) / (high - low) if high > low else 1.0
            fused.setdefault(doc_id, {})[name] = weights[name] * share
    return fused


FUSIONS: Mapping[str, Fusion] = {"min-max": min_max, "reciprocal-rank": reciprocal_rank}
