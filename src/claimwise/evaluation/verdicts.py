"""How many verdicts are right, and whether their confidences mean what they say.

Expected calibration error: verdicts are put into ten bins by confidence; in each, the distance between the mean
confidence and the share that is right; the mean over bins, weighted by size (Naeini et al. 2015). Risk at coverage c:
the share that is wrong among the c most confident (El-Yaniv & Wiener 2010).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Judgement, Verdict

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

_BINS = 10
COVERAGES = (0.1, 0.25, 0.5, 0.75, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Reliability:
    """How many verdicts are right, how far confidences are off, and the share of wrong ones at each coverage."""

    accuracy: float
    calibration_error: float
    risk: Mapping[float, float]
    recall: Mapping[VerdictLabel, float]


def gold_verdict(judgements: Sequence[Judgement]) -> VerdictLabel:
    """Return the verdict that the annotators' judgements of documents amount to."""
    stances = {one.label for one in judgements} - {Stance.NOT_ENOUGH_INFO}
    if len(stances) > 1:
        return VerdictLabel.CONFLICTING
    if not stances:
        return VerdictLabel.NOT_ENOUGH_EVIDENCE
    return VerdictLabel.SUPPORTED if Stance.SUPPORTS in stances else VerdictLabel.REFUTED


def reliability(verdicts: Sequence[Verdict], gold: Mapping[str, VerdictLabel]) -> Reliability:
    """Score verdicts against the gold ones, by the claims' ids."""
    right = np.array([verdict.label is gold[verdict.claim.id] for verdict in verdicts], dtype=float)
    confidence = np.array([verdict.confidence for verdict in verdicts])
    order = np.argsort(-confidence, kind="stable")
    return Reliability(
        accuracy=float(right.mean()),
        calibration_error=calibration_error(confidence, right),
        risk={share: float(1.0 - right[order[: max(1, round(share * len(right)))]].mean()) for share in COVERAGES},
        recall={
            label: float(np.mean([one.label is label for one in verdicts if gold[one.claim.id] is label]))
            for label in VerdictLabel
            if any(gold[one.claim.id] is label for one in verdicts)
        },
    )


def calibration_error(confidence: Numbers, right: Numbers) -> float:
    """Return the expected calibration error over ten bins of equal width."""
    bins = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    gaps = [
        abs(float(confidence[bins == one].mean() - right[bins == one].mean())) * float((bins == one).mean())
        for one in range(_BINS)
        if (bins == one).any()
    ]
    return float(sum(gaps))
