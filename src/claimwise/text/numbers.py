"""Numbers in texts, so that a claim's can be held against its evidence's."""

import re
from collections.abc import Iterator

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_DIGITS = r"(?<![\w.])(?<![A-Za-z]-)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\w]|\.\d)"
_UNITS = "|".join(_WORDS)
_TIMES = "|".join(_SCALES)
_WORD = rf"\b(?:{_UNITS}|{_TIMES})\b"
_NUMBER = re.compile(
    rf"(?:{_DIGITS}|{_WORD})(?:(?:[\s-]+|(?:(?<=hundred)|(?<=thousand))\s+and\s+){_WORD})*", re.IGNORECASE
)
_NAMED = re.compile(
    r"\b(?:types?|phases?|stages?|grades?|class|category|chapter|article|figure|table|no\.)\s+$", re.IGNORECASE
)
"""What a number behind it is the name of, as in "type 2 diabetes"."""
_PART = re.compile(rf"{_DIGITS}|{_WORD}", re.IGNORECASE)


def numbers(text: str) -> dict[float, str]:
    """Return the numbers of a text, each with the words it is written in; "one" alone is more often a pronoun."""
    found: dict[float, str] = {}
    for phrase in _NUMBER.finditer(text):
        if _NAMED.search(text, max(0, phrase.start() - 12), phrase.start()):
            continue
        for value, start, end in _values(phrase[0]):
            words = phrase[0][start:end]
            if words.lower() != "one":
                found.setdefault(value, words)
    return found


def _values(phrase: str) -> Iterator[tuple[float, int, int]]:
    """Yield the numbers that words in a row make, with their places: "two hundred and five" is one, "two, five" two."""
    value, group = 0.0, 0.0  # what is counted, and what a thousand or a million may still multiply
    start = end = -1
    in_digits = False
    for part in _PART.finditer(phrase):
        word = part[0].lower()
        times = _SCALES.get(word)
        one = 0.0 if times else float(_WORDS.get(word) or word.replace(",", ""))
        if start >= 0 and not times and (in_digits or not _goes_on(group, one)):
            yield value + group, start, end
            value, group, start = 0.0, 0.0, -1
        if times == _SCALES["hundred"]:
            group = (group or 1.0) * times
        elif times:
            value, group = value + (group or 1.0) * times, 0.0
        else:
            group += one
        start, end, in_digits = part.start() if start < 0 else start, part.end(), word[0].isdigit()
    yield value + group, start, end


def _goes_on(group: float, one: float) -> bool:
    """Tell whether a number is part of the one before: five after twenty is, twenty after five is not."""
    tens = group % 100
    return one > 0 and (tens == 0 or (one < 10 and tens >= 20 and tens % 10 == 0))


def differing(claim: str, evidence: str) -> tuple[list[str], list[str]]:
    """Return the claim's numbers that the evidence lacks, and what it has instead, where both have some."""
    ours, theirs = numbers(claim), numbers(evidence)
    missing = [words for number, words in ours.items() if number not in theirs]
    instead = [words for number, words in theirs.items() if number not in ours]
    return (missing, instead) if missing and instead else ([], [])
