"""The retrievers on real data: SciFact dev, against what the papers report."""

from pathlib import Path

import numpy as np
import pytest

from claimwise.evaluation.retrieval import score_rankings
from claimwise.formats.datasets import RetrievalDataset, load_retrieval
from claimwise.formats.sources import read_documents
from claimwise.models.embedder import EmbeddedPassage, Embedder
from claimwise.pipeline.registry import make_retriever
from claimwise.store.index import Index
from claimwise.store.ingest import ingest
from claimwise.store.rows import to_rows
from claimwise.text.passages import windows

DISTRACTORS = 300


@pytest.fixture(scope="module")
def scifact(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> RetrievalDataset:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAIMWISE_DATA", str(shared_data))
        return load_retrieval("scifact", "dev")


@pytest.fixture(scope="module")
def words_only(scifact: RetrievalDataset, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The whole corpus, cut into passages by word counts, with zeros for vectors: for retrievers that read words."""
    index = Index.create(tmp_path_factory.mktemp("scifact") / "index", embedder)
    dimension = embedder.card.dimension
    rows = []
    for document in read_documents(scifact.corpus):
        cuts = windows([len(sentence.split()) for sentence in document.sentences], limit=170)
        zeros = [
            EmbeddedPassage(cut, np.zeros(dimension, np.float32), np.zeros((len(cut), dimension), np.float32))
            for cut in cuts
        ]
        rows += to_rows(document, zeros)
    index.commit(rows, outdated=[])
    index.optimise()
    return index


@pytest.mark.slow
def test_tfidf_is_that_of_the_paper(words_only: Index, embedder: Embedder, scifact: RetrievalDataset) -> None:
    rankings = make_retriever("tfidf", words_only, embedder).retrieve(scifact.claims, k=100)
    scores = score_rankings(rankings, scifact.qrels, pooled=True)
    assert 100 * scores["R@3"] == pytest.approx(69.38, abs=0.01)
    assert 100 * scores["R@5"] == pytest.approx(75.60, abs=0.01)


@pytest.mark.slow
def test_bm25_reaches_that_of_the_papers(words_only: Index, embedder: Embedder, scifact: RetrievalDataset) -> None:
    rankings = make_retriever("bm25", words_only, embedder).retrieve(scifact.claims, k=100)
    scores = score_rankings(rankings, scifact.qrels, pooled=True)
    assert 100 * scores["R@3"] >= 79.4
    assert 100 * scores["R@5"] >= 83.2


@pytest.mark.slow
def test_hybrid_finds_what_words_alone_miss(scifact: RetrievalDataset, embedder: Embedder, tmp_path: Path) -> None:
    """On a part of the corpus, so that it takes a minute: the gold abstracts of 100 claims among others."""
    claims = [claim for claim in scifact.claims if scifact.qrels[claim.id]][:100]
    gold = {doc_id for claim in claims for doc_id in scifact.qrels[claim.id]}
    documents = list(read_documents(scifact.corpus))
    others = [document for document in documents if document.id not in gold][:DISTRACTORS]
    index = Index.create(tmp_path / "index", embedder)
    ingest(index, [document for document in documents if document.id in gold] + others, embedder)
    scores = {
        name: score_rankings(
            make_retriever(name, index, embedder).retrieve(claims, k=100),
            {claim.id: scifact.qrels[claim.id] for claim in claims},
            pooled=True,
        )
        for name in ("bm25", "dense", "hybrid")
    }
    assert scores["hybrid"]["MRR"] > scores["bm25"]["MRR"] + 0.01
    assert scores["hybrid"]["MRR"] > scores["dense"]["MRR"] - 0.02
    assert scores["hybrid"]["R@3"] > 0.93
    assert scores["hybrid"]["R@20"] > 0.99
