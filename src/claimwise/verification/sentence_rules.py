"""The sentence finder of Luken et al. 2018, section 3.2: which sentences of a page may decide a claim, by rule.

What a claim asks for is a list: its nouns, its names (entities, dates, numbers) and its root verb, without the words
of the page's title, for these a sentence of that page need not repeat. Each rule is a function that tells whether a
sentence has enough of the list. A sentence that fits any rule is a candidate; its score says how much of the list it
has, and a little which rule it was.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from claimwise.text.analysis import BE_OR_HAVE, Analysis, Kind, analyse
from claimwise.text.tokens import words

Synonyms = Callable[[str], frozenset[str]]

_BIRTH = frozenset({"birth", "birthday", "birthdate", "birthplace"})
_DEATH = frozenset({"death", "die", "dead"})
_ARTICLES = frozenset({"the", "a", "an"})
_ENOUGH_OTHERS = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """What a claim asks a page for: lemmas of nouns, words of names with their kinds, and the root verb."""

    title: tuple[str, ...]
    nouns: frozenset[str]
    names: Mapping[tuple[str, ...], Kind]
    root: str | None
    is_copular: bool
    is_birth: bool
    is_death: bool

    @property
    def is_empty(self) -> bool:
        """Whether the title has all nouns and names."""
        return not self.nouns and not self.names


@dataclass(frozen=True, slots=True)
class Match:
    """What of the list a sentence has, and what it lacks."""

    asked: Asked
    sentence: Analysis
    synonyms: Synonyms

    @property
    def missing_nouns(self) -> frozenset[str]:
        """The nouns that the sentence lacks."""
        return self.asked.nouns - self.sentence.lemmas

    @property
    def missing_names(self) -> list[tuple[str, ...]]:
        """The names of which the sentence lacks a word."""
        return [name for name in self.asked.names if not set(name) <= self.sentence.lemmas]

    @property
    def present(self) -> int:
        """How many nouns and names the sentence has."""
        everything = len(self.asked.nouns) + len(self.asked.names)
        return everything - len(self.missing_nouns) - len(self.missing_names)

    @property
    def has_root(self) -> bool:
        """Whether the sentence has the claim's main verb."""
        return self.asked.root is not None and self.asked.root in self.sentence.lemmas

    @property
    def share(self) -> float:
        """The share of the whole list, the verb included, that the sentence has."""
        wanted = len(self.asked.nouns) + len(self.asked.names) + (self._telling_root is not None)
        had = self.present + (self._telling_root is not None and self.has_root)
        return had / wanted if wanted else 0.0

    @property
    def _telling_root(self) -> str | None:
        return None if self.asked.root in BE_OR_HAVE else self.asked.root


Rule = Callable[[Match], bool]


def root_verb_present(match: Match) -> bool:
    """Root verb, other than be and have, is there, and with it a noun or name, unless none is asked for."""
    telling = match.asked.root not in BE_OR_HAVE and match.has_root
    return telling and (match.present > 0 or match.asked.is_empty)


def all_nouns_and_names_present(match: Match) -> bool:
    """All nouns and all names are there."""
    return not match.asked.is_empty and not match.missing_nouns and not match.missing_names


def one_noun_missing(match: Match) -> bool:
    """One noun lacks, but two others are there, or both say that X is Y, or the sentence has a synonym of it."""
    if len(match.missing_nouns) != 1 or match.missing_names:
        return False
    [noun] = match.missing_nouns
    if match.present >= _ENOUGH_OTHERS:
        return True
    both_are = match.asked.is_copular and is_copular(match.sentence)
    return both_are or bool(match.synonyms(noun) & match.sentence.lemmas)


def both_say_what_it_is(match: Match) -> bool:
    """Claim and sentence both say that X is Y, and the sentence begins with the page's title: it is the definition."""
    if not match.asked.is_copular or _root_of(match.sentence, frozenset(match.asked.title)) != "be":
        return False
    first = next((token.text.lower() for token in match.sentence.tokens if token.text[0].isalnum()), "")
    title = [word for word in match.asked.title if word not in _ARTICLES]
    return first in _ARTICLES or first in title[:1]


