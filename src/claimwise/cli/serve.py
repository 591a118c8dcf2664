"""`claimwise serve` and `claimwise mcp`: claimwise for browsers, programs and assistants.

The rooms on the top floor do not import one another; what these commands start is named here and found when it is run.
"""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from claimwise.cli import options, output
from claimwise.errors import MissingExtraError

EXAMPLE = "Example: claimwise serve --index my-index --open"
MCP_EXAMPLE = "Example: claimwise mcp --index my-index"

_DOORS = {
    "settings": "claimwise.web.settings:Settings",
    "serve": "claimwise.web.server:serve",
    "mcp": "claimwise.web.assistants:run",
}
_NEEDED = {"web": ("fastapi", "uvicorn", "jinja2", "python_multipart"), "mcp": ("mcp",)}

_Index = Annotated[str | None, typer.Option("--index", help="The index to search.", show_default="the demo corpus")]


def serve(
    index: _Index = None,
    host: Annotated[str, typer.Option("--host", help="Where to listen; elsewhere than here, a token is needed.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any free one.")] = 8484,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    data: Annotated[
        Path | None,
        typer.Option("--data", help="Where verdicts and uploads are kept.", show_default="the user's data folder"),
    ] = None,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
) -> None:
    """Serve the web page and the HTTP API."""
    start = _door("serve", "web")
    given: dict[str, Any] = {"data": data} if data else {}
    settings = _door("settings", "web")(index=index, embedder=embedder, verifier=verifier, **given)
    start(
        settings,
        host=host,
        port=port,
        open_browser=open_,
        on_ready=lambda address: output.note(f"claimwise is at {address} (Ctrl-C ends it)"),
    )


def mcp(
    index: _Index = None,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
) -> None:
    """Serve assistants over the Model Context Protocol, on standard input and output."""
    _door("mcp", "mcp")(index=index, embedder=embedder, verifier=verifier)


def _door(name: str, extra: str) -> Callable[..., Any]:
    """Return what a name stands for, if the extra that it needs is installed."""
    from claimwise.pipeline.registry import resolve

    if any(find_spec(package) is None for package in _NEEDED[extra]):
        raise MissingExtraError({"web": "claimwise serve", "mcp": "claimwise mcp"}[extra], extra)
    found: Callable[..., Any] = resolve(_DOORS, name, what="door")
    return found
