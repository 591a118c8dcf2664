"""Words, their parts of speech, names and phrases of one sentence: as much grammar as rules over claims need.

The tagger is TextBlob's (Brill's rules over a lexicon that comes with the package); lemmas are lemminflect's.
What a parser would tell is read off the tags: noun phrases are runs of nouns and
what stands before them, the root is the first verb outside a relative clause that is not an auxiliary. Names are runs
of capitalised words, with a kind where a word in or before them tells it. docs/fever.md has the comparison that led to
this choice.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

from claimwise.errors import MissingExtraError
from claimwise.text.names import COUNTRIES, MONTHS, NATIONALITIES, NUMBER_WORDS, ORGANISATION_WORDS, PERSON_WORDS

_LONGEST_DATE = 12  # tokens

FUNCTION_WORDS = frozenset(
    {
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "de",
        "del",
        "der",
        "di",
        "du",
        "for",
        "from",
        "in",
        "la",
        "le",
        "of",
        "on",
        "or",
    }
    | {"the", "to", "van", "von", "vs", "with", "'s", "'", "''", "&", ":", "-", "!", "."}
)
"""What may stand in lower case inside a name, as in `The Lord of the Rings`."""

BE_OR_HAVE = frozenset({"be", "have"})

_TOKEN = re.compile(
    r"(?:[^\W\d_]\.){2,}|\d+(?:[.,:]\d+)*(?:st|nd|rd|th|s)?(?![\w])|[^\W_]+(?:[-./&'][^\W_]+)*(?<!'s)(?='s\b)"
    r"|'s\b|n't\b|[^\W_]+(?:[-./&'][^\W_]+)*|``|''|[^\w\s]"
)
_LEADING = frozenset({"DT", "PRP$", "PDT", "WP$"})
_MODIFIERS = frozenset({"JJ", "JJR", "JJS", "CD", "VBN", "VBG", "POS", "NNP", "NNPS", "NN", "NNS", "FW"})
_AUXILIARIES = frozenset({"be", "have", "do", "will", "would", "can", "could", "may", "might", "shall", "should"})
_RELATIVES = frozenset({"who", "which", "that", "whom", "whose", "where"})
_PLACE_BEFORE = frozenset({"in", "at", "near", "from"})


class Kind(StrEnum):
    """What a name is a name of; OTHER where nothing tells."""

    PERSON = "PERSON"
    ORGANISATION = "ORGANISATION"
    PLACE = "PLACE"
    NATIONALITY = "NATIONALITY"
    DATE = "DATE"
    NUMBER = "NUMBER"
    OTHER = "OTHER"


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it stands, its part of speech in the Penn treebank's letters, its lemma, and where it begins."""

    text: str
    tag: str
    lemma: str
    offset: int = 0

    @property
    def is_noun(self) -> bool:
        """Whether it is a noun, proper or common."""
        return self.tag.startswith("NN")

    @property
    def is_verb(self) -> bool:
        """Whether it is a verb."""
        return self.tag.startswith("VB")


@dataclass(frozen=True, slots=True)
class Name:
    """A named entity, a date or a number: the positions of its tokens, and its kind."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True)
class Analysis:
    """A sentence analysed."""

    source: str
    tokens: tuple[Token, ...]

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """Named entities, dates and numbers, from left to right, without overlap."""
        return tuple(_names(self.tokens))

    @cached_property
    def noun_phrases(self) -> tuple[tuple[int, int], ...]:
        """The runs of tokens that are noun phrases, determiners left out."""
        return tuple(_noun_phrases(self.tokens))

    @cached_property
    def root(self) -> int | None:
        """The position of the main verb."""
        return _root(self.tokens)

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """The lemmas of all words, and the words themselves in lower case."""
        return frozenset(form for token in self.tokens for form in (token.lemma, token.text.lower()))

    def text(self, start: int, end: int) -> str:
        """Return a run of tokens as it stands in the sentence."""
        last = self.tokens[end - 1]
        return self.source[self.tokens[start].offset : last.offset + len(last.text)]


def analyse(text: str) -> Analysis:
    """Return the analysis of a sentence."""
    return _analysed(" ".join(text.split()))


@lru_cache(maxsize=4096)
def lemma_of(word: str, tag: str = "NN") -> str:
    """Return the lemma of a word, in lower case."""
    lower = word.lower()
    if not tag.startswith(("NN", "VB")) or not lower.isascii() or not lower.isalpha():
        return lower
    found = _library().lemma(lower, "VERB" if tag.startswith("VB") else "NOUN")
    return str(found[0]).lower() if found else lower


@lru_cache(maxsize=16384)
def _analysed(text: str) -> Analysis:
    places = [(match[0], match.start()) for match in _TOKEN.finditer(text)]
    tags = _tags([word for word, _ in places])
    tokens = (Token(word, tag, lemma_of(word, tag), offset) for (word, offset), tag in zip(places, tags, strict=True))
    return Analysis(text, tuple(tokens))


def _tags(words: Sequence[str]) -> list[str]:
    """Return the tag of each word; a slash would be taken for the tagger's own mark."""
    safe = [word.replace("/", "-") for word in words]
    tagged = _library().tag(" ".join(safe)) if safe else []
    if [word for word, _ in tagged] == safe:
        tags = [tag for _, tag in tagged]
    else:
        tags = [(_library().tag(word) or [(word, "NN")])[0][1] for word in safe]
    return [_corrected(words, tags, i) for i in range(len(words))]


