"""`claimwise index`: make, extend, trim and describe an index."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimwise.cli import options, output

if TYPE_CHECKING:
    from claimwise.types import Document

app = typer.Typer(help="Make, extend, trim and describe an index.", no_args_is_help=True)

_Index = Annotated[str, typer.Option("--index", help="The index: a folder, or an address such as s3://bucket/index.")]


@app.command(epilog="Example: claimwise index build papers/ notes.jsonl --out my-index")
def build(
    sources: options.Sources,
    out: Annotated[str, typer.Option("--out", help="Where the index shall be: a folder or an address.")],
    format_: options.Format = None,
    on_error: options.OnErrorOption = options.OnErrorChoice.STOP,
    embedder: options.EmbedderFolder = None,
    json_: options.Json = False,
) -> None:
    """Make an index of documents; run it again to finish a build that was cut off."""
    _ingest(sources, out, format_, on_error, embedder, json_, create=True)


@app.command(epilog="Example: claimwise index add new-papers/ --index my-index")
def add(
    sources: options.Sources,
    index: _Index,
    format_: options.Format = None,
    on_error: options.OnErrorOption = options.OnErrorChoice.STOP,
    embedder: options.EmbedderFolder = None,
    json_: options.Json = False,
) -> None:
    """Add documents to an index; unchanged ones cost nothing, changed ones replace the old."""
    _ingest(sources, index, format_, on_error, embedder, json_, create=False)


@app.command(epilog="Example: claimwise index remove paper-17 paper-18 --index my-index")
def remove(
    doc_ids: Annotated[list[str], typer.Argument(help="Ids of documents, as `claimwise search` shows them.")],
    index: _Index,
    json_: options.Json = False,
) -> None:
    """Remove documents from an index."""
    from claimwise.store.index import Index

    opened = Index.open(index)
    with opened.writing():
        removed = opened.remove(doc_ids)
    missing = len(set(doc_ids)) - removed
    if json_:
        output.print_json({"removed": removed, "not_found": missing})
    else:
        output.console().print(f"removed {removed} documents" + (f"; {missing} were not there" if missing else ""))


@app.command(epilog="Example: claimwise index info my-index")
def info(
    index: Annotated[str, typer.Argument(help="The index: a folder or an address.")],
    json_: options.Json = False,
) -> None:
    """Say what an index holds and which embedder made it."""
    from dataclasses import asdict

    from claimwise.store.index import Index

    described = asdict(Index.open(index).info())
    if json_:
        output.print_json(described)
        return
    sources = described.pop("sources")
    shown = list(sources.items())[:20]
    described["fingerprint"] = described["fingerprint"][:12] + "…"
    described["bytes"] = f"{described['bytes'] / 1e6:,.1f} MB"
    described["size"] = described.pop("bytes")
    described["sources"] = ", ".join(f"{name or '(none)'} ({count})" for name, count in shown)
    if len(sources) > len(shown):
        described["sources"] += f" and {len(sources) - len(shown)} more"
    for name, value in described.items():
        output.console().print(f"{name:<12} {value if value is not None else '-'}", markup=False)


def _ingest(
    sources: Sequence[Path],
    place: str,
    format_: str | None,
    on_error: options.OnErrorChoice,
    embedder_folder: Path | None,
    json_: bool,
    *,
    create: bool,
) -> None:
    from itertools import chain

    from claimwise.formats.estimate import estimate
    from claimwise.formats.problems import Skip, stop
    from claimwise.formats.sources import read_all
    from claimwise.models.embedder import Embedder
    from claimwise.store.index import Index
    from claimwise.store.ingest import ingest
    from claimwise.store.place import is_index

    problems = Skip() if on_error is options.OnErrorChoice.SKIP else stop
    total = estimate(sources)  # looks at every source, so that a missing one is known before anything is made
    embedder = Embedder(embedder_folder)
    documents = read_all(sources, format=format_, on_error=problems)
    try:
        first = next(documents)  # what cannot be read at all leaves no empty index behind
        index = Index.create(place, embedder) if create and not is_index(place) else Index.open(place)
        with output.indexing_progress(total) as show, _interruptible(chain([first], documents)) as readable:
            done = ingest(index, readable, embedder, on_batch=show)
    except KeyboardInterrupt:
        output.note("interrupted; what was committed is kept, run the command again to go on")
        raise
    finally:
        for error in problems.errors if isinstance(problems, Skip) else ():
            output.note(f"skipped: {error}")
    count = problems.count if isinstance(problems, Skip) else 0
    report = {"added": done.added, "replaced": done.replaced, "unchanged": done.unchanged, "skipped": count}
    if json_:
        output.print_json({"index": place, "passages": done.passages, **report})
    else:
        summary = ", ".join(f"{number} {what}" for what, number in report.items())
        output.console().print(f"{place}: {summary} ({done.passages} new passages)", markup=False)


@contextmanager
def _interruptible(documents: Iterator["Document"]) -> Iterator[Iterator["Document"]]:
    """Let Ctrl-C take effect between two documents, when no commit is under way; a second one acts at once."""
    asked = False

    def ask(*_: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def until_asked() -> Iterator["Document"]:
        for document in documents:
            if asked:
                raise KeyboardInterrupt
            yield document

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield until_asked()
    finally:
        signal.signal(signal.SIGINT, before)
