"""Vert5erini: BM25, a pointwise reranker over windows, pointwise selection, a listwise label."""

from claimwise.justification.quoting import QuotingJustifier
from claimwise.models.seq2seq import Seq2SeqModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes.recipe import Config
from claimwise.reranking.windows import ReadingScorer, Seq2SeqScorer, WindowReranker
from claimwise.retrieval.bm25 import Bm25Retriever
from claimwise.verdict.two_way import TwoWayAggregator
from claimwise.verdict.weighing import WeighingAggregator
from claimwise.verification.labellers import ReadingLabeller, Seq2SeqLabeller
from claimwise.verification.select_then_label import SelectThenLabel
from claimwise.verification.selectors import SentenceSelector, Seq2SeqSelector


def build(config: Config) -> Pipeline:
    """Return the pipeline."""
    reranking, selection = config["reranking"], config["selection"]
    models = [config[stage]["model"] for stage in ("reranking", "selection", "labelling")]
    relevant, deciding, stance = models
    threshold = selection["threshold"]
    return Pipeline(
        retriever=Bm25Retriever(config.index, filters=config.filters),
        k=config["retrieval"]["k"],
        reranker=WindowReranker(
            Seq2SeqScorer(Seq2SeqModel(relevant)) if relevant else ReadingScorer(config.verifier),
            config.lookup,
            size=reranking["window"],
            stride=reranking["stride"],
        ),
        kept=reranking["k"],
        verifier=SelectThenLabel(
            Seq2SeqSelector(Seq2SeqModel(deciding), threshold=threshold)
            if deciding
            else SentenceSelector(config.verifier, threshold=threshold),
            Seq2SeqLabeller(Seq2SeqModel(stance)) if stance else ReadingLabeller(config.verifier),
        ),
        aggregator=TwoWayAggregator() if config["verdict"]["two_way"] else WeighingAggregator(),
        justifier=QuotingJustifier(config.lookup),
        lookup=config.lookup,
        about=config.about(*models),
    )
