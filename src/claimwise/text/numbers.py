"""Numbers in texts, so that a claim's can be held against its evidence's."""

import re

_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w.])(?<![A-Za-z]-)(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\w]|\.\d)|\b([A-Za-z]+)\b"
)


def numbers(text: str) -> dict[float, str]:
    """Return the numbers of a text, each with the words it is written in; "one" is more often a pronoun."""
    found: dict[float, str] = {}
    for digits, word in _NUMBER.findall(text):
        if digits:
            found.setdefault(float(digits.replace(",", "")), digits)
        elif word.lower() in _WORDS:
            found.setdefault(float(_WORDS[word.lower()]), word)
    return found


def differing(claim: str, evidence: str) -> tuple[list[str], list[str]]:
    """Return the claim's numbers that the evidence lacks, and what it has instead, where both have some."""
    ours, theirs = numbers(claim), numbers(evidence)
    missing = [words for number, words in ours.items() if number not in theirs]
    instead = [words for number, words in theirs.items() if number not in ours]
    return (missing, instead) if missing and instead else ([], [])
