"""One writer at a time: a lock that the system frees when its holder dies, however it dies."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from claimwise.errors import StoreError


@contextmanager
def writer_lock(folder: Path, *, name: str = ".writer", wait: bool = False) -> Iterator[None]:
    """Hold a lock of the folder; while another process has it, wait for it or say so."""
    try:
        import fcntl
    except ImportError:  # Windows: the store's own commit protocol still keeps the table whole
        yield
        return
    try:
        handle = (folder / name).open("w")
    except OSError as error:
        raise StoreError(f"{folder}: cannot be written to ({error.strerror}); check its permissions") from error
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{folder}: another process is writing to this index; try again when it is done") from None
        yield
