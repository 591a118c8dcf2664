"""A question for every sentence of evidence: the one of the claim's questions that the sentence answers best.

Schlichtkrull et al. 2023 let a language model ask for each retrieved sentence. Here the claim's own questions are
shared out: a sentence with an amount answers "how many", one with a date "when", one that tells of speech "did … say".
No question is given out twice, and when they are used up, the sentence's own subject is asked about.
"""

import re
from collections.abc import Sequence

from claimwise.questions.inversion import whether
from claimwise.questions.names import amounts, names
from claimwise.questions.templates import ask
from claimwise.text.tokens import words
from claimwise.types import Claim

_WHEN = re.compile(
    r"\b(?:(?:1[5-9]|20)\d\d|January|February|March|April|June|July|August|September|October|November|December)\b"
)
_SAID = re.compile(r"\b(?:said|says|told|tweeted|stated|wrote|claimed|announced|according to)\b", re.IGNORECASE)
_LONGEST = 30


class RuleAsker:
    """Asks by rule; deterministic."""

    def ask(self, claim: Claim, sentences: Sequence[str]) -> list[str]:
        """Return a question for each sentence, in order, no two alike."""
        open_questions = ask(claim)
        given: list[str] = []
        for place, sentence in enumerate(sentences):
            if place == 0 or not open_questions:
                chosen = open_questions[0] if open_questions else _own(claim, sentence, given)
            else:
                chosen = max(open_questions, key=lambda question: _fit(question, sentence))
            if chosen in open_questions:
                open_questions.remove(chosen)
            given.append(chosen)
        return given


def _fit(question: str, sentence: str) -> float:
    """Return how well a sentence answers a question: the kind of answer asked for, and the words that both have."""
    kind = question.split()[0].lower()
    fits = {
        "how": any(True for _ in amounts(sentence)),
        "what": "percentage" in question and "%" in sentence,
        "when": bool(_WHEN.search(sentence)),
        "did": bool(_SAID.search(sentence)) and " say " in question,
    }
    asked, told = set(words(question)), set(words(sentence))
    shared = len(asked & told) / max(1, len(asked))
    return shared + (0.5 if fits.get(kind) else 0.0)


def _own(claim: Claim, sentence: str, given: Sequence[str]) -> str:
    """Return a question about what the sentence itself speaks of."""
    short = " ".join(sentence.split()[:_LONGEST])
    for name in names(sentence):
        if (question := f"What is said about {name} and {' '.join(claim.text.split()[:8]).rstrip(',.')}?") not in given:
            return question
    question = whether(short)
    return question if question not in given else f"{question[:-1]}, according to source {len(given) + 1}?"
