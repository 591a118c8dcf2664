"""The command line: one file per group of commands, nothing heavy imported before a command runs."""

import sys

from claimwise.errors import ClaimwiseError


def main() -> None:
    """Run `claimwise`; an error that claimwise raises on purpose becomes one line and exit code 2."""
    from claimwise.cli.app import app

    try:
        app(prog_name="claimwise")
    except ClaimwiseError as error:
        from claimwise.cli.output import fail

        fail(str(error))
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("\ninterrupted; what was committed is kept, run the command again to go on\n")
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
