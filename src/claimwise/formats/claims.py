"""Claims of no particular dataset: one JSON object a line, or one claim a line of plain text.

    {"id": "a", "claim": "…", "date": "2021-03-15", "speaker": "…", "source": "…"}

`text` may stand for `claim`, so that SciFact's claims and BEIR's queries can be read here too. Only the claim is
needed: an id is made from the file's name and the line where there is none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from claimwise.errors import FormatError
from claimwise.formats import fields
from claimwise.formats.lines import each, read_lines, read_objects, stem, suffix, write_objects
from claimwise.formats.problems import OnError, stop
from claimwise.types import Claim

_JSON_LINES = frozenset({".jsonl", ".ndjson", ".json"})
_PLAIN_TEXT = frozenset({".txt", ".text", ""})


def read_claims(path: str | Path, *, on_error: OnError = stop) -> Iterator[Claim]:
    """Yield the claims of a file: JSON lines or plain text, as its name says."""

    def from_record(number: int, record: fields.Record) -> Claim:
        found = next((record[key] for key in ("id", "_id") if record.get(key) is not None), f"{stem(path)}:{number}")
        return Claim(
            id=fields.identifier(found),
            text=fields.some_text(record, "claim", "text"),
            date=fields.date(record),
            speaker=fields.optional(record, "speaker"),
            source=fields.optional(record, "source"),
        )

    def from_line(number: int, line: str) -> Claim:
        return Claim(f"{stem(path)}:{number}", line.strip())

    if suffix(path) in _JSON_LINES:
        rows: Iterator[tuple[int, Any]] = read_objects(path, on_error=on_error)
        return each(rows, from_record, path=path, identify=lambda claim: claim.id, on_error=on_error)
    if suffix(path) in _PLAIN_TEXT:
        return each(read_lines(path, on_error=on_error), from_line, path=path, on_error=on_error)
    raise FormatError("claims are read from .jsonl files, or from .txt files with one claim a line", path=path)


def write_claims(path: str | Path, claims: Iterable[Claim]) -> None:
    """Write claims as JSON lines, so that `read_claims` gives the same records back."""
    write_objects(path, (_record(claim) for claim in claims))


def _record(claim: Claim) -> dict[str, Any]:
    record = {"claim" if key == "text" else key: value for key, value in asdict(claim).items()}
    return {key: value for key, value in record.items() if value is not None}
