"""One writer at a time, and readers that say so: locks that the system frees when their holder dies in any way."""

import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from claimwise.errors import LockedError, StoreError

_READERS = ".readers"


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
            raise LockedError(
                f"{folder}: another process is writing to this index; try again when it is done"
            ) from None
        yield


def hold_for(reader: object, folder: Path) -> None:
    """Say that the folder is read for as long as an object lives, where that can be said."""
    if (handle := _held(folder)) is not None:
        weakref.finalize(reader, os.close, handle)


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Say that the folder is read meanwhile, where that can be said."""
    handle = _held(folder)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


@contextmanager
def without_readers(folder: Path) -> Iterator[bool]:
    """Keep new readers waiting and tell whether there are none, as far as can be known."""
    try:
        import fcntl

        handle = os.open(folder / _READERS, os.O_RDWR | os.O_CREAT, 0o666)
    except (ImportError, OSError):  # Windows, or a file of another user
        yield False
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(handle)


def _held(folder: Path) -> int | None:
    """Return a handle that holds the readers' lock; None on Windows, and where there is no file to lock."""
    try:
        import fcntl
    except ImportError:
        return None
    for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):  # who may only read can still lock what is there
        with suppress(OSError):
            handle = os.open(folder / _READERS, flags, 0o666)
            with suppress(OSError):  # a file system without locks
                fcntl.flock(handle, fcntl.LOCK_SH)
            return handle
    return None
