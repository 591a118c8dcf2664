"""The recipes for abstracts side by side: SciFact dev, HealthVer dev and COVID-Fact train, and seconds per claim.

python benchmarks/recipes.py [--json FILE] [--docs FILE] [--plot FILE] [--claims N] [--datasets scifact …]

Every recipe checks the same claims one after another in one process; what one has read another need not read again.
Seconds per claim are those of the open setting on SciFact, where a recipe searches, each claim alone and read anew.
HealthVer and COVID-Fact are zero-shot; their corpora are small, so every claim is given the abstracts that it cites.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from claimwise.execution.benchmark import Setting, pipeline_for, run
from claimwise.formats.blocks import replace_block
from claimwise.formats.datasets import VerificationDataset, load_verification
from claimwise.models.embedder import Embedder
from claimwise.models.remembered import RememberingVerifier
from claimwise.models.verifier import VerifierModel
from claimwise.recipes.recipe import Config, load
from claimwise.store.cache import cached_index
from common import machine, percentiles, table

RECIPES = ("claimwise", "verisci", "vert5erini", "quin")
RUNS = {
    "scifact": [("dev", Setting.OPEN), ("dev", Setting.ORACLE_ABSTRACT)],
    "healthver": [("dev", Setting.CITED)],
    "covidfact": [("train", Setting.CITED)],
}
METRICS = [
    ("sentence", "selection"),
    ("sentence", "selection_label"),
    ("abstract", "label_only"),
    ("abstract", "label_rationale"),
]
TIMED = 60
EVERYTHING = 1_000_000


def seconds_of(config: Config, data: VerificationDataset, count: int) -> tuple[float, float]:
    pipeline = pipeline_for(config, data, Setting.OPEN)
    times = []
    for one in data.claims[: count + 1]:
        start = time.perf_counter()
        pipeline.check([one.claim])
        times.append(time.perf_counter() - start)
    p50, p95 = percentiles(times[1:])  # the first loads the models
    return p50 / 1000, p95 / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--docs", type=Path, help="Markdown file whose block `recipes` takes the table")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--claims", type=int, default=TIMED, help="how many claims are timed")
    parser.add_argument("--datasets", nargs="+", default=list(RUNS), choices=list(RUNS))
    options = parser.parse_args()
    embedder, verifier = Embedder(), VerifierModel()
    remembering = RememberingVerifier(verifier, most=EVERYTHING)
    found = []
    for dataset in options.datasets:
        for split, setting in RUNS[dataset]:
            data = load_verification(dataset, split)
            index = cached_index([data.corpus], embedder)
            for name in RECIPES:
                result = run(Config(load(name), index, embedder, remembering), data, setting)
                row = {"recipe": name, "dataset": dataset, "split": split, "setting": setting.value}
                row |= {f"{level}.{metric}": 100 * result.scores[level][metric]["f1"] for level, metric in METRICS}
                row["macro_f1"] = 100 * result.verdicts["classes"]["macro_f1"]
                if setting is Setting.OPEN:
                    row["p50"], row["p95"] = seconds_of(
                        Config(load(name), index, embedder, verifier), data, options.claims
                    )
                found.append(row)
                print(json.dumps(row), flush=True)
    print(machine(), "\n")
    header = ["recipe", "benchmark", "selection", "selection+label", "label", "label+rationale", "s/claim p50 (p95)"]
    shown_table = table(header, [shown(row) for row in found])
    print(shown_table)
    if options.docs:
        replace_block(options.docs, "recipes", shown_table)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.plot:
        plot([row for row in found if "p50" in row], options.plot)


def shown(row: dict[str, Any]) -> list[str]:
    time_ = f"{row['p50']:.2f} ({row['p95']:.2f})" if "p50" in row else ""
    scores = [f"{row[f'{level}.{metric}']:.1f}" for level, metric in METRICS]
    return [row["recipe"], f"{row['dataset']} {row['split']}, {row['setting']}", *scores, time_]


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    for row in rows:
        axes.scatter(row["p50"], row["abstract.label_rationale"], s=50)
        axes.annotate(
            row["recipe"], (row["p50"], row["abstract.label_rationale"]), xytext=(6, 4), textcoords="offset points"
        )
    axes.set_xlabel("seconds per claim (median, two cores)")
    axes.set_ylabel("abstract label+rationale F1, SciFact dev")
    axes.set_xlim(0, 1.25 * max(row["p50"] for row in rows))
    axes.set_ylim(0, 1.15 * max(row["abstract.label_rationale"] for row in rows))
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
