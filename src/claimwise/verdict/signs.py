"""What the answers show about a claim, as a few numbers that a rule can weigh.

Taken from the answers that tell most: how far they support and refute by the verifier's reading; how many begin
with yes or no; how many deny something in plain words; whether the claim's numbers stand in them; how many they are;
and how many questions stayed without an answer.
"""

import re
from collections.abc import Sequence

from claimwise.labels import Stance
from claimwise.text.numbers import numbers
from claimwise.types import Claim, Evidence

NAMES = (
    "constant",
    "supports",
    "refutes",
    "both",
    "answers",
    "open",
    "any_open",
    "yes",
    "no",
    "denial",
    "numbers",
    "same_number",
    "other_numbers",
)
"""What the signs are, in their order."""

MOST = 5
"""How many answers are weighed at most."""

_YES, _NO = frozenset({"yes", "true"}), frozenset({"no", "false"})
_DENIAL = re.compile(
    r"n['’]t\b|\b(?:no|not|never|none|neither|nor|without|cannot|false|fake|hoax|untrue|incorrect|wrong|misleading|"  # noqa: RUF001
    r"baseless|unfounded|unproven|unlikely|fabricated|doctored|photoshopped|edited|manipulated|satir\w*|parody|"
    r"debunked|den(?:y|ies|ied)|rumou?rs?|myth|conspiracy|misinformation|disinformation|contrary|however|although|"
    r"actually|instead|rather)\b",
    re.IGNORECASE,
)

Signs = tuple[float, ...]


def signs(claim: Claim, evidence: Sequence[Evidence], *, most: int = MOST) -> Signs:
    """Return the signs of the `most` answers that tell most, each between 0 and 1, in the order of `NAMES`."""
    answered = [one for one in evidence if one.answer != ""]
    telling = sorted(answered, key=lambda one: one.probabilities[Stance.NOT_ENOUGH_INFO])[:most]
    texts = [one.answer or "" for one in telling]
    first = [(text.split() or [""])[0].strip(".,;:!").lower() for text in texts]
    sides = [[one.probabilities[side] for one in telling] for side in (Stance.SUPPORTS, Stance.REFUTES)]
    opened = len(evidence) - len(answered)
    return (
        1.0,
        *(_mean(side) for side in sides),
        min(max(side, default=0.0) for side in sides),
        len(telling) / MOST,
        opened / max(1, len(evidence)),
        float(opened > 0),
        _mean([float(word in _YES) for word in first]),
        _mean([float(word in _NO) for word in first]),
        _mean([float(bool(_DENIAL.search(text))) for text in texts]),
        *_of_numbers(claim.text, " ".join(texts)),
    )


def _of_numbers(claim: str, texts: str) -> tuple[float, float, float]:
    """Return whether the claim has a number, whether an answer has the same, and whether there are only others."""
    ours, theirs = numbers(claim), numbers(texts)
    amounts = [number for number in ours if not _is_year(number)]
    same = any(number in theirs for number in amounts)
    return float(bool(ours)), float(same), float(bool(amounts) and bool(theirs) and not same)


def _is_year(number: float) -> bool:
    return 1900 <= number <= 2100


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
