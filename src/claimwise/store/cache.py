"""Indexes made on the fly, kept in the user's cache under the hash of what they were made from."""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from claimwise.errors import FormatError
from claimwise.formats.folder import files, name_in
from claimwise.formats.problems import Skip
from claimwise.formats.sources import read_all
from claimwise.models.card import sha256_of
from claimwise.models.embedder import Embedder
from claimwise.store.index import LAYOUT, Index
from claimwise.store.ingest import Ingested, ingest
from claimwise.store.lock import writer_lock
from claimwise.store.place import is_index, store_errors


def cache_folder() -> Path:
    """Return where claimwise keeps what it can make again: `CLAIMWISE_CACHE`, or the system's place for caches."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("CLAIMWISE_CACHE")
    return Path(chosen) if chosen else user_cache_path("claimwise")


def cached_index(
    sources: Sequence[Path],
    embedder: Embedder,
    *,
    on_batch: Callable[[Ingested], None] = lambda _: None,
) -> Index:
    """Return the index of these files, building it unless it was built before; one cut off is finished."""
    place = cache_folder() / "indexes" / _key(sources, embedder)
    done = place / "complete"
    with store_errors(str(place)):
        place.mkdir(parents=True, exist_ok=True)
    with writer_lock(place, name=".building", wait=True):
        if done.exists() and is_index(place):
            return Index.open(place)
        index = Index.open(place) if is_index(place) else Index.create(place, embedder)
        ingest(index, read_all(sources), embedder, on_batch=on_batch)
        done.touch()
        return index


def _key(sources: Sequence[Path], embedder: Embedder) -> str:
    """Return a name that changes with the files' names and contents, the embedder and the layout of indexes."""
    parts = [f"layout {LAYOUT}", embedder.fingerprint, f"{embedder.card.max_tokens} tokens"]
    for source in sources:
        if source.is_dir():
            folder = source.resolve()
            parts.append(f"folder {name_in(folder.parent, folder)}")  # the source of its documents
            parts += [f"{name_in(source, path)} {_content(path)}" for path in files(source, on_error=Skip())]
        else:
            parts.append(f"{source.name} {_content(source)}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def _content(path: Path) -> str:
    try:
        return sha256_of(path)
    except OSError as error:
        raise FormatError(
            f"cannot be read ({error.strerror}); check the path and its permissions", path=path
        ) from error
