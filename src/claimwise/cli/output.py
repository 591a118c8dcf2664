"""What all commands share in showing things: consoles, the progress bar, JSON, the line for an error."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from claimwise.store.ingest import Ingested


_CONTROL = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]")


def console() -> "Console":
    """Return where results go: standard output, coloured only on a terminal."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def notes() -> "Console":
    """Return where everything goes that is not a result: standard error."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def note(message: str) -> None:
    """Tell the user something that is not a result."""
    notes().print(message, markup=False, style="dim")


def fail(message: str) -> None:
    """Show an error in one line."""
    from rich.text import Text

    notes().print(Text.assemble(("error: ", "bold red"), message))


def print_json(value: Any) -> None:  # noqa: ANN401 (any JSON value)
    """Print a value as JSON."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def printable(text: str) -> str:
    """Return text that cannot drive a terminal: control characters become a mark."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


@contextmanager
def indexing_progress(total: int | None) -> Iterator[Callable[["Ingested"], None]]:
    """Show a bar on standard error while documents are indexed; nothing when that is not a terminal."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("indexing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("documents, {task.fields[passages]} passages"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=notes(),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("indexing", total=total, passages=0)
        yield lambda done: bar.update(task, completed=done.documents, passages=done.passages)


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Show on a terminal that something is going on; what, can be changed."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with notes().status(what) as status:
        yield status.update


@contextmanager
def counting(what: str, total: int | None) -> Iterator[Callable[[int, str], None]]:
    """Show a bar on standard error; it is told how many are done and what to say beside it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[beside]}"),
        TimeRemainingColumn(),
        console=notes(),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task(what, total=total, beside="")
        yield lambda done, beside: bar.update(task, completed=done, beside=beside)


def print_scores(title: str, columns: dict[str, dict[str, float]]) -> None:
    """Print scores, which are fractions, as a table in percent."""
    rows = [
        [metric, *(f"{100 * scores[metric]:.2f}" for scores in columns.values())]
        for metric in next(iter(columns.values()))
    ]
    print_table(title, ["", *columns], rows)


def print_table(title: str, header: list[str], rows: list[list[str]]) -> None:
    """Print a table; all columns but the first are numbers."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for i, name in enumerate(header):
        table.add_column(name, justify="right" if i else "left")
    for row in rows:
        table.add_row(*row)
    console().print(table)
