"""TF-IDF over single words and pairs of neighbouring words, as VeriSci retrieves (Wadden et al. 2020, section 4.1).

    weight(t, d) = tf(t, d) · (ln((1 + N) / (1 + df(t))) + 1),  each document scaled to length 1;  score = dot product

VeriSci joins title and abstract without a space, which fuses the last word of the one with the first of the other; so
does this, for only then are its published scores met to the last digit (SciFact dev R@3 69.38, R@5 75.60; with the
space 69.86 and 77.03).

It is held in memory and made anew from the index on first use: a part of the recipe, not a second index.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from claimwise.retrieval.documents import ranking
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.text.dates import latest_day
from claimwise.text.tokens import words
from claimwise.types import Claim, Document, Hit, Ranking


class TfidfRetriever:
    """Finds documents by rare words and word pairs that they share with the claim."""

    def __init__(self, index: Index, *, filters: Filters = NO_FILTERS) -> None:
        self.index = index
        self.filters = filters

    def warm_up(self) -> None:
        """Count the words of all documents."""
        _ = self._matrix

    def retrieve(self, claims: Sequence[Claim], *, k: int) -> list[Ranking]:
        """Return the documents with the highest dot product."""
        return [self._retrieve_one(claim, k) for claim in claims]

    def _retrieve_one(self, claim: Claim, k: int) -> Ranking:
        scores = self._matrix.scores(_terms(claim.text))
        hits = [
            Hit(self._matrix.doc_ids[i], float(scores[i]), {"tfidf": float(scores[i])}) for i in np.flatnonzero(scores)
        ]
        return ranking(claim, hits, k=k)

    @cached_property
    def _matrix(self) -> "_Matrix":
        return _Matrix(document for document in self.index.all_documents() if _allowed(document, self.filters))


class _Matrix:
    """Term weights by term: for each, the documents that have it and its weight in them."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.doc_ids: list[str] = []
        counts: dict[str, list[tuple[int, int]]] = {}
        for row, document in enumerate(documents):
            self.doc_ids.append(document.id)
            for term, count in Counter(_terms(document.title + " ".join(document.sentences))).items():
                counts.setdefault(term, []).append((row, count))
        total = len(self.doc_ids)
        self._idf = {term: math.log((1 + total) / (1 + len(found))) + 1 for term, found in counts.items()}
        self._columns = {term: np.array(found, dtype=np.int32) for term, found in counts.items()}
        squares = np.zeros(total)
        for term, column in self._columns.items():
            squares[column[:, 0]] += (column[:, 1] * self._idf[term]) ** 2
        self._norms = np.sqrt(np.maximum(squares, 1e-12))

    def scores(self, terms: Sequence[str]) -> NDArray[np.float64]:
        """Return the score of every document for the terms of a claim."""
        scores = np.zeros(len(self.doc_ids))
        for term, count in Counter(terms).items():
            column = self._columns.get(term)
            if column is not None:
                scores[column[:, 0]] += count * self._idf[term] ** 2 * column[:, 1]
        claim_norm = math.sqrt(sum((n * self._idf.get(term, 0.0)) ** 2 for term, n in Counter(terms).items()))
        result: NDArray[np.float64] = scores / self._norms / max(claim_norm, 1e-12)
        return result


def _terms(text: str) -> list[str]:
    single = words(text)
    return single + [f"{first} {second}" for first, second in pairwise(single)]


def _allowed(document: Document, filters: Filters) -> bool:
    """Apply the filters of a search to a document that is at hand."""
    if filters.sources and document.source not in filters.sources:
        return False
    if filters.as_of is None:
        return True
    day: date | None = latest_day(document.date) if document.date else None
    return filters.allow_undated if day is None else day < filters.as_of
