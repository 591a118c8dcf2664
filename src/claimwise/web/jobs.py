"""Many claims at once: batches and whole texts. Every claim done is in the database, so a job outlives the server."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimwise.errors import ClaimwiseError, InputError, TooLongError
from claimwise.execution.batch import GROUP
from claimwise.execution.check import check_filters
from claimwise.recipes.recipe import load
from claimwise.text.claims import why_not_a_claim
from claimwise.types import Claim
from claimwise.web.background import Background
from claimwise.web.database import Database
from claimwise.web.engine import Engine, Options
from claimwise.web.problems import ProblemError, busy, conflict, not_found
from claimwise.web.records import new_id, now

UNDONE = ("waiting", "running")
"""The states of a job that goes on."""

_CLAIM = ("id", "text", "date", "speaker", "source")


@dataclass(frozen=True, slots=True)
class Job:
    """A job: `done` of `total` claims; `counts` are the verdicts so far."""

    id: str
    kind: str
    created: str
    state: str
    title: str
    corpus: str
    total: int
    done: int
    counts: Mapping[str, int]
    body: str | None = None
    reason: str | None = None

    @property
    def undone(self) -> bool:
        """Whether it goes on."""
        return self.state in UNDONE

    def answer(self) -> dict[str, Any]:
        """Return what the API says."""
        told: dict[str, Any] = {"id": self.id, "kind": self.kind, "created": self.created, "state": self.state}
        told |= {"index": self.corpus}
        told |= {"total": self.total, "done": self.done, "verdicts": dict(self.counts)}
        return told | ({"reason": self.reason} if self.reason else {})


@dataclass(frozen=True, slots=True)
class Item:
    """One claim of a job: its verdict, or why it was refused, or neither yet."""

    position: int
    claim: Mapping[str, Any]
    verdict: str | None
    refused: str | None


class Jobs:
    """Takes jobs on, works at them in the background, and says how they stand."""

    def __init__(self, database: Database, engine: Engine, *, most: int) -> None:
        self._database = database
        self._engine = engine
        self._most = most
        self.background = Background("jobs", self._step)

    def add(
        self, kind: str, claims: Sequence[Mapping[str, Any]], options: Options, *, title: str, body: str | None = None
    ) -> Job:
        """Take a job on; `claims` have an id and a text, and what else shall be kept of them."""
        load(options.recipe)
        opened = self._engine.corpora.open(options.index)
        check_filters(opened.index, options.filters)
        repeated = [one for one, times in Counter(claim["id"] for claim in claims).items() if times > 1]
        if repeated:
            raise InputError(f"two claims have the id {repeated[0]!r}; give each its own")
        corpus = opened.name
        job_id = new_id()
        with self._database.transaction():
            [(waiting,)] = self._database.rows("SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running')")
            if waiting >= self._most:
                raise busy(30)
            values = (job_id, kind, now(), "waiting", title, corpus, json.dumps(options.record()), body)
            self._database.change("INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)", values)
            for position, claim in enumerate(claims):
                kept = json.dumps(dict(claim))
                self._database.change("INSERT INTO items VALUES (?, ?, ?, NULL, NULL)", (job_id, position, kept))
        self.background.wake()
        return self.get(job_id)

    def get(self, job_id: str, *, kind: str | None = None) -> Job:
        """Return how a job stands."""
        row = self._database.row("SELECT * FROM jobs WHERE id = ?", (job_id,))
        if row is None or (kind and row["kind"] != kind):
            raise not_found(f"{kind or 'job'} {job_id!r}")
        counted = self._database.rows(
            "SELECT CASE WHEN refused IS NOT NULL THEN 'REFUSED' ELSE label END AS said, count(*) AS number "
            "FROM items LEFT JOIN verdicts ON verdicts.id = items.verdict WHERE items.job = ? GROUP BY said",
            (job_id,),
        )
        numbers = {one["said"]: one["number"] for one in counted}
        total = sum(numbers.values())
        counts = {said: number for said, number in sorted(numbers.items(), key=str) if said is not None}
        return Job(
            **{name: row[name] for name in ("id", "kind", "created", "state", "title", "corpus", "body", "reason")},
            total=total,
            done=sum(counts.values()),
            counts=counts,
        )

    def recent(self, kind: str, *, limit: int) -> list[Job]:
        """Return the newest jobs of a kind."""
        query = "SELECT id FROM jobs WHERE kind = ? ORDER BY created DESC, rowid DESC LIMIT ?"
        return [self.get(row["id"]) for row in self._database.rows(query, (kind, limit))]

    def items(self, job_id: str) -> list[Item]:
        """Return the claims of a job."""
        rows = self._database.rows("SELECT * FROM items WHERE job = ? ORDER BY position", (job_id,))
        return [Item(row["position"], json.loads(row["claim"]), row["verdict"], row["refused"]) for row in rows]

    def results(self, job_id: str) -> Iterator[dict[str, Any]]:
        """Yield the record of every claim that is done, in the form of `claimwise batch`."""
        for item in self.items(job_id):
            if item.verdict and item.verdict in self._engine.records.lines([item.verdict]):
                yield dict(self._engine.records.get(item.verdict).record)
            elif item.refused:
                claim = {"id": item.claim["id"], "text": item.claim["text"]}
                yield {"claim": claim, "verdict": "REFUSED", "reason": item.refused}

    def cancel(self, job_id: str) -> Job:
        """End a job; what is done of it stays."""
        query = "UPDATE jobs SET state = 'cancelled' WHERE id = ? AND state IN ('waiting', 'running')"
        if not self._database.change(query, (job_id,)):
            raise conflict(f"job {job_id!r} is {self.get(job_id).state}; only one that goes on can be cancelled")
        return self.get(job_id)

    def remove(self, job_id: str) -> None:
        """Forget a job and its verdicts."""
        if not self._database.change("DELETE FROM jobs WHERE id = ?", (job_id,)):
            raise not_found(f"job {job_id!r}")
        self._sweep()

    def _sweep(self) -> None:
        """Forget the verdicts of jobs that are no more, also those that were reached while a job was being removed."""
        with self._database.transaction():
            self._database.change("DELETE FROM verdicts WHERE job IS NOT NULL AND job NOT IN (SELECT id FROM jobs)")
            self._database.change("DELETE FROM documents WHERE hash NOT IN (SELECT hash FROM citations)")

    def _step(self) -> bool:
        """Check the next few claims of the oldest job; say whether there was one."""
        row = self._database.row(
            "SELECT id, options FROM jobs WHERE state IN ('waiting', 'running') ORDER BY created, rowid LIMIT 1"
        )
        if row is None:
            return False
        job_id, options = row["id"], Options.of(json.loads(row["options"]))
        self._database.change("UPDATE jobs SET state = 'running' WHERE id = ? AND state = 'waiting'", (job_id,))
        pending = self._database.rows(
            "SELECT position, claim FROM items WHERE job = ? AND verdict IS NULL AND refused IS NULL "
            "ORDER BY position LIMIT ?",
            (job_id, GROUP),
        )
        try:
            self._check(job_id, {one["position"]: json.loads(one["claim"]) for one in pending}, options)
        except Exception as error:
            reason = str(error) if isinstance(error, ClaimwiseError) else "the server met an error; its log says more"
            self._end(job_id, "failed", reason)
            if not isinstance(error, ClaimwiseError):
                raise
        if len(pending) < GROUP:
            self._end(job_id, "done")
        if self._database.row("SELECT id FROM jobs WHERE id = ?", (job_id,)) is None:
            self._sweep()
        return True

    def _check(self, job_id: str, group: Mapping[int, Mapping[str, Any]], options: Options) -> None:
        """Check a group together; where one of its claims cannot be read, each alone."""
        sound = {}
        for position, claim in group.items():
            reason = None if options.as_is else why_not_a_claim(claim["text"])
            if reason:
                self._note(job_id, position, refused=reason)
            else:
                sound[position] = Claim(**{name: claim[name] for name in _CLAIM if claim.get(name) is not None})
        if not sound:
            return
        try:
            kept = self._engine.check(list(sound.values()), options, job=job_id)
        except TooLongError as error:
            if len(sound) == 1:
                self._note(job_id, next(iter(sound)), refused=str(error))
                return
            for position in sound:
                self._check(job_id, {position: group[position]}, options)
        except ProblemError as error:  # the index is gone, for example
            raise InputError(str(error)) from error
        else:
            for position, one in zip(sound, kept, strict=True):
                self._note(job_id, position, verdict=one.id)

    def _note(self, job_id: str, position: int, *, verdict: str | None = None, refused: str | None = None) -> None:
        query = "UPDATE items SET verdict = ?, refused = ? WHERE job = ? AND position = ?"
        self._database.change(query, (verdict, refused, job_id, position))

    def _end(self, job_id: str, state: str, reason: str | None = None) -> None:
        query = "UPDATE jobs SET state = ?, reason = ? WHERE id = ? AND state = 'running'"
        self._database.change(query, (state, reason, job_id))
