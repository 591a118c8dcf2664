"""BM25 over a few texts in memory, such as the sentences found for one claim; an index has its own.

score = Σ idf(w) · tf · (k1 + 1) / (tf + k1 · (1 - b + b · length / mean length)),  idf = ln(1 + (N - n + .5)/(n + .5))
"""

import math
from collections import Counter
from collections.abc import Sequence

from claimwise.text.tokens import words

_K1, _B = 0.9, 0.4


class Bm25:
    """Scores texts by a query."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(map(_stem, words(text))) for text in texts]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._mean = max(1.0, sum(self._lengths) / max(1, len(texts)))
        self._holders = Counter(word for counts in self._counts for word in counts)

    def scores(self, query: str) -> list[float]:
        """Return the score of every text."""
        wanted = {word: self._idf(word) for word in set(map(_stem, words(query))) if word in self._holders}
        return [self._score(place, wanted) for place in range(len(self._counts))]

    def best(self, query: str, count: int) -> list[int]:
        """Return the places of the best texts, best first; those that share no word come last, in their order."""
        scores = self.scores(query)
        return sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:count]

    def _score(self, place: int, wanted: dict[str, float]) -> float:
        counts = self._counts[place]
        scale = _K1 * (1 - _B + _B * self._lengths[place] / self._mean)
        return sum(
            idf * counts[word] * (_K1 + 1) / (counts[word] + scale) for word, idf in wanted.items() if word in counts
        )

    def _idf(self, word: str) -> float:
        holders = self._holders[word]
        return math.log(1 + (len(self._counts) - holders + 0.5) / (holders + 0.5))


def _stem(word: str) -> str:
    """Return a word without the commonest endings: enough for singular and plural, and for the tenses of most verbs."""
    for ending in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word
