"""Ohio State at FEVER: pages by title, sentences by rule, each labelled alone, distributions summed."""

from pathlib import Path

from claimwise.errors import ConfigError
from claimwise.justification.quoting import QuotingJustifier
from claimwise.models.attention import AttentionModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes.recipe import Config
from claimwise.retrieval.titles import TitleRetriever
from claimwise.stages import Labeller
from claimwise.verdict.summing import SummingAggregator
from claimwise.verification.labellers import AttentionLabeller, ReadingLabeller
from claimwise.verification.rule_selector import RuleSelector
from claimwise.verification.sentence_by_sentence import SentenceBySentence


def build(config: Config) -> Pipeline:
    """Return the pipeline."""
    labeller, name = _labeller(config)
    selection = config["selection"]
    return Pipeline(
        retriever=TitleRetriever(config.index, filters=config.filters, backup=config["retrieval"]["backup"]),
        verifier=SentenceBySentence(
            RuleSelector(use_synonyms=selection["synonyms"], most_sentences=selection["most"]),
            labeller,
            decide_at=config["labelling"]["decide_at"] if config["labelling"]["by"] == "verifier" else 0.0,
        ),
        aggregator=SummingAggregator(),
        justifier=QuotingJustifier(config.lookup),
        lookup=config.lookup,
        k=config["retrieval"]["k"],
        about=config.about(name),
    )


def _labeller(config: Config) -> tuple[Labeller, str]:
    """Return the labeller, and the name of the model that takes the verifier's place, if one does."""
    by, folder = config["labelling"]["by"], config["labelling"]["model"]
    if by == "verifier":
        return ReadingLabeller(config.verifier), ""
    if by == "attention":
        model = AttentionModel(Path(folder) if folder else None)
        return AttentionLabeller(model), f"attention {model.card.fingerprint[:12]}"
    raise ConfigError(f"labelling.by is verifier or attention, not {by!r}")
