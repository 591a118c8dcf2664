"""`claimwise recipes`: the systems that can be asked for by name."""

from typing import Annotated

import typer

from claimwise.cli import options, output

EXAMPLE = "Example: claimwise recipes verisci"


def recipes(
    name: Annotated[str | None, typer.Argument(help="Show the settings of this one.", show_default="all")] = None,
    json_: options.Json = False,
) -> None:
    """List the recipes, one line each, or the settings of one, which `--set stage.key=value` changes."""
    from dataclasses import asdict

    from claimwise.recipes.recipe import load, names

    chosen = [load(one) for one in ([name] if name else names())]
    if json_:
        output.print_json([asdict(one) for one in chosen])
        return
    for one in chosen:
        output.console().print(f"{one.name:<12}{one.summary}", markup=False, highlight=False)
        if name:
            settings = [f"{stage}.{key}={value}" for stage, pairs in one.stages.items() for key, value in pairs.items()]
            lines = "\n".join(f"  {setting}" for setting in settings)
            output.console().print(f"  {one.paper}\n{lines}", markup=False, highlight=False)
