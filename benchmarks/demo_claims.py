"""The demo claims: how many verdicts are right, by class and by kind, and which are wrong.

python benchmarks/demo_claims.py
"""

import json
from collections import defaultdict

from claimwise.demo import CLAIMS, CORPUS
from claimwise.execution.check import make_pipeline
from claimwise.models.embedder import Embedder
from claimwise.store.cache import cached_index
from claimwise.types import Claim
from common import machine, table


def main() -> None:
    rows = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    embedder = Embedder()
    pipeline = make_pipeline("claimwise", cached_index([CORPUS], embedder), embedder)
    verdicts = pipeline.check([Claim(row["id"], row["claim"]) for row in rows])
    groups: dict[str, list[bool]] = defaultdict(list)
    for row, verdict in zip(rows, verdicts, strict=True):
        right = verdict.label.value == row["verdict"]
        for group in ("all", row["verdict"], row["kind"]):
            groups[group].append(right)
        if not right:
            print(f"{row['id']} {row['verdict']} → {verdict.label.value} {verdict.confidence:.2f}: {row['claim']}")
    print(machine())
    counts = [(name, sum(found), len(found)) for name, found in groups.items()]
    print(table(["claims", "right", "of", "%"], [[*row, f"{100 * row[1] / row[2]:.0f}"] for row in counts]))


if __name__ == "__main__":
    main()
