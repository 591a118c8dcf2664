"""Retrieval scores, by hand-counted examples."""

import pytest

from claimwise.errors import InputError
from claimwise.evaluation.retrieval import score_rankings
from claimwise.types import Hit, Ranking


def ranking(claim: str, *docs: str) -> Ranking:
    return Ranking(claim, tuple(Hit(doc, 1.0) for doc in docs))


RANKINGS = [ranking("1", "a", "b", "c"), ranking("2", "x", "y", "z"), ranking("3", "a")]
QRELS = {"1": {"a": 1}, "2": {"z": 1, "q": 1, "r": 1}, "3": {}}


def test_pooled_recall_counts_pairs() -> None:
    scores = score_rankings(RANKINGS, QRELS, pooled=True)
    assert scores["R@1"] == pytest.approx(1 / 4)
    assert scores["R@3"] == pytest.approx(2 / 4)
    assert scores["R@100"] == pytest.approx(2 / 4)


def test_mean_recall_counts_claims() -> None:
    scores = score_rankings(RANKINGS, QRELS, pooled=False)
    assert scores["R@1"] == pytest.approx((1 + 0) / 2)
    assert scores["R@3"] == pytest.approx((1 + 1 / 3) / 2)


def test_the_order_of_the_ranking_counts_even_with_equal_scores() -> None:
    scores = score_rankings(RANKINGS, QRELS, pooled=True)
    assert scores["MRR"] == pytest.approx((1 + 1 / 3) / 2)
    assert list(scores) == ["R@1", "R@3", "R@5", "R@10", "R@20", "R@100", "MRR", "nDCG@10"]


def test_a_claim_that_was_not_ranked_counts_as_missed() -> None:
    assert score_rankings(RANKINGS[:1], QRELS, pooled=True)["R@100"] == pytest.approx(1 / 4)
    assert score_rankings(RANKINGS[:1], QRELS, pooled=False)["MRR"] == pytest.approx(1 / 2)


def test_no_gold_is_an_error() -> None:
    with pytest.raises(InputError, match="nothing to score"):
        score_rankings(RANKINGS, {"3": {}}, pooled=True)
