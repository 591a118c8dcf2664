"""AVeriTeC: questions, sentences that answer them from before the claim, stances, one of four verdicts, the reasons."""

from pathlib import Path
from typing import Any

from claimwise.errors import ConfigError
from claimwise.fetch.cache import PageCache
from claimwise.fetch.fetcher import Fetcher
from claimwise.formats.knowledge import KnowledgeStore
from claimwise.models.remembered import RememberingVerifier
from claimwise.models.transformers import PairClassifier
from claimwise.models.verifier import VerifierModel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes import parts
from claimwise.recipes.recipe import Config
from claimwise.reranking.answers import AnswerReranker, PairScorer
from claimwise.reranking.windows import ReadingScorer
from claimwise.retrieval.answers import AnswerRetriever
from claimwise.search.engines import Brave, Engine, Searxng, own_instance
from claimwise.search.limits import Exclusions, read_sites
from claimwise.search.local import IndexSearcher, StoreSearcher
from claimwise.search.web import WebSearcher
from claimwise.stages import Searcher, SentenceAsker
from claimwise.store.cache import cache_folder
from claimwise.verification.answers import AnswerVerifier
from claimwise.verification.labellers import ReadingLabeller


def build(config: Config) -> Pipeline:
    """Return the pipeline."""
    asker, reader = parts.asker(config), RememberingVerifier(config.verifier)
    retriever = AnswerRetriever(
        _searcher(config),
        parts.generator(config),
        pages=config["search"]["pages"],
        queries=config["search"]["queries"],
    )
    reading = config["verification"]
    return Pipeline(
        retriever=retriever,
        reranker=_reranker(config, reader, asker, retriever),
        kept=config["reranking"]["k"],
        verifier=AnswerVerifier(
            ReadingLabeller(reader),
            asker,
            decide_at=reading["decide_at"],
            read_question=reading["question"],
        ),
        aggregator=parts.aggregator(config),
        justifier=parts.justifier(config, retriever.lookup),
        lookup=retriever.lookup,
        k=config["retrieval"]["k"],
        about=_about(config),
    )


def _reranker(
    config: Config, reader: VerifierModel, asker: SentenceAsker, retriever: AnswerRetriever
) -> AnswerReranker:
    """Return what orders the sentences: the embedded verifier, or a taught model, which always reads the question."""
    settings = config["reranking"]
    taught = settings["model"]
    return AnswerReranker(
        PairScorer(PairClassifier(taught)) if taught else ReadingScorer(reader),
        asker,
        retriever.lookup,
        words=settings["words"],
        read=settings["read"],
        read_question=bool(taught) or config["verification"]["question"],
    )


def _about(config: Config) -> dict[str, Any]:
    """Return what a verdict says about how it was made: what was searched stands where an index would."""
    settings = config["search"]
    about = config.about() | {"search": dict(settings)}
    if settings["by"] != "index":
        place = f"{settings['by']} {settings['place']}".strip()
        about["index"] = {"name": place, "location": place, "version": 0}
        about["filters"] = {}  # these are the index's
    return about


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
