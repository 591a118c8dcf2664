"""The way of a claim through the house: retrieve, rerank, read, weigh, say why. Stages meet only in their contracts."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from claimwise.stages import Aggregator, Justifier, Lookup, Reranker, Retriever, Verifier
from claimwise.types import Claim, Ranking, Verdict
from claimwise.verdict.duplicates import near_duplicates

OnStage = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The stages of one recipe over one corpus; `about` says what is searched and with which models, for the trace."""

    retriever: Retriever
    verifier: Verifier
    aggregator: Aggregator
    justifier: Justifier
    lookup: Lookup
    k: int = 10
    reranker: Reranker | None = None
    kept: int | None = None
    """How many documents are read after reranking; all that were found, where it is not given."""
    about: Mapping[str, Any] = field(default_factory=dict)

    def check(self, claims: Sequence[Claim], *, on_stage: OnStage = lambda _: None) -> list[Verdict]:
        """Return one verdict per claim, in order; `on_stage` is told what is being done."""
        clock = _Clock(on_stage)
        clock.start("retrieving")
        rankings = self.retriever.retrieve(claims, k=self.k)
        everything = [len(ranking.hits) < self.k for ranking in rankings]
        if self.reranker is not None:
            clock.start("reranking")
            rankings = self.reranker.rerank(claims, rankings)
        rankings = [replace(ranking, hits=ranking.hits[: self.kept]) for ranking in rankings]
        documents = self.lookup(sorted({hit.doc_id for ranking in rankings for hit in ranking.hits}))
        found = [[documents[hit.doc_id] for hit in ranking.hits] for ranking in rankings]
        repeated = [near_duplicates(one) for one in found]
        pairs = [
            (claim, document)
            for claim, of_claim, again in zip(claims, found, repeated, strict=True)
            for document in of_claim
            if document.id not in again
        ]
        clock.start(f"reading {len(pairs)} document{'' if len(pairs) == 1 else 's'}")
        scores = [  # where everything there is was found, nothing was picked, and a rank tells nothing
            1.0 if whole else hit.score
            for ranking, again, whole in zip(rankings, repeated, everything, strict=True)
            for hit in ranking.hits
            if hit.doc_id not in again
        ]
        evidence = iter(self.verifier.verify(pairs, relevance=scores))
        clock.start("deciding")
        verdicts = []
        for claim, of_claim, again in zip(claims, found, repeated, strict=True):
            own = [next(evidence) for document in of_claim if document.id not in again]
            verdict = self.aggregator.aggregate(claim, own)
            if not own:  # nothing was read, so nothing is known
                verdict = replace(verdict, confidence=0.0)
            verdicts.append(replace(verdict, justification=self.justifier.justify(verdict)))
        seconds = {stage: spent / max(1, len(claims)) for stage, spent in clock.stop().items()}
        return [
            replace(verdict, trace=self._trace(ranking, again, seconds))
            for verdict, ranking, again in zip(verdicts, rankings, repeated, strict=True)
        ]

    def _trace(self, ranking: Ranking, repeated: Mapping[str, str], seconds: Mapping[str, float]) -> dict[str, Any]:
        return {
            **self.about,
            "k": self.k,
            "retrieved": [{"doc_id": hit.doc_id, "score": round(hit.score, 6)} for hit in ranking.hits],
            "duplicates": dict(repeated),
            "seconds": {stage: round(spent, 4) for stage, spent in seconds.items()},
        }


class _Clock:
    """How long each stage takes; a stage is called by the first word of what it does."""

    def __init__(self, on_stage: OnStage) -> None:
        self._on_stage = on_stage
        self._spent: dict[str, float] = {}
        self._stage: str | None = None
        self._since = 0.0

    def start(self, what: str) -> None:
        self.stop()
        self._on_stage(what)
        self._stage, self._since = what.split()[0], time.perf_counter()

    def stop(self) -> dict[str, float]:
        if self._stage is not None:
            self._spent[self._stage] = time.perf_counter() - self._since
            self._stage = None
        return self._spent
