"""AVeriTeC's claims as lessons for a reranker of questions and answers (Schlichtkrull et al. 2023, appendix E.1).

What annotators asked and found for a claim belongs to it. It no longer does when a part is corrupted: the claim, the
question or the answer is replaced by that of another claim. Every pair gives one such lesson of each kind. Half of the
replacements are the nearest by BM25, so that words in common are not enough to tell.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import cycle

from claimwise.errors import InputError
from claimwise.formats.averitec import AnnotatedClaim
from claimwise.text.bm25 import Bm25
from claimwise.training.published import Lesson

_NEAREST = 5
_FEWEST = 2

Triple = tuple[str, str, str]
"""A claim, a question about it, and its answer."""


def answer_lessons(claims: Sequence[AnnotatedClaim], *, seed: int) -> list[Lesson]:
    """Return each claim with its questions and answers, and with corrupted ones; no claim is corrupted by its equal."""
    told: dict[str, list[Triple]] = {}
    for one in claims:
        if triples := list(_triples(one)):
            told.setdefault(one.claim.text, []).extend(triples)
    if len(told) < _FEWEST:
        raise InputError("a reranker is taught with at least two claims that have questions with answers")
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    texts = list(told)
    nearest = Bm25(texts)
    hard = cycle((True, False))
    lessons: list[Lesson] = []
    for place, text in enumerate(texts):
        near = [other for other in nearest.best(text, _NEAREST + 1) if other != place]
        far = [other for other in range(len(texts)) if other != place]
        for triple in told[text]:
            lessons.append(_lesson(triple, belongs=True))
            for part in range(3):
                other = draw.choice(told[texts[draw.choice(near if next(hard) else far)]])
                lessons.append(_lesson(_corrupted(triple, part, other), belongs=False))
    return lessons


def _triples(one: AnnotatedClaim) -> Iterator[Triple]:
    for asked in one.questions:
        for answer in asked.answers:
            if answer.kind != "Unanswerable" and answer.text.strip():
                yield one.claim.text, asked.question, " ".join(f"{answer.text} {answer.explanation or ''}".split())


def _corrupted(triple: Triple, part: int, other: Triple) -> Triple:
    claim, question, answer = (other[i] if i == part else text for i, text in enumerate(triple))
    return claim, question, answer


def _lesson(triple: Triple, *, belongs: bool) -> Lesson:
    claim, question, answer = triple
    return Lesson(claim, (question, answer), belongs)
