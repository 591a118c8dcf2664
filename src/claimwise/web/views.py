"""What the pages show, made ready for the templates: these hold no logic, and escape everything."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from claimwise import __version__
from claimwise.formats.reports import NAMES, web_address
from claimwise.labels import Stance, VerdictLabel
from claimwise.text.tokens import words
from claimwise.types import Document, Evidence, Verdict
from claimwise.web.problems import Problem
from claimwise.web.records import Kept

STANCES = {
    Stance.SUPPORTS: ("supports", "Supporting"),
    Stance.REFUTES: ("refutes", "Refuting"),
    Stance.NOT_ENOUGH_INFO: ("says nothing", "Related but undecided"),
}
CLASSES = {
    "SUPPORTED": "supported", "REFUTED": "refuted", "CONFLICTING": "conflicting", "NOT_ENOUGH_EVIDENCE": "unknown",
    "SUPPORTS": "supported", "REFUTES": "refuted", "NOT_ENOUGH_INFO": "unknown", "REFUSED": "unknown",
}  # fmt: skip
_AROUND = 1
_WHOLE = 400
_STAGES = {"retrieving": "Retrieving", "reranking": "Reranking", "reading": "Reading", "deciding": "Deciding"}


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the bar of probabilities: where it begins and how wide it is, in percent."""

    name: str
    kind: str
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class Shown:
    """A sentence as it is shown; `gap` says that others were left out before it."""

    text: str
    deciding: bool
    page: int | None = None
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A document as evidence."""

    doc_id: str
    title: str
    link: str | None
    facts: tuple[str, ...]
    kind: str
    shares: tuple[Share, ...]
    context: tuple[Shown, ...]
    whole: tuple[Shown, ...]
    left_out: int

    @property
    def said(self) -> str:
        """The shares in words."""
        return ", ".join(f"{share.name} {share.width:.0f} %" for share in self.shares)


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A verdict as a page shows it."""

    id: str
    created: str
    corpus: str
    claim: str
    kind: str
    name: str
    percent: int
    justification: str
    supporting: tuple[Card, ...]
    refuting: tuple[Card, ...]
    undecided: tuple[Card, ...]
    searched: tuple[tuple[str, str], ...]
    stages: tuple[tuple[str, float, float], ...]
    dissent: str | None


@cache
def _templates() -> Environment:
    folder = Path(__file__).parent / "templates"
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "sentence": sentence,
        "moment": moment,
        "kind": lambda said: CLASSES[str(said)],
        "query": lambda text: quote(text, safe=""),
    }
    made.globals |= {"version": __version__, "names": {label.value: name for label, name in NAMES.items()}}
    return made


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:  # noqa: ANN401
    """Return a page."""
    known = {"path": request.url.path, "has_token": request.app.state.service.settings.token is not None}
    text = _templates().get_template(template).render(known | values)
    return HTMLResponse(text.encode(errors="replace"), status)


def error_page(request: Request, problem: Problem) -> Response:
    """Return the page of an error."""
    shown = page(request, "error.html", status=problem.status, problem=problem)
    shown.headers.update(problem.headers)
    return shown


def moment(created: str) -> str:
    """Return a moment for people."""
    then = datetime.fromisoformat(created)
    return f"{then.day} {then:%B %Y, %H:%M} UTC"


def sentence(told: str) -> str:
    """Return what an error says as a sentence."""
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?", "”", '"')) else ".")


def verdict_view(kept: Kept) -> VerdictView:
    """Return a verdict ready to be shown."""
    verdict = kept.verdict
    cards = {stance: tuple(_cards(verdict, kept.documents, stance)) for stance in STANCES}
    return VerdictView(
        id=kept.id,
        created=kept.created,
        corpus=kept.corpus,
        claim=verdict.claim.text,
        kind=CLASSES[verdict.label.value],
        name=NAMES[verdict.label],
        percent=round(100 * verdict.confidence),
        justification=verdict.justification,
        supporting=cards[Stance.SUPPORTS],
        refuting=cards[Stance.REFUTES],
        undecided=cards[Stance.NOT_ENOUGH_INFO],
        searched=tuple(_searched(kept, verdict)),
        stages=_stages(verdict.trace.get("seconds", {})),
        dissent=_dissent(verdict, cards),
    )


