"""Claims made ready by a language model, by the same checklist as the rules of `preparation.py`.

The answer must be `{"claims": […], "refused": ""}`. A number that the text does not have, more claims than it could
hold, or both claims and a refusal are no usable answer.
"""

import json
from dataclasses import replace
from functools import partial

from claimwise.errors import AnswerError
from claimwise.models.llm import ChatModel, unfenced
from claimwise.questions.preparation import Prepared, kinds_of
from claimwise.text.numbers import numbers
from claimwise.types import Claim

_MOST = 5
_PREPARE = (
    "You prepare texts for a fact-checker. Write what the text asserts as plain statements. A question becomes the "
    'statement that it asks about. Leave "Says" and quotation marks out, unless what must be checked is whether '
    "somebody said these words. Two assertions become two statements; each can be understood alone, with names "
    "in place of pronouns. Change nothing else and add nothing. An opinion, or speculation about the future, cannot be "
    'checked. Answer with JSON and nothing else: {"claims": ["…"], "refused": ""}, or, for what cannot be checked, '
    '{"claims": [], "refused": "the reason"}.'
)


class LlmPreparer:
    """Makes claims ready with a model."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def prepare(self, claim: Claim) -> Prepared:
        """Return what can be checked of a claim; `refused` says why nothing can."""
        plain = " ".join(claim.text.split())
        statements, refused = self._model.ask(_PREPARE, plain, partial(_read, given=plain))
        if refused:
            return Prepared((), (), (), f'"{plain[:60]}" cannot be checked: {refused}')
        changes = ("put in other words by the language model",) if statements != [plain] else ()
        claims = tuple(
            replace(claim, id=claim.id if len(statements) == 1 else f"{claim.id}.{i}", text=text)
            for i, text in enumerate(statements, start=1)
        )
        return Prepared(claims, tuple(dict.fromkeys(kind for one in claims for kind in kinds_of(one))), changes)


def _read(text: str, *, given: str) -> tuple[list[str], str]:
    """Read the answer: statements, or the reason why there are none."""
    try:
        value = json.loads(unfenced(text))
        statements, refused = value["claims"], value["refused"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise AnswerError(f"the answer is not JSON with claims and refused: {text[:120]!r}") from None
    if not isinstance(statements, list) or not all(isinstance(one, str) and one.strip() for one in statements):
        raise AnswerError(f"the claims are not a list of texts: {text[:120]!r}")
    if not isinstance(refused, str) or bool(statements) == bool(refused.strip()) or len(statements) > _MOST:
        raise AnswerError(f"neither one to {_MOST} claims nor one reason: {text[:120]!r}")
    plain = [" ".join(one.split()) for one in statements]
    if invented := [words for one in plain for number, words in numbers(one).items() if number not in numbers(given)]:
        raise AnswerError(f"the claims have a number that the text has not: {invented[0]}")
    return plain, " ".join(refused.split())
