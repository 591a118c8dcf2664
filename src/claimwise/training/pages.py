"""FEVER's claims with whole pages of a small Wikipedia: what retrieval brings, of which most says nothing.

The pages are made of the evidence texts of the half of FEVER's dev set that may be learnt from. A claim that can be
decided is read with its own page, of whose other sentences nothing is known, and with the nearest other page, which
says nothing about it; a claim that cannot be decided with the nearest page.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from claimwise.labels import Stance
from claimwise.text.overlap import Overlap
from claimwise.text.sentences import split
from claimwise.training.general import fever_half
from claimwise.training.samples import Sample, passage

_MOST = 3
_OWN_PAGE, _OTHER_PAGE = 0.2, 0.15


def page_samples(data: Path, *, seed: int) -> Iterator[Sample]:
    """Yield claims with pages; `data` is the folder of all benchmark data."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    decided, undecided = fever_half(data / "fever" / "fever_dev_joined.jsonl")
    pages: dict[str, list[str]] = {}
    for _, title, text, _ in decided:
        known = pages.setdefault(title, [])
        known += [sentence for sentence in split(text) if sentence not in known]
    titles = sorted(pages)
    overlap = Overlap([f"{title} {' '.join(pages[title])}" for title in titles])
    for claim, title, text, label in decided:
        if draw.random() < _OWN_PAGE:
            yield _own(claim, title, split(text), pages[title], label, overlap)
        if draw.random() < _OTHER_PAGE:
            others = [titles[i] for i in overlap.nearest(claim, 3) if titles[i] != title and titles[i] not in claim]
            if others:
                yield _silent(claim, others[0], pages[others[0]], overlap)
    for claim in undecided:
        for i in overlap.nearest(claim, 1):
            yield _silent(claim, titles[i], pages[titles[i]], overlap)


def _own(claim: str, title: str, gold: Sequence[str], page: Sequence[str], label: Stance, overlap: Overlap) -> Sample:
    others = [one for one in _nearest(claim, page, overlap) if one not in gold]
    texts = sorted([*gold, *others[: max(1, _MOST - len(gold))]], key=page.index)
    stances = tuple(label if text in gold else None for text in texts)
    return Sample(claim, title, tuple(texts), label, stances, "fever_page")


def _silent(claim: str, title: str, page: Sequence[str], overlap: Overlap) -> Sample:
    texts = sorted(_nearest(claim, page, overlap)[:_MOST], key=page.index)
    return passage(claim, title, texts, Stance.NOT_ENOUGH_INFO, (), origin="fever_silent_page")


def _nearest(claim: str, page: Sequence[str], overlap: Overlap) -> list[str]:
    return sorted(page, key=lambda text: -overlap.share(claim, text))
