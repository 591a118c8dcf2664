"""The verdict on a claim: the evidence of each side weighed against the other.

The weight of a side is the probability that at least one of its documents really says so, were they independent:

    weight = 1 - Π (1 - P(document says so))        over the documents with that stance

A side is strong when its best document alone reaches `strong`. Both sides strong is conflict. Otherwise the heavier
side is the verdict, unless what is left of its weight beside the other's is less than the probability that none of its
documents says anything: then, and where sides weigh the same or no document has a stance, there is not enough evidence.
A verdict for a side cites at least one sentence: a document that names none counts as having no stance.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimwise.labels import SIDES, Stance, VerdictLabel
from claimwise.types import Claim, Evidence, Verdict
from claimwise.verdict.stances import ordered

_COUNTED = 3
_EDGE = 1e-6


@dataclass(frozen=True, slots=True)
class Calibration:
    """From raw to true confidence: `sigmoid(slope · logit(raw) + shift)`, for verdicts with a side and without one.

    Fitted on claims of SciFact train that the network had not seen, and kept in the verifier's card; but for `strong`,
    for hardly any claim there has evidence on both sides.
    """

    strong: float = 0.7
    slope: float = 1.0
    shift: float = 0.0
    silent_slope: float = 1.0
    silent_shift: float = 0.0

    @classmethod
    def of_card(cls, values: Mapping[str, float]) -> "Calibration":
        """Return the calibration that a card holds."""
        return cls(**{name: value for name, value in values.items() if name in cls.__slots__})


class WeighingAggregator:
    """Weighs the two sides."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self._calibration = calibration or Calibration()

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict on the claim, its evidence with the strongest first."""
        label, raw = weigh(evidence, strong=self._calibration.strong)
        found = ordered(evidence)
        return Verdict(claim, label, self._confidence(label, raw), found, justification="")

    def _confidence(self, label: VerdictLabel, raw: float) -> float:
        fitted = self._calibration
        if label is VerdictLabel.NOT_ENOUGH_EVIDENCE:
            return calibrated(raw, fitted.silent_slope, fitted.silent_shift)
        return calibrated(raw, fitted.slope, fitted.shift)


def weigh(evidence: Sequence[Evidence], *, strong: float) -> tuple[VerdictLabel, float]:
    """Return the verdict and its raw confidence."""
    cited = {
        stance: [one.probabilities for one in evidence if one.label is stance and one.sentences] for stance in SIDES
    }
    sides = {stance: sorted((one[stance] for one in found), reverse=True) for stance, found in cited.items()}
    if all(side and side[0] >= strong for side in sides.values()):
        return VerdictLabel.CONFLICTING, min(map(_weight, sides.values()))
    winner, loser = sorted(SIDES, key=lambda stance: -_weight(sides[stance]))
    weight, against = _weight(sides[winner]), _weight(sides[loser])
    left = weight * (1.0 - against / 2)
    silent = math.prod(one[Stance.NOT_ENOUGH_INFO] for one in cited[winner])
    if weight > against and left >= silent:
        return SIDES[winner], left
    saying = max((1.0 - one.probabilities[Stance.NOT_ENOUGH_INFO] for one in evidence), default=0.0)
    return VerdictLabel.NOT_ENOUGH_EVIDENCE, 1.0 - saying


def _weight(side: Sequence[float]) -> float:
    return 1.0 - math.prod(1.0 - share for share in side[:_COUNTED])


def calibrated(raw: float, slope: float, shift: float) -> float:
    """Return sigmoid(slope · logit(raw) + shift)."""
    inside = min(max(raw, _EDGE), 1.0 - _EDGE)
    return 1.0 / (1.0 + math.exp(-(slope * math.log(inside / (1.0 - inside)) + shift)))
