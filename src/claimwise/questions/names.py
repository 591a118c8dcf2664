# ruff: noqa: RUF001 - typographic quotation marks are part of the subject
"""Names, numbers and topics in a text, by their letters: runs of capitalised words, amounts, what is left."""

import re
from collections.abc import Iterator

from claimwise.text.tokens import STOP_WORDS
from claimwise.text.verbs import find_verb, listed

_NAME = re.compile(
    r"(?:(?<=\s)|^)(?:[“\"'(]*)((?:[A-Z][\w’'.-]*\w|[A-Z]{2,})(?:\s(?:(?:of|the|for|and|de|al|bin|von|van)\s)?[A-Z][\w’'-]*)*)"
)
_AMOUNT = re.compile(
    r"(?P<sign>[$£€₹]\s?)?(?P<number>\d+(?:,\d{3})*(?:\.\d+)?)(?P<scale>\s?(?:million|billion|trillion|lakh|crore|thousand|hundred|bn|m)\b)?"
    r"(?P<percent>\s?(?:%|per\s?cent\b))?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"^(?:1[5-9]|20)\d\d$")
_MONTHS = listed("January February March April May June July August September October November December")
_DAYS = listed("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
_TITLES = listed("President Minister Governor Senator Dr Mr Mrs Ms Sir Prince Princess Pope King Queen Gov Sen")
_PLACES_AFTER = re.compile(r"\b(?:in|at|from|near|across|outside)\s+(?:the\s+)?([A-Z][\w’'-]*(?:\s[A-Z][\w’'-]*)*)")
_COMMON_FIRST = listed("""
    a an the this that these those in on at by for from of to and or but with there it its his her he she they their we
    our i you your some many most all every each no any after before during since when while if as more than over about
    under only people says claim video photo image picture women men children scientists doctors researchers police face
    masks new two three four five six seven eight nine ten
""")


def names(text: str) -> list[str]:
    """Return the names in a text, each once, in their order; months, days and a sentence's first word are none."""
    found: list[str] = []
    for match in _NAME.finditer(text):
        name = match[1].strip(".'’")
        words = name.split()
        if match.start(1) == 0 or text[: match.start(1)].rstrip().endswith((".", "!", "?")):
            while words and (words[0].lower() in _COMMON_FIRST or words[0].lower() in STOP_WORDS):
                words = words[1:]
        while words and words[-1].lower() in {"of", "the", "for", "and"}:
            words = words[:-1]
        name = re.sub(r"['’]s$", "", " ".join(words))
        if match.start(1) == 0 and len(words) == 1 and not _stands_alone(name, text):
            continue
        if name and name not in found and not set(words) <= _MONTHS | _DAYS | {"I"}:
            found.append(name)
    return found


def _stands_alone(word: str, text: str) -> bool:
    """Tell a name that begins a text, such as "Poland has", from a common word, such as "Flu shots are"."""
    if text.count(word) > 1 or word.isupper() or any(map(str.isdigit, word)):
        return True
    return text.startswith((f"{word},", f"{word}'s", f"{word}’s")) or (
        find_verb(text.split()) == 1 and not word.endswith("s")
    )


def is_person(name: str, text: str) -> bool:
    """Guess whether a name is somebody's: two or three plain words that do something, or a title before them."""
    words = name.split()
    if words[0] in _TITLES:
        return True
    plain = all(re.fullmatch(r"[A-Z][a-z’'-]+\.?", word) for word in words)
    return 2 <= len(words) <= 3 and plain and name not in places(text)


def places(text: str) -> list[str]:
    """Return the names that stand after a preposition of place."""
    return [name for name in dict.fromkeys(_PLACES_AFTER.findall(text)) if name.split()[0] not in _MONTHS | _DAYS]


def amounts(text: str) -> Iterator[re.Match[str]]:
    """Yield the amounts in a text; a bare year is none."""
    for match in _AMOUNT.finditer(text):
        bare = not (match["sign"] or match["scale"] or match["percent"])
        if bare and (_YEAR.match(match["number"]) or text[match.end() : match.end() + 1].isalpha()):
            continue
        if match.start() and (text[match.start() - 1].isalnum() or text[match.start() - 1] == "-"):
            continue
        yield match
