"""How documents become rows and rows become documents again.

One row is one passage: a window of a document's sentences. It carries everything that is known of its document, so
that one table, and one commit, holds it all. `text` is the title and the passage's sentences, which is what full-text
search reads; `ends` are the offsets in it where the title and each sentence stop.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from claimwise.models.embedder import EmbeddedPassage, Vectors
from claimwise.text.dates import latest_day
from claimwise.types import Document

DOCUMENT_COLUMNS = ["doc_id", "start", "text", "ends", "url", "date", "metadata"]


def schema(dimension: int, properties: dict[str, Any]) -> pa.Schema:
    """Return the table's schema; `properties` (which embedder, which layout) travel in its metadata."""
    fields = [
        pa.field("doc_id", pa.string(), nullable=False),
        pa.field("passage", pa.int32(), nullable=False),
        pa.field("start", pa.int32(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("ends", pa.list_(pa.int32()), nullable=False),
        pa.field("url", pa.string()),
        pa.field("date", pa.string()),
        pa.field("day", pa.date32()),
        pa.field("source", pa.string()),
        pa.field("metadata", pa.string(), nullable=False),
        pa.field("hash", pa.string(), nullable=False),
        pa.field("vector", pa.list_(pa.float16(), dimension), nullable=False),
        pa.field("sentence_vectors", pa.binary(), nullable=False),
    ]
    return pa.schema(fields, metadata={"claimwise": json.dumps(properties)})


def content_hash(document: Document) -> str:
    """Return what changes when anything in the document changes."""
    content = [document.title, document.sentences, document.url, document.date, dict(document.metadata)]
    return hashlib.sha256(
        json.dumps(content, sort_keys=True, ensure_ascii=False).encode(errors="surrogatepass")
    ).hexdigest()


def to_rows(document: Document, passages: Sequence[EmbeddedPassage]) -> list[dict[str, Any]]:
    """Return one row per passage."""
    of_document = {
        "doc_id": document.id,
        "url": document.url,
        "date": document.date,
        "day": latest_day(document.date) if document.date else None,
        "source": document.source,
        "metadata": json.dumps(dict(document.metadata), ensure_ascii=False),
        "hash": content_hash(document),
    }
    rows = []
    for number, passage in enumerate(passages):
        pieces = [document.title, *(document.sentences[i] for i in passage.sentences)]
        ends = np.cumsum([len(piece) + 1 for piece in pieces]) - 1
        rows.append(
            of_document
            | {
                "passage": number,
                "start": passage.sentences.start,
                "text": " ".join(pieces),
                "ends": ends.tolist(),
                "vector": passage.vector.astype(np.float16),
                "sentence_vectors": _pack(passage.sentence_vectors),
            }
        )
    return rows


def to_documents(rows: Iterable[dict[str, Any]]) -> list[Document]:
    """Put documents together again from their passages, which come in any order; overlaps are taken once."""
    by_document: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_document.setdefault(row["doc_id"], []).append(row)
    return [_to_document(sorted(passages, key=lambda row: row["start"])) for passages in by_document.values()]


def _to_document(passages: Sequence[dict[str, Any]]) -> Document:
    sentences: list[str] = []
    for row in passages:
        sentences += _pieces(row)[1:][len(sentences) - row["start"] :]
    first = passages[0]
    return Document(
        id=first["doc_id"],
        title=_pieces(first)[0],
        sentences=tuple(sentences),
        url=first["url"],
        date=first["date"],
        metadata=json.loads(first["metadata"]),
    )


def _pieces(row: dict[str, Any]) -> list[str]:
    """Return the title and the sentences of a passage."""
    text: str = row["text"]
    return [text[start + 1 : end] for start, end in pairwise([-1, *row["ends"]])]


def _pack(vectors: Vectors) -> bytes:
    """Return unit vectors as int8, each scaled to its own largest component; the scale is lost, the direction kept."""
    scale = 127 / np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-12)
    return bytes(np.rint(vectors * scale).astype(np.int8).tobytes())


def packed_similarities(packed: Sequence[bytes], query: Vectors) -> list[NDArray[np.float32]]:
    """Return the cosine of a query to every packed vector, by pack; all packs at once, for this is the inner loop."""
    vectors = np.frombuffer(b"".join(packed), dtype=np.int8).reshape(-1, len(query)).astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    cosines = (vectors @ query) / np.maximum(lengths, 1e-12)
    return np.split(cosines, np.cumsum([len(pack) // len(query) for pack in packed])[:-1]) if packed else []
