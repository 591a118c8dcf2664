"""Verdicts from all signs together: multinomial logistic regression over `signs.py`.

    P(verdict) = softmax(w · signs),   w of REFUTED = 0

One stray answer moves the odds a little instead of making a conflict. The numbers are fitted on AVeriTeC's train claims
with an L2 penalty; `tilt` takes a share of the verdicts' frequency there back out of the constants, so that rare
verdicts are reached. Without any answer there is not enough evidence, whatever the numbers say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import ConfigError
from claimwise.labels import VerdictLabel
from claimwise.types import Claim, Evidence, Verdict
from claimwise.verdict.signs import MOST, NAMES, Signs, signs
from claimwise.verdict.stances import ordered

ORDER = tuple(VerdictLabel)
FITTED: tuple[VerdictLabel, ...] = tuple(label for label in ORDER if label is not VerdictLabel.REFUTED)
"""The verdicts that have weights; those of REFUTED are 0."""
_REFERENCE = ORDER.index(VerdictLabel.REFUTED)
_TILTS = (0.0, 0.25, 0.5, 0.75)
_PENALTY = 3.0
_FOLDS = 10
_STEPS = 25
_ENOUGH = 1e-6

Weights = Mapping[VerdictLabel, Sequence[float]]
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted weights, and what weights fitted the same way reach on claims that were held out."""

    weights: Weights
    tilt: float
    macro_f1: float
    accuracy: float


class FittedAggregator:
    """The rule that was fitted; `weights` are those of every verdict but REFUTED.

    It was fitted to answers that annotators chose, two or three a claim. Of answers that were searched for, many of
    them silent, only the `most` telling ones are weighed.
    """

    def __init__(self, weights: Weights, *, most: int = MOST) -> None:
        if not 1 <= most <= MOST:
            raise ConfigError(f"verdict.weighed is between 1 and {MOST}, not {most}")
        self._most = most
        for label, row in weights.items():
            if len(row) != len(NAMES):
                raise ConfigError(f"verdict.{label.value.lower()} takes {len(NAMES)} numbers ({', '.join(NAMES)})")
        self._weights = np.array([weights.get(label, (0.0,) * len(NAMES)) for label in ORDER]).T

    def aggregate(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """Return the verdict; its confidence is its probability."""
        if not any(one.answer for one in evidence):
            return Verdict(claim, VerdictLabel.NOT_ENOUGH_EVIDENCE, 1.0, ordered(evidence), justification="")
        [shares] = _softmax(np.array([signs(claim, evidence, most=self._most)]) @ self._weights)
        best = int(shares.argmax())
        return Verdict(claim, ORDER[best], float(shares[best]), ordered(evidence), justification="")


def fit(rows: Sequence[Signs], gold: Sequence[VerdictLabel]) -> Fit:
    """Return the weights; of the tilts, the one with the best macro F1 on held-out claims."""
    if len(rows) < _FOLDS or len(rows) != len(gold):
        raise ConfigError(f"{len(rows)} claims with {len(gold)} verdicts cannot be fitted to")
    table, truth = np.array(rows), np.array([ORDER.index(label) for label in gold])
    held_out = np.zeros((len(rows), len(ORDER)))
    turns = np.random.default_rng(0).permutation(len(rows)) % _FOLDS
    for turn in range(_FOLDS):
        held_out[turns == turn] = table[turns == turn] @ _fitted(table[turns != turn], truth[turns != turn])
    frequency = np.log((np.bincount(truth, minlength=len(ORDER)) + 1) / len(rows))
    scored = []
    for tilt in _TILTS:
        predicted = (held_out - tilt * frequency).argmax(axis=1)
        scored.append((macro_f1(truth, predicted), float((truth == predicted).mean()), tilt))
    macro, accuracy, tilt = max(scored)
    weights = _fitted(table, truth)
    weights[0] -= tilt * frequency
    weights -= weights[:, [_REFERENCE]]
    rounded = {label: [round(float(one), 3) for one in weights[:, ORDER.index(label)]] for label in FITTED}
    return Fit(rounded, tilt, macro, accuracy)


def macro_f1(truth: NDArray[np.int64], predicted: NDArray[np.int64]) -> float:
    """Return the mean F1 of the four verdicts, by their places in `ORDER`."""
    scores = []
    for place in range(len(ORDER)):
        said, true = predicted == place, truth == place
        either = int(said.sum() + true.sum())
        scores.append(2 * int((said & true).sum()) / either if either else 0.0)
    return sum(scores) / len(scores)


def _fitted(table: Numbers, truth: NDArray[np.int64]) -> Numbers:
    """Return weights (signs, verdicts) by Newton's method; signs are penalised by how much they vary."""
    spread = table.std(axis=0)
    spread[spread < 1e-6] = 1.0
    scaled = table / spread
    wanted = np.eye(len(ORDER))[truth]
    penalty = np.full((table.shape[1], len(ORDER)), _PENALTY)
    penalty[0] = 1e-3
    weights = np.zeros_like(penalty)
    for _ in range(_STEPS):
        shares = _softmax(scaled @ weights)
        slope = scaled.T @ (shares - wanted) + penalty * weights
        curves = shares[:, :, None] * (np.eye(len(ORDER)) - shares[:, None, :])
        bend = np.einsum("ni,nj,nkl->ikjl", scaled, scaled, curves, optimize=True).reshape(weights.size, weights.size)
        step = np.linalg.solve(bend + np.diag(penalty.ravel()), slope.ravel()).reshape(weights.shape)
        weights = weights - step
        if np.abs(step).max() < _ENOUGH:
            break
    found: Numbers = weights / spread[:, None]
    return found


def _softmax(scores: Numbers) -> Numbers:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Numbers = powers / powers.sum(axis=1, keepdims=True)
    return shares
