"""The default recipe: hybrid retrieval, the joint verifier, both sides weighed, the evidence quoted.

On request with parts of `averitec`: questions that the evidence answers, its rules of verdicts, its written reasons.
"""

from claimwise.justification.quoting import QuotingJustifier
from claimwise.models.transformers import EntailmentModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes import parts
from claimwise.recipes.recipe import Config
from claimwise.retrieval.hybrid import HybridRetriever
from claimwise.stages import Aggregator, Justifier, Verifier
from claimwise.verdict.weighing import Calibration, WeighingAggregator
from claimwise.verification.answers import AskingVerifier
from claimwise.verification.entailment import EntailmentVerifier
from claimwise.verification.joint import JointVerifier


def build(config: Config) -> Pipeline:
    """Return the pipeline."""
    model = config["verification"]["model"]
    return Pipeline(
        retriever=HybridRetriever(config.index, config.embedder, filters=config.filters),
        verifier=_verifier(config),
        aggregator=_aggregator(config),
        justifier=_justifier(config),
        lookup=config.lookup,
        k=config["retrieval"]["k"],
        about=config.about(model),
    )


def _verifier(config: Config) -> Verifier:
    model = config["verification"]["model"]
    reader = EntailmentVerifier(EntailmentModel(model)) if model else JointVerifier(config.verifier)
    if config["asking"]["by"] != "none":
        return AskingVerifier(reader, parts.asker(config))
    plain = config["justification"]["by"] == "quotes" and config["verdict"]["rule"] == "weighing"
    return reader if plain else AskingVerifier(reader)


def _aggregator(config: Config) -> Aggregator:
    if config["verdict"]["rule"] != "weighing":
        return parts.aggregator(config)
    model = config["verification"]["model"]
    return WeighingAggregator(Calibration.of_card({} if model else config.verifier.card.settings))


def _justifier(config: Config) -> Justifier:
    if config["justification"]["by"] != "quotes":
        return parts.justifier(config, config.lookup)
    return QuotingJustifier(config.lookup)
