"""Is this a claim? What can be checked is a statement: not a question, not an opinion, not a few loose words."""

import re

from claimwise.text.verbs import AUXILIARIES, BE, DO, base_of

_OPINION = re.compile(
    r"(?:(?:^|[,;:.!?“\"(]\s*|\b(?:and|but|because|so|that|personally|honestly|frankly)\s+)"
    r"(?P<mine>i (?:think|believe|feel|guess|hope|like|love|hate|prefer))|"
    r"\b(?P<other>in my (?:opinion|view)|(?:we|you|everyone|everybody|nobody|people|one) (?:should|must|ought to)|"
    r"(?:should|ought to) (?:be|have|not)|"
    r"(?:is|are|was|were) (?:(?:so|very|really|just|simply|the) )*(?:most )?(?:beautiful|ugly|boring|delicious|"
    r"disgusting|amazing|awful|overrated|underrated|terrible|horrible|wonderful|immoral|evil)))\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(r"\b(?:says?|said|states?|stated|recommends?|recommended|advises?|advised|guidelines?)\b", re.I)
_REQUEST = re.compile(
    r"^(?:please|tell me|show me|give me|explain (?:how|why|what|to|me)|describe (?:how|why|what|the)|"
    r"let(?:['\u2019]s| us)|do not|don['\u2019]t)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
"""Letters of writing without spaces between words: Japanese, Chinese, Thai."""
_FEWEST_WORDS, _FEWEST_UNSPACED = 2, 4
_FINITE = BE | {"has", "had", "does", "did"}
_TAG = re.compile(
    r",\s*(?:is|are|was|were|do|does|did|has|have|can|could|will|would|should)(?:n['\u2019]t)? "
    r"(?:it|he|she|they|there)$"
)
_ASKING = frozenset({"who", "why", "what", "which", "whose"})
_AT_TIMES_ASKING = {
    "how": frozenset({"many", "much", "often", "long", "old", "far"}),
    "when": frozenset(),
    "where": frozenset(),
}
"""Words that begin a question if an auxiliary, or one of these, comes next; else a clause: "When heated, …"."""
_INVERTED = BE | DO | {"can", "could", "will", "would", "should", "has", "have"}
_OF_NOUNS = frozenset({"that", "which", "who"})
_MAY_BE_NAMES = frozenset({"can", "will", "could", "would", "should"})


def why_not_a_claim(text: str) -> str | None:
    """Return what keeps a text from being checked, and what would help; None for a claim."""
    if reason := why_not_text(text):
        return reason
    plain = text.strip()
    if len(_WORD.findall(plain)) < _FEWEST_WORDS and len(_UNSPACED.findall(plain)) < _FEWEST_UNSPACED:
        return f'{_short(plain)} is too short to be a claim; write a sentence, for example "Vitamin C prevents colds"'
    if _REQUEST.search(plain) and not _has_verb(plain.split()[2:]):
        return (
            f'{_short(plain)} is a request; write what you want checked as a statement, for example "Tea cures colds"'
        )
    if is_question(plain):
        return (
            f"{_short(plain)} is a question; write the answer that you want checked as a statement, "
            'for example "Vitamin C prevents colds" for "Does vitamin C prevent colds?"'
        )
    if (found := _OPINION.search(plain)) and not _REPORTED.search(plain, 0, found.start()):
        return (
            f'{_short(plain)} is an opinion ("{found["mine"] or found["other"]}"), and documents cannot decide those; '
            "write what is said to be so, for example a cause, an effect or a number"
        )
    return None


def why_not_text(text: str) -> str | None:
    """Return what keeps a text from being searched for; None for text."""
    if not text.strip():
        return 'the claim is empty; write it as a sentence, for example "Vitamin C prevents colds"'
    try:
        text.encode()
    except UnicodeEncodeError:
        return "the claim is not UTF-8 text; check the terminal's encoding, or where it comes from"
    return None


def is_question(text: str) -> bool:
    """Tell whether a text asks something, with or without a question mark; a statement may begin alike."""
    plain = text.strip()
    if plain.endswith(("?", "\uff1f")) or _TAG.search(plain):
        return True
    first, *rest = plain.split() or [""]
    if first.isupper() and not plain.isupper():  # the World Health Organization
        return False
    word, following = first.lower(), [one.lower().strip(",;:.!") for one in rest]
    stopped = plain.endswith((".", "!"))
    if word in _INVERTED:
        return not (_is_a_name(first, rest) or (stopped and word not in BE and _has_verb(rest)))
    if following[:1] and following[0] in AUXILIARIES and word in _ASKING | _AT_TIMES_ASKING.keys():
        return not (_is_a_subject(following[1:]) or (stopped and any(one in BE for one in following[1:])))
    if word in _AT_TIMES_ASKING:
        return not stopped and not _AT_TIMES_ASKING[word].isdisjoint(following[:1]) and not _is_a_subject(following)
    return word in _ASKING and not stopped and _asks(word, following)


def _has_verb(words: list[str]) -> bool:
    """Tell whether words hold a finite verb that is not one of a clause about a noun."""
    plain = [word.strip(",;:.!“”\"'") for word in words]
    return any(
        (word in _FINITE or (word.islower() and base_of(word) not in {None, word}))
        and (i == 0 or plain[i - 1].lower() not in {"that", "which", "who", "the", "a", "an", "to"})
        for i, word in enumerate(plain)
    )


def _is_a_name(first: str, rest: list[str]) -> bool:
    """Tell "Will Smith was born …" and "Can openers were …" from a question: they have a verb of their own."""
    if first == "Will" and rest and rest[0][0].isupper():  # Smith, who did something, or of whom it is asked
        lower = [word for word in rest if word.islower()]
        return _has_verb(lower[:1]) or _has_verb([word for word in lower if not word.endswith("s") or word in _FINITE])
    finite = [i for i, word in enumerate(rest) if word.lower() in _FINITE]
    return first.lower() in _MAY_BE_NAMES and bool(finite) and finite[0] > 0 and rest[finite[0] - 1] not in _OF_NOUNS


def _is_a_subject(following: list[str]) -> bool:
    """Tell a clause that is itself the subject, as in "How many died is unknown", by the words it ends with."""
    return len(following) > 1 and following[-2] in BE | {"not", "remains", "remain", "still"} and following[-1] in {
        "unknown", "unclear", "known", "clear", "debated", "disputed", "controversial",
    }  # fmt: skip


def _asks(word: str, following: list[str]) -> bool:
    """Tell "What causes cancer" from "What doctors eat affects them" and "Why it works is unknown"."""
    later = [one for one in following[1:] if one in BE | {"remains", "remain", "depends", "has"}]
    return not later and (word != "what" or not following or base_of(following[0]) is not None)


def _short(text: str) -> str:
    return f'"{text}"' if len(text) <= 60 else f'"{text[:57]}…"'
