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
@pytest.mark.parametrize(
    ("retriever", "expected", "below"),
    [("tfidf", {"R@3": 69.38, "R@5": 75.60}, 1.0), ("bm25", {"R@3": 79.4, "R@5": 83.2}, 0.0)],
)
def test_retrievers_of_words_reach_what_the_papers_report(
    words_only: Index,
    embedder: Embedder,
    scifact: RetrievalDataset,
    retriever: str,
    expected: dict[str, float],
    below: float,
) -> None:
    rankings = make_retriever(retriever, words_only, embedder).retrieve(scifact.claims, k=100)
    scores = score_rankings(rankings, scifact.qrels, pooled=True)
    for name, value in expected.items():
        assert 100 * scores[name] >= value - below
        if below:
            assert 100 * scores[name] <= value + below


@pytest.mark.slow
def test_hybrid_is_better_than_its_parts(scifact: RetrievalDataset, embedder: Embedder, tmp_path: Path) -> None:
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
    assert scores["hybrid"]["MRR"] > max(scores["bm25"]["MRR"], scores["dense"]["MRR"]) - 0.005
    assert scores["hybrid"]["R@3"] > 0.93
    assert scores["hybrid"]["R@20"] > 0.99
