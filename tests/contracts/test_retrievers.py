"""One suite for every retriever: what the contract in `stages.py` promises."""

from collections.abc import Callable
from datetime import date

import pytest

from claimwise.models.embedder import Embedder
from claimwise.pipeline.registry import RETRIEVERS, make_retriever
from claimwise.retrieval.dense import DenseRetriever
from claimwise.retrieval.hybrid import HybridRetriever
from claimwise.retrieval.oracle import OracleRetriever
from claimwise.retrieval.union import UnionRetriever
from claimwise.stages import Retriever
from claimwise.store.filters import NO_FILTERS, Filters
from claimwise.store.index import Index
from claimwise.types import Claim, Document

CLAIMS = [
    Claim("a", "The measles vaccine causes autism."),
    Claim("b", "Goldfish have a memory of three seconds."),
    Claim("c", "The Great Wall of China can be seen from the Moon."),
]
GOLD = {"a": ["vaccines-01", "vaccines-02"], "b": ["animals-01"], "c": ["space-05", "space-06", "space-01"]}

Make = Callable[[Index, Embedder, Filters], Retriever]

IMPLEMENTATIONS: dict[str, Make] = {
    **{
        name: lambda index, embedder, filters, name=name: make_retriever(name, index, embedder, filters=filters)  # type: ignore[misc]
        for name in RETRIEVERS
    },
    "dense by sentence": lambda index, embedder, filters: DenseRetriever(
        index, embedder, filters=filters, level="sentence"
    ),
    "hybrid by rank": lambda index, embedder, filters: HybridRetriever(
        index, embedder, filters=filters, fusion="reciprocal-rank"
    ),
    "united": lambda index, embedder, filters: UnionRetriever(
        {name: make_retriever(name, index, embedder, filters=filters) for name in ("bm25", "dense")}
    ),
}


@pytest.fixture(params=[*IMPLEMENTATIONS, "oracle"])
def retriever(request: pytest.FixtureRequest, demo_index: Index, embedder: Embedder) -> Retriever:
    if request.param == "oracle":
        return OracleRetriever(GOLD)
    return IMPLEMENTATIONS[request.param](demo_index, embedder, NO_FILTERS)


@pytest.fixture(params=IMPLEMENTATIONS)
def make(request: pytest.FixtureRequest) -> Make:
    return IMPLEMENTATIONS[request.param]


def test_it_is_a_retriever(retriever: Retriever) -> None:
    assert isinstance(retriever, Retriever)


def test_one_ranking_per_claim_in_order(retriever: Retriever) -> None:
    assert [ranking.claim_id for ranking in retriever.retrieve(CLAIMS, k=5)] == ["a", "b", "c"]


@pytest.mark.parametrize("k", [1, 2, 7])
def test_at_most_k_hits_best_first_each_document_once(retriever: Retriever, k: int) -> None:
    for ranking in retriever.retrieve(CLAIMS, k=k):
        scores = [hit.score for hit in ranking.hits]
        ids = [hit.doc_id for hit in ranking.hits]
        assert 0 < len(ids) <= k
        assert scores == sorted(scores, reverse=True)
        assert len(set(ids)) == len(ids)


def test_a_batch_gives_what_single_claims_give(retriever: Retriever) -> None:
    together = retriever.retrieve(CLAIMS, k=3)
    alone = [retriever.retrieve([claim], k=3)[0] for claim in CLAIMS]
    assert [[hit.doc_id for hit in one.hits] for one in together] == [[hit.doc_id for hit in one.hits] for one in alone]


def test_no_claims_give_no_rankings(retriever: Retriever) -> None:
    assert retriever.retrieve([], k=3) == []


def test_parts_add_up_to_the_score(retriever: Retriever) -> None:
    for ranking in retriever.retrieve(CLAIMS, k=5):
        for hit in ranking.hits:
            assert sum(hit.parts.values()) == pytest.approx(hit.score)


def test_every_hit_is_a_document_and_its_sentences_exist(retriever: Retriever, demo_index: Index) -> None:
    for ranking in retriever.retrieve(CLAIMS, k=10):
        for hit, document in zip(ranking.hits, demo_index.documents([h.doc_id for h in ranking.hits]), strict=True):
            assert document.id == hit.doc_id
            assert all(0 <= i < len(document.sentences) for i in hit.sentences)


def test_it_finds_what_everybody_would(retriever: Retriever) -> None:
    for ranking in retriever.retrieve(CLAIMS, k=2):
        assert GOLD[ranking.claim_id][0] in [hit.doc_id for hit in ranking.hits]


def test_a_claim_of_strange_characters_is_no_error(retriever: Retriever) -> None:
    odd = [Claim("1", "\"AND (NOT) \\ ' ; -- * :"), Claim("2", "\x00\u2028🦠"), Claim("3", "word " * 3000)]
    assert len(retriever.retrieve(odd, k=2)) == 3


def test_only_documents_before_the_date(make: Make, demo_index: Index, embedder: Embedder) -> None:
    limit = date(2010, 1, 1)
    [ranking] = make(demo_index, embedder, Filters(as_of=limit)).retrieve(CLAIMS[:1], k=200)
    documents = demo_index.documents([hit.doc_id for hit in ranking.hits])
    assert documents
    assert all(document.date is not None and int(document.date[:4]) < 2010 for document in documents)


def test_only_documents_of_the_source(make: Make, demo_index: Index, embedder: Embedder) -> None:
    [ranking] = make(demo_index, embedder, Filters(sources=("animals",))).retrieve(CLAIMS[:1], k=200)
    assert all(document.source == "animals" for document in demo_index.documents([h.doc_id for h in ranking.hits]))


def test_dense_retrieval_returns_every_document_when_asked(
    demo_index: Index, embedder: Embedder, demo_documents: list[Document]
) -> None:
    for name in ("dense", "hybrid"):
        [ranking] = make_retriever(name, demo_index, embedder).retrieve(CLAIMS[:1], k=500)
        assert len(ranking.hits) == len(demo_documents), name
