"""Two processes search while a third adds; two cannot write at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from claimwise.errors import StoreError
from claimwise.models.embedder import Embedder
from claimwise.store.index import Index
from claimwise.store.ingest import ingest
from claimwise.types import Document

SEARCH = """
import sys, time
from claimwise.models.embedder import Embedder
from claimwise.pipeline.registry import make_retriever
from claimwise.store.index import Index
from claimwise.types import Claim

index, embedder = Index.open(sys.argv[1]), Embedder(threads=1)
retriever = make_retriever("hybrid", index, embedder)
counts = []
end = time.monotonic() + 30
print("ready", flush=True)
while time.monotonic() < end and (not counts or counts[-1] < int(sys.argv[2])):
    [ranking] = retriever.retrieve([Claim("1", "vaccines are safe")], k=500)
    index.documents([hit.doc_id for hit in ranking.hits])
    counts.append(len(ranking.hits))
print(*counts)
"""


@pytest.mark.slow
def test_two_search_while_a_third_adds(tmp_path: Path, embedder: Embedder, demo_documents: list[Document]) -> None:
    place = tmp_path / "index"
    index = Index.create(place, embedder)
    first, rest = demo_documents[:6], demo_documents[6:60]
    ingest(index, first, embedder)
    command = [sys.executable, "-c", SEARCH, str(place), "60"]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for reader in readers:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "ready\n"
    ingest(index, rest, embedder, batch_characters=8_000)
    for reader in readers:
        output, _ = reader.communicate(timeout=120)
        counts = [int(count) for count in output.split()]
        assert reader.returncode == 0
        assert counts == sorted(counts), "a search saw fewer documents than the one before it"
        assert counts[-1] == 60
        assert len(set(counts)) > 2, "the searches did not see the index grow"


def test_a_second_writer_is_told(tmp_path: Path, embedder: Embedder, demo_documents: list[Document]) -> None:
    index = Index.create(tmp_path / "index", embedder)
    with index.writing(), pytest.raises(StoreError, match="another process is writing"):
        ingest(Index.open(tmp_path / "index"), demo_documents[:1], embedder)
