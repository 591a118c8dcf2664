"""`docs/help.md` is what `--help` says; to renew it: `CLAIMWISE_UPDATE_DOCS=1 pytest tests/cli/test_help_docs.py`."""

import os
from collections.abc import Iterator
from pathlib import Path

from typer.main import get_command

from claimwise.cli.app import app

from .conftest import Run

PAGE = Path(__file__).parents[2] / "docs" / "help.md"


def commands(command: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the words of every command, and whether it is a group of others."""
    below = getattr(command, "commands", {})
    yield path, bool(below)
    for name, one in below.items():
        yield from commands(one, (*path, name))


def test_the_help_page_is_what_the_commands_say(run: Run) -> None:
    parts = ["# What `--help` says\n\nMade and checked by `tests/cli/test_help_docs.py`.\n"]
    for command, is_group in commands(get_command(app)):
        result = run(*command, "--help", COLUMNS="100")
        text = "\n".join(line.rstrip() for line in result.stdout.strip().splitlines())
        assert result.returncode == 0, command
        assert is_group or "Example: claimwise" in text, command
        parts.append(f"## claimwise {' '.join(command)}".rstrip() + f"\n\n```text\n{text}\n```\n")
    page = "\n".join(parts)
    if os.environ.get("CLAIMWISE_UPDATE_DOCS"):
        PAGE.write_text(page, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page
