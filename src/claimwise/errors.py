"""Everything that claimwise raises on purpose.

    ClaimwiseError
    ├── InputError            what the caller gave cannot be used
    │   ├── TooLongError      a claim is longer than a model reads
    │   ├── FormatError       a file, or one line of it, is not in the format that was asked for
    │   └── ConfigError       an option, a name or a recipe that does not exist
    ├── StoreError            an index is missing, damaged or made by another embedder
    │   └── LockedError       another process is writing to it
    ├── ModelError            model weights are missing, damaged or do not fit their card
    │   └── AnswerError       a language model does not answer, or not in the form that was asked for
    ├── FetchError            a web page or a search service may not be asked, or does not answer as it should
    └── MissingExtraError     an optional dependency is not installed; the message says which `pip install` brings it

A message names the thing, says what was wrong with it, and what would work. Only the command line and the web turn
these into words for people; the core never prints.
"""

from pathlib import Path


class ClaimwiseError(Exception):
    """Base of every error that claimwise raises on purpose."""


class InputError(ClaimwiseError):
    """What the caller gave cannot be used."""


class TooLongError(InputError):
    """A claim is longer than a model reads."""


class FormatError(InputError):
    """A file, or one line of it, is not in the format that was asked for."""

    def __init__(self, message: str, *, path: str | Path | None = None, line: int | None = None) -> None:
        self.reason = message
        self.path = str(path) if path is not None else None
        self.line = line
        place = "" if path is None else f"{path}: " if line is None else f"{path}, line {line}: "
        super().__init__(place + message)


class ConfigError(InputError):
    """An option, a name or a recipe that does not exist or does not fit."""


class StoreError(ClaimwiseError):
    """An index is missing, damaged or made by another embedder."""


class LockedError(StoreError):
    """Another process is writing to an index."""


class ModelError(ClaimwiseError):
    """Model weights are missing, damaged or do not fit their card."""


class AnswerError(ModelError):
    """A language model does not answer, or not in the form that was asked for."""


class FetchError(ClaimwiseError):
    """A web page or a search service may not be asked, or does not answer as it should."""


class MissingExtraError(ClaimwiseError):
    """An optional dependency is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs an optional part that is not installed: pip install 'claimwise[{extra}]'")
