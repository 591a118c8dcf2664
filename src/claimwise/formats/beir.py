"""BEIR's folders: a corpus, queries, and judgements of relevance.

    corpus.jsonl   {"_id": "4983", "title": "…", "text": "…", "metadata": {…}}
    queries.jsonl  {"_id": "3", "text": "…"}
    qrels/*.tsv    query-id <tab> corpus-id <tab> score, under that header

BEIR's texts are split into sentences on reading. A document whose own sentences that would not give back is written
with `sentences` in its metadata. Thakur et al. 2021, https://arxiv.org/abs/2104.08663
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from claimwise.errors import InputError
from claimwise.formats import fields
from claimwise.formats.lines import each, read_lines, read_objects, write_lines, write_objects
from claimwise.formats.problems import OnError, stop
from claimwise.formats.trec import Qrels, gather
from claimwise.types import Claim, Document

_HEADER = "query-id\tcorpus-id\tscore"
_PLACED = frozenset({"sentences", "url", "date"})


def read_corpus(path: str | Path, *, on_error: OnError = stop) -> Iterator[Document]:
    """Yield the documents of a `corpus.jsonl`."""
    rows = read_objects(path, on_error=on_error)
    return each(rows, _document, path=path, identify=lambda document: document.id, on_error=on_error)


def write_corpus(path: str | Path, documents: Iterable[Document]) -> None:
    """Write a `corpus.jsonl`."""
    write_objects(path, map(_record, documents))


def read_queries(path: str | Path, *, on_error: OnError = stop) -> Iterator[Claim]:
    """Yield the queries of a `queries.jsonl`, as claims."""
    rows = read_objects(path, on_error=on_error)
    return each(rows, _claim, path=path, identify=lambda claim: claim.id, on_error=on_error)


def write_queries(path: str | Path, claims: Iterable[Claim]) -> None:
    """Write claims as a `queries.jsonl`, which has no place for date, speaker and source."""
    write_objects(path, ({"_id": claim.id, "text": claim.text} for claim in claims))


def read_qrels(path: str | Path, *, on_error: OnError = stop) -> Qrels:
    """Return the relevance of each judged document, by query and document."""
    rows = ((number, line) for number, line in read_lines(path, on_error=on_error) if line != _HEADER)
    return gather(rows, _judged, path=path, on_error=on_error)


def write_qrels(path: str | Path, qrels: Mapping[str, Mapping[str, int]]) -> None:
    """Write judgements of relevance under BEIR's header."""
    rows = (_row(query, document, score) for query, scores in qrels.items() for document, score in scores.items())
    write_lines(path, chain([_HEADER], rows))


def _document(_: int, record: fields.Record) -> Document:
    title, metadata = fields.text(record, "title"), dict(fields.mapping(record, "metadata"))
    own = "sentences" in metadata
    sentences = fields.texts(metadata, "sentences") if own else fields.sentences(fields.text(record, "text"))
    fields.check_content(title, sentences)
    fields.optional(metadata, "source")  # the one key of the metadata that must be text
    return Document(
        id=fields.identifier(fields.require(record, "_id")),
        title=title,
        sentences=sentences,
        url=fields.optional(metadata, "url"),
        date=fields.date(metadata),
        metadata={key: value for key, value in metadata.items() if key not in _PLACED},
    )


def _record(document: Document) -> dict[str, Any]:
    text = " ".join(document.sentences)
    own = document.sentences if fields.sentences(text) != document.sentences else None
    placed = {"sentences": own, "url": document.url, "date": document.date}
    metadata = {**document.metadata, **{key: value for key, value in placed.items() if value is not None}}
    return {"_id": document.id, "title": document.title, "text": text, "metadata": metadata}


def _claim(_: int, record: fields.Record) -> Claim:
    return Claim(fields.identifier(fields.require(record, "_id")), fields.some_text(record, "text"))


def _judged(_: int, line: str) -> tuple[str, str, int]:
    parts = line.split("\t")
    if len(parts) != 3:
        raise InputError(f"has {len(parts)} fields; query-id, corpus-id and score, with a tab between them, are needed")
    return fields.identifier(parts[0]), fields.identifier(parts[1]), fields.whole_number(parts[2])


def _row(query: str, document: str, score: int) -> str:
    for name in (query, document):
        if not name.strip() or any(mark in name for mark in "\t\r\n"):
            raise InputError(f"the id {name!r} cannot stand in a table: it is blank or holds a tab or a line end")
    return f"{query}\t{document}\t{score}"
