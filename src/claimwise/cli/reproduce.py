"""`claimwise reproduce`: a recipe's expected scores, measured again."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimwise.cli import options, output
from claimwise.errors import InputError

if TYPE_CHECKING:
    from claimwise.execution.reproduce import Row
    from claimwise.recipes.recipe import Config, Recipe

EXAMPLE = "Example: claimwise reproduce verisci"

_REMEMBERED = 100_000
"""Readings that are kept: recipes read many of the same documents, and sentences, for the same claims."""


class Models(StrEnum):
    """Whose weights are used."""

    EMBEDDED = "embedded"
    PAPER = "paper"


def reproduce(
    name: Annotated[str | None, typer.Argument(help="The recipe.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="All recipes.")] = False,
    models: Annotated[
        Models, typer.Option("--models", help="The embedded models, or the paper's own, given with --set.")
    ] = Models.EMBEDDED,
    changes: options.Settings = None,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
    docs: Annotated[
        Path | None, typer.Option("--docs", help="Write the table into the block `reproduced` of this Markdown file.")
    ] = None,
    json_: options.Json = False,
) -> None:
    """Measure every score that a recipe is expected to reach, and say OK or FAIL.

    The exit code is 1 when one fails, and 2 when nothing could be measured.
    """
    from dataclasses import asdict

    from claimwise.execution.reproduce import as_markdown
    from claimwise.execution.reproduce import reproduce as measured
    from claimwise.formats.blocks import replace_block, with_block
    from claimwise.models.embedder import Embedder
    from claimwise.models.remembered import RememberingVerifier
    from claimwise.models.verifier import VerifierModel
    from claimwise.recipes.recipe import Config, load, names

    if (name is None) == (not all_):
        raise InputError(f"name one recipe ({', '.join(names())}), or say --all")
    if docs is not None:
        with_block(docs, "reproduced")
    model, reader = Embedder(embedder), RememberingVerifier(VerifierModel(verifier), most=_REMEMBERED)

    def opened(corpus: Path | None, recipe: "Recipe") -> "Config":
        from claimwise.cli.corpora import demo_corpus, open_corpus

        return Config(recipe, open_corpus(None, [corpus], model) if corpus else demo_corpus(model), model, reader)

    rows: list[Row] = []
    with output.waiting("starting") as status:
        for one in [name] if name else names():
            rows += measured(load(one).changed(changes or ()), opened, models=models.value, on_run=status)
    if json_:
        output.print_json([asdict(row) | {"settings": changes or []} for row in rows])
    else:
        _show(rows)
    if docs is not None:
        told = f"\n\nWith {', '.join(changes)}." if changes else ""
        replace_block(docs, "reproduced", as_markdown(rows) + told)
    if any(row.outcome == "FAIL" for row in rows):
        raise typer.Exit(1)
    if all(row.outcome == "SKIPPED" for row in rows):
        raise InputError("nothing was measured; the reasons stand above")


def _show(rows: "list[Row]") -> None:
    from claimwise.execution.reproduce import HEADER, cells

    output.print_table("", HEADER, [cells(row) for row in rows])
    for why in dict.fromkeys(row.why for row in rows if row.outcome == "SKIPPED"):
        output.note(f"skipped: {why}")
