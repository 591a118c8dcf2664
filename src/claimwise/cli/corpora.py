"""Opening what a command searches: an index, files, or the demo corpus."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from claimwise.cli import output

if TYPE_CHECKING:
    from claimwise.models.embedder import Embedder
    from claimwise.pipeline.pipeline import Pipeline
    from claimwise.store.filters import Filters
    from claimwise.store.index import Index


def open_corpus(index: str | None, corpus: Sequence[Path], embedder: "Embedder") -> "Index":
    """Return the index that a command shall search, and say so when it is the demo corpus."""
    from claimwise.demo import CORPUS
    from claimwise.execution.check import open_corpus as opened
    from claimwise.formats.estimate import estimate

    if index is None and not corpus:
        output.note("searching the demo corpus; --index DIR searches your own documents")
    with output.indexing_progress(estimate(list(corpus) or [CORPUS]) if index is None else None) as show:
        return opened(index, corpus, embedder, on_batch=show)


def demo_corpus(embedder: "Embedder") -> "Index":
    """Return the demo corpus for a recipe that searches elsewhere; nobody is told, because it is not searched."""
    from claimwise.execution.check import open_corpus as opened

    return opened(None, [], embedder)


def check_filters(index: "Index", filters: "Filters", pipeline: "Pipeline | None" = None) -> None:
    """Tell filters that let nothing through from documents that have nothing to say."""
    from claimwise.execution.check import check_filters as checked

    checked(index, filters, pipeline)
