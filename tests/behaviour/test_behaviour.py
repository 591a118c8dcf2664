"""Behaviour in the spirit of CheckList (Ribeiro et al. 2020): what a change of claim or document must do to the stance.

`cases.jsonl` was written before any model read it. `benchmarks/behaviour.py` prints the pass rate of each family, which
docs/benchmarks.md holds against its aim. A family has to stay above a floor two or three cases below what the shipped
verifier reaches: rounding differs from one processor to the next, and turns as many.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from claimwise.labels import Stance
from claimwise.types import Claim, Document
from claimwise.verification.joint import JointVerifier

CASES = Path(__file__).parent / "cases.jsonl"
FLOORS = {
    "negation": 0.5,
    "negation in other words": 0.4,
    "direction": 0.3,
    "irrelevant sentence": 0.7,
    "synonyms": 0.65,
    "hedge": 0.75,
    "number": 0.5,
    "entity": 0.25,
    "injection": 0.87,
}


def passes(relation: str, before: Stance, after: Stance) -> bool:
    """Tell whether the stance did what the change asks for: flipped, stayed (silence is none), or left SUPPORTS."""
    if relation == "flips":
        return before is Stance.SUPPORTS and after is Stance.REFUTES
    if relation == "same":
        return before is after and before is not Stance.NOT_ENOUGH_INFO
    return before is Stance.SUPPORTS and after is not Stance.SUPPORTS


def pass_rates() -> dict[str, float]:
    """Return the share of cases of each family that pass."""
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    pairs = [
        (Claim(str(i), case[f"{which}claim"]), Document(str(i), "", tuple(case[f"{which}sentences"])))
        for i, case in enumerate(cases)
        for which in ("", "changed_")
    ]
    stances = [one.label for one in JointVerifier().verify(pairs)]
    results: dict[str, list[bool]] = defaultdict(list)
    for case, before, after in zip(cases, stances[::2], stances[1::2], strict=True):
        results[case["family"]].append(passes(case["relation"], before, after))
    return {family: sum(found) / len(found) for family, found in results.items()}


@pytest.fixture(scope="module")
def rates() -> dict[str, float]:
    return pass_rates()


@pytest.mark.parametrize("family", FLOORS)
def test_each_family_stays_above_its_floor(rates: dict[str, float], family: str) -> None:
    assert rates[family] >= FLOORS[family]


def test_the_rule_itself_can_fail() -> None:
    assert not passes("flips", Stance.SUPPORTS, Stance.SUPPORTS)
    assert not passes("same", Stance.SUPPORTS, Stance.REFUTES)
    assert not passes("same", Stance.NOT_ENOUGH_INFO, Stance.NOT_ENOUGH_INFO)
    assert not passes("differs", Stance.SUPPORTS, Stance.SUPPORTS)
    assert passes("differs", Stance.SUPPORTS, Stance.NOT_ENOUGH_INFO)
