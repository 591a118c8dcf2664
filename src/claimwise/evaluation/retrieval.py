"""Retrieval scores, counted by `ir_measures` (trec_eval's definitions).

`pooled` recall is the share of all gold (claim, document) pairs found, the way of Vert5erini's Table 6; the other kind,
BEIR's, is the mean of each claim's own recall. MRR and nDCG@10 are means over the claims that have gold documents.
"""

from collections.abc import Mapping, Sequence

from claimwise.errors import InputError, MissingExtraError
from claimwise.types import Ranking

CUTOFFS = (1, 3, 5, 10, 20, 100)

Qrels = Mapping[str, Mapping[str, int]]
Scores = dict[str, float]


def score_rankings(rankings: Sequence[Ranking], qrels: Qrels, *, pooled: bool) -> Scores:
    """Return R@1 … R@100, MRR and nDCG@10 as fractions; claims without gold documents do not count."""
    try:
        import ir_measures
        from ir_measures import RR, R, nDCG
    except ImportError:
        raise MissingExtraError("scoring retrieval", "eval") from None
    gold = {claim_id: relevant for claim_id, relevant in qrels.items() if any(relevant.values())}
    if not gold:
        raise InputError("there is nothing to score: no claim has a gold document")
    run = {ranking.claim_id: _strictly_decreasing(ranking) for ranking in rankings}
    recalls = {R @ cutoff: cutoff for cutoff in CUTOFFS}
    others = {RR: "MRR", nDCG @ 10: "nDCG@10"}
    sums: dict[str, float] = {f"R@{cutoff}": 0.0 for cutoff in CUTOFFS} | dict.fromkeys(others.values(), 0.0)
    relevant_of = {claim_id: sum(1 for grade in grades.values() if grade > 0) for claim_id, grades in gold.items()}
    for metric in ir_measures.iter_calc([*recalls, *others], gold, run):
        if metric.measure in recalls:
            weight = relevant_of[metric.query_id] if pooled else 1
            sums[f"R@{recalls[metric.measure]}"] += metric.value * weight
        else:
            sums[others[metric.measure]] += metric.value
    pairs = sum(relevant_of.values()) if pooled else len(gold)
    return {name: value / (pairs if name.startswith("R@") else len(gold)) for name, value in sums.items()}


def _strictly_decreasing(ranking: Ranking) -> dict[str, float]:
    """Return scores that keep the ranking's own order: trec_eval would break ties by document id."""
    return {hit.doc_id: float(-rank) for rank, hit in enumerate(ranking.hits)}
