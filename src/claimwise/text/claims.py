"""Is this a claim? What can be checked is a statement: not a question, not an opinion, not a few loose words."""

import re

from claimwise.text.verbs import BE, base_of

_QUESTION = re.compile(
    r"^(?:who|what|when|where|why|which|whose|how|do|does|did|is|are|was|were|can|could|will|would|should|has|have)\b",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"\b(?:i (?:think|believe|feel|guess|like|love|hate|prefer|hope)|in my (?:opinion|view)|we (?:should|must)|"
    r"(?:should|ought to) (?:be|have|not)|"
    r"is (?:the )?(?:most )?(?:beautiful|ugly|boring|delicious|disgusting|amazing|awful|overrated|underrated))\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(r"\b(?:says?|said|states?|stated|recommends?|recommended|advises?|advised|guidelines?)\b", re.I)
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_WORDS = 2
_FINITE = BE | {"has", "had", "does", "did"}


def why_not_a_claim(text: str) -> str | None:
    """Return what keeps a text from being checked, and what would help; None for a claim."""
    plain = text.strip()
    if len(_WORD.findall(plain)) < _FEWEST_WORDS:
        return f'{_short(plain)} is too short to be a claim; write a sentence, for example "Vitamin C prevents colds"'
    if is_question(plain):
        return (
            f"{_short(plain)} is a question; write the answer that you want checked as a statement, "
            'for example "Vitamin C prevents colds" for "Does vitamin C prevent colds?"'
        )
    if (found := _OPINION.search(plain)) and not _REPORTED.search(plain, 0, found.start()):
        return (
            f'{_short(plain)} is an opinion ("{found[0]}"), and documents cannot decide those; write what is said to '
            "be so, for example a cause, an effect or a number"
        )
    return None


def is_question(text: str) -> bool:
    """Tell whether a text asks something, with or without a question mark."""
    plain = text.strip()
    return plain.endswith("?") or bool(_QUESTION.match(plain) and not plain.endswith((".", "!")) and _asks(plain))


def _asks(text: str) -> bool:
    """Tell a question without its mark from a statement that begins alike, as "How X works is unknown" does."""
    first, *rest = text.split()
    if first.isupper() and not text.isupper():  # the World Health Organization
        return False
    if first == "Will" and rest and rest[0][0].isupper():  # Smith, who did something, or of whom it is asked
        verb = next((word for word in rest if word.islower()), "")
        return verb not in _FINITE and base_of(verb) in {None, verb}
    return first.lower() in {
        "who",
        "why",
        "do",
        "does",
        "did",
        "is",
        "are",
        "was",
        "were",
        "can",
        "could",
        "will",
        "would",
    }


def _short(text: str) -> str:
    return f'"{text}"' if len(text) <= 60 else f'"{text[:57]}…"'
