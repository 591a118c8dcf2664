"""The rule over all signs: what the signs are, that they can be learnt from, and what the recipe's own numbers say."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from claimwise.errors import ConfigError
from claimwise.labels import Stance, VerdictLabel
from claimwise.recipes.recipe import load
from claimwise.types import Claim, Evidence
from claimwise.verdict.fitted import FITTED, FittedAggregator, fit
from claimwise.verdict.signs import MOST, NAMES, Signs, signs

CLAIM = Claim("1", "The bridge cost 40 million in 2019.")
S, R, N = Stance.SUPPORTS, Stance.REFUTES, Stance.NOT_ENOUGH_INFO


def answer(label: Stance, text: str = "So it is.", share: float = 0.9) -> Evidence:
    rest = (1 - share) / 2
    shares = {one: share if one is label else rest for one in Stance}
    return Evidence("1", "d", label, shares, (0,), (share,), "Is it so?", text)


def of(*evidence: Evidence, most: int = MOST) -> dict[str, float]:
    return dict(zip(NAMES, signs(CLAIM, evidence, most=most), strict=True))


def test_signs_of_the_readings() -> None:
    found = of(answer(S), answer(R), answer(N))
    assert found["supports"] == found["refutes"] == pytest.approx((0.9 + 0.05 + 0.05) / 3)
    assert found["both"] == pytest.approx(0.9)
    assert found["answers"] == pytest.approx(3 / MOST)
    assert of(answer(S), answer(S))["both"] == pytest.approx(0.05)
    assert of(answer(N), answer(N), answer(S), most=1)["supports"] == pytest.approx(0.9), "the most telling one"


def test_signs_of_the_words() -> None:
    found = of(
        answer(N, "No, it was not."), answer(N, "Yes."), answer(N, "Nobody knows; noted."), answer(N, "It isn't.")
    )
    assert (found["yes"], found["no"], found["denial"]) == (0.25, 0.25, 0.5)
    assert of(answer(N, "It cost 40 million."))["same_number"] == 1
    other = of(answer(N, "It cost 55 million."))
    assert (other["numbers"], other["same_number"], other["other_numbers"]) == (1, 0, 1)
    assert of(answer(N, "It was built in 2019."))["same_number"] == 0, "a year is not an amount"
    assert of(answer(N, "It was dear."))["other_numbers"] == 0


def test_signs_of_what_stayed_open() -> None:
    found = of(answer(S), answer(N, ""), answer(N, ""), answer(R))
    assert (found["open"], found["any_open"]) == (0.5, 1.0)
    assert found["answers"] == pytest.approx(2 / MOST)
    assert set(of().values()) <= {0.0, 1.0}


def toy(draw: random.Random) -> tuple[Signs, VerdictLabel]:
    label = draw.choice(list(VerdictLabel))
    stances = {
        VerdictLabel.SUPPORTED: [S, S, N],
        VerdictLabel.REFUTED: [R, R, N],
        VerdictLabel.CONFLICTING: [S, R, R, S],
        VerdictLabel.NOT_ENOUGH_EVIDENCE: [N, N],
    }[label]
    return signs(CLAIM, [answer(one, share=draw.uniform(0.6, 0.95)) for one in stances]), label


def test_fitting_tells_the_verdicts_apart() -> None:
    draw = random.Random(0)
    rows, gold = zip(*(toy(draw) for _ in range(200)), strict=True)
    found = fit(rows, gold)
    assert found.macro_f1 > 0.95
    assert found.accuracy > 0.95
    assert set(found.weights) == set(FITTED)
    rule = FittedAggregator(found.weights)
    assert rule.aggregate(CLAIM, [answer(S), answer(S)]).label is VerdictLabel.SUPPORTED
    assert rule.aggregate(CLAIM, [answer(S), answer(R), answer(S), answer(R)]).label is VerdictLabel.CONFLICTING
    with pytest.raises(ConfigError, match="cannot be fitted"):
        fit([], [])


@pytest.fixture(scope="module")
def shipped() -> FittedAggregator:
    settings: Mapping[str, Any] = load("averitec").stages["verdict"]
    return FittedAggregator({label: settings[label.value.lower()] for label in FITTED})


def test_the_shipped_numbers(shipped: FittedAggregator) -> None:
    said = "The bridge cost 40 million."
    for evidence, label in (
        ([answer(S, said), answer(S, said), answer(S, said), answer(R)], VerdictLabel.SUPPORTED),  # one stray answer
        ([answer(R, "No, it did not.")] * 2, VerdictLabel.REFUTED),
        ([answer(N, ""), answer(N, "")], VerdictLabel.NOT_ENOUGH_EVIDENCE),
        ([], VerdictLabel.NOT_ENOUGH_EVIDENCE),
    ):
        verdict = shipped.aggregate(CLAIM, evidence)
        assert verdict.label is label
        assert 0 <= verdict.confidence <= 1


def test_wrong_settings_are_said() -> None:
    with pytest.raises(ConfigError, match=f"takes {len(NAMES)} numbers"):
        FittedAggregator({VerdictLabel.SUPPORTED: [1.0]})
    with pytest.raises(ConfigError, match=r"verdict\.weighed is between 1 and 5"):
        FittedAggregator({}, most=0)
    changed = load("averitec").changed(["verdict.supported=1, 2.5"]).stages["verdict"]["supported"]
    assert changed == [1.0, 2.5]
    with pytest.raises(ConfigError, match="takes numbers with commas"):
        load("averitec").changed(["verdict.supported=high"])