def one_name_swapped(match: Match) -> bool:
    """One name lacks, and one of its kind stands there instead; the verb is be or have, or is there too."""
    missing = match.missing_names
    if len(missing) != 1 or match.missing_nouns:
        return False
    if match.asked.root not in BE_OR_HAVE and not match.has_root:
        return False
    kind = match.asked.names[missing[0]]
    asked = {word for name in match.asked.names for word in name} | set(match.asked.title)
    return any(
        other.kind is kind
        and not asked & {token.text.lower() for token in match.sentence.tokens[other.start : other.end]}
        for other in match.sentence.names
    )


def born_or_died(match: Match) -> bool:
    """Birth or death is claimed, and the sentence has a date in parentheses, as the first one of a life does."""
    if not (match.asked.is_birth or match.asked.is_death):
        return False
    depth = 0
    inside = set()
    for i, token in enumerate(match.sentence.tokens):
        depth = max(0, depth + (token.text == "(") - (token.text == ")"))
        if depth:
            inside.add(i)
    return any(name.kind is Kind.DATE and name.start in inside for name in match.sentence.names)


RULES: Mapping[str, tuple[Rule, float]] = {
    "all_nouns_and_names_present": (all_nouns_and_names_present, 1.0),
    "born_or_died": (born_or_died, 0.9),
    "one_noun_missing": (one_noun_missing, 0.8),
    "both_say_what_it_is": (both_say_what_it_is, 0.75),
    "root_verb_present": (root_verb_present, 0.7),
    "one_name_swapped": (one_name_swapped, 0.6),
}
"""Every rule with how far a sentence is trusted that fits no better one."""


def asked_of(claim: Analysis, title: str) -> Asked:
    """Return what a claim asks the page with this title for."""
    dropped = frozenset(words(title)) | {token.lemma for token in analyse(title).tokens}
    names = {}
    covered = set()
    for name in claim.names:
        kept = tuple(
            token.text.lower()
            for token in claim.tokens[name.start : name.end]
            if token.text.lower() not in dropped and token.lemma not in dropped and token.text[0].isalnum()
        )
        covered |= set(range(name.start, name.end))
        if kept:
            names[kept] = name.kind
    nouns = {token.lemma for i, token in enumerate(claim.tokens) if token.is_noun and i not in covered}
    lemmas = {token.lemma for token in claim.tokens} - dropped
    root = _root_of(claim, dropped)
    bear = "born" not in dropped and any(token.text.lower() == "born" for token in claim.tokens)
    return Asked(
        title=tuple(token.text.lower() for token in analyse(title).tokens),
        nouns=frozenset(noun for noun in nouns if noun not in dropped),
        names=names,
        root=root,
        is_copular=root == "be",
        is_birth=bear or bool(lemmas & _BIRTH),
        is_death=bool(lemmas & _DEATH),
    )


def _root_of(claim: Analysis, dropped: frozenset[str]) -> str | None:
    """Return the main verb; where the tagger took it from the title, as in `The brown bear is …`, the verb after it."""
    if claim.root is None:
        return None
    verbs = [claim.tokens[claim.root], *(token for token in claim.tokens[claim.root + 1 :] if token.is_verb)]
    return next((token.lemma for token in verbs if token.lemma not in dropped), verbs[0].lemma)


def is_copular(sentence: Analysis) -> bool:
    """Tell whether a sentence says that X is Y: its root is a form of be."""
    return sentence.root is not None and sentence.tokens[sentence.root].lemma == "be"


def no_synonyms(_: str) -> frozenset[str]:
    """Know no synonyms."""
    return frozenset()


def judge(asked: Asked, sentence: str, *, synonyms: Synonyms = no_synonyms) -> tuple[str, float] | None:
    """Return the best rule that a sentence fits, with its score, or None."""
    if not sentence.strip():
        return None
    match = Match(asked, analyse(sentence), synonyms)
    for name, (rule, trust) in RULES.items():
        if rule(match):
            return name, 0.5 * trust + 0.5 * match.share
    return None
