"""A justification made of the answers that decide: what was asked, who answered what and when, which numbers differ.

No word about the world is invented: all of it stands in the claim, in the questions or in the evidence.
"""

import re
from collections.abc import Mapping, Sequence

from claimwise.labels import Stance, VerdictLabel
from claimwise.stages import Lookup
from claimwise.text.addresses import parts_of
from claimwise.text.numbers import differing
from claimwise.types import Document, Evidence, Verdict

_OPENINGS = {
    VerdictLabel.SUPPORTED: "The claim that {claim} is supported by the evidence.",
    VerdictLabel.REFUTED: "The claim that {claim} is refuted by the evidence.",
    VerdictLabel.CONFLICTING: "The evidence on the claim that {claim} is conflicting: some of it supports the claim "
    "and some refutes it.",
    VerdictLabel.NOT_ENOUGH_EVIDENCE: "There is not enough evidence to support or refute the claim that {claim}.",
}
_SIDES = {
    VerdictLabel.SUPPORTED: (Stance.SUPPORTS,),
    VerdictLabel.REFUTED: (Stance.REFUTES,),
    VerdictLabel.CONFLICTING: (Stance.SUPPORTS, Stance.REFUTES),
    VerdictLabel.NOT_ENOUGH_EVIDENCE: (),
}
_WORDS = {
    Stance.SUPPORTS: "supports it",
    Stance.REFUTES: "speaks against it",
    Stance.NOT_ENOUGH_INFO: "says",
}
_ARTICLE = re.compile(r"^(?:The|An?|This|These|There|In|On)\b")
_LONGEST = 300


class AnswerJustifier:
    """Names at most `most` answers of each side."""

    def __init__(self, lookup: Lookup, *, most: int = 2) -> None:
        self._lookup = lookup
        self._most = most

    def justify(self, verdict: Verdict) -> str:
        """Return the justification."""
        claim = verdict.claim.text.strip().rstrip(".")
        parts = [_OPENINGS[verdict.label].format(claim=_ARTICLE.sub(lambda match: match[0].lower(), claim))]
        documents = self._lookup([one.doc_id for one in verdict.evidence])
        told = []
        for stance in _SIDES[verdict.label]:
            deciding = [one for one in verdict.evidence if one.label is stance]
            told += [_told(claim, one, documents[one.doc_id]) for one in deciding[: self._most]]
        if verdict.label is VerdictLabel.NOT_ENOUGH_EVIDENCE:
            told = _missing(verdict, documents)
        elif not told:
            told = _together(claim, verdict.evidence[: self._most], documents)
        return " ".join([*parts, *told, *_other_side(verdict)])


def _told(claim: str, evidence: Evidence, document: Document) -> str:
    answer = evidence.answer or " ".join(document.sentences)
    told = f"{_source(document)} {_WORDS[evidence.label]}: “{_cut(answer)}”"
    if evidence.question:
        told += f" (asked: {evidence.question})"
    missing, instead = differing(claim, answer)
    if missing:
        told += f" The claim says {' and '.join(missing[:3])}, the source {' and '.join(instead[:3])}."
    return told


def _together(claim: str, telling: Sequence[Evidence], documents: Mapping[str, Document]) -> list[str]:
    """Return what tells most where no answer decides alone."""
    return ["No answer decides it alone; those that tell most are these."] + [
        _told(claim, one, documents[one.doc_id]) for one in telling
    ]


def _missing(verdict: Verdict, documents: Mapping[str, Document]) -> list[str]:
    """Return what was asked in vain, and what came nearest to an answer."""
    if not verdict.evidence:
        return ["No document from before the claim was found."]
    asked = next((one.question for one in verdict.evidence if one.question), None)
    parts = [f"No answer was found that decides “{asked}”"] if asked else ["No answer was found that decides it."]
    nearest = verdict.evidence[0]
    document = documents[nearest.doc_id]
    parts.append(f"The nearest is from {_source(document)}: “{_cut(nearest.answer or ' '.join(document.sentences))}”")
    return parts


def _other_side(verdict: Verdict) -> list[str]:
    if verdict.label is VerdictLabel.NOT_ENOUGH_EVIDENCE:
        return []
    against = [
        one
        for one in verdict.evidence
        if one.label is not Stance.NOT_ENOUGH_INFO and one.label not in _SIDES[verdict.label]
    ]
    if not against:
        return []
    count = "One answer" if len(against) == 1 else f"{len(against)} answers"
    return [f"{count} on the other side {'weighs' if len(against) == 1 else 'weigh'} less."]


def _source(document: Document) -> str:
    """Return who says it: the title, or the site, with the date."""
    host = (parts_of(document.url).hostname or "").removeprefix("www.") if document.url else ""
    name = f"“{document.title}”" if document.title else host or f"document {document.id}"
    facts = [fact for fact in (host if document.title else None, document.date) if fact]
    return f"{name} ({', '.join(facts)})" if facts else name


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rsplit(" ", 1)[0] + " …"
