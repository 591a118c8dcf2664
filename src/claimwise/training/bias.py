"""How far a claim gives its own label away: a classifier that sees the claim's words alone, and no text.

Annotators write refuted claims with "only" and "not", so a network that reads claim and text can score well without
comparing them. Where the words alone predict the side, that prediction is added to the network's logits while it learns
("product of experts": Clark et al. 2019, "Don't take the easy way out"), so that it has nothing to gain from the claim
alone:

    loss = cross entropy(logits + [log 2p, log 2(1 - p), 0], label)          p = P(supports | words of the claim)

Every claim is judged by a classifier that has not seen it. At run time the logits are taken as they are.
"""

import re
import zlib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from claimwise.labels import Stance
from claimwise.training.samples import Sample

_WORD = re.compile(r"\w+")
_FOLDS = 5
_BUCKETS = 1 << 16
_EPOCHS = 4
_RATE = 0.3
_DECAY = 2e-3
_LIMITS = (0.05, 0.95)

Weights = NDArray[np.float64]


def claim_odds(samples: Sequence[Sample]) -> dict[str, float]:
    """Return for every claim the probability, from its words alone, that its text supports it."""
    known: dict[str, list[float]] = {}
    for one in samples:
        if one.label in (Stance.SUPPORTS, Stance.REFUTES):
            known.setdefault(one.claim, []).append(float(one.label is Stance.SUPPORTS))
    features = {one.claim: _features(one.claim) for one in samples}
    odds: dict[str, float] = {}
    for fold in range(_FOLDS):
        seen = [claim for claim in known if _fold(claim) != fold]
        weights = _fit([features[claim] for claim in seen], [float(np.mean(known[claim])) for claim in seen], seed=fold)
        odds |= {claim: _share(weights, row) for claim, row in features.items() if _fold(claim) == fold}
    return {claim: float(np.clip(share, *_LIMITS)) for claim, share in odds.items()}


def _fold(claim: str) -> int:
    return zlib.crc32(claim.encode()) % _FOLDS


def _features(claim: str) -> NDArray[np.int64]:
    """Return the buckets of the claim's words and pairs of words; the first bucket is every claim's."""
    found = _WORD.findall(claim.lower())
    names = [*found, *(f"{a} {b}" for a, b in pairwise(found))]
    return np.array([0, *sorted({1 + zlib.crc32(name.encode()) % (_BUCKETS - 1) for name in names})])


def _share(weights: Weights, row: NDArray[np.int64]) -> float:
    return float(1 / (1 + np.exp(-weights[row].sum())))


def _fit(rows: Sequence[NDArray[np.int64]], shares: Sequence[float], *, seed: int) -> Weights:
    """Return the weights of a logistic regression, by stochastic gradient descent with steps that shrink."""
    weights = np.zeros(_BUCKETS)
    draw = np.random.default_rng(seed)
    for epoch in range(_EPOCHS):
        rate = _RATE / (1 + 2 * epoch)
        for i in draw.permutation(len(rows)):
            row = rows[i]
            slope = _share(weights, row) - shares[i]
            weights[row] -= rate * (slope / np.sqrt(len(row)) + _DECAY * weights[row])
    return weights
