"""Title look-up as the number of pages grows: 1,000, 10,000 and 200,000 titles, 500 look-ups of 20 phrases each.

python benchmarks/fever_titles.py [--sizes 1000 10000 200000]

The pages have made-up titles and no vectors worth the name: only the title table is measured, whose rows are written
straight into an index of empty passages.
"""

import argparse
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.models.embedder import EmbeddedPassage, Embedder
from claimwise.store.index import Index
from claimwise.store.rows import to_rows
from claimwise.store.titles import Titles
from claimwise.types import Document
from common import WORK, machine, percentiles, table

SYLLABLES = [a + b for a in "bcdfglmnprstv" for b in ("a", "e", "i", "o", "u", "an", "er", "on")]
LOOKUPS, PHRASES, BATCH = 500, 20, 20_000


def title(number: int) -> str:
    draw = random.Random(number)
    words = ["".join(draw.choices(SYLLABLES, k=draw.randint(2, 3))).title() for _ in range(draw.randint(1, 3))]
    return " ".join(words) + (f" ({draw.choice(('film', 'album', 'novel'))} {number})" if number % 5 == 0 else "")


def rows(start: int, end: int, dimension: int) -> Iterator[dict[str, Any]]:
    empty = EmbeddedPassage(range(0), np.ones(dimension, np.float32), np.zeros((0, dimension), np.float32))
    for number in range(start, end):
        yield from to_rows(Document(str(number), title(number), ()), [empty])


def build(size: int, place: Path, embedder: Embedder) -> tuple[Titles, float]:
    shutil.rmtree(place, ignore_errors=True)
    index = Index.create(place, embedder)
    for start in range(0, size, BATCH):
        index.commit(list(rows(start, min(size, start + BATCH), index.dimension)), outdated=[])
    titles = Titles(index)
    start_time = time.perf_counter()
    titles.warm_up()
    return titles, time.perf_counter() - start_time


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=[1_000, 10_000, 200_000])
    options = parser.parse_args()
    embedder = Embedder()
    found = []
    WORK.mkdir(exist_ok=True)
    for size in options.sizes:
        place = WORK / f"titles-{size}"
        titles, built = build(size, place, embedder)
        draw = random.Random(1)
        seconds = []
        for _ in range(LOOKUPS):
            numbers = [draw.randrange(2 * size) for _ in range(PHRASES)]  # half of them are not there
            phrases = [title(number) for number in numbers]
            start = time.perf_counter()
            pages = titles.find(phrases)
            seconds.append(time.perf_counter() - start)
            named = {page.doc_id for group in pages.values() for page in group}
            assert {str(number) for number in numbers if number < size} <= named, "a title was not found"
        p50, p95 = percentiles(seconds)
        found.append([f"{size:,}", f"{built:.1f}", f"{p50:.1f}", f"{p95:.1f}"])
        shutil.rmtree(place)
    print(machine(), "\n")
    print(table(["pages", "table made in s", "look-up p50 ms", "p95 ms"], found))


if __name__ == "__main__":
    main()
