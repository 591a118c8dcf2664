"""What goes into an index comes out of it, and what cannot be used is said clearly."""

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.errors import StoreError
from claimwise.models.embedder import EmbeddedPassage, Embedder
from claimwise.store import index as store
from claimwise.store.filters import Filters
from claimwise.store.index import Index
from claimwise.store.ingest import Ingested, ingest
from claimwise.store.rows import content_hash, packed_similarities, to_documents, to_rows
from claimwise.text.passages import windows
from claimwise.types import Document

BIRDS = Document(
    "birds", "Birds", ("Ostriches run.", "They don't bury their heads."), "http://x", "2015", {"source": "a"}
)
LONG = Document(
    "long", "A long one", tuple(f"Sentence number {i} is about the moon and its tides." for i in range(400))
)
UNDATED = Document("undated", "Moon", ("The moon pulls the sea.",), metadata={"source": "b", "page": [1, 2]})
TITLE_ONLY = Document("title-only", "The tides of Venus", ())
QUOTES = Document('it\'s "quoted" -- id', "Quotes", ("Ids may hold 'quotes'.",), date="2020-05-17")
ALL = [BIRDS, LONG, UNDATED, TITLE_ONLY, QUOTES]


@pytest.fixture
def index(tmp_path: Path, embedder: Embedder) -> Index:
    index = Index.create(tmp_path / "index", embedder)
    ingest(index, ALL, embedder)
    return index


def test_documents_come_back_as_they_were(index: Index) -> None:
    assert index.documents([document.id for document in ALL]) == ALL
    assert list(Index.open(index.location).all_documents()) == sorted(ALL, key=lambda document: document.id)


def test_a_long_document_is_several_passages_and_hits_name_its_sentences(index: Index, embedder: Embedder) -> None:
    assert index.info().passages > len(ALL)
    found = index.search_text("number 377", limit=1)[0]
    assert found.doc_id == "long"
    assert found.start <= 377 < found.start + len(found.packed_sentences) // embedder.card.dimension


def test_unchanged_documents_cost_nothing(index: Index, embedder: Embedder) -> None:
    version = index.version
    assert ingest(index, ALL, embedder) == Ingested(unchanged=len(ALL))
    assert index.version == version


def test_a_changed_document_replaces_the_old_one(index: Index, embedder: Embedder) -> None:
    shorter = replace(LONG, sentences=("Only the sun is left.",))
    assert ingest(index, [shorter, BIRDS], embedder) == Ingested(replaced=1, unchanged=1, passages=1)
    assert index.documents(["long", "birds"]) == [shorter, BIRDS]
    assert not [found for found in index.search_text("number 377 tides", limit=50) if found.doc_id == "long"]
    longer = replace(shorter, sentences=LONG.sentences[:300])
    ingest(index, [longer], embedder)
    assert index.documents(["long"]) == [longer]


def test_of_two_with_one_id_the_later_counts(index: Index, embedder: Embedder) -> None:
    later = replace(BIRDS, title="Later")
    ingest(index, [replace(BIRDS, title="Earlier"), later], embedder)
    assert index.documents(["birds"]) == [later]


def test_removing(index: Index) -> None:
    assert index.remove(["birds", QUOTES.id, "not there"]) == 2
    assert {document.id for document in index.all_documents()} == {"long", "undated", "title-only"}
    with pytest.raises(StoreError, match="holds no document 'birds'"):
        index.documents(["birds"])


def test_filters(index: Index) -> None:
    def ids(filters: Filters) -> set[str]:
        return {found.doc_id for found in index.search_text("ostriches moon quotes tides", limit=99, filters=filters)}

    assert ids(Filters()) == {document.id for document in ALL}
    assert ids(Filters(as_of=date(2016, 1, 1))) == {"birds"}
    assert ids(Filters(as_of=date(2015, 12, 31))) == set(), "a year counts as its last day"
    assert ids(Filters(as_of=date(2020, 5, 17))) == {"birds"}, "before means before"
    assert ids(Filters(as_of=date(2020, 5, 18))) == {"birds", QUOTES.id}
    assert ids(Filters(as_of=date(2016, 1, 1), allow_undated=True)) == {"birds", "long", "undated", "title-only"}
    assert ids(Filters(sources=("b", "it's"))) == {"undated"}


def test_info(index: Index, embedder: Embedder) -> None:
    info = index.info()
    assert (info.documents, info.undated, info.earliest, info.latest) == (5, 3, "2015-12-31", "2020-05-17")
    assert info.sources == {"": 3, "a": 1, "b": 1}
    assert info.fingerprint == embedder.fingerprint
    assert info.bytes > 1000


