"""Quin+: words and meaning united, sentences chosen in context or by similarity, documents counted."""

from claimwise.errors import ConfigError
from claimwise.justification.quoting import QuotingJustifier
from claimwise.models.transformers import EntailmentModel, TokenTagger
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes.recipe import Config
from claimwise.retrieval.bm25 import Bm25Retriever
from claimwise.retrieval.dense import DenseRetriever
from claimwise.retrieval.union import UnionRetriever
from claimwise.stages import Selector
from claimwise.verdict.counting import CountingAggregator
from claimwise.verification.joint import Settings
from claimwise.verification.labellers import EntailmentLabeller, ReadingLabeller
from claimwise.verification.select_then_label import SelectThenLabel
from claimwise.verification.selectors import ContextSelector, SimilaritySelector, TaggingSelector


def build(config: Config) -> Pipeline:
    """Return the pipeline."""
    model = config["labelling"]["model"]
    labeller = EntailmentLabeller(EntailmentModel(model)) if model else ReadingLabeller(config.verifier)
    return Pipeline(
        retriever=UnionRetriever(
            {
                "bm25": Bm25Retriever(config.index, filters=config.filters),
                "dense": DenseRetriever(config.index, config.embedder, filters=config.filters),
            }
        ),
        verifier=SelectThenLabel(_selector(config), labeller),
        aggregator=CountingAggregator(few=config["verdict"]["few"]),
        justifier=QuotingJustifier(config.lookup),
        lookup=config.lookup,
        k=config["retrieval"]["k"],
        about=config.about(config["selection"]["model"], model),
    )


def _selector(config: Config) -> Selector:
    settings = config["selection"]
    if settings["by"] == "context" and settings["model"]:
        return TaggingSelector(TokenTagger(settings["model"]), threshold=settings["threshold"])
    if settings["by"] == "context":
        chosen = Settings(select_within=settings["within"], most_sentences=settings["most"])
        return ContextSelector(config.verifier, settings=chosen)
    if settings["by"] == "similarity":
        return SimilaritySelector(config.embedder, threshold=settings["similarity"])
    raise ConfigError(f"selection.by is context or similarity, not {settings['by']!r}")
