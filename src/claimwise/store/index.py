"""An index: a folder (or bucket) that holds a body of documents, ready to be searched.

It is one LanceDB table. Every change is one atomic commit, so a reader sees the state before it or after it, a killed
writer leaves what it had committed, and any number of processes may search while one writes.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import StoreError
from claimwise.models.embedder import Embedder, Vectors
from claimwise.store import rows
from claimwise.store.filters import NO_FILTERS, Filters, quoted
from claimwise.store.lock import hold_for, holding, without_readers, writer_lock
from claimwise.store.memory import give_back
from claimwise.store.place import TABLE, connect, is_index, is_remote, size_of, store_errors
from claimwise.types import Document

LAYOUT = 1
"""Raised whenever the table's columns change in a way that older code cannot read."""

EXACT_UP_TO = 20_000
"""Passages up to which every vector is compared as it is; beyond, in int8 and only those of the nearest partitions."""

_DISTANCE = "cosine"  # for rounded vectors LanceDB takes five times as long over "dot"
_PARTITION = 8192  # passages
_PARTITIONS = 40
"""How many partitions a search reads, and more where a filter leaves too few: up to 300,000 passages it is all."""

_KEPT = timedelta(minutes=1)
_KEPT_FAR_AWAY = timedelta(days=7)
_FOREVER = timedelta(days=10_000)
"""How old a version may be that is not the newest: here, at an address, and while somebody holds one."""

_SCAN_ROWS = 4096
_SMALL_CACHE = 32 * 2**20  # bytes

IDS_UNINDEXED_UP_TO = 50_000
"""Rows that a search for ids may have to read one by one, while documents are added."""


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that a search found: `score` is BM25 or cosine, higher is better; sentence vectors are packed."""

    doc_id: str
    passage: int
    start: int
    score: float
    vector: NDArray[np.float32]
    packed_sentences: bytes


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What `claimwise index info` tells."""

    location: str
    version: int
    documents: int
    passages: int
    embedder: str
    fingerprint: str
    bytes: int
    sources: Mapping[str, int]
    earliest: str | None
    latest: str | None
    undated: int