def test_another_embedder_is_refused(index: Index, embedder: Embedder, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    card = json.loads((embedder.folder / "card.json").read_text())
    card["files"]["model.onnx"] = "f" * 64
    (other / "card.json").write_text(json.dumps(card | {"name": "another"}))
    with pytest.raises(StoreError, match="not by another"):
        ingest(index, [BIRDS], Embedder(other))


def test_no_index_is_said_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no index at .* `claimwise index build"):
        Index.open(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("damage", ["truncate", "empty", "garbage", "delete data"])
def test_a_damaged_index_is_said(index: Index, damage: str, embedder: Embedder) -> None:
    table = Path(index.location) / "passages.lance"
    files = list((table / "data").rglob("*.lance")) if damage == "delete data" else list(table.rglob("*.manifest"))
    for path in files:
        if damage == "delete data":
            path.unlink()
        else:
            content = path.read_bytes()
            path.write_bytes({"truncate": content[: len(content) // 2], "empty": b""}.get(damage, b"\x00garbage" * 9))
    with pytest.raises(StoreError, match="cannot be used"):
        list(Index.open(index.location).all_documents())


def test_an_index_is_never_created_over_another(index: Index, embedder: Embedder) -> None:
    with pytest.raises(StoreError, match="holds an index already"):
        Index.create(index.location, embedder)
    assert index.info().documents == len(ALL)


def test_a_pinned_index_stays_as_it_was(index: Index, embedder: Embedder) -> None:
    pinned = Index.open(index.location)
    pinned.pin()
    ingest(index, [replace(BIRDS, sentences=("Short now.",))], embedder)
    assert pinned.documents(["birds"]) == [BIRDS]
    assert index.documents(["birds"]) != [BIRDS]


@pytest.mark.parametrize("held", [True, False])
def test_old_versions_stay_while_somebody_holds_one(
    index: Index, embedder: Embedder, monkeypatch: pytest.MonkeyPatch, held: bool
) -> None:
    monkeypatch.setattr(store, "_KEPT", timedelta(milliseconds=1))
    pinned = Index.open(index.location)
    if held:
        pinned.hold()
    pinned.pin()
    for text in ("Short now.", "Shorter."):
        ingest(index, [replace(BIRDS, sentences=(text,))], embedder)
    if held:
        assert pinned.documents(["birds"]) == [BIRDS]
    else:
        with pytest.raises(StoreError):
            pinned.documents(["birds"])


@pytest.mark.parametrize("place", ["file", "file/below", "x" * 300])
def test_a_place_that_cannot_be_is_said(tmp_path: Path, embedder: Embedder, place: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be used"):
        Index.create(tmp_path / place, embedder)


def test_a_lock_that_cannot_be_had_is_said(index: Index, embedder: Embedder) -> None:
    (Path(index.location) / ".writer").unlink()
    (Path(index.location) / ".writer").mkdir()
    with pytest.raises(StoreError, match="cannot be written to"):
        ingest(index, [BIRDS], embedder)


def test_title_only_documents_are_committed_in_batches_too(tmp_path: Path, embedder: Embedder) -> None:
    seen: list[Ingested] = []
    titles = [Document(str(i), f"Title number {i}", ()) for i in range(20)]
    ingest(Index.create(tmp_path / "index", embedder), titles, embedder, batch_characters=60, on_batch=seen.append)
    assert len(seen) > 3


@pytest.mark.parametrize("properties", ["{bad", "{}"])
def test_damaged_properties_are_said(tmp_path: Path, properties: str) -> None:
    import lancedb
    import pyarrow as pa

    schema = pa.schema([("x", pa.int32())], metadata={"claimwise": properties})
    lancedb.connect(tmp_path / "db").create_table("passages", schema=schema)
    with pytest.raises(StoreError, match="cannot be used"):
        Index.open(tmp_path / "db")


def test_a_foreign_table_is_said(tmp_path: Path) -> None:
    import lancedb

    lancedb.connect(tmp_path / "db").create_table("passages", [{"x": 1}])
    with pytest.raises(StoreError, match="not an index of claimwise"):
        Index.open(tmp_path / "db")


def test_an_older_layout_is_said(tmp_path: Path) -> None:
    import lancedb
    import pyarrow as pa

    schema = pa.schema([("x", pa.int32())], metadata={"claimwise": '{"layout": 0}'})
    lancedb.connect(tmp_path / "db").create_table("passages", schema=schema)
    with pytest.raises(StoreError, match="layout 0"):
        Index.open(tmp_path / "db")


texts = st.text(max_size=30)
documents = st.builds(
    Document,
    id=st.text(min_size=1, max_size=8),
    title=texts,
    sentences=st.lists(texts, max_size=12).map(tuple),
    url=st.none() | texts,
    date=st.sampled_from([None, "1999", "2004-02", "2020-02-29"]),
    metadata=st.dictionaries(texts, st.none() | st.integers() | texts | st.lists(st.integers())),
)


@given(document=documents, limit=st.integers(1, 60))
@settings(deadline=None)
def test_rows_and_back(document: Document, limit: int) -> None:
    cuts = windows([len(sentence) for sentence in document.sentences], limit=limit) or [range(0)]
    zeros = np.zeros(4, dtype=np.float32)
    passages = [EmbeddedPassage(cut, zeros, np.zeros((len(cut), 4), dtype=np.float32)) for cut in cuts]
    assert to_documents(reversed(to_rows(document, passages))) == [document]


def test_the_hash_sees_every_field() -> None:
    changed = [
        replace(BIRDS, title="x"),
        replace(BIRDS, sentences=("Ostriches run. They don't bury their heads.",)),
        replace(BIRDS, url=None),
        replace(BIRDS, date="2016"),
        replace(BIRDS, metadata={"source": "b"}),
    ]
    assert len({content_hash(document) for document in [BIRDS, *changed]}) == 6


def test_packed_sentence_vectors_keep_their_direction(embedder: Embedder) -> None:
    [[passage]] = embedder.embed_documents([BIRDS])
    [row] = to_rows(BIRDS, [passage])
    for i, vector in enumerate(passage.sentence_vectors):
        [_, cosines, nothing] = packed_similarities([row["sentence_vectors"], row["sentence_vectors"], b""], vector)
        assert cosines[i] > 0.999
        assert cosines.tolist() == pytest.approx((passage.sentence_vectors @ vector).tolist(), abs=0.01)
        assert len(nothing) == 0
    assert packed_similarities([], vector) == []
