"""From a request to a verdict that is kept: models loaded once, pipelines kept while the index stays as it is."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from claimwise.execution.check import check_filters, demand_claim, make_pipeline
from claimwise.formats.found import hit_record, with_sentences
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.pipeline.registry import make_retriever
from claimwise.store.filters import Filters
from claimwise.types import Claim, Verdict
from claimwise.web.corpora import Corpora, Opened
from claimwise.web.metrics import Metrics
from claimwise.web.records import Kept, Records

_PIPELINES = 16
OnStage = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Options:
    """How a claim shall be checked."""

    index: str | None = None
    recipe: str = "claimwise"
    k: int | None = None
    as_of: date | None = None
    allow_undated: bool = False
    sources: tuple[str, ...] = ()
    as_is: bool = False
    """Check it even if it looks like a question or an opinion."""

    @property
    def filters(self) -> Filters:
        """Which documents may be seen."""
        return Filters(self.as_of, self.allow_undated, self.sources)

    def record(self) -> dict[str, Any]:
        """Return the options as JSON."""
        return {**asdict(self), "as_of": self.as_of.isoformat() if self.as_of else None, "sources": list(self.sources)}

    @classmethod
    def of(cls, record: dict[str, Any]) -> "Options":
        """Return the options that `record` wrote."""
        as_of = date.fromisoformat(record["as_of"]) if record["as_of"] else None
        return cls(**{**record, "as_of": as_of, "sources": tuple(record["sources"])})


class Engine:
    """Checks claims."""

    def __init__(
        self, corpora: Corpora, records: Records, metrics: Metrics, *, embedder: Embedder, verifier: VerifierModel
    ) -> None:
        self.corpora = corpora
        self.records = records
        self.metrics = metrics
        self._embedder = embedder
        self._verifier = verifier
        self._pipelines: OrderedDict[tuple[Any, ...], Pipeline] = OrderedDict()
        self._lock = threading.Lock()
        self._warming = threading.Lock()
        self.warm = False
        self.loading = True
        """Until the first attempt to load the models has ended, well or badly."""

    def warm_up(self) -> None:
        """Load the models and open the default index, once."""
        with self._warming:
            try:
                if not self.warm:
                    self._embedder.warm_up()
                    self.corpora.open()
                    self._verifier.warm_up()
                    self.warm = True
            finally:
                self.loading = False

    def check(
        self, claims: Sequence[Claim], options: Options, *, on_stage: OnStage = lambda _: None, job: str | None = None
    ) -> list[Kept]:
        """Check claims and keep the verdicts."""
        if not options.as_is:
            for claim in claims:
                demand_claim(claim.text)
        if not self.warm:
            on_stage("loading the models")
            self.warm_up()
        with self._opened(options) as opened:
            pipeline = self._pipeline(opened, options)
            verdicts = [_explained(verdict, opened) for verdict in pipeline.check(claims, on_stage=on_stage)]
            if any(not verdict.evidence for verdict in verdicts):
                check_filters(opened.index, options.filters, pipeline)
            documents = pipeline.lookup(sorted({one.doc_id for verdict in verdicts for one in verdict.evidence}))
        for verdict in verdicts:
            self.metrics.verdict(verdict.label.value)
        return [
            self.records.keep(
                verdict, {one.doc_id: documents[one.doc_id] for one in verdict.evidence}, corpus=opened.name, job=job
            )
            for verdict in verdicts
        ]

    def search(self, claim: str, options: Options, *, retriever: str) -> list[dict[str, Any]]:
        """Return the documents that speak to a claim, best first."""
        self._embedder.warm_up()
        with self._opened(options) as opened:
            finder = make_retriever(retriever, opened.index, self._embedder, filters=options.filters)
            [ranking] = finder.retrieve([Claim("1", claim)], k=options.k or 10)
            if not ranking.hits:
                check_filters(opened.index, options.filters)
            documents = opened.index.documents([hit.doc_id for hit in ranking.hits])
        return [
            hit_record(with_sentences(hit, document, claim), document)
            for hit, document in zip(ranking.hits, documents, strict=True)
        ]

    @contextmanager
    def _opened(self, options: Options) -> Iterator[Opened]:
        """Yield the index at its newest version, which is opened while it is held, so that no writer drops it."""
        with self.corpora.open(options.index).index.holding():
            yield self.corpora.open(options.index)

    def _pipeline(self, opened: Opened, options: Options) -> Pipeline:
        key = (id(opened.index), options.recipe, options.k, options.filters)
        with self._lock:
            if key not in self._pipelines:
                self._pipelines[key] = make_pipeline(
                    options.recipe,
                    opened.index,
                    self._embedder,
                    verifier=self._verifier,
                    k=options.k,
                    filters=options.filters,
                )
            self._pipelines.move_to_end(key)
            while len(self._pipelines) > _PIPELINES:
                self._pipelines.popitem(last=False)
            return self._pipelines[key]


def _explained(verdict: Verdict, opened: Opened) -> Verdict:
    """Say in the trace what was searched, in the words of the server instead of its folders."""
    searched = {"name": opened.name, "version": opened.info.version, "documents": opened.info.documents}
    return replace(verdict, trace={**verdict.trace, "index": searched})
