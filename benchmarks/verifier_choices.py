"""What the verifier is made of and how it is taught: choices compared, each with the same number of tokens.

python benchmarks/verifier_choices.py --base FOLDER [--go-on FOLDER] [--tokens 600000] [--rate 5e-5] [--only NAME …]

Every network begins as the base encoder, without the general pairs, or as the verifier that `--go-on` names, and reads
the same number of tokens of samples from SciFact train, fold 0 left out. Then it reads that fold: the abstracts with
evidence and, of every claim, the first that retrieval finds without. From a base that shows how fast evidence and
deciding sentences are learnt; after 100,000 tokens nothing is yet. 600,000 take 20 minutes on one core, and reading
three more. Results are kept in `benchmarks/work/choices.json`, so a run that was cut off goes on; `--json` names a file
of its own for each base and rate.
"""

import argparse
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.cli.train_verifier import science_of
from claimwise.evaluation.scifact import score_claims
from claimwise.formats.datasets import data_folder
from claimwise.models.verifier import Reading, decisiveness
from claimwise.training.base import Base
from claimwise.training.batches import Example, examples_of
from claimwise.training.folds import folds_of
from claimwise.training.further import Science
from claimwise.training.half import has_bfloat16
from claimwise.training.heldout import Read, components, predictions, read_pairs
from claimwise.training.loop import Plan, train
from claimwise.training.network import Shape, VerifierNetwork
from claimwise.training.samples import Sample, among, pair
from claimwise.training.scifact import Mix, scifact_samples
from claimwise.training.verifier import Run
from claimwise.types import Document, Judgement
from claimwise.verification.joint import Settings
from common import WORK, machine, table

