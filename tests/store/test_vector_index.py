"""Beyond `EXACT_UP_TO` passages rounded vectors are compared: nearly all of the nearest are found, scores are exact."""

from datetime import date
from pathlib import Path

import numpy as np
import pytest

from claimwise.models.embedder import EmbeddedPassage, Embedder
from claimwise.store import index as store
from claimwise.store.filters import Filters
from claimwise.store.index import Index
from claimwise.store.rows import to_rows
from claimwise.types import Document

PASSAGES = 1500
NEAREST = 20


def unit(vectors: np.ndarray) -> np.ndarray:
    scaled: np.ndarray = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return scaled.astype(np.float32)


@pytest.fixture(scope="module")
def vectors(embedder: Embedder) -> np.ndarray:
    """Vectors in clusters, as those of texts are."""
    random = np.random.default_rng(7)
    centres = random.normal(size=(30, embedder.card.dimension))
    return unit(centres[random.integers(30, size=PASSAGES)] + 0.7 * random.normal(size=(PASSAGES, centres.shape[1])))


@pytest.fixture
def index(tmp_path: Path, embedder: Embedder, vectors: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> Index:
    monkeypatch.setattr(store, "EXACT_UP_TO", 1000)
    index = Index.create(tmp_path / "index", embedder)
    rows = []
    for i, vector in enumerate(vectors):
        document = Document(str(i), f"Title {i}", ("A sentence.",), date="1999" if i % 2 else "2019")
        rows += to_rows(document, [EmbeddedPassage(range(1), vector, vector[None])])
    index.commit(rows[:1200], outdated=[])
    index.optimise()
    index.commit(rows[1200:], outdated=[])
    index.optimise()
    return index


def test_rounded_vectors_find_nearly_all_of_the_nearest_also_later_ones(index: Index, vectors: np.ndarray) -> None:
    assert "vector" in index._indexed()
    queries = unit(vectors[-100:] + 0.02 * np.random.default_rng(8).normal(size=(100, vectors.shape[1])))
    recalls = []
    for query in queries:
        found = index.search_vector(query, limit=NEAREST)
        nearest = np.argsort(-(vectors @ query))[:NEAREST]
        recalls.append(len({int(passage.doc_id) for passage in found} & set(nearest.tolist())) / NEAREST)
        scores = [passage.score for passage in found]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] == pytest.approx(float(vectors[int(found[0].doc_id)] @ query), abs=2e-3)
    assert np.mean(recalls) > 0.9


def test_filters_hold_among_rounded_vectors(index: Index, vectors: np.ndarray) -> None:
    found = index.search_vector(vectors[0], limit=50, filters=Filters(as_of=date(2005, 1, 1)))
    assert len(found) == 50
    assert all(int(passage.doc_id) % 2 for passage in found)


def test_removed_documents_are_not_found(index: Index, vectors: np.ndarray) -> None:
    index.remove(["7"])
    assert "7" not in {passage.doc_id for passage in index.search_vector(vectors[7], limit=10)}
