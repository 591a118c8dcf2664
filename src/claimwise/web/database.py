"""The file that remembers: SQLite in WAL mode, one connection behind a lock, every change one transaction."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from claimwise.errors import StoreError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS verdicts (
    id TEXT PRIMARY KEY, created TEXT NOT NULL, claim TEXT NOT NULL, label TEXT NOT NULL, confidence REAL NOT NULL,
    corpus TEXT NOT NULL, record TEXT NOT NULL, job TEXT
);
CREATE INDEX IF NOT EXISTS verdicts_created ON verdicts (job, created);
CREATE TABLE IF NOT EXISTS documents (hash TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS citations (
    verdict TEXT NOT NULL REFERENCES verdicts (id) ON DELETE CASCADE,
    hash TEXT NOT NULL REFERENCES documents (hash), PRIMARY KEY (verdict, hash)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS citations_hash ON citations (hash);
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, created TEXT NOT NULL, state TEXT NOT NULL, title TEXT NOT NULL,
    corpus TEXT NOT NULL, options TEXT NOT NULL, body TEXT, reason TEXT
);
CREATE TABLE IF NOT EXISTS items (
    job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, position INTEGER NOT NULL, claim TEXT NOT NULL,
    verdict TEXT, refused TEXT, PRIMARY KEY (job, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, corpus TEXT NOT NULL, created TEXT NOT NULL, state TEXT NOT NULL, files TEXT NOT NULL,
    expected INTEGER NOT NULL, progress TEXT NOT NULL, reason TEXT
);
"""
_LAYOUT = 1


class Database:
    """The server's memory."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=30)
            self._connection.row_factory = sqlite3.Row
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._connection.execute(f"PRAGMA {pragma}")
            layout = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if layout > _LAYOUT:
                raise StoreError(f"{path} was written by a newer claimwise; install that, or set CLAIMWISE_HOME anew")
            self._connection.executescript(_SCHEMA + f"PRAGMA user_version = {_LAYOUT};")
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{path} cannot be used ({error}); check the folder, or set CLAIMWISE_HOME") from error

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """Return what a query finds."""
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def row(self, query: str, values: Sequence[Any] = ()) -> sqlite3.Row | None:
        """Return the first row that a query finds."""
        return next(iter(self.rows(query, values)), None)

    def change(self, query: str, values: Sequence[Any] = ()) -> int:
        """Make one change; return how many rows it met."""
        with self._lock:
            return self._connection.execute(query, values).rowcount

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make several changes or none of them."""
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