PLAN = Plan(learning_rate=5e-5, frozen_layers=4, deciding=2.0, half=has_bfloat16())
RESULTS = WORK / "choices.json"
METRICS = ("evidence_auc", "top_sentence", "sentence_auc", "selection", "stance", "stance_when_refuting")
DISTANCES = np.arange(0.0, 6.1, 0.5)
SENTENCES = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to make the verifier; `rate` is a factor, and of `passes` over fewer samples each has its share."""

    shape: Shape = field(default_factory=Shape)
    plan: Plan = PLAN
    mix: Mix = field(default_factory=Mix)
    rate: float = 1.0
    passes: int = 1
    pointwise: bool = False
    shuffled: bool = False
    teachers: tuple[str, ...] = ()


CHOICES = {
    "shipped": Choice(),
    "a sentence is the state of the `[SEP]` behind it": Choice(shape=Shape(sentence="sep")),
    "the label from `[CLS]` alone": Choice(shape=Shape(label="cls")),
    "the label from the sentences alone": Choice(shape=Shape(label="sentences")),
    "one sentence at a time": Choice(pointwise=True),
    "four tenths of the rate": Choice(rate=0.4),
    "twice the rate": Choice(rate=2),
    "no layer frozen": Choice(plan=replace(PLAN, frozen_layers=0)),
    "deciding sentences weigh as others": Choice(plan=replace(PLAN, deciding=1.0)),
    "sentence loss halved": Choice(plan=replace(PLAN, sentence_loss=0.5)),
    "the order of sentences in the loss": Choice(plan=replace(PLAN, ranking=0.5)),
    "no hard negatives": Choice(mix=Mix(hard_negatives=0)),
    "three hard negatives": Choice(mix=Mix(hard_negatives=3)),
    "whole abstracts only": Choice(mix=Mix(pieces=False)),
    "no opposites": Choice(mix=Mix(opposites=0.0)),
    "sentences shuffled": Choice(shuffled=True),
    "a third of the samples, three times": Choice(passes=3),
    "another seed": Choice(plan=replace(PLAN, seed=1)),
    "both seeds taught into one": Choice(plan=replace(PLAN, seed=2, taught=0.5), teachers=("shipped", "another seed")),
}


def taught(
    name: str, run: Run, science: Science, *, tokens: int, rate: float, known: dict[str, VerifierNetwork]
) -> VerifierNetwork:
    """Return a network that has read so many tokens; one that teaches others stays known."""
    if name in known:
        return known[name]
    choice = CHOICES[name]
    folds = folds_of(science.claims)
    claims = [one for one in science.claims if folds[one.claim.id] != 0]
    ranked = {claim_id: [*found] for claim_id, found in science.found.items()}
    samples = scifact_samples(claims, science.documents, ranked, mix=choice.mix, seed=choice.plan.seed)
    if choice.pointwise:
        draw = random.Random(0)
        samples = [one for sample in samples for one in single(sample, draw)]
    random.Random(choice.plan.seed).shuffle(samples)
    if choice.shuffled:
        draw = random.Random(choice.plan.seed)
        samples = [among(sample, (), draw) if sample.sentences else sample for sample in samples]
    examples = until(tokens // choice.passes, examples_of(samples, run.base.tokenizer, limit=run.base.limit))
    network = replace(run, shape=choice.shape).network()
    teachers = [taught(one, run, science, tokens=tokens, rate=rate, known=known) for one in choice.teachers]
    plan = replace(choice.plan, learning_rate=rate * choice.rate)
    train(network, [examples] * choice.passes, plan, teachers=teachers)
    if any(name in other.teachers for other in CHOICES.values()):
        known[name] = network
    return network


def single(sample: Sample, draw: random.Random) -> list[Sample]:
    """Return what a sample says sentence by sentence: those that decide, and some of the others."""
    rows = [*zip(sample.sentences, sample.stances, strict=True)]
    deciding = [row for row in rows if row[1] == sample.label]
    others = [row for row in rows if row[1] != sample.label]
    chosen = [*deciding, *draw.sample(others, min(SENTENCES, len(others)))]
    return [pair(sample.claim, text, stance, origin=sample.origin) for text, stance in chosen[:SENTENCES] if stance]


def until(tokens: int, examples: Sequence[Example]) -> list[Example]:
    """Return the first examples that have so many tokens together."""
    ends = np.cumsum([len(one.window.tokens) for one in examples])
    return [*examples[: int(np.searchsorted(ends, tokens)) + 1]]


def read(choice: Choice, network: VerifierNetwork, run: Run, science: Science) -> dict[str, float]:
    """Return what the network makes of the fold it has not seen."""
    folds = folds_of(science.claims)
    own = [one for one in science.claims if folds[one.claim.id] == 0]
    gold = {one.claim.id: one.judgements for one in own}
    pairs, names = [], []
    for one in own:
        judged = [judgement.doc_id for judgement in one.judgements]
        other = next(doc_id for doc_id in science.found[one.claim.id] if doc_id not in judged)
        for doc_id in (*judged, other):
            names.append((one.claim.id, doc_id))
            pairs.append((one.claim.text, science.documents[doc_id]))
    readings = one_by_one(network, pairs, run.base) if choice.pointwise else read_pairs(network, pairs, run.base)
    reads = [Read(*name, 0, reading) for name, reading in zip(names, readings, strict=True)]
    return components(reads, gold) | {"selection": selection(reads, gold)}


def selection(reads: Sequence[Read], gold: Mapping[str, Sequence[Judgement]]) -> float:
    """Return the F1 of sentences chosen from the abstracts with evidence, at the distance that is best for it.

    They are chosen on the side that the first reading finds, so that this counts sides, too.
    """
    judged = {(claim_id, one.doc_id) for claim_id, several in gold.items() for one in several}
    own = [one for one in reads if (one.claim_id, one.doc_id) in judged]
    every = [Settings(decide_at=0.0, select_within=float(distance)) for distance in DISTANCES]
    scores = [score_claims(gold, predictions(own, settings, k=1)) for settings in every]
    return max(one["sentence"]["selection"]["f1"] for one in scores)


def one_by_one(network: VerifierNetwork, pairs: Sequence[tuple[str, Document]], base: Base) -> list[Reading]:
    """Read every sentence alone; the most decided says what the document says."""
    alone = [(claim, Document("", "", (text,))) for claim, document in pairs for text in document.sentences]
    labels = iter([reading.label for reading in read_pairs(network, alone, base)])
    readings = []
    for _, document in pairs:
        sentences = np.stack([next(labels) for _ in document.sentences])
        readings.append(Reading(max(sentences, key=decisiveness), sentences))
    return readings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--go-on", type=Path)
    parser.add_argument("--tokens", type=int, default=600_000)
    parser.add_argument("--rate", type=float, default=PLAN.learning_rate)
    parser.add_argument("--only", nargs="+", choices=list(CHOICES), default=list(CHOICES))
    parser.add_argument("--json", type=Path, default=RESULTS)
    options = parser.parse_args()
    options.json.parent.mkdir(exist_ok=True)
    found: dict[str, Any] = json.loads(options.json.read_text()) if options.json.is_file() else {}
    known: dict[str, VerifierNetwork] = {}
    run = Run(Base(options.base), WORK, go_on=options.go_on)
    science = science_of(data_folder() / "scifact")
    if "nothing more" not in found:
        found["nothing more"] = read(Choice(), run.network(), run, science)
    for name in options.only:
        if [found.get(name, {}).get(key) for key in ("tokens", "rate")] == [options.tokens, options.rate]:
            continue
        begun = time.monotonic()
        network = taught(name, run, science, tokens=options.tokens, rate=options.rate, known=known)
        spent = {"tokens": options.tokens, "rate": options.rate, "seconds": time.monotonic() - begun}
        found[name] = read(CHOICES[name], network, run, science) | spent
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
        print(name, found[name], flush=True)
    print(machine(), f"{options.tokens:,} tokens each, rate {options.rate:g}\n")
    rows = [[name, *(f"{one.get(metric, float('nan')):.3f}"[1:] for metric in METRICS)] for name, one in found.items()]
    print(table(["", "evidence AUC", "top sentence", "sentence AUC", "selection F1", "side", "when refuting"], rows))


if __name__ == "__main__":
    main()
