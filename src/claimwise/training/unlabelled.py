"""Abstracts that nobody labelled as samples: what their authors conclude is a claim that the abstract decides.

A title that states something, or what follows "these results suggest that", is a claim. Its own abstract supports it,
and refutes its opposite; the most similar other abstract says nothing about either. The deciding sentence is the one
that shares most of the claim's rare words; where that is not clear, the abstract is left out.
"""

import random
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from claimwise.labels import Stance
from claimwise.text.overlap import Overlap
from claimwise.training.negation import VERBS, negate, renumber, reverse
from claimwise.training.samples import Sample, pair
from claimwise.types import Document

_STATES = re.compile(rf"^[^:?]*\b(?:is|are|was|were|can|does|do|not|{'|'.join(sorted(VERBS))})\b[^:?]*$", re.IGNORECASE)
_CONCLUDES = re.compile(
    r"\b(?:suggest|show|demonstrate|indicate|conclude|reveal|found|confirm|establish|evidence)\w*,? that (.+)$"
)
_AIM = re.compile(
    r"\b(?:whether|aims?|aimed|purpose|objective|hypothesi[sz]ed?|investigated?|examined?|sought)\b", re.I
)
_SHARED = 0.45
"""The share of a claim's words, by their weight, that its deciding sentence has."""
_UNRELATED = 0.15
_NEGATED = 0.4
"""How often a claim that can be negated also is."""
_FEWEST_WORDS, _MOST_WORDS = 5, 32


@dataclass(frozen=True, slots=True)
class _Stated:
    claim: str
    document: Document
    deciding: int


def unlabelled_samples(documents: Sequence[Document], *, whole: float, seed: int) -> list[Sample]:
    """Return pairs of claim and sentence, and for the `whole` share of the claims their abstract as well."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    overlap = Overlap([f"{one.title} {' '.join(one.sentences)}" for one in documents])
    samples: list[Sample] = []
    for i, document in enumerate(documents):
        for stated in _statements(document, overlap):
            near = [other for other in overlap.nearest(stated.claim, 3) if other != i]
            silent = documents[draw.choice(near)] if near else None
            samples += _samples(stated, silent, overlap, draw, whole=draw.random() < whole)
    return samples


def _statements(document: Document, overlap: Overlap) -> Iterator[_Stated]:
    """Yield what the title and the last sentences state, each with the sentence that decides it."""
    claims: list[tuple[str, Collection[int]]] = []
    title = document.title.strip().rstrip(".")
    if _STATES.match(title):
        claims.append((title, ()))
    last = len(document.sentences)
    for i in range(max(0, last - 2), last):
        found = _CONCLUDES.search(document.sentences[i])
        if found:
            stated = re.sub(r"\s*\([^)]*\)", "", found[1]).strip().rstrip(".")
            claims.append((stated[:1].upper() + stated[1:], {i}))
    for claim, own in claims:
        if not _FEWEST_WORDS <= len(claim.split()) <= _MOST_WORDS:
            continue
        shares = [
            0.0 if i in own or _AIM.search(text) else overlap.share(claim, text)
            for i, text in enumerate(document.sentences)
        ]
        best = max(range(len(shares)), key=shares.__getitem__, default=None)
        if best is not None and shares[best] >= _SHARED:
            yield _Stated(claim, document, best)


def _samples(
    stated: _Stated, silent: Document | None, overlap: Overlap, draw: random.Random, *, whole: bool
) -> Iterator[Sample]:
    versions = _versions(stated.claim, draw)
    text = stated.document.sentences[stated.deciding]
    for claim, stance in versions:
        yield pair(claim, text, stance, origin="unlabelled")
    claim, stance = draw.choice(versions)
    if silent is not None and silent.sentences:
        near = max(silent.sentences, key=lambda sentence: overlap.share(claim, sentence))
        yield pair(claim, near, Stance.NOT_ENOUGH_INFO, origin="unlabelled_other")
    if whole:
        yield _abstract(stated, claim, stance, overlap)


def _versions(claim: str, draw: random.Random) -> list[tuple[str, Stance]]:
    """Return the claim, its opposite, and what is the same again; a negation alone must not give the stance away."""
    versions = [(claim, Stance.SUPPORTS)]
    turned = reverse(claim)
    if turned:
        versions.append((turned, Stance.REFUTES))
    changed = renumber(claim)
    if changed:
        versions.append((changed, Stance.REFUTES))
    denied = negate(claim)
    if denied and draw.random() < _NEGATED:
        versions.append((denied, Stance.REFUTES))
    twice = negate(turned) if turned else None
    if twice and draw.random() < _NEGATED:
        versions.append((twice, Stance.SUPPORTS))
    return versions


def _abstract(stated: _Stated, claim: str, stance: Stance, overlap: Overlap) -> Sample:
    """Return the whole abstract; of sentences that share something with the claim nothing is known."""
    known = [
        stance
        if i == stated.deciding
        else (Stance.NOT_ENOUGH_INFO if overlap.share(claim, text) < _UNRELATED else None)
        for i, text in enumerate(stated.document.sentences)
    ]
    sentences = stated.document.sentences
    return Sample(claim, "", tuple(sentences), stance, tuple(known), "unlabelled_abstract")
