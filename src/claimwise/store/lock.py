"""One writer at a time: a lock that the system frees when its holder dies, however it dies."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from claimwise.errors import StoreError


@contextmanager
def writer_lock(folder: Path) -> Iterator[None]:
    """Hold the folder's writer lock, or say that another process has it."""
    try:
        import fcntl
    except ImportError:  # Windows: the store's own commit protocol still keeps the table whole
        yield
        return
    with (folder / ".writer").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{folder}: another process is writing to this index; try again when it is done") from None
        yield
