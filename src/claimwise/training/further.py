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
from claimwise.training.written import SHARES, Written, written_samples
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
_PLAIN = Mix(hard_negatives=0, pieces=False, opposites=0.0)


@dataclass(frozen=True, slots=True)
class Science:
    """SciFact's training claims, the corpus, and the documents that retrieval ranks first for each claim, with scores.

    `unlabelled` are documents of the corpus that no claim cites; `general` are samples of the first stage, of which
    each epoch repeats some, so that they are not forgotten; `written` are claims that were made for training, `forms`
    other forms of the training claims.
    """

    claims: Sequence[AnnotatedClaim]
    documents: Mapping[str, Document]
    found: Mapping[str, Mapping[str, float]]
    unlabelled: Sequence[Document] = ()
    general: Sequence[Sample] = ()
    written: Sequence[Written] = ()
    forms: Sequence[AnnotatedClaim] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """How much of what: shares of general pairs, pages and unlabelled claims; passes over SciFact, near and whole.

    Every pass over SciFact also has the `forms` share of its claims' other forms; `written` is whether claims written
    for training are read.
    """

    general: float
    pages: float
    unlabelled: float
    near: int
    whole: int
    forms: float = 0.0
    written: bool = False


COURSE = (Part(1.0, 0.0, 0.7, near=1, whole=0), Part(0.3, 0.55, 0.3, near=2, whole=2, forms=0.35, written=True))
"""From a base encoder: short pairs first, then what is longer."""


def further(passes: int = 1) -> tuple[Part, ...]:
    """Return the course of a verifier that exists, with so many passes over SciFact, near and whole."""
    return (Part(0.2, 0.35, 0.0, near=passes, whole=passes, forms=0.35, written=True),)


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
    general, pages = general_samples(data, seed=seed), list(page_samples(data, seed=seed))
    odds = claim_odds([*general, *pages])
    general, pages = ([_with_odds(one, odds[one.claim]) for one in some] for some in (general, pages))
    unlabelled = unlabelled_samples(science.unlabelled, whole=0.1, seed=seed)
    parts = []
    for number, part in enumerate(course):
        samples = [one for one in general if draw.random() < part.general * _SHARES.get(one.origin, 1.0)]
        samples += [one for one in pages if draw.random() < part.pages]
        samples += [one for one in unlabelled if draw.random() < part.unlabelled]
        samples += science_samples(science, claims, part, mix=mix, seed=seed + 100 * number)
        if part.written:
            for one in science.written:
                samples += written_samples(one, SHARES[one.name], seed=seed)
        parts.append(samples)
    return parts


def science_samples(
    science: Science, claims: Sequence[AnnotatedClaim], part: Part, *, mix: Mix, seed: int
) -> list[Sample]:
    """Return the passes of one part over these claims of SciFact and over some of their other forms."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    ranked = {claim_id: [*found] for claim_id, found in science.found.items()}
    learnt = {one.claim.id for one in claims}
    forms = [one for one in science.forms if one.claim.id in learnt]
    samples: list[Sample] = []
    for turn, make in enumerate([near_samples] * part.near + [scifact_samples] * part.whole):
        drawn = [one for one in forms if draw.random() < part.forms]
        samples += make(claims, science.documents, ranked, mix=replace(mix, pieces=False), seed=seed + turn)
        samples += make(drawn, science.documents, dict.fromkeys(learnt, ()), mix=_PLAIN, seed=seed + turn)
    return samples


def _with_odds(sample: Sample, odds: float) -> Sample:
    plain = sample.origin.startswith("fever") and sample.origin != "fever_symmetric"
    return replace(sample, odds=0.5 + (odds - 0.5) * (_PLAIN_FEVER if plain else 1.0))
