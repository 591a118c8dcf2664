"""Verdicts that are kept, with the documents that they were read from: a link stays good when the index changes.

A document is kept once, under the hash of its content, however many verdicts cite it.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from claimwise.formats.verdicts import read_verdict, verdict_record
from claimwise.labels import VerdictLabel
from claimwise.store.rows import content_hash
from claimwise.types import Document, Verdict
from claimwise.web.database import Database
from claimwise.web.problems import not_found


@dataclass(frozen=True, slots=True)
class Kept:
    """A verdict that was kept, with its documents."""

    id: str
    created: str
    corpus: str
    record: Mapping[str, Any]
    documents: Mapping[str, Document]
    job: str | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict itself."""
        return read_verdict(self.record)

    def answer(self) -> dict[str, Any]:
        """Return what the API says."""
        return {
            "id": self.id,
            "created": self.created,
            "corpus": self.corpus,
            "link": f"/verdicts/{self.id}",
            **self.record,
        }


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the history."""

    id: str
    created: str
    claim: str
    label: VerdictLabel
    confidence: float
    corpus: str


class Records:
    """Keeps verdicts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, verdict: Verdict, documents: Mapping[str, Document], *, corpus: str, job: str | None = None) -> Kept:
        """Keep a verdict, and the documents that it cites as they are now."""
        record = verdict_record(verdict, documents)
        hashes = {one["doc_id"]: content_hash(documents[one["doc_id"]]) for one in record["evidence"]}
        kept = Kept(new_id(), now(), corpus, record, documents, job)
        stored = json.dumps({"record": record, "documents": hashes}, ensure_ascii=False)
        values = (kept.id, kept.created, verdict.claim.text, verdict.label.value, verdict.confidence, corpus)
        with self._database.transaction():
            self._database.change("INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*values, _safe(stored), job))
            for doc_id, hash_ in hashes.items():
                body = _safe(json.dumps(asdict(documents[doc_id]), ensure_ascii=False))
                self._database.change("INSERT OR IGNORE INTO documents VALUES (?, ?)", (hash_, body))
                self._database.change("INSERT OR IGNORE INTO citations VALUES (?, ?)", (kept.id, hash_))
        return kept

    def get(self, verdict_id: str) -> Kept:
        """Return a verdict."""
        row = self._database.row("SELECT * FROM verdicts WHERE id = ?", (verdict_id,))
        if row is None:
            raise not_found(f"verdict {verdict_id!r}; it may have been removed from the history")
        stored = json.loads(row["record"])
        bodies = self._database.rows(
            "SELECT hash, body FROM documents JOIN citations USING (hash) WHERE verdict = ?", (verdict_id,)
        )
        by_hash = {body["hash"]: _document(json.loads(body["body"])) for body in bodies}
        documents = {doc_id: by_hash[hash_] for doc_id, hash_ in stored["documents"].items()}
        return Kept(row["id"], row["created"], row["corpus"], stored["record"], documents, row["job"])

    def history(self, *, limit: int, offset: int = 0, containing: str = "") -> tuple[list[Line], int]:
        """Return claims that were checked one by one, newest first, and how many there are in all."""
        like = "%" + "".join(f"\\{letter}" if letter in "\\%_" else letter for letter in containing) + "%"
        where = "FROM verdicts WHERE job IS NULL AND claim LIKE ? ESCAPE '\\'"
        total = self._database.rows(f"SELECT count(*) {where}", (like,))[0][0]
        rows = self._database.rows(
            f"SELECT * {where} ORDER BY created DESC, rowid DESC LIMIT ? OFFSET ?", (like, limit, offset)
        )
        return [_line(row) for row in rows], total

    def lines(self, ids: Sequence[str]) -> dict[str, Line]:
        """Return the lines of these verdicts that are there."""
        marks = ", ".join("?" * len(ids))
        rows = self._database.rows(f"SELECT * FROM verdicts WHERE id IN ({marks})", ids)  # noqa: S608 (marks only)
        return {row["id"]: _line(row) for row in rows}

    def remove(self, verdict_id: str) -> None:
        """Forget a verdict, and documents that no other verdict cites."""
        with self._database.transaction():
            if not self._database.change("DELETE FROM verdicts WHERE id = ?", (verdict_id,)):
                raise not_found(f"verdict {verdict_id!r}")
            self._database.change("DELETE FROM documents WHERE hash NOT IN (SELECT hash FROM citations)")


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_hex(8)


def now() -> str:
    """Return the moment, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _safe(text: str) -> str:
    """Return text that can be written as UTF-8; half characters, which JSON can smuggle in, become a mark."""
    return text.encode(errors="replace").decode()


def _line(row: Any) -> Line:  # noqa: ANN401 (sqlite3.Row is not generic)
    label = VerdictLabel(row["label"])
    return Line(row["id"], row["created"], row["claim"], label, row["confidence"], row["corpus"])


def _document(body: Mapping[str, Any]) -> Document:
    return Document(**{**body, "sentences": tuple(body["sentences"])})
