"""claimwise checks a claim against documents and shows the sentences that decide it.

The names below are the public ones; each is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from claimwise.errors import ClaimwiseError as ClaimwiseError
    from claimwise.execution.check import check as check
    from claimwise.execution.check import make_pipeline as make_pipeline
    from claimwise.labels import Stance as Stance
    from claimwise.labels import VerdictLabel as VerdictLabel
    from claimwise.models.embedder import Embedder as Embedder
    from claimwise.pipeline.pipeline import Pipeline as Pipeline
    from claimwise.retrieval.hybrid import HybridRetriever as HybridRetriever
    from claimwise.store.filters import Filters as Filters
    from claimwise.store.index import Index as Index
    from claimwise.types import Claim as Claim
    from claimwise.types import Document as Document
    from claimwise.types import Evidence as Evidence
    from claimwise.types import Hit as Hit
    from claimwise.types import Ranking as Ranking
    from claimwise.types import Verdict as Verdict

__version__ = "0.1.0"

_HOMES = {
    "Claim": "claimwise.types",
    "ClaimwiseError": "claimwise.errors",
    "Document": "claimwise.types",
    "Embedder": "claimwise.models.embedder",
    "Evidence": "claimwise.types",
    "Filters": "claimwise.store.filters",
    "Hit": "claimwise.types",
    "HybridRetriever": "claimwise.retrieval.hybrid",
    "Index": "claimwise.store.index",
    "Pipeline": "claimwise.pipeline.pipeline",
    "Ranking": "claimwise.types",
    "Stance": "claimwise.labels",
    "Verdict": "claimwise.types",
    "VerdictLabel": "claimwise.labels",
    "check": "claimwise.execution.check",
    "make_pipeline": "claimwise.execution.check",
}

__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> Any:  # noqa: ANN401 (a module's attributes are of any type)
    if name not in _HOMES:
        raise AttributeError(f"module 'claimwise' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
