"""What a user waits for: one hybrid query after the other over SciFact, p50 and p95, and where the time goes.

python benchmarks/latency.py
"""

import time
from collections.abc import Callable

from claimwise.formats.datasets import load_retrieval
from claimwise.models.embedder import Embedder
from claimwise.pipeline.registry import make_retriever
from claimwise.store.cache import cached_index
from common import machine, percentiles, table


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main() -> None:
    data = load_retrieval("scifact", "dev")
    embedder = Embedder()
    index = cached_index([data.corpus], embedder)
    hybrid, bm25, dense = (make_retriever(name, index, embedder) for name in ("hybrid", "bm25", "dense"))
    hybrid.retrieve(data.claims[:5], k=10)
    steps: dict[str, Callable[[int], object]] = {
        "hybrid, k=10": lambda i: hybrid.retrieve([data.claims[i]], k=10),
        "of which: embedding the claim": lambda i: embedder.embed([data.claims[i].text]),
        "bm25 alone": lambda i: bm25.retrieve([data.claims[i]], k=10),
        "dense alone": lambda i: dense.retrieve([data.claims[i]], k=10),
    }
    rows = []
    for name, step in steps.items():
        p50, p95 = percentiles([timed(lambda i=i, step=step: step(i)) for i in range(len(data.claims))])  # type: ignore[misc]
        rows.append([name, f"{p50:.1f}", f"{p95:.1f}"])
    batch = timed(lambda: hybrid.retrieve(data.claims, k=10))
    print(machine())
    print(table(["step", "p50 ms", "p95 ms"], rows))
    print(f"\nin one batch: {len(data.claims) / batch:.0f} hybrid queries/s")


if __name__ == "__main__":
    main()
