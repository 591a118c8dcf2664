"""Verdicts from the stances of answers.

The rule of Schlichtkrull et al. 2023 (section 4.4): answers on both sides are conflicting evidence, on one side decide
for it, and none is not enough evidence. One stray answer then makes a conflict. The tempered rule weighs instead:

    weight of a side = Σ P(side) over the answers that have that stance

The heavier side decides when it reaches `enough`, and `open` more for every question that stayed without an answer; it
is a conflict only when both reach `strong` and the lighter has at least the share `balance` of all the weight. The few
numbers are fitted on AVeriTeC's train claims (`fit`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import ConfigError
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Evidence, Verdict

_VERDICTS = {Stance.SUPPORTS: VerdictLabel.SUPPORTED, Stance.REFUTES: VerdictLabel.REFUTED}
_ORDER = tuple(VerdictLabel)
_GRID = {
    "enough": (0.3, 0.45, 0.6, 0.75, 0.9, 1.1, 1.4),
    "strong": (0.5, 0.7, 0.9, 1.2, 1.6),
    "balance": (0.25, 0.3, 0.35, 0.4, 0.45),
    "lean": (-0.4, -0.2, 0.0, 0.2, 0.4, 0.7, 1.0),
    "open": (0.0, 0.3, 0.6, 1.0),
}


@dataclass(frozen=True, slots=True)
class Tempering:
    """The thresholds of the tempered rule; `lean` is added to the refuting side before the sides are compared."""

    enough: float = 0.6
    strong: float = 0.9
    balance: float = 0.35
    lean: float = 0.0
    open: float = 0.0


@dataclass(frozen=True, slots=True)
class Weights:
    """What speaks for a claim, what speaks against it, and how many questions stayed without an answer."""

    supports: float
    refutes: float
    open: int = 0


class PaperAggregator:
    """The deterministic rule of the paper."""

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict; its confidence is that of the strongest answer on the side that decides."""
        sides = {stance: [one.probabilities[stance] for one in evidence if one.label is stance] for stance in _VERDICTS}
        present = [stance for stance, shares in sides.items() if shares]
        ordered = _ordered(evidence)
        if len(present) == 2:
            return Verdict(claim, VerdictLabel.CONFLICTING, min(map(max, sides.values())), ordered, justification="")
        if present:
            return Verdict(claim, _VERDICTS[present[0]], max(sides[present[0]]), ordered, justification="")
        silent = min((one.probabilities[Stance.NOT_ENOUGH_INFO] for one in evidence), default=1.0)
        return Verdict(claim, VerdictLabel.NOT_ENOUGH_EVIDENCE, silent, ordered, justification="")


class TemperedAggregator:
    """The rule that weighs."""

    def __init__(self, tempering: Tempering | None = None) -> None:
        self._tempering = tempering or Tempering()

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict; its confidence is the share of the weight that speaks for it."""
        weights = weights_of(evidence)
        label = decide(weights, self._tempering)
        return Verdict(claim, label, _confidence(label, weights), _ordered(evidence), justification="")


def weights_of(evidence: Sequence[Evidence], *, decide_at: float | None = None) -> Weights:
    """Return the weight of each side; with `decide_at`, stances are read anew from the probabilities."""
    sides = dict.fromkeys(_VERDICTS, 0.0)
    for one in evidence:
        label = one.label if decide_at is None else stance_at(one, decide_at)
        if label in sides:
            sides[label] += one.probabilities[label]
    return Weights(sides[Stance.SUPPORTS], sides[Stance.REFUTES], sum(one.answer == "" for one in evidence))


def stance_at(evidence: Evidence, decide_at: float) -> Stance:
    """Return the stance that evidence has when it needs this probability of saying anything."""
    if 1.0 - evidence.probabilities[Stance.NOT_ENOUGH_INFO] < decide_at:
        return Stance.NOT_ENOUGH_INFO
    return max(_VERDICTS, key=lambda stance: evidence.probabilities[stance])


def decide(weights: Weights, tempering: Tempering) -> VerdictLabel:
    """Return the verdict that the weights of the two sides amount to."""
    return _ORDER[int(_decided([weights], tempering)[0])]


def fit(weights: Sequence[Weights], gold: Sequence[VerdictLabel]) -> tuple[Tempering, float]:
    """Return the thresholds with the best mean of macro F1 and accuracy, and that mean; ties go to the first."""
    if not weights or len(weights) != len(gold):
        raise ConfigError(f"{len(weights)} claims with {len(gold)} verdicts cannot be fitted to")
    truth = np.array([_ORDER.index(label) for label in gold])
    best, found = -1.0, Tempering()
    for tempering in _candidates():
        predicted = _decided(weights, tempering)
        score = (_macro_f1(truth, predicted) + float((truth == predicted).mean())) / 2
        if score > best:
            best, found = score, tempering
    return found, best


def _decided(weights: Sequence[Weights], tempering: Tempering) -> NDArray[np.int64]:
    """Return the places of the verdicts in their order, for many claims at once."""
    table = np.array([(one.supports, one.refutes, one.open) for one in weights], dtype=np.float64)
    supports, refutes, unanswered = table.T
    most, least = np.maximum(supports, refutes), np.minimum(supports, refutes)
    against = (refutes > 0) & ((refutes + tempering.lean > supports) | (supports == 0))
    found = np.where(against, _ORDER.index(VerdictLabel.REFUTED), _ORDER.index(VerdictLabel.SUPPORTED))
    both = (least >= tempering.strong) & (least >= tempering.balance * (supports + refutes))
    found[both] = _ORDER.index(VerdictLabel.CONFLICTING)
    silent = (most < tempering.enough + tempering.open * unanswered) | (most == 0)
    found[silent] = _ORDER.index(VerdictLabel.NOT_ENOUGH_EVIDENCE)
    return found.astype(np.int64)


def _candidates() -> Iterator[Tempering]:
    for values in product(*_GRID.values()):
        yield Tempering(**dict(zip(_GRID, values, strict=True)))


def _macro_f1(truth: NDArray[np.int64], predicted: NDArray[np.int64]) -> float:
    scores = []
    for place in range(len(_ORDER)):
        said, true = predicted == place, truth == place
        either = int(said.sum() + true.sum())
        scores.append(2 * int((said & true).sum()) / either if either else 0.0)
    return sum(scores) / len(scores)


def _confidence(label: VerdictLabel, weights: Weights) -> float:
    """Return a confidence between 0 and 1: one answer more, undecided, on either side."""
    both = weights.supports + weights.refutes
    if label is VerdictLabel.NOT_ENOUGH_EVIDENCE:
        return 1.0 / (1.0 + both)
    if label is VerdictLabel.CONFLICTING:
        return 2 * min(weights.supports, weights.refutes) / (both + 1.0)
    side = weights.supports if label is VerdictLabel.SUPPORTED else weights.refutes
    return (side + 0.5) / (both + 1.0)


def _ordered(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple(sorted(evidence, key=lambda one: one.probabilities[Stance.NOT_ENOUGH_INFO]))
