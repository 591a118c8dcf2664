"""Verdicts by counting, and verdicts that are never undecided."""

import pytest

from claimwise.labels import Stance, VerdictLabel
from claimwise.stages import Aggregator
from claimwise.types import Claim, Evidence
from claimwise.verdict.counting import CountingAggregator
from claimwise.verdict.two_way import TwoWayAggregator

CLAIM = Claim("1", "Tea helps.")


def evidence(label: Stance, share: float = 0.8, *, sentences: tuple[int, ...] = (0,)) -> Evidence:
    shares = {stance: share if stance is label else (1 - share) / 2 for stance in Stance}
    chosen = () if label is Stance.NOT_ENOUGH_INFO else sentences
    return Evidence("1", "d", label, shares, chosen, (0.9,) * len(chosen))


FOR, AGAINST, SILENT = Stance.SUPPORTS, Stance.REFUTES, Stance.NOT_ENOUGH_INFO


@pytest.mark.parametrize(
    ("stances", "verdict"),
    [
        ([], VerdictLabel.NOT_ENOUGH_EVIDENCE),
        ([FOR, SILENT, SILENT], VerdictLabel.NOT_ENOUGH_EVIDENCE),
        ([FOR, FOR, AGAINST], VerdictLabel.SUPPORTED),
        ([FOR, AGAINST, AGAINST], VerdictLabel.REFUTED),
        ([FOR, AGAINST], VerdictLabel.REFUTED),
    ],
)
def test_the_majority_decides_where_there_are_enough(stances: list[Stance], verdict: VerdictLabel) -> None:
    found = CountingAggregator(few=2).aggregate(CLAIM, [evidence(stance) for stance in stances])
    assert found.label is verdict
    assert 0 < found.confidence <= 1


def test_more_documents_of_one_mind_are_surer() -> None:
    counting = CountingAggregator()
    few, many = (counting.aggregate(CLAIM, [evidence(FOR)] * count).confidence for count in (2, 6))
    assert many > few


@pytest.mark.parametrize(
    ("pieces", "verdict"),
    [
        ([], VerdictLabel.REFUTED),
        ([evidence(SILENT)], VerdictLabel.REFUTED),
        ([evidence(FOR, 0.7), evidence(AGAINST, 0.6)], VerdictLabel.SUPPORTED),
        ([evidence(FOR, 0.6), evidence(AGAINST, 0.7)], VerdictLabel.REFUTED),
        ([evidence(FOR, 0.9), evidence(AGAINST, 0.95)], VerdictLabel.REFUTED),
    ],
)
def test_two_ways_and_no_third(pieces: list[Evidence], verdict: VerdictLabel) -> None:
    found = TwoWayAggregator().aggregate(CLAIM, pieces)
    assert found.label is verdict
    decided = [max(one.probabilities.values()) for one in pieces if one.label is not SILENT]
    assert found.confidence == pytest.approx(max(decided)) if decided else 0 <= found.confidence <= 1


@pytest.mark.parametrize("aggregator", [CountingAggregator(), TwoWayAggregator()])
def test_they_are_aggregators_and_keep_the_evidence(aggregator: Aggregator) -> None:
    assert isinstance(aggregator, Aggregator)
    pieces = [evidence(FOR, 0.6), evidence(AGAINST, 0.9), evidence(SILENT)]
    found = aggregator.aggregate(CLAIM, pieces)
    assert sorted(map(id, found.evidence)) == sorted(map(id, pieces))