def _corrected(words: Sequence[str], tags: Sequence[str], i: int) -> str:
    """Return a tag, mended where the tagger's rules are known to fail: capitals inside, verbs after who, signs."""
    word, tag = words[i], tags[i]
    if not any(sign.isalnum() for sign in word):
        return "."
    if tag == "NNS" and i and words[i - 1].lower() in {"who", "which", "that"}:
        return "VBZ"
    if i and word[0].isupper() and tag[:2] in {"JJ", "VB", "RB", "IN"} and word.lower() not in NATIONALITIES:
        return "NNP"
    return tag


@lru_cache(maxsize=1)
def _library() -> "_Library":
    return _Library()


class _Library:
    """The two packages, loaded once."""

    def __init__(self) -> None:
        try:
            from lemminflect import getLemma
            from textblob.en import tag
        except ImportError:
            raise MissingExtraError("the analysis of claims (recipe osu-fever)", "fever") from None
        self._lemma: Any = getLemma
        self._tag: Any = tag

    def lemma(self, word: str, part: str) -> tuple[str, ...]:
        return tuple(self._lemma(word, part))

    def tag(self, text: str) -> list[tuple[str, str]]:
        return list(self._tag(text, tokenize=False))


def _names(tokens: Sequence[Token]) -> Iterator[Name]:
    i = 0
    while i < len(tokens):
        end = _date_end(tokens, i)
        if end > i:
            yield Name(i, end, Kind.DATE)
        elif (end := _name_end(tokens, i)) > i:
            yield Name(i, end, _kind(tokens, i, end))
        elif tokens[i].text[0].isdigit() or tokens[i].text.lower() in NUMBER_WORDS:
            end = i + 1
            yield Name(i, end, Kind.NUMBER)
        i = max(end, i + 1)


def _date_end(tokens: Sequence[Token], i: int) -> int:
    """Return where a date ends that begins here, or `i`: a year, or a month with its day and year."""
    end = i
    seen = False
    while end < min(len(tokens), i + _LONGEST_DATE):
        text = tokens[end].text
        if text in MONTHS or re.fullmatch(r"1\d{3}s?|20\d{2}s?", text):
            seen = True
        elif not (re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", text) or (text == "," and end > i)):
            break
        end += 1
    while end > i and tokens[end - 1].text == ",":
        end -= 1
    return end if seen else i


def _name_end(tokens: Sequence[Token], i: int) -> int:
    """Return where a run of capitalised words ends that begins here, or `i`."""
    if not _is_capital(tokens, i):
        return i
    end = i + 1
    while end < len(tokens):
        if _is_capital(tokens, end) or tokens[end].text[0].isdigit():
            end += 1
        elif tokens[end].text in {"of", "the", "and", "&", "de", "von", "van"}:
            ahead = end + 1
            while ahead < len(tokens) and tokens[ahead].text in {"the", "of"}:
                ahead += 1
            if ahead >= len(tokens) or not _is_capital(tokens, ahead) or tokens[end].text == "and":
                break
            end = ahead + 1
        else:
            break
    return end


def _is_capital(tokens: Sequence[Token], i: int) -> bool:
    """Whether a word is capitalised for its own sake, not because it begins the sentence."""
    token = tokens[i]
    if not token.text[0].isupper():
        return False
    return i > 0 or token.tag.startswith("NNP") or token.lemma in NATIONALITIES or _goes_on(tokens)


def _goes_on(tokens: Sequence[Token]) -> bool:
    return len(tokens) > 1 and tokens[1].text[0].isupper() and tokens[0].tag not in _LEADING


def _kind(tokens: Sequence[Token], start: int, end: int) -> Kind:
    lower = [token.text.lower() for token in tokens[start:end]]
    phrase = " ".join(lower)
    before = tokens[start - 1].text.lower() if start else ""
    if phrase in NATIONALITIES:
        return Kind.NATIONALITY
    if phrase in COUNTRIES or (before in _PLACE_BEFORE and not ORGANISATION_WORDS & set(lower)):
        return Kind.PLACE
    if ORGANISATION_WORDS & set(lower):
        return Kind.ORGANISATION
    if before in PERSON_WORDS or (end < len(tokens) and tokens[end].text == "(" and _born(tokens, end)):
        return Kind.PERSON
    return Kind.OTHER


def _born(tokens: Sequence[Token], i: int) -> bool:
    return any(token.text.lower() in {"born", "--", "died"} for token in tokens[i + 1 : i + 8])


def _noun_phrases(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    i = 0
    while i < len(tokens):
        end = i
        while end < len(tokens) and (tokens[end].tag in _MODIFIERS or tokens[end].text == "'s"):
            end += 1
        last = end
        while last > i and not tokens[last - 1].is_noun:
            last -= 1
        if last > i:
            yield i, last
        i = max(end, i + 1)


def _root(tokens: Sequence[Token]) -> int | None:
    """Return the first main verb; of auxiliaries alone the first, of verbs in relative clauses none, if it can be."""
    verbs = [i for i, token in enumerate(tokens) if token.is_verb or token.tag == "MD"]
    outside = [i for i in verbs if not any(token.text.lower() in _RELATIVES for token in tokens[max(0, i - 2) : i])]
    main = [i for i in outside if tokens[i].lemma not in _AUXILIARIES]
    finite = [i for i in outside if tokens[i].tag != "VBG"]
    if finite and tokens[finite[0]].lemma in BE_OR_HAVE:
        near = [i for i in main if i > finite[0] and _is_helped(tokens, finite[0], i)]
        return near[0] if near else finite[0]
    return next(iter(main or finite or verbs), None)


def _is_helped(tokens: Sequence[Token], helper: int, verb: int) -> bool:
    """Tell whether be or have makes one verb with a participle: only adverbs and more of be stand between them."""
    between = tokens[helper + 1 : verb]
    return tokens[verb].tag in {"VBN", "VBG", "VBD"} and all(
        token.tag.startswith("RB") or token.lemma == "be" for token in between
    )
