"""Questions from the claim alone, by rule: whether it is so, how much, who, what, when, where, and who says so.

Schlichtkrull et al. 2023 ask a language model for these; here they are made from the claim's words, always the same.
"""

import re
from collections.abc import Iterator, Sequence

from claimwise.questions.inversion import lowered, whether, without_lead
from claimwise.questions.names import amounts, is_person, names, places
from claimwise.questions.preparation import ClaimKind, kinds_of, quoted
from claimwise.text.verbs import find_verb
from claimwise.types import Claim, Question

MOST = 10
_CAUSE = re.compile(
    r"\b(causes?|caused|leads? to|led to|results? in|due to|because of|cures?|prevents?|kills?)\b", re.I
)
_CLAUSE = re.compile(
    r",|;|\b(?:and|but|because|which|who|that|when|while|after|before|in order|due to|from|by|in|on)\b"
)
_HEDGE = re.compile(r"\b(?:about|over|nearly|almost|only|(?:more|less|fewer) than|around|at least|up to|some)\s*$")
_WORDS_ASKED = 8
_AMOUNTS_ASKED = 2
_OPENING = 15
_LONGEST = 18


class TemplateGenerator:
    """Asks by template; deterministic."""

    def __init__(self, *, most: int = MOST) -> None:
        self._most = most

    def generate(self, claims: Sequence[Claim]) -> list[list[Question]]:
        """Return the questions for each claim, the most telling first."""
        return [[Question(claim.id, text) for text in ask(claim)[: self._most]] for claim in claims]


def ask(claim: Claim) -> list[str]:
    """Return all questions that the templates have for a claim, each once."""
    asked = dict.fromkeys(" ".join(text.split()) for text in _all(claim))
    return [text[0].upper() + text[1:] for text in asked if text]


def _all(claim: Claim) -> Iterator[str]:
    text = _unpaired(" ".join(claim.text.split()).rstrip(". "))
    kinds = kinds_of(claim)
    yield whether(text)
    yield from _how_much(text)
    if ClaimKind.QUOTE in kinds or ClaimKind.POSITION in kinds:
        yield from _who_said(claim, text)
    if ClaimKind.CAUSAL in kinds:
        yield from _causes(text)
    yield from _about_names(text)
    yield from _when_and_where(text)
    if claim.speaker and ClaimKind.QUOTE not in kinds:
        yield f"Did {claim.speaker} say that {lowered(text)}?"
    yield f"Is there any evidence that {lowered(text)}?"
    yield f"What is known about {_topic(text)}?"
    yield "Where was the claim first published?"


def _how_much(text: str) -> Iterator[str]:
    """Ask for each number: what it counts stands after it, the rest of the statement around it."""
    for match in list(amounts(text))[:_AMOUNTS_ASKED]:
        after = text[match.end() :].strip(" ,.;")
        counted = _until_clause(after)
        asked = _asked_of(text, match)
        if match["percent"]:
            what = after if after.startswith("of ") else f"of {lowered(_topic(text))}"
            yield f"What percentage {what}{f' {asked}' if asked and not after else ''}?"
        elif match["sign"]:
            yield f"How much money {asked or f'{after}'}?"
        elif counted[:1].isalpha():
            opening = match.start() < _OPENING
            yield f"How many {after if opening else f'{counted} {asked}' if asked else f'{counted} are there'}?"


def _asked_of(text: str, match: re.Match[str]) -> str:
    """Return the statement before a number as the rest of a question about it; nothing where it is none, or long."""
    words = without_lead(_HEDGE.sub("", text[: match.start()])).split()
    if not 1 < len(words) <= _LONGEST or find_verb(words) is None:
        return ""
    question = whether(" ".join(words)).rstrip("?")
    return "" if question.startswith("Is it true") else question[0].lower() + question[1:]


def _who_said(claim: Claim, text: str) -> Iterator[str]:
    quote = quoted(text)
    who = claim.speaker or next((name for name in names(text) if is_person(name, text)), None)
    if who:
        yield f"Did {who} say {f'“{quote}”' if quote else f'that {lowered(text)}'}?"
        yield f"What did {who} say about {_topic(quote or text)}?"
    elif quote:
        yield f"Who said “{quote}”?"


def _causes(text: str) -> Iterator[str]:
    if match := _CAUSE.search(text):
        effect, cause = text[match.end() :].strip(" ,."), text[: match.start()].strip(" ,.")
        if match[0].lower() in {"due to", "because of"}:
            effect, cause = cause, effect
        if effect:
            yield f"What are the causes of {lowered(_until_clause(effect) or effect)}?"
        if cause:
            yield f"What are the effects of {lowered(' '.join(cause.split()[-_WORDS_ASKED:]))}?"


def _about_names(text: str) -> Iterator[str]:
    located = places(text)
    for name in names(text)[:3]:
        if name not in located:
            yield f"{'Who' if is_person(name, text) else 'What'} is {name}?"


def _when_and_where(text: str) -> Iterator[str]:
    question = whether(text)
    if question.startswith("Is it true") or len(question.split()) > _LONGEST:
        return
    inner = question[0].lower() + question[1:]
    yield f"When {inner}"
    if not places(text):
        yield f"Where {inner}"


def _topic(text: str) -> str:
    """Return the subject of a statement, or its first words."""
    words = without_lead(text).split()
    place = find_verb(words)
    chosen = words[:place] if place else words[:_WORDS_ASKED]
    return lowered(" ".join(chosen[:_WORDS_ASKED]).rstrip(",;:"))


def _until_clause(text: str) -> str:
    """Return the words up to where another clause begins."""
    match = _CLAUSE.search(text)
    return " ".join((text[: match.start()] if match else text).split()[:_WORDS_ASKED])


def _unpaired(text: str) -> str:
    """Return a text without a quotation mark that has no partner at its end."""
    return text[:-1].rstrip(". ") if text.endswith('"') and text.count('"') == 1 else text
