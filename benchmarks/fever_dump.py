"""Memory while a dump of Wikipedia's form is indexed: made-up pages, streamed from files into an index with its titles.

python benchmarks/fever_dump.py [--pages 200000] [--keep]

Prints the peak memory of the process at several points, which must not grow with the pages that are read, and after the
indexes over words and vectors, and over titles, are made. Reading, hashing,
storing, full text and titles are the real ones. The embedder is not what is measured, and would take hours: a stand-in
draws a vector for every passage near one of a thousand points.
"""

import argparse
import random
import resource
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from claimwise.formats.fever import id_of, write_pages
from claimwise.formats.sources import read_documents
from claimwise.models.embedder import EmbeddedPassage, Embedder
from claimwise.store.index import Index
from claimwise.store.ingest import Ingested, ingest
from claimwise.store.titles import Titles
from claimwise.types import Document
from common import WORK, machine, table
from fever_titles import title

PER_FILE = 50_000
POINTS = 8
BATCH = 1_000_000  # characters per commit


def pages(start: int, end: int) -> Iterator[Document]:
    for number in range(start, end):
        draw = random.Random(number)
        name = f"{title(number)} {number}"
        told = [f"{name} is a {draw.choice(('town', 'film', 'river', 'singer'))} number {draw.randrange(10**6)} ."]
        told += [f"It was made in {draw.randrange(1000, 2020)} ." for _ in range(draw.randrange(3))]
        yield Document(id_of(name), name, tuple(told))


class DrawnVectors(Embedder):
    """Draws the vectors instead of reading the texts, so that everything around the embedder can be measured."""

    def __init__(self) -> None:
        super().__init__()
        self._draw = np.random.default_rng(0)
        self._points = self._draw.standard_normal((1000, self.card.dimension), dtype=np.float32)

    def embed_documents(self, documents: Sequence[Document]) -> list[list[EmbeddedPassage]]:
        """Return each document as one passage."""
        points = self._points[self._draw.integers(len(self._points), size=len(documents))]
        drawn = points + self._draw.standard_normal(points.shape, dtype=np.float32)
        vectors = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
        return [
            [EmbeddedPassage(range(len(one.sentences)), vector, np.tile(vector, (len(one.sentences), 1)))]
            for one, vector in zip(documents, vectors, strict=True)
        ]


def dump(folder: Path, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, start in enumerate(range(0, count, PER_FILE), 1):
        write_pages(folder / f"wiki-{number:03}.jsonl", pages(start, min(count, start + PER_FILE)))


def memory() -> float:
    """Return the most memory that this process has used, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=200_000)
    parser.add_argument("--keep", action="store_true", help="leave dump and index where they are")
    options = parser.parse_args()
    place = WORK / "fever-dump"
    shutil.rmtree(place, ignore_errors=True)
    dump(place / "dump", options.pages)
    embedder = DrawnVectors()
    index = Index.create(place / "index", embedder)
    start = time.perf_counter()
    found: list[list[str]] = []

    def note(done: Ingested) -> None:
        if done.documents >= (len(found) + 1) * options.pages / POINTS:
            found.append([f"{done.documents:,}", f"{time.perf_counter() - start:.0f}", f"{memory():.0f}"])
            print(*found[-1], flush=True)

    ingest(index, read_documents(place / "dump"), embedder, batch_characters=BATCH, on_batch=note)
    found.append(["words and vectors indexed", f"{time.perf_counter() - start:.0f}", f"{memory():.0f}"])
    Titles(index).warm_up()
    found.append(["titles made", f"{time.perf_counter() - start:.0f}", f"{memory():.0f}"])
    print(machine(), "\n")
    print(table(["pages", "seconds", "peak memory MB"], found))
    if not options.keep:
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
