"""The server's parts put together; the API and the pages speak to this and to nothing behind it."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from claimwise.errors import ClaimwiseError, StoreError
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.store.lock import writer_lock
from claimwise.text.claims import why_not_a_claim
from claimwise.types import Claim
from claimwise.web.corpora import Corpora
from claimwise.web.database import Database
from claimwise.web.engine import Engine, OnStage, Options
from claimwise.web.jobs import Jobs
from claimwise.web.metrics import Metrics
from claimwise.web.problems import Problem, ProblemError, unusable
from claimwise.web.records import Kept, Records
from claimwise.web.settings import Settings
from claimwise.web.uploads import Uploads
from claimwise.web.work import Deadline, WorkQueue

_LOG = logging.getLogger("claimwise.web")


class Service:
    """Everything that a server does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.metrics = Metrics()
        self._only_one = _only_one(settings.data)
        self._only_one.__enter__()
        self._database = Database(settings.data / "claimwise.sqlite")
        embedder = Embedder(settings.embedder)
        self.corpora = Corpora(settings.data / "indexes", embedder, settings.index)
        self.records = Records(self._database)
        verifier = VerifierModel(settings.verifier)
        self.engine = Engine(self.corpora, self.records, self.metrics, embedder=embedder, verifier=verifier)
        self.queue = WorkQueue(workers=self.limits.workers, waiting=self.limits.waiting, seconds=self.limits.seconds)
        self.jobs = Jobs(self._database, self.engine, most=self.limits.jobs)
        self.uploads = Uploads(self._database, self.corpora, settings.data / "uploads")
        self.metrics.gauges["claimwise_checks_inside"] = ("Checks that run or wait.", lambda: self.queue.inside)
        self.metrics.gauges["claimwise_ready"] = ("Whether the models are loaded.", lambda: self.engine.warm)

    def start(self) -> None:
        """Load the models behind the scenes, and go on with what an earlier server left undone."""
        threading.Thread(target=self._warm_up, name="warm-up", daemon=True).start()
        self.uploads.start()
        self.jobs.background.start()

    def close(self) -> None:
        """End in good order."""
        self.queue.close()
        self.jobs.background.close()
        self.uploads.background.close()
        self._database.close()
        self._only_one.__exit__(None, None, None)

    def check(self, claim: str, options: Options) -> Kept:
        """Check a claim, waiting for a free worker first."""
        return self.queue.run(lambda deadline: self.check_now(claim, options, deadline), self.deadline())

    def deadline(self) -> Deadline:
        """Return by when a request that comes now must be done."""
        return Deadline(self.limits.seconds, begins=lambda: not self.engine.loading)

    def check_now(
        self, claim: str, options: Options, deadline: Deadline, *, on_stage: OnStage = lambda _: None
    ) -> Kept:
        """Check a claim on this thread; between two stages it is given up when the time is."""

        def told(stage: str) -> None:
            deadline.check()
            on_stage(stage)

        told("starting")
        [kept] = self.engine.check([Claim("1", claim)], options, on_stage=told)
        return kept

    def demand_size(self, claim: str) -> None:
        """Raise where a claim is empty or too long."""
        if not claim.strip():
            raise unusable("the claim is empty; write it as a sentence, for example “Vitamin C prevents colds”")
        if len(claim) > self.limits.claim_characters:
            most = self.limits.claim_characters
            raise unusable(
                f"the claim has {len(claim):,} characters, at most {most:,} are read; check it as a text instead"
            )

    def demand_claim(self, claim: str, options: Options) -> None:
        """Raise where a claim is empty, too long or none."""
        self.demand_size(claim)
        if not options.as_is and (reason := why_not_a_claim(claim)):
            raise ProblemError(Problem(422, "not-a-claim", "This is not a claim", reason))

    def _warm_up(self) -> None:
        try:
            self.engine.warm_up()
        except ClaimwiseError as error:
            _LOG.warning("%s", error)


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Hold a data folder for this server alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = writer_lock(folder, name=".server")
        lock.__enter__()
    except (OSError, StoreError) as error:
        raise StoreError(
            f"{folder} cannot be used: another process serves from it, or it cannot be written to; end that one, or "
            "give another folder with --data"
        ) from error
    try:
        yield
    finally:
        lock.__exit__(None, None, None)
