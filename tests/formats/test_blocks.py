"""Parts of a Markdown file that a program writes."""

from pathlib import Path

import pytest

from claimwise.errors import InputError
from claimwise.formats.blocks import replace_block


def test_only_the_block_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("Before.\n<!-- scores: made by x -->\nold\n<!-- /scores -->\nAfter.\n")
    replace_block(path, "scores", "| new \\1 |\n")
    replace_block(path, "scores", "| new \\1 |\n")
    assert path.read_text() == ("Before.\n<!-- scores: made by x -->\n\n| new \\1 |\n\n<!-- /scores -->\nAfter.\n")


@pytest.mark.parametrize("text", ["no block", "<!-- scores: a -->\n<!-- scores: b -->\n"])
def test_without_the_block_nothing_is_written(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(text)
    with pytest.raises(InputError, match="must have one block"):
        replace_block(path, "scores", "new")
    assert path.read_text() == text
    with pytest.raises(InputError, match="does not exist"):
        replace_block(tmp_path / "b.md", "scores", "new")
