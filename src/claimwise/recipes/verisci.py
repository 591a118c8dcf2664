"""VeriSci: TF-IDF retrieval, sentences chosen one at a time, a label from the chosen ones without the title."""

from claimwise.justification.quoting import QuotingJustifier
from claimwise.models.transformers import EntailmentModel, PairClassifier
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes.recipe import Config
from claimwise.retrieval.tfidf import TfidfRetriever
from claimwise.stages import Labeller, Selector
from claimwise.verdict.weighing import WeighingAggregator
from claimwise.verification.labellers import EntailmentLabeller, ReadingLabeller
from claimwise.verification.select_then_label import SelectThenLabel
from claimwise.verification.selectors import PairSelector, SentenceSelector


def build(config: Config) -> Pipeline:
    """Return the pipeline."""
    return Pipeline(
        retriever=TfidfRetriever(config.index, filters=config.filters),
        verifier=SelectThenLabel(_selector(config), _labeller(config), title=False, given=config["labelling"]["given"]),
        aggregator=WeighingAggregator(),
        justifier=QuotingJustifier(config.lookup),
        lookup=config.lookup,
        k=config["retrieval"]["k"],
        about=config.about(config["selection"]["model"], config["labelling"]["model"]),
    )


def _selector(config: Config) -> Selector:
    model, threshold = config["selection"]["model"], config["selection"]["threshold"]
    if model:
        return PairSelector(PairClassifier(model), threshold=threshold)
    return SentenceSelector(config.verifier, threshold=threshold)


def _labeller(config: Config) -> Labeller:
    model, labels = config["labelling"]["model"], config["labelling"]["labels"]
    if model:
        return EntailmentLabeller(EntailmentModel(model, labels=labels.split(",") if labels else ()))
    return ReadingLabeller(config.verifier)
