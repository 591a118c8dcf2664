"""Parts that more than one recipe may ask for: claims made ready, questions, verdicts from stances, written reasons."""

from collections.abc import Callable, Mapping
from typing import Any

from claimwise.errors import ConfigError
from claimwise.formats.averitec import read_claims
from claimwise.justification.answers import AnswerJustifier
from claimwise.justification.written import WrittenJustifier
from claimwise.models.llm import ChatModel
from claimwise.questions.asking import Example, LlmAsker, LlmGenerator
from claimwise.questions.preparation import Prepared, prepare
from claimwise.questions.rewording import LlmPreparer
from claimwise.questions.sentences import RuleAsker
from claimwise.questions.templates import TemplateGenerator
from claimwise.recipes.recipe import Config, Recipe, load
from claimwise.stages import Aggregator, Justifier, Lookup, QuestionGenerator, SentenceAsker
from claimwise.types import Claim
from claimwise.verdict.fitted import FITTED, FittedAggregator
from claimwise.verdict.stances import PaperAggregator
from claimwise.verification.labellers import ReadingLabeller


def chat_model(recipe: Recipe) -> ChatModel:
    """Return the language model that the recipe names, or the environment."""
    settings: Mapping[str, Any] = recipe.stages["llm"]
    return ChatModel.configured(
        settings["url"], settings["model"], seconds=settings["seconds"], tries=settings["tries"]
    )


def preparer(recipe: Recipe) -> Callable[[Claim], Prepared] | None:
    """Return how claims are made ready; None where they are taken as they are."""
    by = recipe.stages.get("preparation", {"by": "none"})["by"]
    if by == "rules":
        return prepare
    if by == "llm":
        return LlmPreparer(chat_model(recipe)).prepare
    if by == "none":
        return None
    raise ConfigError(f"preparation.by is none, rules or llm, not {by!r}")


def generator(config: Config) -> QuestionGenerator:
    """Return what asks from the claim."""
    if config["asking"]["by"] != "llm":
        return TemplateGenerator()
    path = config["asking"]["examples"]
    return LlmGenerator(chat_model(config.recipe), examples=_examples(path) if path else ())


def asker(config: Config) -> SentenceAsker:
    """Return what asks for each sentence of evidence."""
    by = config["asking"]["by"]
    if by == "rules":
        return RuleAsker()
    if by == "llm":
        return LlmAsker(chat_model(config.recipe))
    raise ConfigError(f"asking.by is rules or llm, not {by!r}")


def aggregator(config: Config) -> Aggregator:
    """Return the rule of averitec that the recipe decides by; its numbers are in that recipe's file."""
    rule = config["verdict"]["rule"]
    if rule == "paper":
        return PaperAggregator()
    if rule == "fitted":
        settings: Mapping[str, Any] = (
            config["verdict"] if "supported" in config["verdict"] else load("averitec").stages["verdict"]
        )
        weights = {label: settings[label.value.lower()] for label in FITTED}
        return FittedAggregator(weights, most=settings["weighed"])
    raise ConfigError(f"verdict.rule is paper or fitted, not {rule!r}")


def justifier(config: Config, lookup: Lookup) -> Justifier:
    """Return what tells the reasons from the answers."""
    settings = config["justification"]
    extractive = AnswerJustifier(lookup, most=settings["most"])
    if settings["by"] == "answers":
        return extractive
    if settings["by"] == "llm":
        return WrittenJustifier(chat_model(config.recipe), ReadingLabeller(config.verifier), extractive)
    raise ConfigError(f"justification.by is answers or llm, not {settings['by']!r}")


def _examples(path: str) -> list[Example]:
    """Return claims with the questions that annotators asked, from a file in AVeriTeC's form."""
    claims = [one for one in read_claims(path) if one.questions and one.claim.text]
    return [Example(one.claim, tuple(asked.question for asked in one.questions)) for one in claims]
