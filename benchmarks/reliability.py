"""Do confidences mean what they say? Calibration and the risk-coverage curve, on SciFact dev and HealthVer dev.

python benchmarks/reliability.py [--plot docs/reliability.png]

SciFact dev is checked in the open setting, HealthVer dev, of which the verifier has seen nothing, against the abstracts
that each claim cites.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl
import numpy as np

from claimwise.evaluation.verdicts import gold_verdict, reliability
from claimwise.execution.check import make_pipeline
from claimwise.formats.datasets import load_verification
from claimwise.models.embedder import Embedder
from claimwise.retrieval.oracle import OracleRetriever
from claimwise.store.cache import cached_index
from claimwise.types import Verdict
from common import machine, table

mpl.use("Agg")
from matplotlib import pyplot as plt

BINS = 10


def verdicts_on(name: str, *, cited: bool) -> tuple[list[Verdict], list[bool], list[str]]:
    data = load_verification(name, "dev")
    embedder = Embedder()
    pipeline = make_pipeline("claimwise", cached_index([data.corpus], embedder), embedder)
    if cited:
        given = {one.claim.id: one.cited for one in data.claims}
        pipeline = replace(pipeline, retriever=OracleRetriever(given), k=max(map(len, given.values())))
    verdicts: list[Verdict] = []
    for first in range(0, len(data.claims), 8):
        verdicts += pipeline.check([one.claim for one in data.claims[first : first + 8]])
    gold = {one.claim.id: gold_verdict(one.judgements) for one in data.claims}
    found = reliability(verdicts, gold)
    right = [verdict.label is gold[verdict.claim.id] for verdict in verdicts]
    row = [f"{name} dev", len(verdicts), f"{found.accuracy:.1%}", f"{found.calibration_error:.3f}"]
    return verdicts, right, [str(cell) for cell in row] + [f"{risk:.1%}" for risk in found.risk.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    figure, (left, right_axis) = plt.subplots(1, 2, figsize=(9, 4))
    rows = []
    for name, cited in (("scifact", False), ("healthver", True)):
        verdicts, right, row = verdicts_on(name, cited=cited)
        rows.append(row)
        confidence = np.array([one.confidence for one in verdicts])
        order = np.argsort(-confidence, kind="stable")
        wrong = 1 - np.array(right, dtype=float)[order]
        left.plot(
            np.arange(1, len(wrong) + 1) / len(wrong), np.cumsum(wrong) / np.arange(1, len(wrong) + 1), label=name
        )
        bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
        points = [(confidence[bins == i].mean(), np.array(right)[bins == i].mean()) for i in sorted(set(bins.tolist()))]
        right_axis.plot(*zip(*points, strict=True), marker="o", label=name)
    left.set(xlabel="coverage", ylabel="share of wrong verdicts", title="risk and coverage", ylim=(0, 1))
    right_axis.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    right_axis.set(xlabel="confidence", ylabel="share of right verdicts", title="calibration", xlim=(0, 1), ylim=(0, 1))
    left.legend()
    figure.tight_layout()
    if options.plot:
        figure.savefig(options.plot, dpi=110)
    print(machine())
    header = [
        "data",
        "claims",
        "accuracy",
        "calibration error",
        "risk at 10 %",
        "25 %",
        "50 %",
        "75 %",
        "90 %",
        "100 %",
    ]
    print(table(header, rows))


if __name__ == "__main__":
    main()
