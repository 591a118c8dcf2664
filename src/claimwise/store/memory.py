"""Memory that does not grow with a long dump: LanceDB's buffers are limited, and what it frees goes back to the system.

glibc gives every thread an arena of its own and keeps what is freed in each; LanceDB's many threads leave holes in all
of them. One arena, trimmed after every commit, holds what is in use and little more. Where the C library is another
one, nothing is done about that. LanceDB's buffers are made for machines with memory to spare; its environment variables
limit them, and who has set one keeps it. benchmarks.md has the figures.
"""

import ctypes
import os
import sys
from functools import cache
from typing import Any

_ARENA_MAX = -8  # M_ARENA_MAX of glibc's mallopt

_BUFFERS = {
    "LANCE_DEFAULT_IO_BUFFER_SIZE": 16 * 2**20,  # bytes read ahead of a scan; else 2 GB
    "LANCE_SHUFFLE_BATCH_BYTES": 16 * 2**20,  # bytes of vectors that are sorted into partitions at once; else 128 MB
    "LANCE_FTS_PARTITION_SIZE": 32,  # MB of words held before they are written; else 1 GB
}
_FILES = 4096
"""How many files may be open: one for each partition of vectors, 30 million passages, and some more."""


@cache
def _glibc() -> Any:  # noqa: ANN401 (a foreign library has no types)
    """Return the C library with its arenas limited to one, or None where it is not glibc."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    if not hasattr(library, "malloc_trim") or not hasattr(library, "gnu_get_libc_version"):
        return None
    library.mallopt(_ARENA_MAX, 1)
    return library


def limit_arenas() -> None:
    """Keep threads that begin from now on from having an arena each."""
    _glibc()


def limit_buffers() -> None:
    """Limit what LanceDB holds while it reads and builds; it looks once, so this comes before its first use."""
    for name, value in _BUFFERS.items():
        os.environ.setdefault(name, str(value))
    if _may_open(_FILES):  # vectors are sorted into a file for each partition: those of one file are read all at once
        os.environ.setdefault("LANCE_LEGACY_SHUFFLER", "1")


@cache
def _may_open(files: int) -> bool:
    """Tell whether so many files may be open, asking the system for it."""
    try:
        import resource
    except ImportError:  # Windows
        return False
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= files:
        return True
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    except (ValueError, OSError):  # more than the system allows
        return False
    return True


def give_back() -> None:
    """Return to the system what has been freed."""
    if (library := _glibc()) is not None:
        library.malloc_trim(0)
