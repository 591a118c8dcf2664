"""How an index grows: full-text trial articles (PubMed Central) up to 1,000, 10,000 and 100,000 passages.

python benchmarks/growth.py [--passages 100000] [--embedder FOLDER] [--out docs/growth.png]

Measured at each size: documents and passages per second, size on disk, peak memory of this process, and hybrid query
latency (p50, p95) over the claims of SciFact dev. It can be stopped and started again at any moment: the index keeps
what was committed, and `benchmarks/work/growth.json` the time spent and the sizes already measured.
"""

import argparse
import json
import resource
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from claimwise.formats.datasets import data_folder, load_retrieval
from claimwise.models.embedder import Embedder
from claimwise.pipeline.registry import make_retriever
from claimwise.store.index import Index, is_index
from claimwise.store.ingest import Ingested, ingest
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
    return {"p50_ms": p50, "p95_ms": p95}


def grow(largest: int, folder: Path | None) -> list[dict[str, Any]]:
    WORK.mkdir(exist_ok=True)
    state: dict[str, Any] = (
        json.loads(STATE.read_text()) if STATE.exists() else {"seconds": 0.0, "peak": 0.0, "measured": []}
    )
    embedder = Embedder(folder)
    index = Index.open(INDEX) if is_index(INDEX) else Index.create(INDEX, embedder)
    source = articles()
    for size in [size for size in SIZES if size <= largest]:
        if any(row["size"] == size for row in state["measured"]):
            continue
        last = time.perf_counter()

        def note(done: Ingested) -> None:
            nonlocal last
            now = time.perf_counter()
            state["seconds"] += now - last
            last = now
            state["peak"] = max(state["peak"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
            STATE.write_text(json.dumps(state, indent=1))
            print(f"{done.documents} articles, {state['seconds']:.0f} s", flush=True)

        ingest(index, until(size, index, source), embedder, on_batch=note)
        note(Ingested())  # joining files and indexes counts as well
        info = index.info()
        row = {
            "size": size, "passages": info.passages, "documents": info.documents, "seconds": state["seconds"],
            "megabytes": info.bytes / 1e6, **measure(index, embedder),
            "peak_mb": max(state["peak"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        }  # fmt: skip
        state["measured"].append(row)
        STATE.write_text(json.dumps(state, indent=1))
        print(row, flush=True)
    measured: list[dict[str, Any]] = state["measured"]
    return measured


def plot(measured: list[dict[str, Any]], path: Path) -> None:
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
    measured = grow(options.passages, options.embedder)
    plot(measured, options.out)
    print(machine(), Embedder(options.embedder).card.name)
    header = ["passages", "documents", "built in s", "passages/s", "index MB", "peak MB", "p50 ms", "p95 ms"]
    rows = [
        [row["passages"], row["documents"], f"{row['seconds']:.0f}", f"{row['passages'] / row['seconds']:.1f}",
         f"{row['megabytes']:.0f}", f"{row['peak_mb']:.0f}", f"{row['p50_ms']:.0f}", f"{row['p95_ms']:.0f}"]
        for row in measured
    ]  # fmt: skip
    print(table(header, rows))


if __name__ == "__main__":
    main()
