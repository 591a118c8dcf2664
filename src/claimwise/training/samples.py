"""What the verifier learns from: a claim, a text, and what that says about it, as a whole and sentence by sentence."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from claimwise.labels import Stance


@dataclass(frozen=True, slots=True)
class Sample:
    """A claim with a text; `stances` has one entry per sentence."""

    claim: str
    title: str
    sentences: tuple[str, ...]
    label: Stance | None
    stances: tuple[Stance | None, ...]
    origin: str
    odds: float = 0.5
    """The probability, from the claim's words alone, that a text supports it (`training/bias.py`)."""

    def __post_init__(self) -> None:
        if len(self.sentences) != len(self.stances):
            raise ValueError(f"{len(self.sentences)} sentences and {len(self.stances)} stances")


def pair(claim: str, text: str, label: Stance, *, origin: str, title: str = "") -> Sample:
    """Return the sample of a claim and one sentence."""
    return Sample(claim, title, (text,), label, (label,), origin)


def passage(
    claim: str, title: str, sentences: Sequence[str], label: Stance, deciding: Iterable[int], *, origin: str
) -> Sample:
    """Return the sample of a claim and a text in which the `deciding` sentences carry the label, the others none."""
    marked = frozenset(deciding)
    stances = tuple(label if i in marked else Stance.NOT_ENOUGH_INFO for i in range(len(sentences)))
    return Sample(claim, title, tuple(sentences), label, stances, origin)


def among(sample: Sample, others: Sequence[str], draw: random.Random) -> Sample:
    """Return the sample with sentences put around its own that say nothing about the claim."""
    rows = [*zip(sample.sentences, sample.stances, strict=True), *((text, Stance.NOT_ENOUGH_INFO) for text in others)]
    draw.shuffle(rows)
    sentences, stances = zip(*rows, strict=True)
    return replace(sample, sentences=sentences, stances=stances)
