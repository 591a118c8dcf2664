"""Everything that a verifier learns from, mixed, in a course of one or two parts.

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
from claimwise.training.written import Written, written_samples
from claimwise.types import Document

_SHARES = {
    "fm2_retrieved": 0.5,
    "fm2_rest": 0.5,
    "pubmedqa": 0.5,
    "fever_train": 0.6,
    "fever_dev": 0.6,
    "fever_train_others": 0.4,
    "fever_dev_others": 0.4,
    "fever_undecided": 0.2,
}
"""Of long, of silent and of FEVER's many texts only a share is read; undecided claims come with whole pages, too."""
_PLAIN_FEVER = 0.5
"""How much of what FEVER's claims give away is taken out: what is measured on FEVER gives as much away."""


@dataclass(frozen=True, slots=True)
class Science:
    """SciFact's training claims, the corpus, and the documents that retrieval ranks first for each claim, with scores.

    `unlabelled` are documents of the corpus that no claim cites; `general` are samples of the first stage, of which
    each epoch repeats some, so that they are not forgotten; `written` are claims that were made for training.
    """

    claims: Sequence[AnnotatedClaim]
    documents: Mapping[str, Document]
    found: Mapping[str, Mapping[str, float]]
    unlabelled: Sequence[Document] = ()
    general: Sequence[Sample] = ()
    written: Sequence[Written] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """How much of what: shares of general pairs, pages and unlabelled claims; passes over SciFact, near and whole.

    `written` is how many of the claims written for training are read with their whole text; of None none is read.
    """

    general: float
    pages: float
    unlabelled: float
    near: int
    whole: int
    written: float | None = None


COURSE = (Part(1.0, 0.0, 0.7, near=1, whole=0), Part(0.3, 0.55, 0.3, near=2, whole=2, written=0.15))
"""From a base encoder: short pairs first, then what is longer."""


def further(passes: int = 1) -> tuple[Part, ...]:
    """Return the course of a verifier that exists, with so many passes over SciFact's whole abstracts."""
    return (Part(0.2, 0.35, 0.0, near=passes + 1, whole=passes, written=0.15),)


def course_samples(
    data: Path,
    science: Science,
    claims: Sequence[AnnotatedClaim],
    *,
    mix: Mix,
    seed: int,
    course: Sequence[Part] = COURSE,
) -> list[list[Sample]]:
    """Return the samples of each part; of SciFact's only those of the claims given."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    ranked = {claim_id: [*found] for claim_id, found in science.found.items()}
    general, pages = general_samples(data, seed=seed), list(page_samples(data, seed=seed))
    odds = claim_odds([*general, *pages])
    general, pages = ([_with_odds(one, odds[one.claim]) for one in some] for some in (general, pages))
    unlabelled = unlabelled_samples(science.unlabelled, whole=0.1, seed=seed)
    seeds = iter(range(seed, seed + sum(part.near + part.whole for part in course)))
    parts = []
    for part in course:
        samples = [one for one in general if draw.random() < part.general * _SHARES.get(one.origin, 1.0)]
        samples += [one for one in pages if draw.random() < part.pages]
        samples += [one for one in unlabelled if draw.random() < part.unlabelled]
        for _ in range(part.near):
            samples += near_samples(claims, science.documents, ranked, mix=mix, seed=next(seeds))
        for _ in range(part.whole):
            whole = replace(mix, pieces=False)
            samples += scifact_samples(claims, science.documents, ranked, mix=whole, seed=next(seeds))
        if part.written is not None:
            for one in science.written:
                samples += written_samples(one, whole=part.written, seed=seed)
        parts.append(samples)
    return parts


def _with_odds(sample: Sample, odds: float) -> Sample:
    plain = sample.origin.startswith("fever") and sample.origin != "fever_symmetric"
    return replace(sample, odds=0.5 + (odds - 0.5) * (_PLAIN_FEVER if plain else 1.0))
