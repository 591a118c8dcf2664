"""The line that makes a raw confidence a true one, fitted by logistic regression (Platt 1999)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from claimwise.evaluation.verdicts import gold_verdict
from claimwise.labels import VerdictLabel
from claimwise.types import Evidence, Judgement
from claimwise.verdict.weighing import Calibration, weigh

_STEPS = 50
_RIDGE = 1.0
_EDGE = 1e-6


def fit_confidence(predicted: Mapping[str, Sequence[Evidence]], gold: Mapping[str, Sequence[Judgement]]) -> Calibration:
    """Return the calibration under which the confidence of held-out verdicts is the share that is right."""
    plain = Calibration()
    decided: list[tuple[float, bool]] = []
    silent: list[tuple[float, bool]] = []
    for claim_id, judgements in gold.items():
        label, raw = weigh(predicted.get(claim_id, ()), strong=plain.strong)
        side = silent if label is VerdictLabel.NOT_ENOUGH_EVIDENCE else decided
        side.append((raw, label is gold_verdict(judgements)))
    slope, shift = _line(decided)
    silent_slope, silent_shift = _line(silent)
    return replace(plain, slope=slope, shift=shift, silent_slope=silent_slope, silent_shift=silent_shift)


def _line(points: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Return slope and shift of the regression of being right on the logit of the raw confidence.

    Newton's method, with a little pull towards the line that changes nothing, so that few points do not run away.
    """
    if not points:
        return 1.0, 0.0
    raw = np.clip(np.array([one for one, _ in points]), _EDGE, 1 - _EDGE)
    right = np.array([float(two) for _, two in points])
    inputs = np.stack([np.log(raw / (1 - raw)), np.ones_like(raw)], axis=1)
    rest: NDArray[np.float64] = np.array([1.0, 0.0])
    line = rest.copy()
    for _ in range(_STEPS):
        share = 1 / (1 + np.exp(-inputs @ line))
        slope = inputs.T @ (share - right) + _RIDGE * (line - rest)
        curve = (inputs * (share * (1 - share))[:, None]).T @ inputs + _RIDGE * np.eye(2)
        line = line - np.linalg.solve(curve, slope)
    return round(float(line[0]), 4), round(float(line[1]), 4)
