"""A further stage for a verifier that exists already: everything that it has learnt from, mixed, in one pass.

General pairs and SciFact come together, so that neither is forgotten for the other. General claims carry what they give
away by themselves (`training/bias.py`); SciFact's and those of unlabelled abstracts stand beside their opposites.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from claimwise.formats.scifact import AnnotatedClaim
from claimwise.training.bias import claim_odds
from claimwise.training.general import general_samples
from claimwise.training.pages import page_samples
from claimwise.training.samples import Sample
from claimwise.training.scifact import Mix, near_samples, scifact_samples
from claimwise.training.unlabelled import unlabelled_samples
from claimwise.types import Document

_SELDOM = ("fm2_retrieved", "fm2_rest", "pubmedqa", "fever_train_others", "fever_dev_others")
_REPLACED = "fever_undecided"
"""Claims that cannot be decided are read with whole pages instead."""


@dataclass(frozen=True, slots=True)
class Science:
    """SciFact's training claims, the corpus, and the documents that retrieval ranks first for each claim, with scores.

    `unlabelled` are documents of the corpus that no claim cites; `general` are samples of the first stage, of which
    each epoch repeats some, so that they are not forgotten.
    """

    claims: Sequence[AnnotatedClaim]
    documents: Mapping[str, Document]
    found: Mapping[str, Mapping[str, float]]
    unlabelled: Sequence[Document] = ()
    general: Sequence[Sample] = ()


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of what: of the large general sets, of long and of silent texts, passes over SciFact, whole and near."""

    general: float = 0.45
    seldom: float = 0.4
    whole: int = 1
    near: int = 2


def further_samples(
    data: Path,
    science: Science,
    claims: Sequence[AnnotatedClaim],
    *,
    mix: Mix,
    seed: int,
    shares: Shares | None = None,
) -> list[Sample]:
    """Return the samples of the stage; of SciFact's only those of the claims given."""
    shares = shares or Shares()
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    ranked = {claim_id: [*found] for claim_id, found in science.found.items()}
    general = general_samples(data, seed=seed, share=shares.general)
    samples = [one for one in general if one.origin not in _SELDOM or draw.random() < shares.seldom]
    samples = [one for one in samples if one.origin != _REPLACED]
    samples += page_samples(data, seed=seed)
    odds = claim_odds(samples)
    samples = [replace(one, odds=odds[one.claim]) for one in samples]
    samples += unlabelled_samples(science.unlabelled, whole=0.1, seed=seed)
    for epoch in range(shares.whole):
        samples += scifact_samples(claims, science.documents, ranked, mix=replace(mix, pieces=False), seed=seed + epoch)
    for epoch in range(shares.near):
        samples += near_samples(claims, science.documents, ranked, mix=mix, seed=seed + epoch)
    return samples
