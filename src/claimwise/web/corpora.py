"""The indexes that can be searched: the one that the server was given, or the demo corpus, and those made here.

Those of the browser are folders in the data folder, named by people; the others are only read.
"""

import re
import shutil
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from claimwise.errors import StoreError
from claimwise.execution.check import open_corpus
from claimwise.models.embedder import Embedder
from claimwise.store.index import Index, IndexInfo
from claimwise.store.place import is_index
from claimwise.types import Document
from claimwise.web.problems import conflict, not_found, unusable

DEMO = "demo"
NAME = r"^[a-z0-9][a-z0-9-]{0,39}$"
"""What an index may be called."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An index as it was at one version; all of a request reads from it."""

    name: str
    index: Index
    info: IndexInfo


class Corpora:
    """All indexes of the server, by name."""

    def __init__(self, folder: Path, embedder: Embedder, given: str | None) -> None:
        self.folder = folder
        self.embedder = embedder
        self._given = given
        self._default = DEMO if given is None else _name_of(given)
        self._opened: dict[str, Opened] = {}
        self._lock = threading.Lock()
        self._demo_lock = threading.Lock()

    @property
    def default(self) -> str:
        """The name of what is searched where nothing is said."""
        return self._default

    def names(self) -> list[str]:
        """Return the names of all indexes, the default first."""
        found = self.folder.iterdir() if self.folder.is_dir() else ()
        made = [path.name for path in found if re.fullmatch(NAME, path.name) and is_index(path)]
        return [self._default, *sorted(name for name in made if name != self._default)]

    def is_own(self, name: str) -> bool:
        """Tell whether an index was made here, and so may be changed here."""
        return name != self._default

    def open(self, name: str | None = None) -> Opened:
        """Return an index at its newest version."""
        name = name or self._default
        if self._given is None and name == DEMO:
            return self._demo()
        index = Index.open(self._place(name))
        with self._lock:
            known = self._opened.get(name)
            if known is not None and known.info.version == index.version:
                return known
        index.pin()
        return self._remember(Opened(name, index, index.info()))

    def create(self, name: str) -> None:
        """Make an empty index."""
        if not re.fullmatch(NAME, name):
            detail = f"{name[:60]!r} cannot be the name of an index: use small letters, digits and hyphens, at most 40"
            raise unusable(detail)
        if name in {self._default, DEMO} or is_index(self.folder / name):
            raise conflict(f"there is an index {name!r} already; choose another name")
        Index.create(self.folder / name, self.embedder)

    def writable(self, name: str) -> Index:
        """Return an index that may be changed here."""
        if not self.is_own(name):
            raise conflict(f"the index {name!r} is only read here; make one of your own and upload to that")
        return Index.open(self._place(name))

    def listing(self, name: str, *, offset: int, limit: int) -> tuple[list[Document], int]:
        """Return some documents of an index in the order of their ids, and how many there are."""
        opened = self.open(name)
        ids = opened.index.document_ids()
        return opened.index.documents(ids[offset : offset + limit]), len(ids)

    def document(self, name: str | None, doc_id: str) -> Document:
        """Return one document."""
        opened = self.open(name)
        if doc_id not in opened.index.hashes([doc_id]):
            raise not_found(f"document {doc_id[:200]!r} in the index {opened.name!r}")
        return opened.index.documents([doc_id])[0]

    def remove_documents(self, name: str, doc_ids: list[str]) -> int:
        """Remove documents; return how many of them were there."""
        index = self.writable(name)
        with index.writing():
            return index.remove(doc_ids)

    def drop(self, name: str) -> None:
        """Remove a whole index."""
        index = self.writable(name)
        with index.writing():
            self._opened.pop(name, None)
            place = Path(index.location)
            aside = place.with_name(f".{place.name}.dropped")
            shutil.rmtree(aside, ignore_errors=True)
            place.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)

    def described(self, *, wait: bool = True) -> list[Mapping[str, object]]:
        """Return what the API says of all indexes; one that cannot be opened says why."""
        return [self.describe(name, wait=wait) for name in self.names()]

    def describe(self, name: str, *, wait: bool = True) -> Mapping[str, object]:
        """Return what the API says of one index; `wait` for the demo corpus, which is indexed on the first start."""
        about: dict[str, object] = {"name": name, "default": name == self._default, "writable": self.is_own(name)}
        if not wait and self._given is None and name == DEMO and DEMO not in self._opened:
            return about | {"problem": "is being prepared, which takes some seconds on the first start"}
        try:
            info = self.open(name).info
        except StoreError as error:
            return about | {"problem": str(error)}
        return about | {
            "version": info.version,
            "documents": info.documents,
            "passages": info.passages,
            "bytes": info.bytes,
            "sources": dict(info.sources),
            "earliest": info.earliest,
            "latest": info.latest,
            "undated": info.undated,
            "embedder": info.embedder,
        }

    def _place(self, name: str) -> str:
        if name == self._default and self._given is not None:
            return self._given
        if not re.fullmatch(NAME, name) or not is_index(self.folder / name):
            raise not_found(f"index {name[:60]!r}; there are: {', '.join(self.names())}")
        return str(self.folder / name)

    def _demo(self) -> Opened:
        with self._demo_lock:  # made once, on first use, and never changed
            known = self._opened.get(DEMO)
            if known is None:
                index = open_corpus(None, (), self.embedder)
                known = self._remember(Opened(DEMO, index, index.info()))
            return known

    def _remember(self, opened: Opened) -> Opened:
        with self._lock:
            self._opened[opened.name] = opened
        return opened


def _name_of(place: str) -> str:
    """Return a name for an index that the server was given."""
    plain = re.sub(r"[^a-z0-9]+", "-", PurePath(place.rstrip("/")).name.lower()).strip("-")[:40].strip("-")
    return plain or "index"
