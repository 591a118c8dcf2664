"""A writer killed at any moment (SIGKILL, which no code can catch) leaves an index that opens and can be finished."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimwise.demo import CORPUS
from claimwise.models.embedder import Embedder
from claimwise.store.index import Index
from claimwise.store.ingest import Ingested
from claimwise.store.place import is_index
from claimwise.types import Document

BUILD = """
import sys
from claimwise.formats.sources import read_documents
from claimwise.models.embedder import Embedder
from claimwise.store.index import Index
from claimwise.store.place import is_index
from claimwise.store.ingest import ingest

place, corpus = sys.argv[1:]
embedder = Embedder()
embedder.warm_up()
index = Index.open(place) if is_index(place) else Index.create(place, embedder)
ingest(index, read_documents(corpus), embedder, batch_characters=12_000, on_batch=lambda done: print(done, flush=True))
print("done", flush=True)
"""


def start(place: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BUILD, str(place), str(CORPUS)], stdout=subprocess.PIPE, text=True, env=os.environ
    )


def commits(place: Path) -> int:
    return len(list((place / "passages.lance" / "_versions").glob("*.manifest")))


def kill_when_committed(place: Path, wanted: int, delay: float) -> list[str]:
    """Start a build, kill it `delay` seconds after its commit number `wanted`, and return what it had reported."""
    process = start(place)
    while process.poll() is None and commits(place) < wanted:
        time.sleep(0.002)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    output, _ = process.communicate()
    assert process.returncode == -signal.SIGKILL, "the build was over before it could be killed"
    return output.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize(("wanted", "delay"), [(1, 0.0), (2, 0.0), (3, 0.0), (4, 0.05), (6, 0.3), (9, 0.0)])
def test_killed_while_building(
    tmp_path: Path, wanted: int, delay: float, demo_documents: list[Document], embedder: Embedder
) -> None:
    place = tmp_path / "index"
    reported = kill_when_committed(place, wanted, delay)

    assert is_index(place)
    index = Index.open(place)
    there = {document.id: document for document in index.all_documents()}
    promised = eval(reported[-1], {"Ingested": Ingested}).documents if reported else 0
    assert promised <= len(there) < len(demo_documents)
    expected = {document.id: document for document in demo_documents}
    assert all(document == expected[doc_id] for doc_id, document in there.items()), "a document is there in part"
    assert all(found.doc_id in there for found in index.search_text("vaccine", limit=50))
    if there:
        assert index.search_vector(embedder.embed(["vaccine"])[0], limit=3)

    output, _ = start(place).communicate(timeout=300)
    assert output.splitlines()[-1] == "done"
    assert list(Index.open(place).all_documents()) == sorted(demo_documents, key=lambda document: document.id)


@pytest.mark.slow
def test_killed_while_replacing_and_optimising(
    tmp_path: Path, demo_documents: list[Document], embedder: Embedder
) -> None:
    """Kill at random moments again and again: every time the index opens, and in the end it is complete."""
    place = tmp_path / "index"
    for delay in (0.9, 1.3, 2.1, 3.4):
        process = start(place)
        time.sleep(delay)
        process.kill()
        process.communicate()
        if is_index(place):
            Index.open(place).info()
    output, _ = start(place).communicate(timeout=300)
    assert output.splitlines()[-1] == "done"
    assert Index.open(place).info().documents == len(demo_documents)


@pytest.mark.slow
def test_what_a_cut_off_creation_left_is_no_index(tmp_path: Path, embedder: Embedder) -> None:
    (tmp_path / "index" / "passages.lance" / "_versions").mkdir(parents=True)
    assert not is_index(tmp_path / "index")
    assert Index.create(tmp_path / "index", embedder).info().documents == 0
