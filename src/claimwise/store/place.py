"""Where an index is, a folder or an address such as `s3://bucket/index`; and what it means when LanceDB fails there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from claimwise.errors import StoreError
from claimwise.store.memory import limit_arenas, limit_buffers

TABLE = "passages"


def is_index(location: str | Path) -> bool:
    """Tell whether there is an index at a folder or address, without touching it."""
    return has_table(location, TABLE)


def has_table(location: str | Path, name: str) -> bool:
    """Tell whether a table of this name has been committed at a folder or address."""
    place = str(location)
    with store_errors(place):
        if is_remote(place):
            return name in connect(place).table_names()
        return any((Path(place) / f"{name}.lance" / "_versions").glob("*.manifest"))


def connect(location: str, *, cache: int | None = None) -> Any:  # noqa: ANN401 (lancedb ships no types)
    """Open the database at a place; its log is kept for errors.

    What was read of indexes and files is kept in up to `cache` bytes each; LanceDB's own limits are in gigabytes.
    """
    os.environ.setdefault("LANCEDB_LOG", "error")
    limit_arenas()
    if not is_remote(location):  # many reads under way are what makes a far store fast
        limit_buffers()
    import lancedb

    session = None if cache is None else lancedb.Session(cache, cache)
    return lancedb.connect(location, read_consistency_interval=timedelta(0), session=session)


@contextmanager
def store_errors(location: str) -> Iterator[None]:
    """Turn what LanceDB raises, which has no base class of its own, into a StoreError."""
    try:
        yield
    except StoreError:
        raise
    except (RuntimeError, ValueError, OSError, KeyError) as error:
        first_line = str(error).strip().split("\n")[0][:300]
        raise StoreError(
            f"the index at {location} cannot be used: {first_line}; "
            "check the path, or, if the index is damaged, build it again from its sources into a new folder"
        ) from error


def is_remote(location: str) -> bool:
    """Tell an address from a folder."""
    return "://" in location


def size_of(location: str) -> int:
    """Return the bytes of all files in a folder; 0 for an address."""
    if is_remote(location):
        return 0
    size = 0
    for path in Path(location).rglob("*"):
        with suppress(OSError):  # a writer has just taken it away
            size += path.stat().st_size if path.is_file() else 0
    return size
