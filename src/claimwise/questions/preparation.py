# ruff: noqa: RUF001 - typographic quotation marks are part of the subject
"""Claims made ready to be checked, by the checklist of Schlichtkrull et al. 2023 (appendix), by rule.

A question becomes the statement that it asks about; "Says …" and the quotation marks around a whole claim go, unless
the quotation itself is what is checked; a compound of two statements becomes two that can stand alone. What a claim is
about is told from its words; opinions and speculation are refused with a reason.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from claimwise.text.claims import is_question, why_not_a_claim
from claimwise.text.verbs import AUXILIARIES, BE, base_of, find_verb
from claimwise.types import Claim


class ClaimKind(StrEnum):
    """The dataset's types of claims."""

    EVENT = "Event/Property Claim"
    NUMERICAL = "Numerical Claim"
    QUOTE = "Quote Verification"
    POSITION = "Position Statement"
    CAUSAL = "Causal Claim"


@dataclass(frozen=True, slots=True)
class Prepared:
    """Claims that can be checked, what they are about, and what was done to the text that was given."""

    claims: tuple[Claim, ...]
    kinds: tuple[ClaimKind, ...]
    changes: tuple[str, ...] = ()
    refused: str | None = None


_JUDGED = (
    r"(?!.*\b(?:is|are|was|were) (?:\w+ )?"
    r"(?:false|true|wrong|untrue|misleading|unfounded|baseless|dismissed|debunked)\b)"
)
_SAYS = re.compile(
    rf"^(?:(?:says|said)(?:\s+that)?[:,]?|(?:claims?|stated)\s+that\b{_JUDGED}[:,]?|(?:claims?|states?|stated):)\s+",
    re.IGNORECASE,
)
_WRAPPED = re.compile(r"^[\"“”‘'](?P<inner>[^\"“”]+)[\"”’']\.?$")
_QUOTE = re.compile(r"[\"“”](?P<inner>[^\"“”]{8,})[\"“”]")
_SAID = re.compile(
    r"\b(?:said|says|quoted?|tweeted|tweets|stated|wrote|told|remarked|quipped|in the words of|statement)\b",
    re.IGNORECASE,
)
_POSITION = re.compile(
    r"\b(?:supports?|supported|opposes?|opposed|opposition|endorsed?|endorses|backs|backed|favou?rs?|wants?|wanted|"
    r"plans?|planned|promised|pledged|vows?|vowed|would (?:ban|end|cut|raise|repeal)|voted (?:for|against)|called for|"
    r"calls? for|is against|in favou?r of|policy|stance|believes?)\b",
    re.IGNORECASE,
)
_CAUSAL = re.compile(
    r"\b(?:causes?|caused|causing|leads? to|led to|results? in|resulted in|due to|because(?: of)?|cures?|cured|"
    r"prevents?|prevented|kills?|protects?|treats?|reduces?|increases? the risk|makes? you|thanks to|as a result|"
    r"linked to|triggers?|weakens?|contributes? to|responsible for)\b",
    re.IGNORECASE,
)
_NUMERICAL = re.compile(
    r"(?<![\w-])(?:[$£€₹]\s?)?\d[\d,]*(?:\.\d+)?\s?(?:%|percent|per cent|million|billion|trillion|lakh|crore|thousand)"
    r"|(?<![\w-])(?!(?:1[5-9]|20)\d\d\b)\d[\d,]*(?:\.\d+)?(?![\w-])"
    r"|\b(?:half|majority|double|doubled|twice|triple|tripled|most of|more \w+ than|fewer \w+ than|less \w+ than|"
    r"highest|lowest|largest|biggest|record|rate)\b",
    re.IGNORECASE,
)
_SPECULATION = re.compile(
    r"^(?:perhaps|maybe|possibly|probably|what if|suppose|imagine)\b|\b(?:will (?:probably|likely|possibly|soon|"
    r"one day|eventually|never again)|is (?:going|about) to|could (?:soon|one day)|in the (?:near )?future|"
    r"by 2(?:0[3-9]\d|1\d\d))\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"(?:;\s+|,?\s+(?:and|but|while|whereas)\s+)")
_REPORTS = re.compile(
    r"\b(?:that|whether|found|finds?|shows?|showed|says?|said|announced?|announces|claims?|claimed|reports?|reported|"
    r"believes?|believed|knows?|knew|thinks?|thought|warns?|warned|admits?|admitted|confirms?|confirmed|told|tells?)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|never|no|none|nobody|neither|few|hardly|rarely)\b", re.IGNORECASE)
_TELLS = re.compile(
    r"an?|the|not|real|true|false|fake|safe|dead|alive|good|bad|flat|toxic|legal|illegal|healthy|free|open|closed|"
    r"bankrupt|guilty|stolen|broken|written|given|taken|hidden|chosen|made|paid|sold|built|born|sent|lost|"
    r"\w{2,}(?:ed|ive|ful|ous|able|ible|less)"
)
"""Words that begin what is said of the subject of a question."""
_GOES_ON = re.compile(r"in|on|at|by|for|from|with|of|to|under|over|behind|against|\w+ing|\w+er")
_PRONOUN = frozenset({"he", "she", "it", "they", "we", "you", "there"})
_QUESTION_WORD = re.compile(r"^(?:who|what|when|where|why|which|whose|how)\b", re.IGNORECASE)


def prepare(claim: Claim, *, split: bool = True) -> Prepared:
    """Return what can be checked of a claim; `refused` says why nothing can."""
    text, changes = normalise(claim.text)
    if reason := why_not_checkable(text):
        return Prepared((), (), tuple(changes), reason)
    parts = split_compound(text) if split else [text]
    if len(parts) > 1:
        changes.append(f"split into {len(parts)} claims")
    claims = tuple(
        replace(claim, id=claim.id if len(parts) == 1 else f"{claim.id}.{i}", text=part)
        for i, part in enumerate(parts, start=1)
    )
    return Prepared(claims, tuple(kinds_of(replace(claim, text=text))), tuple(changes))


def normalise(text: str) -> tuple[str, list[str]]:
    """Return the claim as a plain statement, and what was changed."""
    plain, changes = " ".join(text.split()), []
    if wrapped := _WRAPPED.match(plain):
        plain = wrapped["inner"].strip()
        changes.append("quotation marks dropped")
    if _SAYS.match(plain) and not _QUOTE.search(plain):
        plain = _capitalised(_SAYS.sub("", plain))
        changes.append("“says” dropped")
    if is_question(plain) and (statement := stated(plain)):
        plain = statement
        changes.append("question put as a statement")
    return plain, changes


def stated(question: str) -> str | None:
    """Return the statement that a yes-or-no question asks about; None where its words do not tell."""
    words = question.rstrip("?! .").split()
    if len(words) < 3 or _QUESTION_WORD.match(question) or words[0].lower() not in AUXILIARIES:
        return None
    helper = words[0].lower()
    place = _verb_of_question(words[1:], helper)
    if place is None:
        return None
    subject, rest = words[1 : 1 + place], words[1 + place :]
    middle = _put_back(helper, rest)
    return _capitalised(" ".join([*subject, *middle])) + "." if middle else None


def why_not_checkable(text: str) -> str | None:
    """Return why a claim is refused, and what would help: opinions, speculation, questions; None for the others."""
    if reason := why_not_a_claim(text):
        return reason
    if found := _SPECULATION.search(text):
        return (
            f'"{text[:60]}" speculates about what is not yet so ("{found[0]}"), and no document can decide that; write '
            "what has happened, or what somebody has said or planned"
        )
    return None


def kinds_of(claim: Claim) -> list[ClaimKind]:
    """Return what a claim is about, in the dataset's terms; an event or a property where nothing else is."""
    text = claim.text
    found = []
    if quoted(text) or (_SAID.search(text) and not _NUMERICAL.search(text)):
        found.append(ClaimKind.QUOTE)
    if _NUMERICAL.search(text):
        found.append(ClaimKind.NUMERICAL)
    if _CAUSAL.search(text):
        found.append(ClaimKind.CAUSAL)
    if _POSITION.search(text) and ClaimKind.QUOTE not in found:
        found.append(ClaimKind.POSITION)
    return found or [ClaimKind.EVENT]


def quoted(text: str) -> str | None:
    """Return what a claim quotes."""
    found = _QUOTE.search(text)
    return found["inner"].strip() if found else None


def split_compound(text: str) -> list[str]:
    """Return the statements of a compound, each with its own verb; one without a subject takes that of the first.

    Where a part has no verb ("bread and butter"), or the claim quotes or reports ("found that …"), it stays whole, and
    so does one that denies before its verb: what was "never tested" was not "never hidden".
    """
    plain = text.rstrip(". ")
    if quoted(plain):
        return [text]
    pieces = _SPLIT.split(plain)
    words = [piece.split() for piece in pieces]
    if len(pieces) == 1 or any(len(piece) < 2 for piece in words) or _REPORTS.search(pieces[0]):
        return [text]
    subject = _subject(words[0])
    if subject is None or len(words[0]) - len(subject) < 3:  # a verb alone shares the object that comes later
        return [text]
    if _DENIES.search(" ".join(subject)):
        return [text]
    parts = [pieces[0]]
    for piece in words[1:]:
        if _begins_with_verb(piece):
            parts.append(" ".join([*subject, *piece]))
        elif (place := find_verb(piece)) is not None and place > 0 and _is_subject(piece[:place]):
            parts.append(" ".join(piece))
        else:
            return [text]
    return [_capitalised(part.strip(" ,;")) + "." for part in parts]


def _subject(words: list[str]) -> list[str] | None:
    place = find_verb(words)
    return words[:place] if place else None


def _begins_with_verb(words: list[str]) -> bool:
    first = words[0].lower()
    return first in AUXILIARIES - {"may", "will", "can"} or (
        words[0].islower() and base_of(first) is not None and len(words) > 1
    )


def _is_subject(words: list[str]) -> bool:
    """Tell a subject of its own from the rest of a list: a name, a pronoun or an article begins it."""
    first = words[0]
    return first[:1].isupper() or first.lower() in {
        "the",
        "a",
        "an",
        "he",
        "she",
        "it",
        "they",
        "there",
        "this",
        "these",
    }


def _verb_of_question(words: list[str], helper: str) -> int | None:
    """Return where the subject of a question ends; None where its words do not tell."""
    if helper in BE:
        return _after_subject(words)
    found = [i for i in range(1, len(words)) if _may_be_verb(words[i - 1].lower(), words[i])]
    if not found:
        return _after_name(words)
    return found[0] if found[0] + 1 not in found else None  # "climate change cause": one of the two is a noun


def _may_be_verb(before: str, word: str) -> bool:
    if not word.islower() or before in {"the", "a", "an", "of", "in", "to", "and"}:
        return False
    return base_of(word + "s") is not None or base_of(word) is not None or word in {"be", "been", "have", "not"}


def _after_subject(words: list[str]) -> int | None:
    """Return where what is said of the subject begins, by the words that it can begin with."""
    has_article = words[0].lower() in {"the", "a", "an", "this", "that", "these", "those"}
    if len(words) == 2 + has_article:
        return 1 + has_article
    if (place := _after_name(words)) is not None:
        follows = [_TELLS.fullmatch(word) is not None for word in words[place : place + 2]]
        is_part = follows == [False, True] and not _GOES_ON.fullmatch(words[place])  # "Covid-19 vaccine safe"
        return place + is_part
    return next((i for i in range(1 + has_article, len(words)) if _TELLS.fullmatch(words[i])), None)


def _after_name(words: list[str]) -> int | None:
    """Return the place after a pronoun, or after a name, with its article or not, that a word in small letters ends."""
    if words[0].lower() in _PRONOUN:
        return 1 if len(words) > 1 else None
    start = int(words[0].lower() == "the")
    place = start
    while place < len(words) and words[place][:1].isupper():
        place += 1
    return place if start < place < len(words) else None


def _put_back(helper: str, rest: list[str]) -> list[str]:
    if helper not in {"do", "does", "did"}:
        return [helper, *rest]
    if rest[:1] == ["not"] or helper == "did":
        return [helper, *rest]
    return [_third(rest[0]) if helper == "does" else rest[0], *rest[1:]]


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else verb + "s"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
