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
_UNIT = re.compile(
    r"[\s-]?(%|percent\b|per cent\b|(?:[km]?m|cm|[kmµ]?g|[mkdc]?l|°[CF]|[kM]?W|kcal|hours?|days?|weeks?|months?|years?|"
    r"minutes?|seconds?|miles?|feet|foot|inch|inches|tonnes?|tons?|pounds?|degrees?|dollars?|euros?|times|fold)\b)"
)
_NAMES = {"percent": "%", "per cent": "%", "foot": "feet", "inch": "inches"} | {
    f"{name}s": name
    for name in ("hour", "day", "week", "month", "year", "minute", "second", "mile", "tonne", "ton", "pound", "degree",
                 "dollar", "euro")
}  # fmt: skip
_PART = re.compile(rf"{_DIGITS}|{_WORD}", re.IGNORECASE)


def numbers(text: str) -> dict[float, str]:
    """Return the numbers of a text, each with the words it is written in; "one" alone is more often a pronoun."""
    return {value: words for value, words, _ in _measured(text)}


def _measured(text: str) -> Iterator[tuple[float, str, str]]:
    """Yield each number with its words and its unit, where it has one that is known; the first of equal ones only."""
    seen: set[float] = set()
    for phrase in _NUMBER.finditer(text):
        if _NAMED.search(text, max(0, phrase.start() - 12), phrase.start()):
            continue
        unit = _UNIT.match(text, phrase.end())
        for value, start, end in _values(phrase[0]):
            words = phrase[0][start:end]
            if words.lower() != "one" and value not in seen:
                seen.add(value)
                last = end == len(phrase[0])
                yield value, words, _NAMES.get(unit[1].lower(), unit[1].lower()) if unit and last else ""


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
    """Return the claim's numbers that the evidence lacks, and what it has instead, where both have some of one unit.

    Kilometres say nothing against metres, nor a share in percent against a count.
    """
    ours, theirs = [*_measured(claim)], [*_measured(evidence)]
    missing = [one for one in ours if one[0] not in {value for value, _, _ in theirs}]
    instead = [one for one in theirs if one[0] not in {value for value, _, _ in ours}]
    units = {unit for _, _, unit in missing} & {unit for _, _, unit in instead}
    said, found = ([_with_unit(words, unit) for _, words, unit in some if unit in units] for some in (missing, instead))
    return said, found


def _with_unit(words: str, unit: str) -> str:
    if unit != "%":
        return words
    return f"{words}%" if words[-1].isdigit() else f"{words} percent"
