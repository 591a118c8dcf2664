"""The rule of the paper."""

import pytest

from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Evidence
from claimwise.verdict.stances import PaperAggregator

CLAIM = Claim("1", "The bridge is closed.")
S, R, N = Stance.SUPPORTS, Stance.REFUTES, Stance.NOT_ENOUGH_INFO


def answer(label: Stance, share: float = 0.9) -> Evidence:
    rest = (1 - share) / 2
    return Evidence("1", "d", label, {one: share if one is label else rest for one in Stance}, (0,), (share,))


@pytest.mark.parametrize(
    ("labels", "verdict"),
    [
        ([S, R], VerdictLabel.CONFLICTING),
        ([S, S, S, S, R], VerdictLabel.CONFLICTING),
        ([S, N], VerdictLabel.SUPPORTED),
        ([R, N, N], VerdictLabel.REFUTED),
        ([N, N], VerdictLabel.NOT_ENOUGH_EVIDENCE),
        ([], VerdictLabel.NOT_ENOUGH_EVIDENCE),
    ],
)
def test_the_rule_of_the_paper(labels: list[Stance], verdict: VerdictLabel) -> None:
    found = PaperAggregator().aggregate(CLAIM, [answer(label) for label in labels])
    assert found.label is verdict
    assert 0 <= found.confidence <= 1
