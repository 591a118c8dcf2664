"""Every implementation that can be asked for by name: one table, resolved only when a name is used."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from claimwise.errors import ConfigError
from claimwise.models.embedder import Embedder
from claimwise.stages import Retriever
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index

RETRIEVERS: Mapping[str, str] = {
    "bm25": "claimwise.retrieval.bm25:Bm25Retriever",
    "dense": "claimwise.retrieval.dense:DenseRetriever",
    "hybrid": "claimwise.retrieval.hybrid:HybridRetriever",
    "tfidf": "claimwise.retrieval.tfidf:TfidfRetriever",
}
_WITH_EMBEDDER = frozenset({"dense", "hybrid"})


def make_retriever(name: str, index: Index, embedder: Embedder, *, filters: Filters = NO_FILTERS) -> Retriever:
    """Return the retriever of this name over an index."""
    kind = resolve(RETRIEVERS, name, what="retriever")
    inputs = (index, embedder) if name in _WITH_EMBEDDER else (index,)
    retriever: Retriever = kind(*inputs, filters=filters)
    return retriever


def resolve(table: Mapping[str, str], name: str, *, what: str) -> Any:  # noqa: ANN401 (whatever the table names)
    """Return what a name stands for, importing its module now."""
    if name not in table:
        raise ConfigError(f"there is no {what} {name!r}; known are {', '.join(sorted(table))}")
    module, attribute = table[name].split(":")
    return getattr(import_module(module), attribute)
