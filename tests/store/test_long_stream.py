"""A long stream of documents: what must be read one by one for every batch stays below a bound."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from claimwise.models.embedder import Embedder
from claimwise.store import index as store
from claimwise.store.index import Index
from claimwise.store.ingest import Ingested, ingest
from claimwise.types import Document

PAGES, BATCH, BOUND = 60, 5, 12


def pages() -> Iterator[Document]:
    for number in range(PAGES):
        yield Document(f"page-{number}", f"Page {number}", ("It is a page .",))


def unindexed_ids(index: Index) -> int:
    return int(index._table.index_stats("doc_id_idx").num_unindexed_rows)


def test_few_ids_are_outside_their_index_while_a_long_stream_is_read(
    tmp_path: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "IDS_UNINDEXED_UP_TO", BOUND)
    index = Index.create(tmp_path / "index", embedder)
    seen: list[int] = []

    def note(_: Ingested) -> None:
        seen.append(unindexed_ids(index))

    done = ingest(index, pages(), embedder, batch_characters=BATCH * 20, on_batch=note)
    assert done.added == PAGES
    assert len(seen) >= 6
    assert max(seen) < BOUND
    assert len(index.hashes([f"page-{number}" for number in range(PAGES)])) == PAGES
    assert ingest(index, pages(), embedder).unchanged == PAGES


def test_a_frugal_index_is_the_same_index(tmp_path: Path, embedder: Embedder) -> None:
    index = Index.create(tmp_path / "index", embedder)
    ingest(index, pages(), embedder)
    frugal = index.frugal()
    assert frugal.document_ids() == index.document_ids()
    assert frugal.version == index.version
