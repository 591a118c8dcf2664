"""Documents from the browser into an index.

Files are first kept as they came, then noted in the database, then indexed in the background a batch at a time. When
the upload is cut off, nothing was noted and nothing stays; when the server is cut off, the next one goes on.
"""

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, BinaryIO

from claimwise.errors import ClaimwiseError, FormatError, InputError, LockedError
from claimwise.formats.estimate import estimate
from claimwise.formats.lines import suffix
from claimwise.formats.problems import Skip
from claimwise.formats.sources import read_documents
from claimwise.store.ingest import Ingested, ingest
from claimwise.types import Document
from claimwise.web.background import Background
from claimwise.web.corpora import Corpora
from claimwise.web.database import Database
from claimwise.web.problems import not_found, unusable
from claimwise.web.records import new_id, now

SUFFIXES = (".pdf", ".txt", ".md", ".jsonl", ".csv", ".tsv")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|]+")
_LONGEST_NAME = 120
_CHUNK = 1 << 20
_SHOWN = 5
_TRIES = 60


@dataclass(frozen=True, slots=True)
class Upload:
    """How an upload stands."""

    id: str
    corpus: str
    created: str
    state: str
    files: tuple[str, ...]
    expected: int
    progress: dict[str, Any]
    reason: str | None

    @property
    def undone(self) -> bool:
        """Whether it goes on."""
        return self.state == "indexing"

    def answer(self) -> dict[str, Any]:
        """Return what the API says."""
        told: dict[str, Any] = {"id": self.id, "index": self.corpus, "created": self.created, "state": self.state}
        told |= {"files": list(self.files), "expected": self.expected, **self.progress}
        return told | ({"reason": self.reason} if self.reason else {})


class Uploads:
    """Takes files in and indexes them."""

    def __init__(self, database: Database, corpora: Corpora, folder: Path) -> None:
        self._database = database
        self._corpora = corpora
        self._folder = folder
        self._tries: dict[str, int] = {}
        self.background = Background("uploads", self._step)

    def start(self) -> None:
        """Clear away what was cut off before it was noted, and go on with the rest."""
        known = {row["id"] for row in self._database.rows("SELECT id FROM uploads WHERE state = 'indexing'")}
        for left in self._folder.iterdir() if self._folder.is_dir() else ():
            if left.name not in known:
                shutil.rmtree(left, ignore_errors=True)
        self.background.start()

    def take(self, corpus: str, files: Iterable[tuple[str, BinaryIO]]) -> Upload:
        """Keep files for an index, and note that they wait."""
        self._corpora.writable(corpus)
        upload_id = new_id()
        place = self._folder / upload_id
        place.mkdir(parents=True)
        try:
            names = list(self._keep(place, files))
            expected = estimate([place / name for name in names])
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        values = (upload_id, corpus, now(), "indexing", json.dumps(names), expected, json.dumps(_progress()))
        self._database.change("INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", values)
        self.background.wake()
        return self.get(upload_id)

    def get(self, upload_id: str) -> Upload:
        """Return how an upload stands."""
        row = self._database.row("SELECT * FROM uploads WHERE id = ?", (upload_id,))
        if row is None:
            raise not_found(f"upload {upload_id!r}")
        return _upload(row)

    def of(self, corpus: str, *, limit: int = 5) -> list[Upload]:
        """Return the newest uploads to an index."""
        query = "SELECT * FROM uploads WHERE corpus = ? ORDER BY created DESC, rowid DESC LIMIT ?"
        return [_upload(row) for row in self._database.rows(query, (corpus, limit))]

    def _keep(self, place: Path, files: Iterable[tuple[str, BinaryIO]]) -> Iterator[str]:
        taken: set[str] = set()
        for name, stream in files:
            safe = safe_name(name)
            if safe in taken:
                raise unusable(f"two files are called {safe!r}; a name is the id of a document, so rename one")
            taken.add(safe)
            with (place / safe).open("wb") as out:
                shutil.copyfileobj(stream, out, _CHUNK)
                out.flush()
                os.fsync(out.fileno())
            yield safe
        if not taken:
            raise unusable("no file was sent; choose one or more")

    def _step(self) -> bool:
        """Index the files of the oldest upload; say whether there was one."""
        row = self._database.row("SELECT * FROM uploads WHERE state = 'indexing' ORDER BY created, rowid LIMIT 1")
        if row is None:
            return False
        upload = _upload(row)
        try:
            self._index(upload)
        except LockedError as error:  # somebody else writes to the index: the files stay, and it is tried again
            self._tries[upload.id] = self._tries.get(upload.id, 0) + 1
            if self._tries[upload.id] < _TRIES:
                return False
            self._end(upload, "failed", _without(str(error), self._corpora.folder))
        except ClaimwiseError as error:
            told = _without(str(error), self._folder / upload.id)
            self._end(upload, "failed", _without(told, self._corpora.folder))
        except Exception:
            self._end(upload, "failed", "the server met an error; its log says more")
            raise
        return True

    def _index(self, upload: Upload) -> None:
        problems = Skip(keep=_SHOWN)
        place = self._folder / upload.id
        index = self._corpora.writable(upload.corpus)

        def until_closed() -> Iterator[Document]:
            for document in _readable([place / name for name in upload.files], problems):
                if self.background.ending:
                    raise _ClosingError
                yield document

        def note(done: Ingested) -> None:
            told = [_without(str(error), place) for error in problems.errors]
            values = (json.dumps(_progress(done, problems.count, told)), upload.id)
            self._database.change("UPDATE uploads SET progress = ? WHERE id = ?", values)

        try:
            done = ingest(index, until_closed(), self._corpora.embedder, on_batch=note)
        except _ClosingError:
            return
        note(done)
        if not done.documents:
            raise InputError(_without(str(problems.errors[0]), place) if problems.errors else "nothing could be read")
        self._end(upload, "done")

    def _end(self, upload: Upload, state: str, reason: str | None = None) -> None:
        self._database.change("UPDATE uploads SET state = ?, reason = ? WHERE id = ?", (state, reason, upload.id))
        shutil.rmtree(self._folder / upload.id, ignore_errors=True)