def _cards(verdict: Verdict, documents: Mapping[str, Document], stance: Stance) -> Iterator[Card]:
    for evidence in verdict.evidence:
        if evidence.label is stance:
            yield _card(evidence, documents[evidence.doc_id], verdict.claim.text)


def _card(evidence: Evidence, document: Document, claim: str) -> Card:
    facts = (document.date, document.source, document.id)
    return Card(
        doc_id=document.id,
        title=document.title or document.id,
        link=web_address(document.url),
        facts=tuple(fact for fact in facts if fact),
        kind=CLASSES[evidence.label.value],
        shares=_shares(evidence.probabilities),
        context=tuple(_context(evidence, document, claim)),
        whole=tuple(_shown(document, i, evidence) for i in range(min(_WHOLE, len(document.sentences)))),
        left_out=max(0, len(document.sentences) - _WHOLE),
    )


def _shares(probabilities: Mapping[Stance, float]) -> tuple[Share, ...]:
    shares, start = [], 0.0
    for stance, (name, _) in STANCES.items():
        width = round(100 * probabilities.get(stance, 0.0), 1)
        shares.append(Share(name, CLASSES[stance.value], round(start, 1), width))
        start += width
    return tuple(shares)


def _context(evidence: Evidence, document: Document, claim: str) -> Iterator[Shown]:
    """Yield the deciding sentences with their neighbours; where none decides, the one most like the claim."""
    if not evidence.sentences:
        closest = _closest(document, claim)
        if closest is not None:
            yield _shown(document, closest, evidence)
        return
    near = {i + step for i in evidence.sentences for step in range(-_AROUND, _AROUND + 1)}
    last = -1
    for i in sorted(i for i in near if 0 <= i < len(document.sentences)):
        yield _shown(document, i, evidence, gap=i != last + 1)
        last = i


def _closest(document: Document, claim: str) -> int | None:
    """Return the sentence that shares most words with the claim, if any does."""
    wanted = frozenset(words(claim))
    shared = [len(wanted.intersection(words(text))) for text in document.sentences]
    return shared.index(max(shared)) if any(shared) else None


def _shown(document: Document, i: int, evidence: Evidence, *, gap: bool = False) -> Shown:
    pages = document.metadata.get("pages")
    number = pages[i] if isinstance(pages, Sequence) and i < len(pages) and isinstance(pages[i], int) else None
    return Shown(document.sentences[i], i in evidence.sentences, number, gap)


def _searched(kept: Kept, verdict: Verdict) -> Iterator[tuple[str, str]]:
    trace = verdict.trace
    index, filters = trace.get("index", {}), trace.get("filters", {})
    yield "Index", f"{index.get('name', kept.corpus)}, version {index.get('version', '?')}"
    yield "Documents in it", f"{index.get('documents', 0):,}"
    yield "Read for this claim", f"{len(verdict.evidence)} of {len(trace.get('retrieved', ()))} found"
    if trace.get("duplicates"):
        count = len(trace["duplicates"])
        yield "Left out", f"{count} near-duplicate{'' if count == 1 else 's'}"
    undated = ", undated ones too" if filters.get("allow_undated") else ""
    yield "Date limit", f"before {filters['as_of']}{undated}" if "as_of" in filters else "none"
    yield "Sources", ", ".join(filters.get("sources", ())) or "all"
    yield "Recipe", str(trace.get("recipe", "?"))
    models = trace.get("models", {})
    yield "Models", ", ".join(f"{kind} {name}" for kind, name in models.items())


def _stages(seconds: Mapping[str, float]) -> tuple[tuple[str, float, float], ...]:
    """Return each stage with its seconds and its share of all of them, in percent."""
    total = sum(seconds.values()) or 1.0
    return tuple((_STAGES.get(name, name), spent, round(100 * spent / total, 1)) for name, spent in seconds.items())


def _dissent(verdict: Verdict, cards: Mapping[Stance, Sequence[Card]]) -> str | None:
    """Return a word of warning where documents disagree."""
    pro, contra = len(cards[Stance.SUPPORTS]), len(cards[Stance.REFUTES])
    if not (pro and contra):
        return None
    if verdict.label is VerdictLabel.CONFLICTING:
        return f"The documents disagree: {pro} supporting, {contra} refuting, strong ones on both sides."
    few, does = (contra, "refute") if verdict.label is VerdictLabel.SUPPORTED else (pro, "support")
    return f"Not all documents agree: {few} {does}{'s' if few == 1 else ''} the claim."
