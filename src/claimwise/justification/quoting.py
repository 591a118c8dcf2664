"""A justification made of the evidence itself: counts, quotations, and what differs. No word of it is invented."""

from collections.abc import Mapping, Sequence

from claimwise.labels import Stance, VerdictLabel
from claimwise.stages import Lookup
from claimwise.text.numbers import differing
from claimwise.text.tokens import words
from claimwise.types import Document, Evidence, Verdict

_LONGEST_QUOTE = 400
_MOST_MISSING = 5
_VERBS = {Stance.SUPPORTS: ("supports", "support"), Stance.REFUTES: ("refutes", "refute")}


class QuotingJustifier:
    """Says how many documents say what, quotes the strongest of each side, and points out numbers that differ."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    def justify(self, verdict: Verdict) -> str:
        """Return the justification."""
        documents = self._lookup([one.doc_id for one in verdict.evidence])
        sides = {stance: [one for one in verdict.evidence if one.label is stance] for stance in _VERBS}
        parts = [_count(sides, len(verdict.evidence))]
        if verdict.label is VerdictLabel.NOT_ENOUGH_EVIDENCE:
            weak = ["That is not sure enough to decide."] if any(sides.values()) else []
            return " ".join([*parts, *weak, *_closest(verdict, documents)])
        order = sorted(_VERBS, key=lambda stance: verdict.label.value[:3] != stance.value[:3])
        cited = [next((one for one in sides[stance] if one.sentences), None) for stance in order]
        parts += [_quotation(verdict.claim.text, one, documents) for one in cited if one is not None]
        return " ".join(parts)


def _count(sides: Mapping[Stance, Sequence[Evidence]], total: int) -> str:
    if not total:
        return "No document was found."
    read = "the one document read" if total == 1 else f"the {total} documents read"
    told = [
        f"{_amount(len(side))} {_VERBS[stance][len(side) != 1]} the claim" for stance, side in sides.items() if side
    ]
    if not told:
        return (
            f"None of {read} supports or refutes the claim." if total > 1 else f"{read.capitalize()} does not decide."
        )
    silent = next((_VERBS[stance][0] for stance, side in sides.items() if not side), None)
    end = f", none {silent} it" if silent else ""
    return f"Of {read}, {' and '.join(told)}{end}."


def _amount(count: int) -> str:
    return {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}.get(count, str(count))


def _quotation(claim: str, evidence: Evidence, documents: Mapping[str, Document]) -> str:
    document = documents[evidence.doc_id]
    sentence = document.sentences[evidence.sentences[0]]
    verb = _VERBS[evidence.label][0]
    told = f"What most {verb} it is {_name(document)}: “{_cut(sentence)}”"
    missing, instead = differing(claim, sentence)
    if missing:
        told += f" (The claim says {' and '.join(missing)}, the sentence {' and '.join(instead[:3])}.)"
    return told


def _closest(verdict: Verdict, documents: Mapping[str, Document]) -> list[str]:
    if not verdict.evidence:
        return []
    told = [f"The closest is {_name(documents[verdict.evidence[0].doc_id])}."]
    known = {word for one in documents.values() for text in (one.title, *one.sentences) for word in words(text)}
    missing = [word for word in dict.fromkeys(words(verdict.claim.text)) if word not in known][:_MOST_MISSING]
    if missing:
        quoted = ", ".join(f"“{word}”" for word in missing)
        told.append(f"None of them has the {'word' if len(missing) == 1 else 'words'} {quoted}.")
    return told


def _name(document: Document) -> str:
    title = f"“{document.title}”" if document.title else f"document {document.id}"
    return f"{title} ({document.date[:4]})" if document.date else title


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= _LONGEST_QUOTE else sentence[: _LONGEST_QUOTE - 1].rsplit(" ", 1)[0] + " …"
