"""Documents of no particular dataset, one JSON object a line.

    {"id": "a", "title": "…", "text": "…", "url": "…", "date": "2021-03", "source": "…", "anything": "else"}

`sentences`, a list, may stand for `text`. Only one of these two is needed: an id is made from the file's name and the
line where there is none. What has no field of its own in a Document goes to its metadata.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from claimwise.formats import fields
from claimwise.formats.lines import each, read_objects, stem, write_objects
from claimwise.formats.problems import OnError, stop
from claimwise.types import Document

_PLACED = frozenset({"id", "title", "text", "sentences", "url", "date"})


def read_documents(path: str | Path, *, name: str | None = None, on_error: OnError = stop) -> Iterator[Document]:
    """Yield the documents of a file; those without an id are called `name:line`, by default after the file."""
    name = name or stem(path)

    def build(number: int, record: fields.Record) -> Document:
        return to_document(record, default_id=f"{name}:{number}")

    rows = read_objects(path, on_error=on_error)
    return each(rows, build, path=path, identify=lambda document: document.id, on_error=on_error)


def write_documents(path: str | Path, documents: Iterable[Document]) -> None:
    """Write documents so that `read_documents` gives the same records back."""
    write_objects(path, map(_record, documents))


def to_document(record: fields.Record, *, default_id: str) -> Document:
    """Build a document from a record with the fields above."""
    title = fields.text(record, "title")
    fields.require(record, "text", "sentences")
    divided = record.get("sentences") is not None
    sentences = fields.texts(record, "sentences") if divided else fields.sentences(fields.text(record, "text"))
    fields.check_content(title, sentences)
    return Document(
        id=fields.identifier(default_id if record.get("id") is None else record["id"]),
        title=title,
        sentences=sentences,
        url=fields.optional(record, "url"),
        date=fields.date(record),
        metadata=_metadata(record),
    )


def _metadata(record: fields.Record) -> dict[str, Any]:
    rest = {key: value for key, value in record.items() if key not in _PLACED}
    if isinstance(rest.get("metadata"), dict):
        rest = {**rest.pop("metadata"), **rest}
    if fields.optional(rest, "source") is None:
        rest.pop("source", None)
    return rest


def _record(document: Document) -> dict[str, Any]:
    record = {
        "id": document.id,
        "title": document.title,
        "sentences": list(document.sentences),
        "url": document.url,
        "date": document.date,
        "metadata": dict(document.metadata) or None,
    }
    return {key: value for key, value in record.items() if value is not None}
