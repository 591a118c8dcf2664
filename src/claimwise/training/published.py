"""SciFact's claims as lessons for the stages of the published systems: relevance, selection, label.

Selection (Wadden et al. 2020, section 4.2): every sentence of every abstract that a claim cites, marked or not.
Label: each rationale with its label; an abstract without evidence gives NOINFO, with none or one of its sentences, the
one most like the claim. Relevance (Pradeep et al. 2021, section 3.1): windows of abstracts with evidence, and of those
that retrieval ranks high and nobody marked.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.text.overlap import Overlap
from claimwise.types import Document

_WINDOW, _STRIDE = 6, 3
_NEGATIVES = 4


class Stage(StrEnum):
    """What a model is taught."""

    RELEVANCE = "relevance"
    SELECTION = "selection"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A claim, sentences, and what a model should say about them."""

    claim: str
    sentences: tuple[str, ...]
    answer: Stance | bool


@dataclass(frozen=True, slots=True)
class TaggingLesson:
    """A claim with a whole document, and the sentences of it that decide."""

    claim: str
    sentences: tuple[str, ...]
    deciding: frozenset[int]


def tagging_lessons(claims: Sequence[AnnotatedClaim], documents: Mapping[str, Document]) -> list[TaggingLesson]:
    """Return every claim with every abstract that it cites (Samarinas et al. 2021)."""
    return [
        TaggingLesson(one.claim.text, documents[doc_id].sentences, frozenset(marked.get(doc_id, ())))
        for one in claims
        for marked in [_marked(one)]
        for doc_id in dict.fromkeys((*marked, *one.cited))
    ]


def _marked(one: AnnotatedClaim) -> dict[str, set[int]]:
    """Return the sentences of all rationales, by document."""
    return {gold.doc_id: {i for rationale in gold.rationales for i in rationale} for gold in one.judgements}


def lessons(
    stage: Stage,
    claims: Sequence[AnnotatedClaim],
    documents: Mapping[str, Document],
    found: Mapping[str, Sequence[str]],
    *,
    seed: int,
) -> list[Lesson]:
    """Return the lessons of a stage; `found` are the documents that retrieval ranks first for each claim."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    if stage is Stage.RELEVANCE:
        return [lesson for one in claims for lesson in _relevance(one, documents, found[one.claim.id], draw)]
    if stage is Stage.SELECTION:
        return [lesson for one in claims for lesson in _selection(one, documents)]
    overlap = Overlap([sentence for document in documents.values() for sentence in document.sentences])
    return [lesson for one in claims for lesson in _label(one, documents, overlap, draw)]


def _relevance(
    one: AnnotatedClaim, documents: Mapping[str, Document], found: Sequence[str], draw: random.Random
) -> Iterator[Lesson]:
    marked = _marked(one)
    others = [doc_id for doc_id in found if doc_id not in marked]
    for doc_id in [*marked, *draw.sample(others, min(_NEGATIVES, len(others)))]:
        sentences = documents[doc_id].sentences
        for start in range(0, max(1, len(sentences) - _WINDOW + _STRIDE), _STRIDE):
            window = range(start, min(start + _WINDOW, len(sentences)))
            texts = (documents[doc_id].title, *(sentences[i] for i in window))
            yield Lesson(one.claim.text, texts, not marked.get(doc_id, set()).isdisjoint(window))


def _selection(one: AnnotatedClaim, documents: Mapping[str, Document]) -> Iterator[Lesson]:
    marked = _marked(one)
    for doc_id in dict.fromkeys((*marked, *one.cited)):
        for i, sentence in enumerate(documents[doc_id].sentences):
            yield Lesson(one.claim.text, (sentence,), i in marked.get(doc_id, ()))


def _label(
    one: AnnotatedClaim, documents: Mapping[str, Document], overlap: Overlap, draw: random.Random
) -> Iterator[Lesson]:
    for gold in one.judgements:
        for rationale in gold.rationales:
            texts = tuple(documents[gold.doc_id].sentences[i] for i in rationale)
            yield Lesson(one.claim.text, texts, gold.label)
    judged = {gold.doc_id for gold in one.judgements}
    for doc_id in (doc_id for doc_id in one.cited if doc_id not in judged):
        sentences = documents[doc_id].sentences
        nearest = sorted(sentences, key=lambda sentence: -overlap.share(one.claim.text, sentence))
        yield Lesson(one.claim.text, tuple(nearest[: draw.choice((0, 1))]), Stance.NOT_ENOUGH_INFO)
