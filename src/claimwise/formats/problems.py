"""What to do with a bad record: every reader takes `on_error`, which either raises or lets the reading go on."""

from collections.abc import Callable

from claimwise.errors import FormatError

OnError = Callable[[FormatError], None]


def stop(error: FormatError) -> None:
    """Raise the error: reading ends at the first bad record."""
    raise error


class Skip:
    """Leave bad records out, count them, and keep the first few errors for a report."""

    def __init__(self, *, keep: int = 20) -> None:
        self.keep = keep
        self.count = 0
        self.errors: list[FormatError] = []

    def __call__(self, error: FormatError) -> None:
        """Note the error and let the reading go on."""
        self.count += 1
        if len(self.errors) < self.keep:
            self.errors.append(error)
