"""The root of the command line."""

from typing import Annotated

import typer

from claimwise.cli import batch, check, evaluate, index, models, recipes, reproduce, search, serve, train

app = typer.Typer(
    name="claimwise",
    help="Check a claim against documents, and show the sentences that decide it.",
    epilog='Example: claimwise check "Vitamin C prevents colds"',
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("check", epilog=check.EXAMPLE)(check.check)
app.command("batch", epilog=batch.EXAMPLE)(batch.batch)
app.add_typer(index.app, name="index")
app.command("search", epilog=search.EXAMPLE)(search.search)
app.command("serve", epilog=serve.EXAMPLE)(serve.serve)
app.command("mcp", epilog=serve.MCP_EXAMPLE)(serve.mcp)
app.add_typer(evaluate.app, name="eval")
app.command("recipes", epilog=recipes.EXAMPLE)(recipes.recipes)
app.command("reproduce", epilog=reproduce.EXAMPLE)(reproduce.reproduce)
app.command("models", epilog=models.EXAMPLE)(models.models)
app.add_typer(train.app, name="train")


def _show_version(wanted: bool) -> None:
    if wanted:
        from claimwise import __version__

        typer.echo(f"claimwise {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Check a claim against documents, and show the sentences that decide it."""
