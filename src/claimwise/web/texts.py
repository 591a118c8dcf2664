"""A whole text: which of its sentences are claims, and the text again with a verdict at each of them."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, BinaryIO

from claimwise.errors import FormatError, InputError
from claimwise.formats.lines import decode, suffix
from claimwise.formats.reports import NAMES
from claimwise.formats.sources import read_documents
from claimwise.text.checkworthy import worth
from claimwise.text.sentences import split
from claimwise.web.jobs import Item, Job
from claimwise.web.records import Line
from claimwise.web.uploads import safe_name

FILES = (".txt", ".md", ".pdf")
_STYLE = (
    "body { font: 1.05rem/1.6 Georgia, serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem } "
    "pre { white-space: pre-wrap; font: inherit } mark { background: #fff1a8 }"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text: a claim with what became of it, or what stands between two claims."""

    text: str
    item: Item | None = None
    line: Line | None = None

    @property
    def said(self) -> str | None:
        """The verdict in words, where there is one."""
        return NAMES[self.line.label] if self.line else None


def claims_of(text: str) -> list[dict[str, Any]]:
    """Return the sentences that are worth checking, with their places in the text and the reasons."""
    claims: list[dict[str, Any]] = []
    start = 0
    for sentence in split(text):
        start = text.index(sentence, start)
        value = worth(sentence)
        if value.enough:
            place = {"start": start, "end": start + len(sentence)}
            claims.append({"id": str(len(claims) + 1), "text": sentence, **place, "reasons": list(value.reasons)})
        start += len(sentence)
    return claims


def read_text(name: str, stream: BinaryIO) -> str:
    """Return the text of an uploaded file."""
    safe = safe_name(name)
    if suffix(safe) not in FILES:
        raise InputError(f"{safe!r} is not a text; these can be read: {', '.join(FILES)}")
    if suffix(safe) != ".pdf":
        return decode(stream.read().removeprefix(b"\xef\xbb\xbf"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / safe
        path.write_bytes(stream.read())
        try:
            [document] = read_documents(path)
        except FormatError as error:
            raise InputError(f"{safe}: {error.reason}") from error
    return " ".join(document.sentences)


def pieces(text: str, items: Sequence[Item], lines: Mapping[str, Line]) -> Iterator[Piece]:
    """Yield the whole text in order; nothing of it is lost."""
    at = 0
    for item in items:
        start, end = item.claim["start"], item.claim["end"]
        if start > at:
            yield Piece(text[at:start])
        yield Piece(text[start:end], item, lines.get(item.verdict or ""))
        at = end
    if at < len(text):
        yield Piece(text[at:])


def text_record(job: Job, items: Sequence[Item], lines: Mapping[str, Line]) -> dict[str, Any]:
    """Return an annotated text as JSON."""
    return {**job.answer(), "text": job.body, "claims": [_claim(item, lines) for item in items]}


def _claim(item: Item, lines: Mapping[str, Line]) -> dict[str, Any]:
    line = lines.get(item.verdict or "")
    told: dict[str, Any] = {name: item.claim[name] for name in ("text", "start", "end", "reasons")}
    if line:
        told |= {"verdict": line.label.value, "confidence": round(line.confidence, 4), "verdict_id": line.id}
    return told | ({"refused": item.refused} if item.refused else {})


def text_markdown(job: Job, items: Sequence[Item], lines: Mapping[str, Line]) -> str:
    """Return an annotated text as Markdown: the summary, the text with numbers, the verdicts below."""
    numbers = {item.position: number for number, item in enumerate(items, start=1)}
    shown = [
        piece.text + (f" [{numbers[piece.item.position]}: {piece.said or 'not checked'}]" if piece.item else "")
        for piece in pieces(job.body or "", items, lines)
    ]
    rows = [
        f"{numbers[piece.item.position]}. **{piece.said}**"
        f"{f' ({piece.line.confidence:.0%})' if piece.line else ''}: {' '.join(piece.text.split())}"
        for piece in pieces(job.body or "", items, lines)
        if piece.item
    ]
    return "\n".join([f"# {' '.join(job.title.split())}", "", summary(job), "", "".join(shown), "", *rows, ""])


def text_html(job: Job, items: Sequence[Item], lines: Mapping[str, Line]) -> str:
    """Return an annotated text as a page of its own."""
    shown = "".join(_marked(piece) for piece in pieces(job.body or "", items, lines))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(job.title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(job.title)}</h1><p>{escape(summary(job))}</p><pre>{shown}</pre></body></html>\n"
    )


def summary(job: Job) -> str:
    """Return what became of the claims of a text, in a sentence."""
    if not job.total:
        return "No sentence of this text states something that documents could decide."
    words = {**{label.value: name.lower() for label, name in NAMES.items()}, "REFUSED": "not checked"}
    counts = ", ".join(f"{number} {words[said]}" for said, number in job.counts.items())
    claims = f"{job.total} claim{'' if job.total == 1 else 's'} found"
    return f"{claims}: {counts}." if counts else f"{claims}."


def _marked(piece: Piece) -> str:
    if piece.item is None:
        return escape(piece.text)
    return f"<mark>{escape(piece.text)}</mark> <strong>[{escape(piece.said or 'not checked')}]</strong>"
