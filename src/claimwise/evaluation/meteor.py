"""METEOR as NLTK computes it, fast: every word is stemmed and looked up in WordNet once, matches go by hash.

    P = m / |candidate|, R = m / |reference|, F = P R / (.9 P + .1 R), score = F (1 - .5 (chunks / m)^3)

m words match: the same word first, then the same Porter stem, then stems that share a WordNet synset. In each round
the last word of the candidate that is still free takes the last free word of the reference that fits, as NLTK does
(which looks up stems, not words, in WordNet). A test holds this against NLTK's own score. Banerjee and Lavie 2005;
Lavie and Agarwal 2007.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from claimwise.errors import InputError, MissingExtraError

_ALPHA, _BETA, _GAMMA = 0.9, 3.0, 0.5
_WORDNET = (
    "METEOR needs NLTK's WordNet and punkt_tab, and {what}. Get them with "
    "`python -m nltk.downloader wordnet punkt_tab`, or set NLTK_DATA to a folder that has corpora/wordnet and "
    "tokenizers/punkt_tab, whose files nobody but you may change (`chmod -R go-w FOLDER`)"
)

Match = tuple[int, int]


class Meteor:
    """Scores a candidate against a reference."""

    def warm_up(self) -> None:
        """Load what is needed, or say what is missing, before anything else takes time."""
        self.score("a cat", "two felines")

    def score(self, candidate: str, reference: str) -> float:
        """Return a score between 0 and 1."""
        ours, theirs = self._tokens(candidate), self._tokens(reference)
        matches = self._matches(ours, theirs)
        if not matches:
            return 0.0
        precision, recall = len(matches) / len(ours), len(matches) / len(theirs)
        fmean = (precision * recall) / (_ALPHA * precision + (1 - _ALPHA) * recall)
        penalty = _GAMMA * (_chunks(matches) / len(matches)) ** _BETA
        return float((1 - penalty) * fmean)

    def _matches(self, ours: Sequence[str], theirs: Sequence[str]) -> list[Match]:
        """Return the pairs of places that match, in the order of the candidate."""
        free = list(range(len(ours))), list(range(len(theirs)))
        found = _take(free, dict(enumerate(ours)), dict(enumerate(theirs)))
        if all(free):
            stems = tuple(
                {i: self._stem(words[i]) for i in side} for side, words in zip(free, (ours, theirs), strict=True)
            )
            found += _take(free, *stems)
            found += self._take_synonyms(free, *stems)
        return sorted(found)

    def _take_synonyms(
        self, free: tuple[list[int], list[int]], ours: Mapping[int, str], theirs: Mapping[int, str]
    ) -> list[Match]:
        found = []
        for i in reversed(free[0]) if free[1] else ():
            alike = self._synonyms(ours[i])
            j = next((j for j in reversed(free[1]) if theirs[j] in alike), None)
            if j is not None:
                found.append((i, j))
                free[1].remove(j)
        return found

    @cached_property
    def _tokens(self) -> Callable[[str], Sequence[str]]:
        tokenize = _nltk().word_tokenize

        @lru_cache(maxsize=100_000)
        def tokens(text: str) -> tuple[str, ...]:
            try:
                return tuple(word.lower() for word in tokenize(text))
            except (LookupError, OSError) as error:
                raise InputError(_WORDNET.format(what=_reason(error))) from error

        return tokens

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        stemmer = _nltk().stem.porter.PorterStemmer()
        return lru_cache(maxsize=200_000)(lambda word: stemmer.stem(word))

    @cached_property
    def _synonyms(self) -> Callable[[str], frozenset[str]]:
        wordnet = _nltk().corpus.wordnet

        @lru_cache(maxsize=200_000)
        def synonyms(word: str) -> frozenset[str]:
            try:
                synsets = wordnet.synsets(word)
            except (LookupError, OSError) as error:
                raise InputError(_WORDNET.format(what=_reason(error))) from error
            names = {lemma.name() for synset in synsets for lemma in synset.lemmas()}
            return frozenset(name for name in names if "_" not in name) | {word}

        return synonyms


def _take(free: tuple[list[int], list[int]], ours: Mapping[int, str], theirs: Mapping[int, str]) -> list[Match]:
    """Match what is equal, from the end, and strike it off what is free."""
    places: dict[str, list[int]] = defaultdict(list)
    for j in free[1]:
        places[theirs[j]].append(j)
    found = [(i, own.pop()) for i in reversed(free[0]) if (own := places.get(ours[i]))]
    taken = [set(side) for side in zip(*found, strict=True)]
    for side, gone in zip(free, taken, strict=False):
        side[:] = [place for place in side if place not in gone]
    return found


def _chunks(matches: Sequence[Match]) -> int:
    """Return into how many runs, adjacent on both sides, the matches fall."""
    return 1 + sum((i + 1, j + 1) != following for (i, j), following in pairwise(matches))


def _nltk() -> Any:  # noqa: ANN401 (a module)
    try:
        import nltk
        import nltk.corpus
        import nltk.stem.porter
    except ImportError:
        raise MissingExtraError("AVeriTeC's scorer", "eval") from None
    return nltk


def _reason(error: Exception) -> str:
    if isinstance(error, LookupError):
        return "these are not here"
    return f"these cannot be read ({error})"