def _readable(paths: Iterable[Path], problems: Skip) -> Iterator[Document]:
    """Yield the documents of files; one that cannot be read at all is left out like a bad record."""
    for path in paths:
        before = problems.count
        try:
            yield from read_documents(path, on_error=problems)
        except FormatError as error:
            if problems.count == before:
                problems(error)


class _ClosingError(Exception):
    """The server is shutting down; what is committed stays, the rest is done by the next one."""


def safe_name(name: str) -> str:
    """Return the name of a file without anything that a file system could take for more than a name."""
    plain = _UNSAFE.sub("_", PurePath(name.replace("\\", "/")).name).strip(" .").encode(errors="replace").decode()
    if suffix(plain) not in SUFFIXES or plain.lower().endswith(".gz"):
        raise unusable(f"{name[:100]!r} is not a file that can be read; these can: {', '.join(SUFFIXES)}")
    ending = plain[plain.rindex(".") :]
    return plain if len(plain) <= _LONGEST_NAME else plain[: _LONGEST_NAME - len(ending)] + ending


def _without(message: str, place: Path) -> str:
    """Return a message without the server's folders."""
    return message.replace(f"{place}/", "")


def _progress(done: Ingested | None = None, skipped: int = 0, problems: list[str] | None = None) -> dict[str, Any]:
    done = done or Ingested()
    counts = {"added": done.added, "replaced": done.replaced, "unchanged": done.unchanged, "passages": done.passages}
    return counts | {"skipped": skipped, "problems": problems or []}


def _upload(row: Any) -> Upload:  # noqa: ANN401 (sqlite3.Row is not generic)
    return Upload(
        row["id"], row["corpus"], row["created"], row["state"], tuple(json.loads(row["files"])),
        row["expected"], json.loads(row["progress"]), row["reason"],
    )  # fmt: skip
