"""The thresholds of the recipes that choose sentences, on claims that the embedded verifier has not learnt from.

python benchmarks/thresholds.py [--recipe verisci vert5erini quin]

The claims are the first fold of SciFact train, which the shipped verifier has not seen. For every threshold: the two
strict F1 scores of the open setting (verisci, vert5erini), or precision, recall and F1 of the selected words on gold
abstracts (quin). What a recipe's TOML file has is the best of its rows.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace

from claimwise.execution.benchmark import Setting, run, run_parts
from claimwise.formats.datasets import VerificationDataset, load_verification
from claimwise.models.embedder import Embedder
from claimwise.models.remembered import RememberingVerifier
from claimwise.models.verifier import VerifierModel
from claimwise.recipes.recipe import Config, load
from claimwise.store.cache import cached_index
from claimwise.training.folds import folds_of
from common import machine, table

SHARES = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
DISTANCES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
EVERYTHING = 1_000_000
COSINES = (0.76, 0.78, 0.8, 0.82, 0.84, 0.86, 0.88)


def held_out() -> VerificationDataset:
    data = load_verification("scifact", "train")
    folds = folds_of(data.claims)
    return replace(data, claims=tuple(one for one in data.claims if folds[one.claim.id] == 0))


def end_to_end(config: Config, data: VerificationDataset) -> Iterator[list[str]]:
    for threshold in SHARES:
        changed = replace(config, recipe=config.recipe.changed([f"selection.threshold={threshold}"]))
        scores = run(changed, data, Setting.OPEN).scores
        pair = scores["sentence"]["selection_label"]["f1"], scores["abstract"]["label_rationale"]["f1"]
        yield [
            config.recipe.name,
            f"threshold {threshold}",
            *(f"{100 * f1:.1f}" for f1 in pair),
            f"{50 * sum(pair):.1f}",
        ]


def selection(config: Config, data: VerificationDataset) -> Iterator[list[str]]:
    for by, key, values in (("context", "within", DISTANCES), ("similarity", "similarity", COSINES)):
        for value in values:
            recipe = config.recipe.changed([f"selection.by={by}", f"selection.{key}={value}"])
            words = run_parts(replace(config, recipe=recipe), data)["selection"]["token"]
            row = [f"{100 * words[part]:.1f}" for part in ("precision", "recall", "f1")]
            yield [config.recipe.name, f"{by} {value}", *row]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recipe", nargs="+", default=["verisci", "vert5erini", "quin"])
    options = parser.parse_args()
    data = held_out()
    embedder, verifier = Embedder(), RememberingVerifier(VerifierModel(), most=EVERYTHING)
    index = cached_index([data.corpus], embedder)
    print(machine(), f"{len(data.claims)} claims")
    for name in options.recipe:
        config = Config(load(name), index, embedder, verifier)
        rows = list((selection if name == "quin" else end_to_end)(config, data))
        header = ["precision", "recall", "F1"] if name == "quin" else ["selection+label", "label+rationale", "mean"]
        print(table(["recipe", "setting", *header], rows), flush=True)


if __name__ == "__main__":
    main()
