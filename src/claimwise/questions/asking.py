"""Questions by a language model: from the claim, with examples of other claims' questions, and for each sentence.

After Schlichtkrull et al. 2023, appendix D: the ten training claims nearest by BM25 are shown with what annotators
asked about them. The prompts are our own.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from claimwise.errors import AnswerError
from claimwise.models.llm import ChatModel, json_list
from claimwise.text.bm25 import Bm25
from claimwise.types import Claim, Question

SHOWN = 10
_MOST = 10
_ASK = (
    "You help a fact-checker. Given a claim, write the questions whose answers would show whether it is true. Ask "
    "about facts that documents can settle; name people, places and dates in full, so that each question can be "
    "understood alone. Answer with a JSON list of three to five strings and nothing else."
)
_ASK_ONE = (
    "You help a fact-checker. Given a claim and a sentence found as evidence, write the one question about the claim "
    "that the sentence answers. Answer with a JSON list that holds this one string and nothing else."
)


@dataclass(frozen=True, slots=True)
class Example:
    """A claim with questions that people asked about it."""

    claim: Claim
    questions: tuple[str, ...]


class LlmGenerator:
    """Asks from the claim; `examples` are those to choose from."""

    def __init__(self, model: ChatModel, *, examples: Sequence[Example] = (), shown: int = SHOWN) -> None:
        self._model = model
        self._examples = examples
        self._shown = shown
        self._ranker = Bm25([one.claim.text for one in examples])

    def generate(self, claims: Sequence[Claim]) -> list[list[Question]]:
        """Return the questions for each claim."""
        return [
            [Question(claim.id, text) for text in self._model.ask(_ASK, self._prompt(claim), _questions)]
            for claim in claims
        ]

    def _prompt(self, claim: Claim) -> str:
        near = [self._examples[i] for i in self._ranker.best(claim.text, self._shown)]
        shown = [f"{stated(one.claim)}\n{_as_json(one.questions)}" for one in reversed(near) if one.claim != claim]
        return "\n\n".join([*shown, stated(claim)])


class LlmAsker:
    """Asks for each sentence."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def ask(self, claim: Claim, sentences: Sequence[str]) -> list[str]:
        """Return a question for each sentence; one that was given already is told apart by its number."""
        given: list[str] = []
        times: Counter[str] = Counter()
        for sentence in sentences:
            prompt = f"{stated(claim)}\nSentence: {' '.join(sentence.split())}"
            [question] = self._model.ask(_ASK_ONE, prompt, partial(_questions, most=1), most_tokens=128)
            times[question] += 1
            given.append(question if times[question] == 1 else f"{question} ({times[question]})")
        return given


def stated(claim: Claim) -> str:
    """Return a claim as something that somebody asserted and that calls for doubt."""
    who = claim.speaker or "somebody"
    when = f" on {claim.date}" if claim.date else ""
    return f"Without giving any proof, {who} asserted{when}: {' '.join(claim.text.split())}"


def _questions(text: str, *, most: int = _MOST) -> list[str]:
    """Read the answer: distinct questions, each ending as one."""
    found = list(dict.fromkeys(json_list(text)))
    if wrong := next((one for one in found if not one.endswith("?") or len(one) < 8), None):
        raise AnswerError(f"{wrong[:80]!r} is not a question")
    if len(found) > most:
        raise AnswerError(f"{len(found)} questions where at most {most} were asked for")
    return found


def _as_json(questions: Sequence[str]) -> str:
    return json.dumps(list(questions), ensure_ascii=False)
