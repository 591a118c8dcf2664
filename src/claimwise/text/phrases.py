"""Key phrases of a claim: what in it may be the title of a page (Luken et al. 2018, section 3.1).

These are the subject and the noun phrases with their modifiers, named entities, and runs of capitalised words with
lower-case function words inside, as in `The Lord of the Rings`.
"""

from collections.abc import Iterator
from itertools import islice, pairwise

from claimwise.text.analysis import BE_OR_HAVE, FUNCTION_WORDS, Analysis, analyse, lemma_of

MOST_PHRASES = 300
"""A claim of ten thousand words has more; the first ones are looked up."""

_LONGEST = 12
_BEGINNING = 8
_DETERMINERS = frozenset({"the", "a", "an"})


def key_phrases(claim: str) -> list[str]:
    """Return the phrases that may be titles, each once, as they stand in the claim."""
    analysis = analyse(claim)
    found: dict[str, None] = {}
    for start, end in _spans(analysis):
        if end - start <= _LONGEST and analysis.tokens[start].text not in {"'s", ","}:
            found.setdefault(analysis.text(start, end))
            if len(found) == MOST_PHRASES:
                break
    return list(found)


def lemmatised(phrase: str) -> str:
    """Return a phrase with its last word in the singular: `calcaneal spurs` is `calcaneal spur`."""
    first, space, last = phrase.rpartition(" ")
    return f"{first}{space}{lemma_of(last)}"


def _spans(analysis: Analysis) -> Iterator[tuple[int, int]]:
    yield from _capitalised(analysis)
    yield from _subject(analysis)
    yield from _beginnings(analysis)
    yield from ((name.start, name.end) for name in analysis.names)
    for start, end in analysis.noun_phrases:
        yield from _with_determiner(analysis, start, end)
        yield from _parts(analysis, start, end)
    yield from _joined_by_of(analysis)


def _capitalised(analysis: Analysis) -> Iterator[tuple[int, int]]:
    """Yield runs of capitalised words: the longest, its beginnings up to a function word inside, and all its ends."""
    tokens = analysis.tokens
    start = 0
    while start < len(tokens):
        if not _is_upper(analysis, start):
            start += 1
            continue
        cuts, end = [start], start + 1
        while end < len(tokens) and (_is_upper(analysis, end) or tokens[end].text.lower() in FUNCTION_WORDS):
            if not _is_upper(analysis, end):
                cuts.append(end)
            end += 1
        while not _is_upper(analysis, end - 1):
            end -= 1
        yield start, end
        yield from _going_on(analysis, start, end)
        for cut in cuts[1:]:
            if start < cut < end:
                yield start, cut
        yield from ((middle, end) for middle in range(start + 1, end) if _is_upper(analysis, middle))
        start = max(end, start + 1)


def _going_on(analysis: Analysis, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a run with the parenthesis after it, as `Milk (film)`, or a second run after a comma, as `Athens, Ohio`."""
    tokens = analysis.tokens
    if end + 1 >= len(tokens):
        return
    if tokens[end].text == "(":
        closing = (i for i in range(end + 1, min(len(tokens), end + _LONGEST)) if tokens[i].text == ")")
        yield from ((start, i + 1) for i in islice(closing, 1))
    elif tokens[end].text == "," and _is_upper(analysis, end + 1):
        last = end + 2
        while last < len(tokens) and _is_upper(analysis, last):
            last += 1
        yield start, last


def _beginnings(analysis: Analysis) -> Iterator[tuple[int, int]]:
    """Yield the first words of the claim, however they are tagged: the subject stands there."""
    for end in range(2, min(len(analysis.tokens), _BEGINNING) + 1):
        yield 0, end


def _is_upper(analysis: Analysis, i: int) -> bool:
    text = analysis.tokens[i].text
    return text[0].isupper() or (text[0].isdigit() and i > 0)


def _subject(analysis: Analysis) -> Iterator[tuple[int, int]]:
    """Yield what stands before the first verb, and before the first form of be or have, without its determiner too."""
    tokens = analysis.tokens
    verbs = [i for i, token in enumerate(tokens[: _LONGEST + 2]) if token.is_verb or token.tag == "MD"]
    plain = [i for i in verbs if tokens[i].lemma in BE_OR_HAVE]
    for end in dict.fromkeys([*verbs[:2], *plain[:1]]):
        if end > 0:
            yield 0, end
            if end > 1 and tokens[0].text.lower() in _DETERMINERS:
                yield 1, end


def _with_determiner(analysis: Analysis, start: int, end: int) -> Iterator[tuple[int, int]]:
    yield start, end
    if start and analysis.tokens[start - 1].text.lower() in _DETERMINERS:
        yield start - 1, end


def _parts(analysis: Analysis, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ends and beginnings of a noun phrase that are phrases themselves; no single common noun."""
    tokens = analysis.tokens
    for middle in range(start + 1, end):
        if end - middle > 1 or tokens[middle].text[0].isupper():
            yield middle, end
        if tokens[middle - 1].is_noun and (middle - start > 1 or tokens[start].text[0].isupper()):
            yield start, middle


def _joined_by_of(analysis: Analysis) -> Iterator[tuple[int, int]]:
    """Yield noun phrases with `of`, `in`, `for` or `and` between them, as `history of the United States`."""
    begun: list[int] = []
    for (start, end), (following, last) in pairwise(analysis.noun_phrases):
        between = [token.text.lower() for token in analysis.tokens[end:following]]
        if not between or between[0] not in {"of", "in", "for", "and"} or not set(between[1:]) <= _DETERMINERS:
            begun = []
            continue
        begun = [*begun[-1:], start]
        yield from ((first, last) for first in begun)
