"""Indexes made on the fly: one for every set of documents, found again as long as nothing changes."""

from pathlib import Path

import pytest

from claimwise.errors import FormatError
from claimwise.models.embedder import Embedder
from claimwise.store.cache import cached_index


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAIMWISE_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "notes"
    (folder / "2019").mkdir(parents=True)
    (folder / "2019" / "tea.txt").write_text("Tea delays sleep.")
    return folder


def test_the_same_folder_is_indexed_once(notes: Path, embedder: Embedder) -> None:
    first = cached_index([notes], embedder)
    (notes / ".hidden").write_text("is not read")
    assert cached_index([notes], embedder).location == first.location


def test_a_copy_under_another_name_is_another_source(notes: Path, embedder: Embedder) -> None:
    cached_index([notes], embedder)
    copy = notes.rename(notes.with_name("copy"))
    assert set(cached_index([copy], embedder).info().sources) == {"copy"}


def test_a_file_that_moved_has_its_new_id(notes: Path, embedder: Embedder) -> None:
    [before] = cached_index([notes], embedder).document_ids()
    (notes / "2019").rename(notes / "2020")
    [after] = cached_index([notes], embedder).document_ids()
    assert before == after.replace("2020", "2019") != after


def test_a_file_that_is_not_there_is_said(notes: Path, embedder: Embedder) -> None:
    with pytest.raises(FormatError, match=r"tea\.jsonl: cannot be read"):
        cached_index([notes / "tea.jsonl"], embedder)
