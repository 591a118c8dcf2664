"""Documents that say the same in the same words, so that each counts once."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from claimwise.text.directions import DIRECTED
from claimwise.text.numbers import numbers
from claimwise.text.tokens import words
from claimwise.types import Document

_SHINGLE = 3
_ALIKE = 0.7
_FORMAL = re.compile(
    r"copyright|\u00a9|all rights reserved|(?:conflicts?|competing) (?:of )?interests?|funded by|trial registration|"
    r"clinicaltrials\.gov|\bdoi\b",
    re.IGNORECASE,
)
"""Sentences about the publication, which say nothing of its matter."""
_DENYING = re.compile(r"\b(?:no|not|never|none|neither|nor|without|cannot)\b|n['\u2019]t\b", re.IGNORECASE)


def near_duplicates(documents: Sequence[Document]) -> dict[str, str]:
    """Return, for each document that repeats an earlier one, the id of the first of its kind.

    Sentences about the publication are left out. Two documents are alike when they share at least 70 % of their
    distinct runs of three words (Jaccard) and have the same words that can turn what is said round: of "X prevents Y"
    and "X does not prevent Y", of "more" and "less" and of "in 2 of 9" and "in 7 of 9" neither repeats the other.
    """
    originals: list[tuple[str, frozenset[tuple[str, ...]], Counter[str]]] = []
    repeated: dict[str, str] = {}
    for document in documents:
        matter = [sentence for sentence in document.sentences if not _FORMAL.search(sentence)]
        own, turning = _shingles(matter), _turning(" ".join(matter))
        same = (doc_id for doc_id, other, theirs in originals if theirs == turning and _alike(own, other))
        original = next(same, None)
        if original is None:
            originals.append((document.id, own, turning))
        else:
            repeated[document.id] = original
    return repeated


def _turning(text: str) -> Counter[str]:
    """Return the words of a text that deny, have a direction, or are numbers."""
    found = [*_DENYING.findall(text.lower()), *DIRECTED.findall(text.lower())]
    return Counter([*found, *map(str, numbers(text))])


def _shingles(sentences: Sequence[str]) -> frozenset[tuple[str, ...]]:
    tokens = [word for sentence in sentences for word in words(sentence)]
    pairs = list(pairwise(tokens))
    return frozenset((*pair, last) for pair, last in zip(pairs, tokens[_SHINGLE - 1 :], strict=False)) or frozenset(
        pairs
    )


def _alike(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    return bool(one) and len(one & other) >= _ALIKE * len(one | other)
