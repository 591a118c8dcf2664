"""The default recipe: hybrid retrieval, the joint verifier, both sides weighed, the evidence quoted."""

from claimwise.justification.quoting import QuotingJustifier
from claimwise.models.transformers import EntailmentModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes.recipe import Config
from claimwise.retrieval.hybrid import HybridRetriever
from claimwise.verdict.weighing import Calibration, WeighingAggregator
from claimwise.verification.entailment import EntailmentVerifier
from claimwise.verification.joint import JointVerifier


def build(config: Config) -> Pipeline:
    """Return the pipeline."""
    model = config["verification"]["model"]
    return Pipeline(
        retriever=HybridRetriever(config.index, config.embedder, filters=config.filters),
        verifier=EntailmentVerifier(EntailmentModel(model)) if model else JointVerifier(config.verifier),
        aggregator=WeighingAggregator(Calibration.of_card({} if model else config.verifier.card.settings)),
        justifier=QuotingJustifier(config.lookup),
        lookup=config.lookup,
        k=config["retrieval"]["k"],
        about=config.about(model),
    )
