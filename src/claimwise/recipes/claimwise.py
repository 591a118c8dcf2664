"""The default recipe: hybrid retrieval, the joint verifier, both sides weighed, the evidence quoted."""

from collections.abc import Sequence

from claimwise.justification.quoting import QuotingJustifier
from claimwise.models.embedder import Embedder
from claimwise.models.transformers import EntailmentModel
from claimwise.models.verifier import VerifierModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.retrieval.hybrid import HybridRetriever
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.types import Document
from claimwise.verdict.weighing import Calibration, WeighingAggregator
from claimwise.verification.entailment import EntailmentVerifier
from claimwise.verification.joint import JointVerifier

DOCUMENTS_READ = 10


def build(
    index: Index,
    embedder: Embedder,
    verifier: VerifierModel,
    *,
    nli: str | None = None,
    k: int | None = None,
    filters: Filters = NO_FILTERS,
) -> Pipeline:
    """Return the pipeline over an index; `nli` names an entailment model to read with instead of the verifier."""
    settings = {} if nli else verifier.card.settings

    def lookup(doc_ids: Sequence[str]) -> dict[str, Document]:
        return {document.id: document for document in index.documents(doc_ids)}

    return Pipeline(
        retriever=HybridRetriever(index, embedder, filters=filters),
        verifier=EntailmentVerifier(EntailmentModel(nli)) if nli else JointVerifier(verifier),
        aggregator=WeighingAggregator(Calibration.of_card(settings)),
        justifier=QuotingJustifier(lookup),
        lookup=lookup,
        k=k or DOCUMENTS_READ,
        about={
            "recipe": "claimwise",
            "index": {"location": index.location, "version": index.version},
            "models": {"embedder": embedder.fingerprint[:12], "verifier": nli or verifier.card.fingerprint[:12]},
            "filters": filters.described(),
        },
    )
