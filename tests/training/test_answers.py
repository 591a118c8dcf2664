"""Lessons for a reranker of questions and answers; `test_published.py` teaches with them."""

from pathlib import Path

import pytest

from claimwise.errors import InputError
from claimwise.formats.averitec import AnnotatedClaim, read_claims
from claimwise.labels import VerdictLabel
from claimwise.training.answers import answer_lessons
from claimwise.types import Answer, Answered, Claim


def annotated(name: str, animal: str, sound: str) -> AnnotatedClaim:
    asked = Answered(f"do {animal} {sound} ?", (Answer(f"{animal} {sound}"),))
    return AnnotatedClaim(Claim(name, f"{animal} {sound}"), VerdictLabel.SUPPORTED, "", (asked,))


def test_each_part_is_corrupted_once() -> None:
    first, second = annotated("1", "cats", "purr"), annotated("2", "dogs", "bark")
    found = answer_lessons([first, second], seed=0)
    assert [lesson.answer for lesson in found] == [True, False, False, False] * 2
    own, claim, question, answer = found[:4]
    assert (own.claim, own.sentences) == ("cats purr", ("do cats purr ?", "cats purr"))
    assert (claim.claim, claim.sentences) == ("dogs bark", own.sentences)
    assert (question.claim, question.sentences) == ("cats purr", ("do dogs bark ?", "cats purr"))
    assert (answer.claim, answer.sentences) == ("cats purr", ("do cats purr ?", "dogs bark"))


def test_what_has_no_answer_teaches_nothing() -> None:
    silent = Answered("do owls hoot ?", (Answer("No answer could be found.", "Unanswerable"),))
    unanswered = AnnotatedClaim(Claim("3", "owls hoot"), VerdictLabel.NOT_ENOUGH_EVIDENCE, "", (silent,))
    claims = [annotated("1", "cats", "purr"), annotated("2", "dogs", "bark"), unanswered]
    assert not any("owls" in " ".join((one.claim, *one.sentences)) for one in answer_lessons(claims, seed=0))
    with pytest.raises(InputError, match="at least two claims"):
        answer_lessons([claims[0], unanswered], seed=0)


def test_real_claims_give_one_of_our_own_to_three_corrupted(shared_data: Path) -> None:
    claims = list(read_claims(shared_data / "averitec" / "train.json"))[:100]
    found = answer_lessons(claims, seed=0)
    own = [lesson for lesson in found if lesson.answer]
    assert 3 * len(own) == len(found) - len(own)
    assert found == answer_lessons(claims, seed=0)