class Index:
    """An index that exists. `Index.create` makes one, `Index.open` opens one."""

    def __init__(self, location: str, table: Any, properties: Mapping[str, Any]) -> None:  # noqa: ANN401 (no types)
        self.location = location
        self.name = location
        """What people are told that was searched."""
        self.properties = properties
        self._table = table

    @classmethod
    def open(cls, location: str | Path) -> "Index":
        """Open the index at a folder or `s3://…` address."""
        place = str(location)
        if not is_index(place):
            raise StoreError(f"no index at {place}; `claimwise index build SOURCE --out {place}` makes one")
        with store_errors(place):
            table = connect(place).open_table(TABLE)
            described = (table.schema.metadata or {}).get(b"claimwise")
            if described is None:
                raise StoreError(f"{place} is a LanceDB folder, but not an index of claimwise")
            properties = json.loads(described)
            layout = properties["layout"]
        if layout != LAYOUT:
            raise StoreError(
                f"{place} has layout {layout}, this version of claimwise reads layout {LAYOUT}; "
                "build the index again from its sources"
            )
        return cls(place, table, properties)

    @classmethod
    def create(cls, location: str | Path, embedder: Embedder) -> "Index":
        """Make an empty index for vectors of this embedder, where there is none."""
        place = str(location)
        card = embedder.card
        properties = {
            "layout": LAYOUT,
            "embedder": card.name,
            "fingerprint": card.fingerprint,
            "dimension": card.dimension,
        }
        with store_errors(place):
            if not is_remote(place):
                Path(place).mkdir(parents=True, exist_ok=True)
            with writing(place):
                if is_index(place):
                    raise StoreError(f"{place} holds an index already; open it, or choose another folder")
                # What a creation that was cut off left behind holds no documents: begin anew.
                schema = rows.schema(card.dimension, properties)
                table = connect(place).create_table(TABLE, schema=schema, mode="overwrite")
                index = cls(place, table, properties)
                index.prepare_search()
        return index

    @cached_property
    def dimension(self) -> int:
        """The length of the index's vectors."""
        return int(self.properties["dimension"])

    @property
    def version(self) -> int:
        """The number of the newest commit."""
        with self._errors():
            return int(self._table.version)

    def check_embedder(self, embedder: Embedder) -> None:
        """Raise unless this embedder made the vectors of the index."""
        made_by = self.properties["fingerprint"]
        if embedder.fingerprint != made_by:
            raise StoreError(
                f"the vectors in {self.location} were made by the embedder {self.properties['embedder']} "
                f"(sha256 {made_by[:12]}…), not by {embedder.card.name} (sha256 {embedder.fingerprint[:12]}…); "
                "use that embedder, or build the index again from its sources"
            )

    def hashes(self, doc_ids: Sequence[str]) -> dict[str, str]:
        """Return the content hash of each of these documents that the index holds."""
        found = self._rows(f"passage = 0 AND doc_id IN ({quoted(list(doc_ids))})", ["doc_id", "hash"])
        return {row["doc_id"]: row["hash"] for row in found}

    def documents(self, doc_ids: Sequence[str]) -> list[Document]:
        """Return these documents, in this order; one that the index does not hold is an error."""
        if not doc_ids:
            return []
        wanted = list(dict.fromkeys(doc_ids))
        found = rows.to_documents(self._rows(f"doc_id IN ({quoted(wanted)})", rows.DOCUMENT_COLUMNS))
        by_id = {document.id: document for document in found}
        for doc_id in wanted:
            if doc_id not in by_id:
                raise StoreError(f"{self.location} holds no document {doc_id!r}")
        return [by_id[doc_id] for doc_id in doc_ids]

    def document_ids(self) -> list[str]:
        """Return the ids of all documents, in order."""
        return sorted(row["doc_id"] for row in self._rows("passage = 0", ["doc_id"]))

    def all_documents(self) -> Iterator[Document]:
        """Yield every document, in the order of their ids, a few thousand at a time."""
        ids = self.document_ids()
        for start in range(0, len(ids), _SCAN_ROWS):
            yield from self.documents(ids[start : start + _SCAN_ROWS])

    def titles(self) -> Iterator[list[tuple[str, str, dict[str, Any]]]]:
        """Yield the id, title and metadata of every document, a few thousand at a time and never more in memory."""
        with self._errors():
            heads = self._table.search().where("passage = 0").select(["doc_id", "text", "ends", "metadata"])
            for batch in heads.limit(None).to_batches(_SCAN_ROWS):
                yield [
                    (row["doc_id"], row["text"][: row["ends"][0]], json.loads(row["metadata"]))
                    for row in batch.to_pylist()
                ]

    def visible(self, doc_ids: Sequence[str], filters: Filters) -> frozenset[str]:
        """Return those of the documents that a search with these filters may see."""
        condition = filters.sql()
        if condition is None or not doc_ids:
            return frozenset(doc_ids)
        found = self._rows(f"passage = 0 AND {condition} AND doc_id IN ({quoted(list(doc_ids))})", ["doc_id"])
        return frozenset(row["doc_id"] for row in found)

    def search_text(
        self, query: str, *, limit: int, filters: Filters = NO_FILTERS, vectors: bool = True
    ) -> list[Found]:
        """Return the passages whose words match best (BM25, English stems, stop words ignored).

        Without `vectors` those of the result are empty, and it comes sooner.
        """
        from lancedb.query import MatchQuery

        with self._errors():
            search = self._table.search(MatchQuery(query, "text"), query_type="fts")
            return self._found(search, "_score", limit, filters, vectors=vectors)

    def search_vector(self, vector: Vectors, *, limit: int, filters: Filters = NO_FILTERS) -> list[Found]:
        """Return the passages whose vectors are nearest (cosine)."""
        with self._errors():
            search = self._table.search(vector, vector_column_name="vector").distance_type(_DISTANCE)
            search = search.minimum_nprobes(_PARTITIONS).maximum_nprobes(0)
            found = self._found(search, "_distance", limit, filters, vectors=True)
        # An approximate index orders by rounded vectors: the exact ones are at hand.
        exact = [replace(passage, score=float(passage.vector @ vector)) for passage in found]
        return sorted(exact, key=lambda passage: -passage.score)

    def commit(self, new: Sequence[Mapping[str, Any]], *, outdated: Sequence[str]) -> None:
        """Commit rows, and in the same commit drop what was there of the `outdated` documents."""
        import pyarrow as pa

        with self._errors():
            batch = pa.Table.from_pylist([dict(row) for row in new], schema=self._table.schema)
            if not outdated:
                self._table.add(batch)
                return
            merge = self._table.merge_insert(["doc_id", "passage"])
            merge = merge.when_matched_update_all().when_not_matched_insert_all()
            merge.when_not_matched_by_source_delete(f"doc_id IN ({quoted(list(outdated))})").execute(batch)

    def remove(self, doc_ids: Sequence[str]) -> int:
        """Remove these documents in one commit; return how many of them were there."""
        present = self.hashes(doc_ids)
        if present:
            with self._errors():
                self._table.delete(f"doc_id IN ({quoted(list(present))})")
        return len(present)

    def frugal(self) -> "Index":
        """Return the same index with small caches: for who goes through all of it once."""
        with self._errors():
            table = connect(self.location, cache=_SMALL_CACHE).open_table(TABLE)
        return Index(self.location, table, self.properties)

    def index_ids(self) -> None:
        """Make the index over ids anew where many rows are not in it, and only that one.

        It takes a second for a million rows. Without it every batch of documents would read the ids of all rows since
        the last `optimise`, which takes the more time and memory the longer a dump is; `optimise` after every so many
        rows would write all words anew each time.
        """
        from lancedb.index import BTree

        with self._errors():
            if self._table.index_stats("doc_id_idx").num_unindexed_rows >= IDS_UNINDEXED_UP_TO:
                self._table.create_index("doc_id", config=BTree(), replace=True)

    def optimise(self) -> None:
        """Take new rows into the search indexes, join small files, and drop old versions that nobody holds."""
        with self._errors():
            self._table.optimize(cleanup_older_than=_KEPT_FAR_AWAY if is_remote(self.location) else _FOREVER)
            give_back()
            self._index_vectors()  # after the joining of files, which would have to write it anew
            if is_remote(self.location):
                return
            with without_readers(Path(self.location)) as is_free:
                if is_free:
                    self._table.optimize(cleanup_older_than=_KEPT)

    def _index_vectors(self) -> None:
        """Make the index over vectors once there are enough of them."""
        from lancedb.index import IvfSq

        if self.count_passages() >= EXACT_UP_TO and "vector" not in self._indexed():
            self._table.create_index("vector", config=IvfSq(distance_type=_DISTANCE, target_partition_size=_PARTITION))

    def prepare_search(self) -> None:
        """Make the search indexes that are missing, as after a creation that was cut off."""
        from lancedb.index import FTS, BTree

        with self._errors():
            present = self._indexed()
            if "text" not in present:
                self._table.create_index("text", config=FTS(stem=True, remove_stop_words=True, with_position=False))
            if "doc_id" not in present:
                self._table.create_index("doc_id", config=BTree())

    @property
    def unindexed(self) -> int:
        """How many rows full-text search must still read one by one."""
        with self._errors():
            return int(self._table.index_stats("text_idx").num_unindexed_rows)

    def writing(self) -> AbstractContextManager[None]:
        """Hold the right to write; a second writer gets an error at once."""
        return writing(self.location)

    def hold(self) -> None:
        """Keep writers from dropping old versions while this object lives: for who stays with one for long."""
        if not is_remote(self.location):
            hold_for(self, Path(self.location))

    def holding(self) -> AbstractContextManager[None]:
        """Keep writers from dropping old versions meanwhile."""
        return nullcontext() if is_remote(self.location) else holding(Path(self.location))

    def pin(self) -> None:
        """Stay with the newest version, so that what is found and what is read of it are of one state."""
        with self._errors():
            self._table.checkout(self._table.version)

    def count_passages(self) -> int:
        """Return how many passages the index holds."""
        with self._errors():
            return int(self._table.count_rows())

    def count_documents(self, filters: Filters = NO_FILTERS) -> int:
        """Return how many documents the index holds, or how many of them a search may see."""
        condition = filters.sql()
        with self._errors():
            return int(self._table.count_rows(f"passage = 0 AND {condition}" if condition else "passage = 0"))

    def info(self) -> IndexInfo:
        """Say what is in the index."""
        heads = self._rows("passage = 0", ["source", "day"])
        days = sorted(row["day"].isoformat() for row in heads if row["day"] is not None)
        sources: dict[str, int] = {}
        for row in heads:
            sources[row["source"] or ""] = sources.get(row["source"] or "", 0) + 1
        return IndexInfo(
            location=self.location,
            version=self.version,
            documents=len(heads),
            passages=self.count_passages(),
            embedder=self.properties["embedder"],
            fingerprint=self.properties["fingerprint"],
            bytes=size_of(self.location),
            sources=dict(sorted(sources.items())),
            earliest=days[0] if days else None,
            latest=days[-1] if days else None,
            undated=len(heads) - len(days),
        )

    def _indexed(self) -> set[str]:
        return {column for index in self._table.list_indices() for column in index.columns}

    def _rows(self, condition: str, columns: list[str]) -> list[dict[str, Any]]:
        with self._errors():
            rows_found: list[dict[str, Any]] = (
                self._table.search().where(condition).select(columns).limit(None).to_arrow().to_pylist()
            )
            return rows_found

    def _found(self, search: Any, score: str, limit: int, filters: Filters, *, vectors: bool) -> list[Found]:  # noqa: ANN401
        condition = filters.sql()
        if condition:
            search = search.where(condition, prefilter=True)
        columns = ["doc_id", "passage", "start", score, *(["vector", "sentence_vectors"] if vectors else [])]
        table = search.select(columns).limit(limit).to_arrow()
        flat = table["vector"].combine_chunks().flatten().to_numpy() if vectors else np.zeros(0)
        matrix = flat.reshape(table.num_rows, self.dimension if vectors else 0).astype(np.float32)
        packed = table["sentence_vectors"].to_pylist() if vectors else [b""] * table.num_rows
        facts = [table[name].to_pylist() for name in ("doc_id", "passage", "start", score)]
        return [Found(*row) for row in zip(*facts, matrix, packed, strict=True)]

    def _errors(self) -> AbstractContextManager[None]:
        return store_errors(self.location)


def writing(location: str) -> AbstractContextManager[None]:
    """Hold the right to write to a folder; for an address, the store's own commit protocol must do."""
    return nullcontext() if is_remote(location) else writer_lock(Path(location))
