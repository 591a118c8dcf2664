"""SciFact's claims as samples, at every granularity: the whole abstract, a rationale alone, one sentence.

What says nothing about a claim comes from abstracts that it cites without evidence, from those that retrieval ranks
high and nobody marked (drawn anew for every epoch), and from the other sentences of an abstract with evidence.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.text.overlap import Overlap
from claimwise.training.negation import negate, renumber, reverse
from claimwise.training.samples import Sample, passage
from claimwise.types import Document, Judgement

_TURNED = {Stance.SUPPORTS: Stance.REFUTES, Stance.REFUTES: Stance.SUPPORTS}


@dataclass(frozen=True, slots=True)
class Mix:
    """How much of what."""

    hard_negatives: int = 1
    depth: int = 12
    pieces: bool = True
    opposites: float = 0.6


def scifact_samples(
    claims: Sequence[AnnotatedClaim],
    documents: Mapping[str, Document],
    found: Mapping[str, Sequence[str]],
    *,
    mix: Mix,
    seed: int,
) -> list[Sample]:
    """Return the samples of one epoch; `found` are the documents that retrieval ranks first for each claim."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    samples: list[Sample] = []
    for one in claims:
        judged = {gold.doc_id: gold for gold in one.judgements}
        for doc_id, gold in judged.items():
            samples += _evidence(one.claim.text, documents[doc_id], gold, draw, pieces=mix.pieces)
            other = _opposite(one.claim.text, gold, draw) if draw.random() < mix.opposites else None
            if other:
                samples += _evidence(other[0], documents[doc_id], other[1], draw, pieces=mix.pieces)
        silent = [doc_id for doc_id in one.cited if doc_id not in judged]
        others = [
            doc_id for doc_id in found[one.claim.id][: mix.depth] if doc_id not in judged and doc_id not in silent
        ]
        drawn = draw.sample(others, min(mix.hard_negatives, len(others)))
        for origin, doc_ids in (("cited", silent), ("hard", drawn)):
            samples += [_nothing(one.claim.text, documents[doc_id], origin) for doc_id in doc_ids]
    return samples


def near_samples(
    claims: Sequence[AnnotatedClaim],
    documents: Mapping[str, Document],
    found: Mapping[str, Sequence[str]],
    *,
    mix: Mix,
    seed: int,
) -> list[Sample]:
    """Return short samples: a rationale with its neighbours, sentences alone, and what looks most like evidence.

    They cost a third of whole abstracts, so that many more are read in the same time.
    """
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    overlap = Overlap([" ".join(one.sentences) for one in documents.values()])
    samples: list[Sample] = []
    for one in claims:
        judged = {gold.doc_id: gold for gold in one.judgements}
        for doc_id, gold in judged.items():
            samples += _near(one.claim.text, documents[doc_id], gold, overlap, draw)
            other = _opposite(one.claim.text, gold, draw) if draw.random() < mix.opposites else None
            if other:
                samples += [*_near(other[0], documents[doc_id], other[1], overlap, draw)][:2]
        others = [doc_id for doc_id in (*one.cited, *found[one.claim.id][: mix.depth]) if doc_id not in judged]
        for doc_id in draw.sample(others, min(2, len(others))):
            document = documents[doc_id]
            likest = _likest(one.claim.text, document, range(len(document.sentences)), overlap)[:2]
            if likest:
                reach = _around([draw.choice(likest)], document, draw)
                texts = [document.sentences[i] for i in reach]
                samples.append(passage(one.claim.text, "", texts, Stance.NOT_ENOUGH_INFO, (), origin="scifact_near"))
    return samples


def _near(claim: str, document: Document, gold: Judgement, overlap: Overlap, draw: random.Random) -> Iterator[Sample]:
    deciding = {i for rationale in gold.rationales for i in rationale}
    rationale = draw.choice(gold.rationales)
    reach = _around(rationale, document, draw)
    texts = [document.sentences[i] for i in reach]
    marked = [place for place, i in enumerate(reach) if i in deciding]
    yield passage(claim, draw.choice(("", document.title)), texts, gold.label, marked, origin="scifact_near")
    texts = [document.sentences[i] for i in rationale]
    yield passage(claim, "", texts, gold.label, range(len(texts)), origin="scifact_rationale")
    rest = [i for i in range(len(document.sentences)) if i not in deciding]
    for i in draw.sample(likest := _likest(claim, document, rest, overlap)[:4], min(2, len(likest))):
        yield passage(claim, "", [document.sentences[i]], Stance.NOT_ENOUGH_INFO, (), origin="scifact_sentence")


def _around(places: Sequence[int], document: Document, draw: random.Random) -> range:
    """Return the sentences from the first to the last of the places and one or two more on each side."""
    first, last = min(places) - draw.randint(0, 2), max(places) + draw.randint(0, 2)
    return range(max(0, first), min(len(document.sentences), last + 1))


def _likest(claim: str, document: Document, places: Iterable[int], overlap: Overlap) -> list[int]:
    return sorted(places, key=lambda i: -overlap.share(claim, document.sentences[i]))


def _evidence(
    claim: str, document: Document, gold: Judgement, draw: random.Random, *, pieces: bool
) -> Iterator[Sample]:
    deciding = sorted({i for rationale in gold.rationales for i in rationale})
    yield passage(claim, document.title, document.sentences, gold.label, deciding, origin="scifact")
    if not pieces:
        return
    for rationale in gold.rationales:
        texts = [document.sentences[i] for i in rationale]
        title = draw.choice(("", document.title))
        yield passage(claim, title, texts, gold.label, range(len(texts)), origin="scifact_rationale")
    rest = [i for i in range(len(document.sentences)) if i not in deciding]
    if rest:
        text = document.sentences[draw.choice(rest)]
        yield passage(claim, "", [text], Stance.NOT_ENOUGH_INFO, (), origin="scifact_sentence")


def _opposite(claim: str, gold: Judgement, draw: random.Random) -> tuple[str, Judgement] | None:
    """Return another form of a claim with what its evidence says about that, where it is sure."""
    turned = _TURNED.get(gold.label)
    if turned is None:
        return None
    supported = gold.label is Stance.SUPPORTS
    reversed_ = reverse(claim) if supported else None
    renumbered = renumber(claim) if supported else None
    found = [(other, turned) for other in (reversed_, negate(claim), renumbered) if other]
    twice = negate(reversed_) if reversed_ else None
    if twice:
        found.append((twice, gold.label))
    if not found:
        return None
    other, label = draw.choice(found)
    return other, replace(gold, label=label)


def _nothing(claim: str, document: Document, origin: str) -> Sample:
    texts = document.sentences
    return passage(claim, document.title, texts, Stance.NOT_ENOUGH_INFO, (), origin=f"scifact_{origin}")
