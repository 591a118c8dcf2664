"""Memory that LanceDB has used and freed goes back to the system, so that reading a long dump does not grow.

glibc gives every thread an arena of its own and keeps what is freed in each; LanceDB's many threads leave holes in all
of them. One arena, trimmed after every commit, holds what is in use and little more: benchmarks.md has the figures.
Where the C library is another one, nothing is done.
"""

import ctypes
import sys
from functools import cache
from typing import Any

_ARENA_MAX = -8  # M_ARENA_MAX of glibc's mallopt


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


def give_back() -> None:
    """Return to the system what has been freed."""
    if (library := _glibc()) is not None:
        library.malloc_trim(0)
