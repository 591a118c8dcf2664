"""`claimwise.check`: a claim against an index, files, or the demo corpus."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from claimwise.demo import CORPUS
from claimwise.errors import InputError
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes.recipe import Config, build, load
from claimwise.store.cache import cached_index
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.store.ingest import Ingested
from claimwise.text.claims import why_not_a_claim
from claimwise.text.dates import latest_day
from claimwise.types import Claim, Verdict

_MOST_NAMES = 3


def check(
    claim: str | Claim,
    *,
    index: str | Path | None = None,
    corpus: str | Path | Sequence[str | Path] = (),
    recipe: str = "claimwise",
    settings: Sequence[str] = (),
    k: int | None = None,
    filters: Filters = NO_FILTERS,
) -> Verdict:
    """Return the verdict on a claim, against an index, or files indexed on the fly, or else the demo corpus.

    `settings` change the recipe's own, each written as `stage.key=value`; `k` is how many documents are read. A claim
    with a date is checked against documents from before it.
    """
    asked = Claim("1", claim) if isinstance(claim, str) else claim
    demand_claim(asked.text)
    embedder, verifier = _models()
    files = [corpus] if isinstance(corpus, str | Path) else corpus
    opened = open_corpus(index, files, embedder)
    limits = dated(filters, asked)
    pipeline = make_pipeline(recipe, opened, embedder, verifier=verifier, settings=settings, k=k, filters=limits)
    check_filters(opened, limits, pipeline)
    [verdict] = pipeline.check([asked])
    return verdict


@cache
def _models() -> tuple[Embedder, VerifierModel]:
    """Return the embedded models, which stay loaded from one call to the next."""
    return Embedder(), VerifierModel()


def dated(filters: Filters, claim: Claim) -> Filters:
    """Return the filters with the claim's own date as the limit, where it has one and none before it was given."""
    if claim.date is None:
        return filters
    day = latest_day(claim.date)
    return replace(filters, as_of=min(day, filters.as_of or day))


def make_pipeline(
    recipe: str,
    index: Index,
    embedder: Embedder,
    *,
    verifier: VerifierModel | None = None,
    settings: Sequence[str] = (),
    k: int | None = None,
    filters: Filters = NO_FILTERS,
) -> Pipeline:
    """Return the pipeline of a recipe over an index, with settings of the form `stage.key=value` put in."""
    chosen = load(recipe).changed(settings).reading(k)
    return build(Config(chosen, index, embedder, verifier or VerifierModel(), filters))


def open_corpus(
    index: str | Path | None,
    corpus: Sequence[str | Path],
    embedder: Embedder,
    *,
    on_batch: Callable[[Ingested], None] = lambda _: None,
) -> Index:
    """Return the index that was asked for, pinned to the version that it has now."""
    if index is not None and corpus:
        raise InputError("give an index or files of documents, not both")
    if index is not None:
        opened = Index.open(index)
    else:
        opened = cached_index([Path(path) for path in corpus] or [CORPUS], embedder, on_batch=on_batch)
        opened.name = _name_of(corpus)
    opened.hold()
    opened.pin()
    return opened


def _name_of(corpus: Sequence[str | Path]) -> str:
    """Return what people are told that was searched, where files were."""
    if not corpus:
        return "the demo corpus"
    names = [Path(path).resolve().name for path in corpus]
    return ", ".join(names) if len(names) <= _MOST_NAMES else f"{names[0]} and {len(names) - 1} more"


def demand_claim(text: str) -> None:
    """Raise unless the text is a claim."""
    if reason := why_not_a_claim(text):
        raise InputError(reason)


def check_filters(index: Index, filters: Filters, pipeline: Pipeline | None = None) -> None:
    """Tell filters that let nothing through from documents that have nothing to say.

    A search may find nothing, but a verdict over nothing is none: with a pipeline, one document must be left, unless it
    searches elsewhere.
    """
    if pipeline is not None and not pipeline.about.get("filters"):
        return
    known = index.info().sources if filters.sources else {}
    for source in filters.sources:
        if source not in known:
            shown = ", ".join(list(known)[:10])
            raise InputError(f"no document in the index is from the source {source!r}; its sources are: {shown}")
    if pipeline is not None and not index.count_documents(filters):
        limits = ", ".join(f"{name} {value}" for name, value in filters.described().items())
        about = index.info()
        dated = (
            f"dated {about.earliest} to {about.latest}, {about.undated} without a date" if about.earliest else "undated"
        )
        raise InputError(f"none of the {about.documents} documents is left by the filters ({limits}); they are {dated}")
