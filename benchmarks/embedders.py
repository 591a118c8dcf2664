"""Which base encoder: recall on SciFact train and HealthVer dev, and speed, for each embedder given.

python benchmarks/embedders.py minilm-int8/ gte-small-int8/

Each folder is one that `claimwise train embedder` made. Speed is measured on the same 300 abstracts, each embedder in
turn, three rounds, the best of each.
"""

import sys
import time
from pathlib import Path

from claimwise.evaluation.retrieval import score_rankings
from claimwise.formats.datasets import data_folder, load_retrieval
from claimwise.formats.sources import read_documents
from claimwise.models.embedder import Embedder
from claimwise.pipeline.registry import make_retriever
from claimwise.store.cache import cached_index
from common import machine, table

BENCHMARKS = [("scifact", "train"), ("healthver", "dev")]
SHOWN = ["R@1", "R@3", "R@5", "R@20", "MRR"]


def quality(embedder: Embedder) -> list[list[object]]:
    rows: list[list[object]] = []
    for name, split in BENCHMARKS:
        data = load_retrieval(name, split)
        index = cached_index([data.corpus], embedder)
        for kind in ("dense", "hybrid"):
            rankings = make_retriever(kind, index, embedder).retrieve(data.claims, k=100)
            scores = score_rankings(rankings, data.qrels, pooled=data.pooled)
            rows.append([embedder.card.name, f"{name} {split}", kind, *(f"{100 * scores[key]:.2f}" for key in SHOWN)])
    return rows


def speed(embedders: list[Embedder]) -> list[float]:
    documents = [document for document, _ in zip(read_documents(data_folder() / "scifact"), range(300), strict=False)]
    best = [float("inf")] * len(embedders)
    for _ in range(3):
        for i, embedder in enumerate(embedders):
            start = time.perf_counter()
            embedder.embed_documents(documents)
            best[i] = min(best[i], time.perf_counter() - start)
    return [len(documents) / seconds for seconds in best]


def main() -> None:
    embedders = [Embedder(Path(folder)) for folder in sys.argv[1:]]
    if not embedders:
        sys.exit(str(__doc__))
    print(machine())
    rates = speed(embedders)
    rows: list[list[object]] = [
        [one.card.name, f"{rate:.1f}", f"{rate / rates[0]:.2f}"] for one, rate in zip(embedders, rates, strict=True)
    ]
    print(table(["embedder", "abstracts/s", "ratio"], rows), flush=True)
    print(table(["embedder", "claims", "retriever", *SHOWN], [row for one in embedders for row in quality(one)]))


if __name__ == "__main__":
    main()
