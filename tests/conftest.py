"""What many tests share: the embedded embedder, the demo corpus and its index, the benchmark data."""

import os
from pathlib import Path

import pytest

from claimwise.demo import CORPUS
from claimwise.formats.sources import read_documents
from claimwise.models.embedder import Embedder
from claimwise.store.index import Index
from claimwise.store.ingest import ingest
from claimwise.types import Document

REPO = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of benchmark data; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("CLAIMWISE_DATA") or REPO.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip("the benchmark data is not here; set CLAIMWISE_DATA to its folder")
    return folder


@pytest.fixture(scope="session")
def wordnet(shared_data: Path) -> None:
    """NLTK with the benchmark data's WordNet."""
    nltk = pytest.importorskip("nltk")
    folder = os.environ.get("NLTK_DATA") or str(shared_data / "nltk_data")
    if folder not in nltk.data.path:
        nltk.data.path.insert(0, folder)


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return Embedder()


@pytest.fixture(scope="session")
def demo_documents() -> list[Document]:
    return list(read_documents(CORPUS))


@pytest.fixture(scope="session")
def demo_index(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder, demo_documents: list[Document]) -> Index:
    """An index of the demo corpus; tests only read it."""
    index = Index.create(tmp_path_factory.mktemp("demo") / "index", embedder)
    ingest(index, demo_documents, embedder)
    return index
