"""How an index grows: full-text trial articles (PubMed Central) up to 100,000 passages.

python benchmarks/growth.py [--passages 100000] [--embedder FOLDER] [--out docs/growth.png]

First the index is built, which takes an hour or more; it can be stopped and started again at any moment, for the index
keeps what was committed and `benchmarks/work/growth.json` the time spent, by the clock and by the processors (other
work on the machine lengthens only the first). Then indexes of 1,000, 3,000 … passages are cut from it, and each is
measured: size on disk, and hybrid query latency (p50, p95) over the claims of SciFact dev. Sizes beyond what was built
are reached by copies whose vectors are shaken a little: good enough for time and space.
"""

import argparse
import json
import resource
import shutil
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from claimwise.formats.datasets import data_folder, load_retrieval
from claimwise.models.embedder import Embedder
from claimwise.pipeline.registry import make_retriever
from claimwise.store.index import Index
from claimwise.store.ingest import Ingested, ingest
from claimwise.store.place import is_index
from claimwise.text.sentences import split
from claimwise.types import Document
from common import WORK, machine, percentiles, table

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
STATE = WORK / "growth.json"
INDEX = WORK / "growth-index"


def articles() -> Iterator[Document]:
    """Yield the articles of the archive; the first line is the title."""
    archive = data_folder() / "pmc_fulltext" / "pmc_rct_4470_articles.tar.xz"
    with tarfile.open(archive, "r|xz") as members:
        for member in members:
            stream = members.extractfile(member)
            if stream is not None:
                title, _, body = stream.read().decode("utf-8", "replace").partition("\n")
                yield Document(Path(member.name).stem, title.removeprefix("TITLE:").strip(), tuple(split(body)))


def until(size: int, index: Index, articles: Iterator[Document]) -> Iterator[Document]:
    """Yield articles until the index holds `size` passages; asked before each batch is read."""
    for document in articles:
        yield document
        if index.count_passages() >= size:
            return


def build(size: int, embedder: Embedder) -> dict[str, float]:
    """Build the index, or go on building it; return the seconds spent (clock, processors) and the peak memory in MB."""
    WORK.mkdir(exist_ok=True)
    state = {"seconds": 0.0, "processor": 0.0, "peak": 0.0} | (json.loads(STATE.read_text()) if STATE.exists() else {})
    index = Index.open(INDEX) if is_index(INDEX) else Index.create(INDEX, embedder)
    if index.count_passages() >= size and not index.unindexed:
        return state
    last = np.array([time.perf_counter(), time.process_time()])

    def note(done: Ingested) -> None:
        nonlocal last
        now = np.array([time.perf_counter(), time.process_time()])
        state["seconds"], state["processor"] = np.array([state["seconds"], state["processor"]]) + now - last
        last = now
        state["peak"] = max(state["peak"], peak_memory())
        STATE.write_text(json.dumps(state))
        print(f"{done.documents} articles, {state['seconds']:.0f} s", flush=True)

    note(ingest(index, until(size, index, articles()), embedder, on_batch=note))
    return state


def peak_memory() -> float:
    """Return the most memory that this process has used, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def of_size(size: int, whole: Index, embedder: Embedder) -> Index:
    """Make an index of the first `size` passages of another; where it has too few, of slightly moved copies."""
    place = WORK / f"growth-{size}"
    shutil.rmtree(place, ignore_errors=True)
    index = Index.create(place, embedder)
    rows = whole._table.search().limit(size).to_arrow()
    for start in range(0, size, len(rows)):
        index._table.add(moved(rows.slice(0, size - start), start) if start else rows)
    index.optimise()
    return index


def moved(rows: Any, seed: int) -> Any:  # noqa: ANN401 (pyarrow ships no types)
    """Return rows under new ids, their vectors shaken a little."""
    vectors = rows["vector"].combine_chunks().flatten().to_numpy().astype(np.float32)
    vectors += np.random.default_rng(seed).normal(scale=0.01, size=vectors.shape).astype(np.float32)
    shaken = pa.FixedSizeListArray.from_arrays(pa.array(vectors.astype(np.float16)), rows["vector"].type.list_size)
    ids = pa.array([f"{doc_id}~{seed}" for doc_id in rows["doc_id"].to_pylist()])
    for name, column in (("vector", shaken), ("doc_id", ids)):
        position = rows.schema.get_field_index(name)
        rows = rows.set_column(position, rows.schema.field(position), column)
    return rows


def measure(index: Index, embedder: Embedder) -> dict[str, float]:
    claims = load_retrieval("scifact", "dev").claims
    hybrid = make_retriever("hybrid", index, embedder)
    hybrid.retrieve(claims[:10], k=10)
    seconds = []
    for claim in claims:
        start = time.perf_counter()
        hybrid.retrieve([claim], k=10)
        seconds.append(time.perf_counter() - start)
    p50, p95 = percentiles(seconds)
    info = index.info()
    return {"passages": info.passages, "megabytes": info.bytes / 1e6, "p50_ms": p50, "p95_ms": p95}


def plot(measured: list[dict[str, float]], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    sizes = [row["passages"] for row in measured]
    axes.plot(sizes, [row["p95_ms"] for row in measured], "o-", label="p95")
    axes.plot(sizes, [row["p50_ms"] for row in measured], "o-", label="p50")
    axes.axhline(100, color="grey", linewidth=1, linestyle=":", label="100 ms")
    axes.set(xscale="log", ylim=(0, None), xlabel="passages in the index", ylabel="hybrid query, ms")
    axes.set_title("Hybrid query latency as the index grows")
    axes.grid(visible=True, alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--embedder", type=Path)
    parser.add_argument("--out", type=Path, default=Path("docs/growth.png"))
    options = parser.parse_args()
    embedder = Embedder(options.embedder)
    state = build(options.passages, embedder)
    whole = Index.open(INDEX)
    measured = []
    for size in SIZES:
        index = of_size(size, whole, embedder)
        measured.append(measure(index, embedder))
        print(measured[-1], flush=True)
        shutil.rmtree(index.location)
    plot(measured, options.out)
    print(machine(), embedder.card.name)
    info = whole.info()
    print(
        f"built in {state['seconds']:.0f} s: {info.documents} articles ({info.documents / state['seconds']:.2f}/s), "
        f"{info.passages / state['seconds']:.1f} passages/s, {1000 * state['processor'] / info.passages:.0f} ms of a "
        f"processor per passage; peak memory while building {state['peak']:.0f} MB\n"
    )
    rows = [
        [f"{row['passages']:,}", f"{row['megabytes']:.0f}", f"{row['p50_ms']:.0f}", f"{row['p95_ms']:.0f}"]
        for row in measured
    ]
    print(table(["passages", "index MB", "p50 ms", "p95 ms"], rows))


if __name__ == "__main__":
    main()
