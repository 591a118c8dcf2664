import pytest

from claimwise.errors import ConfigError
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Evidence
from claimwise.verdict.stances import PaperAggregator, TemperedAggregator, Tempering, Weights, decide, fit, weights_of

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


@pytest.mark.parametrize(
    ("labels", "verdict"),
    [
        ([S, S, S, S, R], VerdictLabel.SUPPORTED),  # one stray answer is no conflict
        ([S, S, R, R], VerdictLabel.CONFLICTING),
        ([R], VerdictLabel.REFUTED),
        ([N, N, N], VerdictLabel.NOT_ENOUGH_EVIDENCE),
        ([], VerdictLabel.NOT_ENOUGH_EVIDENCE),
    ],
)
def test_the_tempered_rule(labels: list[Stance], verdict: VerdictLabel) -> None:
    found = TemperedAggregator().aggregate(CLAIM, [answer(label) for label in labels])
    assert found.label is verdict
    assert 0 <= found.confidence <= 1


def test_weak_answers_are_not_enough() -> None:
    weak = TemperedAggregator(Tempering(enough=0.6)).aggregate(CLAIM, [answer(S, 0.5)])
    assert weak.label is VerdictLabel.NOT_ENOUGH_EVIDENCE


def test_a_lean_decides_between_equal_sides() -> None:
    weights = Weights(1.0, 0.8)
    assert decide(weights, Tempering(strong=9, lean=0.0)) is VerdictLabel.SUPPORTED
    assert decide(weights, Tempering(strong=9, lean=0.5)) is VerdictLabel.REFUTED
    assert (
        decide(Weights(1.0, 0.0), Tempering(strong=9, lean=5.0)) is VerdictLabel.SUPPORTED
    )  # nothing was cited for it
    assert decide(Weights(0.0, 1.0), Tempering(strong=9, lean=-5.0)) is VerdictLabel.REFUTED


def test_questions_without_an_answer_raise_what_is_needed() -> None:
    nothing = {stance: float(stance is N) for stance in Stance}
    asked = Evidence("1", "d", N, nothing, (), (), "Why?", "")
    rule = TemperedAggregator(Tempering(enough=0.6, open=0.5))
    assert rule.aggregate(CLAIM, [answer(S), asked]).label is VerdictLabel.NOT_ENOUGH_EVIDENCE
    assert rule.aggregate(CLAIM, [answer(S)]).label is VerdictLabel.SUPPORTED


def test_fitting_finds_thresholds_that_tell_the_classes_apart() -> None:
    weights = [Weights(0.4, 0.0), Weights(2.0, 0.1), Weights(0.1, 2.0), Weights(2.0, 1.9), Weights(3.0, 0.95)]
    gold = [
        VerdictLabel.NOT_ENOUGH_EVIDENCE,
        VerdictLabel.SUPPORTED,
        VerdictLabel.REFUTED,
        VerdictLabel.CONFLICTING,
        VerdictLabel.SUPPORTED,
    ]
    found, score = fit(weights, gold)
    assert score == 1.0
    assert [decide(one, found) for one in weights] == gold
    with pytest.raises(ConfigError):
        fit([], [])


def test_weights_count_only_the_answers_of_a_side() -> None:
    found = weights_of([answer(S, 0.9), answer(N, 0.9), answer(S, 0.6)])
    assert found.supports == pytest.approx(1.5)
    assert (found.refutes, found.open) == (0.0, 0)
    stricter = weights_of([answer(S, 0.9), answer(S, 0.6)], decide_at=0.9)
    assert stricter.supports == pytest.approx(0.9)
