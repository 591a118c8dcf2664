"""How many documents sources hold, roughly and fast: for a progress bar."""

import os
from collections.abc import Iterable
from pathlib import Path

from claimwise.errors import FormatError
from claimwise.formats.folder import files
from claimwise.formats.lines import suffix
from claimwise.formats.problems import Skip

_A_RECORD_A_LINE = frozenset({".jsonl", ".ndjson", ".csv", ".tsv"})
_BLOCK = 1 << 20


def estimate(sources: Iterable[Path]) -> int:
    """Return about how many documents there are; a source that does not exist is an error."""
    total = 0
    for source in sources:
        if not os.path.exists(source):  # noqa: PTH110 (Path.exists raises where a name is too long)
            raise FormatError("there is no such file or folder; check the path", path=source)
        corpus = source / "corpus.jsonl"
        if corpus.is_file():
            total += _in_file(corpus)
        else:
            total += sum(map(_in_file, files(source, on_error=Skip()) if source.is_dir() else [source]))
    return total


def _in_file(path: Path) -> int:
    """Return the number of lines where a line is a record, else 1; a packed file counts by its packed lines."""
    if suffix(path) not in _A_RECORD_A_LINE:
        return 1
    try:
        with path.open("rb") as stream:
            return max(1, sum(block.count(b"\n") for block in iter(lambda: stream.read(_BLOCK), b"")))
    except OSError:
        return 1  # reading it will tell what is wrong
