"""AVeriTeC: questions, sentences that answer them from before the claim, stances, one of four verdicts, the reasons."""

from pathlib import Path
from typing import Any

from claimwise.errors import ConfigError
from claimwise.fetch.cache import PageCache
from claimwise.fetch.fetcher import Fetcher
from claimwise.formats.averitec import read_claims
from claimwise.formats.knowledge import KnowledgeStore
from claimwise.justification.answers import AnswerJustifier
from claimwise.justification.written import WrittenJustifier
from claimwise.models.llm import ChatModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.questions.asking import Example, LlmAsker, LlmGenerator
from claimwise.questions.sentences import RuleAsker
from claimwise.questions.templates import TemplateGenerator
from claimwise.recipes.recipe import Config
from claimwise.reranking.answers import AnswerReranker
from claimwise.retrieval.answers import AnswerRetriever
from claimwise.search.engines import Brave, Engine, Searxng, own_instance
from claimwise.search.limits import Exclusions, read_sites
from claimwise.search.local import IndexSearcher, StoreSearcher
from claimwise.search.web import WebSearcher
from claimwise.stages import Aggregator, Justifier, QuestionGenerator, Searcher, SentenceAsker
from claimwise.store.cache import cache_folder
from claimwise.verdict.stances import PaperAggregator, TemperedAggregator, Tempering
from claimwise.verification.answers import AnswerVerifier
from claimwise.verification.labellers import ReadingLabeller


def build(config: Config) -> Pipeline:
    """Return the pipeline."""
    generator, asker = _questions(config)
    retriever = AnswerRetriever(
        _searcher(config), generator, pages=config["search"]["pages"], queries=config["search"]["queries"]
    )
    labeller = ReadingLabeller(config.verifier)
    reading, reranking = config["verification"], config["reranking"]
    return Pipeline(
        retriever=retriever,
        reranker=AnswerReranker(
            labeller,
            asker,
            retriever.lookup,
            words=reranking["words"],
            read=reranking["read"],
            read_question=reading["question"],
        ),
        kept=reranking["k"],
        verifier=AnswerVerifier(labeller, asker, decide_at=reading["decide_at"], read_question=reading["question"]),
        aggregator=aggregator(config),
        justifier=_justifier(config, retriever, labeller),
        lookup=retriever.lookup,
        k=config["retrieval"]["k"],
        about=_about(config),
    )


def _about(config: Config) -> dict[str, Any]:
    """Return what a verdict says about how it was made: what was searched stands where an index would."""
    settings = config["search"]
    about = config.about() | {"search": dict(settings)}
    if settings["by"] != "index":
        about["index"] = {"location": f"{settings['by']} {settings['place']}".strip(), "version": 0}
    return about


def aggregator(config: Config) -> Aggregator:
    """Return the rule that the recipe decides by."""
    settings = config["verdict"]
    if settings["rule"] == "paper":
        return PaperAggregator()
    if settings["rule"] == "tempered":
        return TemperedAggregator(Tempering(**{name: settings[name] for name in Tempering.__slots__}))
    raise ConfigError(f"verdict.rule is paper or tempered, not {settings['rule']!r}")


def _questions(config: Config) -> tuple[QuestionGenerator, SentenceAsker]:
    by = config["asking"]["by"]
    if by == "rules":
        return TemplateGenerator(), RuleAsker()
    if by == "llm":
        model = ChatModel.from_environment()
        path = config["asking"]["examples"]
        return LlmGenerator(model, examples=_examples(path) if path else ()), LlmAsker(model)
    raise ConfigError(f"asking.by is rules or llm, not {by!r}")


def _examples(path: str) -> list[Example]:
    """Return claims with the questions that annotators asked, from a file in AVeriTeC's form."""
    claims = [one for one in read_claims(path) if one.questions and one.claim.text]
    return [Example(one.claim, tuple(asked.question for asked in one.questions)) for one in claims]


def _justifier(config: Config, retriever: AnswerRetriever, labeller: ReadingLabeller) -> Justifier:
    settings = config["justification"]
    extractive = AnswerJustifier(retriever.lookup, most=settings["most"])
    if settings["by"] == "answers":
        return extractive
    if settings["by"] == "llm":
        return WrittenJustifier(ChatModel.from_environment(), labeller, extractive)
    raise ConfigError(f"justification.by is answers or llm, not {settings['by']!r}")


def _searcher(config: Config) -> Searcher:
    settings = config["search"]
    listed = settings["misinformation"]
    exclusions = Exclusions(
        fact_checkers=settings["exclude_factcheckers"],
        misinformation=read_sites(listed) if listed else frozenset(),
    )
    if settings["by"] == "index":
        return IndexSearcher(config.index, filters=config.filters, exclusions=exclusions)
    if settings["by"] == "store":
        if not settings["place"]:
            raise ConfigError("search.by=store needs search.place, the folder or file of the pages of each claim")
        return StoreSearcher(KnowledgeStore(Path(settings["place"])), exclusions=exclusions)
    pages = PageCache(cache_folder() / "pages", Fetcher(), offline=settings["offline"])
    return WebSearcher(
        _engine(settings["by"], settings["place"]),
        pages,
        exclusions=exclusions,
        allow_undated=settings["allow_undated"],
    )


def _engine(name: str, place: str) -> Engine:
    if name == "searxng":
        return Searxng(place, Fetcher(allowed=own_instance(place)))
    if name == "brave":
        return Brave(Fetcher())
    raise ConfigError(f"search.by is index, store, searxng or brave, not {name!r}")
