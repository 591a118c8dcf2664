"""The command line: one file per group of commands, nothing heavy imported before a command runs."""

import sys
from io import TextIOWrapper

from claimwise.errors import ClaimwiseError


def main() -> None:
    """Run `claimwise`; an error that claimwise raises on purpose becomes one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # whatever the terminal's own is, nothing is lost
    try:
        from claimwise.cli.app import app

        app(prog_name="claimwise")
    except ClaimwiseError as error:
        from claimwise.cli.output import fail

        fail(str(error))
        sys.exit(2)
    except KeyboardInterrupt:  # while starting; later, typer turns it into exit code 130
        sys.exit(130)
