"""What a network says about held-out claims, scored as SciFact is; and the settings that fit it best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import torch

from claimwise.evaluation.scifact import Scores, score_claims
from claimwise.labels import Stance
from claimwise.models.verifier import CLASSES, Part, Reading, combined, probabilities
from claimwise.training.base import Base
from claimwise.training.batches import collate, examples_of
from claimwise.training.network import VerifierNetwork
from claimwise.training.samples import passage
from claimwise.types import Document, Evidence, Judgement
from claimwise.verification.joint import Settings, evidence_of

_BATCH = 6
_TEMPERATURES = np.geomspace(0.4, 5.0, 60)
_DECIDE = np.round(np.arange(0.1, 0.96, 0.025), 3)
_SELECT = np.round(np.arange(0.05, 0.96, 0.05), 3)


@dataclass(frozen=True, slots=True)
class Read:
    """A document read for a claim; `rank` is its place, from 0, in the retriever's ranking."""

    claim_id: str
    doc_id: str
    rank: int
    reading: Reading


@torch.inference_mode()  # type: ignore[untyped-decorator]
def read_pairs(network: VerifierNetwork, pairs: Sequence[tuple[str, Document]], base: Base) -> list[Reading]:
    """Return what the torch network says about each pair, in order."""
    network.eval()
    samples = [
        passage(claim, document.title, document.sentences, Stance.NOT_ENOUGH_INFO, (), origin="held out")
        for claim, document in pairs
    ]
    owned = [examples_of([sample], base.tokenizer, limit=base.limit) for sample in samples]
    queue = sorted(
        ((owner, example) for owner, examples in enumerate(owned) for example in examples),
        key=lambda item: len(item[1].window.tokens),
    )
    parts: list[list[Part]] = [[] for _ in pairs]
    for start in range(0, len(queue), _BATCH):
        chosen = queue[start : start + _BATCH]
        batch, _ = collate([example for _, example in chosen], sentence=network.shape.sentence)
        labels, stances = network(batch)
        for row, (owner, example) in enumerate(chosen):
            spans = len(example.window.spans)
            parts[owner].append((example.window, labels[row].numpy(), stances[row, :spans].numpy()))
    return [combined(part, len(document.sentences)) for part, (_, document) in zip(parts, pairs, strict=True)]


def predictions(reads: Sequence[Read], settings: Settings, *, k: int) -> dict[str, list[Evidence]]:
    """Return the evidence of each claim from the first `k` documents that retrieval found."""
    found: dict[str, list[Evidence]] = {}
    for one in reads:
        if one.rank < k:
            found.setdefault(one.claim_id, []).append(evidence_of(one.claim_id, one.doc_id, one.reading, settings))
    return found


def fit(reads: Sequence[Read], gold: Mapping[str, Sequence[Judgement]], *, k: int) -> tuple[Settings, Scores]:
    """Return the settings with the best mean of SciFact's two strict F1 scores, and what they score."""
    settings = replace(Settings(), temperature=fit_temperature(reads, gold, k=k))
    best: tuple[float, Settings, Scores] | None = None
    for decide_at, select_at in product(_DECIDE.tolist(), _SELECT.tolist()):
        candidate = replace(settings, decide_at=decide_at, select_at=select_at)
        scores = score_claims(gold, predictions(reads, candidate, k=k))
        value = scores["sentence"]["selection_label"]["f1"] + scores["abstract"]["label_rationale"]["f1"]
        if best is None or value > best[0]:
            best = value, candidate, scores
    assert best is not None
    return best[1], best[2]


def fit_temperature(reads: Sequence[Read], gold: Mapping[str, Sequence[Judgement]], *, k: int) -> float:
    """Return the temperature at which the labels of the documents are least surprising."""
    stance = {(claim_id, one.doc_id): one.label for claim_id, judged in gold.items() for one in judged}
    chosen = [one for one in reads if one.rank < k]
    logits = np.stack([one.reading.label for one in chosen])
    right = [CLASSES.index(stance.get((one.claim_id, one.doc_id), Stance.NOT_ENOUGH_INFO)) for one in chosen]

    def surprise(temperature: float) -> float:
        shares = probabilities(logits, temperature=temperature)[np.arange(len(right)), right]
        return float(-np.log(np.maximum(shares, 1e-12)).mean())

    return float(min(_TEMPERATURES.tolist(), key=surprise))


def components(reads: Sequence[Read], gold: Mapping[str, Sequence[Judgement]]) -> dict[str, float]:
    """Return how good each part is by itself, whatever the thresholds.

    `evidence_auc`: documents with evidence above others; `stance`: supports or refutes right, on documents with
    evidence, and on those that refute; `top_sentence`: the highest sentence is in a rationale; `sentence_auc`: the
    sentences of rationales above others in the same documents.
    """
    judged = {(claim_id, one.doc_id): one for claim_id, several in gold.items() for one in several}
    kinds = [judged.get((one.claim_id, one.doc_id)) for one in reads]
    saying = [1.0 - float(probabilities(one.reading.label)[-1]) for one in reads]
    right: dict[Stance, list[bool]] = {Stance.SUPPORTS: [], Stance.REFUTES: []}
    first: list[bool] = []
    scores: list[float] = []
    marks: list[bool] = []
    for one, kind in zip(reads, kinds, strict=True):
        if kind is None:
            continue
        right[kind.label].append((one.reading.label[0] > one.reading.label[1]) == (kind.label is Stance.SUPPORTS))
        own = 1.0 - probabilities(one.reading.sentences)[:, -1]
        deciding = {i for rationale in kind.rationales for i in rationale}
        first.append(int(own.argmax()) in deciding)
        scores += own.tolist()
        marks += [i in deciding for i in range(len(own))]
    both = right[Stance.SUPPORTS] + right[Stance.REFUTES]
    found = {
        "evidence_auc": area(saying, [kind is not None for kind in kinds]),
        "stance": float(np.mean(both)),
        "stance_when_refuting": float(np.mean(right[Stance.REFUTES])),
        "top_sentence": float(np.mean(first)),
        "sentence_auc": area(scores, marks),
    }
    return {name: round(value, 4) for name, value in found.items()}


def area(scores: Sequence[float], marks: Sequence[bool]) -> float:
    """Return the area under the ROC curve: how often a marked one is above another, ties counting half."""
    values, marked = np.array(scores), np.array(marks)
    if marked.all() or not marked.any():
        return float("nan")
    order = np.sort(values[~marked])
    below, up_to = (np.searchsorted(order, values[marked], side=side) for side in ("left", "right"))
    return float((below + up_to).mean() / 2 / len(order))
