"""Which sentences of a text are worth checking, by rule: those that state something others could find out.

A sentence earns points for what checkable statements have: numbers, comparisons, causes and effects, findings, names.
It loses points for what makes it hang in the air: a subject that stands in an earlier sentence, a condition, a guess,
the first person. The idea of scoring is that of ClaimBuster (Hassan et al. 2017); the rules are our own.
"""

import re
from dataclasses import dataclass

from claimwise.text.claims import why_not_a_claim

ENOUGH = 2
"""Points from which a sentence is worth checking."""

_FEWEST_WORDS, _MOST_WORDS = 4, 60

_SIGNS: tuple[tuple[str, int, str], ...] = (
    (
        "a number",
        1,
        r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|thirds?|quarters?|fifths?|tenths?|twice|"
        r"double|dozens?|hundreds?|thousands?|millions?|billions?)\b",
    ),
    (
        "a comparison",
        1,
        r"\b(?:more|less|fewer|most|least|higher|lower|larger|smaller|greater|better|worse|faster|slower|older|younger|"
        r"longer|shorter|safer|than|same as|as \w+ as)\b",
    ),
    (
        "a cause or effect",
        2,
        r"\b(?:caus|prevent|reduc|increas|decreas|improv|worsen|rais|lower|lead|protect|kill|cur|treat|trigger|induc|"
        r"inhibit|promot|delay|boost|harm|affect|weaken|strengthen|damag|transmit|spread|contribut|result)"
        r"(?:e?[sd]?|ing|s? to|ted|ped)\b(?! of\b)",
    ),
    (
        "a finding",
        1,
        r"\b(?:associat\w+|link\w*|correlat\w+|risk|effective|effect|ineffective|safe|toxic|found|shown?|"
        r"prov(?:es|ed|en)|contains?|consists?|according to|stud(?:y|ies)|trials?|evidence)\b",
    ),
    (
        "a statement of being",
        1,
        r"\b(?:is|are|was|were|has|have|had|does|do|did|can|cannot|will|became|becomes?|remains?)\b",
    ),
    ("all or none", 1, r"\b(?:all|every|none|never|always|no|only|first|last|any)\b"),
    ("a name", 1, r"(?-i:(?<=[a-z,;] )[A-Z][a-z]+|\b[A-Z]{2,}\b)"),
    (
        "a verb of events",
        1,
        r"\b(?:died|won|lost|founded|discovered|invented|built|elected|born|announced|signed|banned|approved|rose|fell|"
        r"grew|occurs?|happened|began|ended|lives?|orbits?|makes?|made|uses?|used|needs?|works?|takes?|took|gave|goes|"
        r"went|came|fought|wore|wrote|ruled|sank|killed|survived|broke|froze|freezes?|turns?|turned)\b",
    ),
    ("how often or how many", 1, r"\b(?:sometimes|often|usually|rarely|seldom|mostly|many|some|several|few|both)\b"),
    (
        "people, things or deeds as a kind",
        1,
        r"^(?!the |as |its |his |her |their )(?:an? |[a-z-]+ing\b|"
        r"(?:[a-z-]+ ){0,2}(?!(?:is|was|has|does|as|its|his|this|thus|yes|thanks)\b)[a-z-]+s\b(?! of\b))",
    ),
    ("it depends on an earlier sentence", -2, r"^(?:this|that|these|those|it|they|he|she|such|here|there|so|then)\b"),
    ("a condition or a guess", -1, r"^(?:if|when|suppose|imagine)\b|\b(?:maybe|perhaps|might|could have|would)\b"),
    ("the writer's own view or deeds", -3, r"\b(?:I|we|my|our|me|us|you|your)\b"),
    (
        "an order",
        -3,
        r"^(?:please|let|try|do not|don't|see|read|click|note|remember|consider|take|go|ask|call|get)\b",
    ),
)
_PATTERNS = tuple((name, points, re.compile(pattern, re.IGNORECASE)) for name, points, pattern in _SIGNS)


@dataclass(frozen=True, slots=True)
class Worth:
    """How much a sentence is worth checking, and why."""

    points: int
    reasons: tuple[str, ...]

    @property
    def enough(self) -> bool:
        """Whether it should be checked."""
        return self.points >= ENOUGH


def worth(sentence: str) -> Worth:
    """Return how much a sentence is worth checking."""
    plain = sentence.strip()
    if why_not_a_claim(plain):
        return Worth(0, ("no statement that documents could decide",))
    count = len(plain.split())
    if not _FEWEST_WORDS <= count <= _MOST_WORDS:
        return Worth(0, ("too short" if count < _FEWEST_WORDS else "too long to be one claim",))
    if _is_heading(plain):
        return Worth(0, ("a heading",))
    found = [(points, name) for name, points, sign in _PATTERNS if sign.search(plain)]
    return Worth(sum(points for points, _ in found), tuple(name for _, name in found))


def _is_heading(sentence: str) -> bool:
    """Tell a line that ends without a stop and hardly has small words from a sentence."""
    if sentence.endswith((".", "!", "”", '"', ")")):
        return False
    words = [word for word in sentence.split() if word[0].isalpha()]
    return len(words) < 9 and sum(word[0].isupper() for word in words) > len(words) / 2
