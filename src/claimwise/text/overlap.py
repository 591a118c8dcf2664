"""Which texts share the rare words of a claim.

Words are added up in the order of the claim, not in that of a set, which differs from one process to the next: the last
digit of a sum decides between texts that share the same words, and training that is resumed must draw the same ones.
"""

import math
from collections import defaultdict
from collections.abc import Sequence

from claimwise.text.tokens import words


class Overlap:
    """Words weighed by how few of the texts have them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._holders: dict[str, list[int]] = defaultdict(list)
        self._count = len(texts)
        for i, text in enumerate(texts):
            for word in set(words(text)):
                self._holders[word].append(i)

    def nearest(self, claim: str, count: int) -> list[int]:
        """Return the texts that share most of the claim's words."""
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(words(claim)):
            for i in self._holders.get(word, ()):
                scores[i] += self._weight(word)
        return sorted(scores, key=lambda i: (-scores[i], i))[:count]

    def share(self, claim: str, text: str) -> float:
        """Return the share of the claim's words, by weight, that the text has."""
        wanted, present = dict.fromkeys(words(claim)), set(words(text))
        whole = sum(self._weight(word) for word in wanted)
        return sum(self._weight(word) for word in wanted if word in present) / whole if whole else 0.0

    def _weight(self, word: str) -> float:
        return math.log((self._count + 1) / max(1, len(self._holders.get(word, ()))))
