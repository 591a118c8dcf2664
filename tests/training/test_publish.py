"""Where models are written."""

from contextlib import suppress
from pathlib import Path

import pytest

from claimwise.errors import InputError
from claimwise.training.publish import demand_place, publishing


def test_a_folder_that_is_new_or_empty_or_a_model_will_do(tmp_path: Path) -> None:
    for out in (tmp_path / "new", tmp_path / "empty", tmp_path / "model"):
        if out.name != "new":
            out.mkdir()
        if out.name == "model":
            (out / "card.json").touch()
            (out / "old.bin").touch()
        with publishing(out) as work:
            (work / "card.json").touch()
        assert [one.name for one in out.iterdir()] == ["card.json"]
    assert {one.name for one in tmp_path.iterdir()} == {"new", "empty", "model"}


def test_what_is_not_a_model_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    for out in (tmp_path, tmp_path / "mine.txt"):
        with pytest.raises(InputError, match="is not a model"):
            demand_place(out)
    assert (tmp_path / "mine.txt").exists()


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    out = tmp_path / "model"
    out.mkdir()
    (out / "card.json").write_text("old")
    with suppress(ZeroDivisionError), publishing(out) as work:
        (work / "card.json").touch()
        _ = 1 / 0
    assert (out / "card.json").read_text() == "old"
    assert [*tmp_path.iterdir()] == [out]
