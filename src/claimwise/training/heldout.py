"""What a network says about held-out claims, scored as SciFact is; and the settings that fit it best."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray

from claimwise.evaluation.scifact import Scores, score_claims
from claimwise.labels import Stance
from claimwise.models.verifier import Logits, Part, Reading, combined, decisiveness, probabilities, swapped
from claimwise.text.negation import denied
from claimwise.training.base import Base
from claimwise.training.batches import collate, examples_of
from claimwise.training.network import VerifierNetwork
from claimwise.training.samples import passage
from claimwise.types import Document, Evidence, Judgement
from claimwise.verification.joint import (
    Look,
    Settings,
    closer_looks,
    evidence_of,
    joined,
    levels_of,
    says_anything,
)

Numbers = NDArray[np.float64]

_BATCH = 6
_MAY_DECIDE = -2.5
_BACKGROUND, _PER_LEVEL = -3.0, 0.1
"""The level from which more is asked of a document, and how much more; chosen on FEVER, as docs/tries.md tells."""
_TEMPERATURES = np.geomspace(0.4, 5.0, 60)
_SHIFTS = np.round(np.arange(-2.0, 2.05, 0.1), 1)
_MODEST = 0.01
"""What a shift costs, so that few claims do not bring a large one."""
_DECIDE = np.round(np.arange(0.1, 0.96, 0.025), 3)
_WITHIN = np.round(np.arange(0.0, 4.1, 0.5), 2)
_FROM = (0.0, 0.05, 0.08, 0.12, 0.18, 0.27, 0.38)
_REACH = (4, 1, 1)
_ALONE = 0.5
"""The share of a sentence's logits that comes from reading it by itself; chosen on fold 0, as docs/tries.md tells."""


@dataclass(frozen=True, slots=True)
class Read:
    """A document read for a claim; `rank` is its place, from 0, in the retriever's ranking.

    `relevance` is the retriever's score, `look` a closer look at the document, where it was worth one.
    Of a `negated` claim the network has read what it denies.
    """

    claim_id: str
    doc_id: str
    rank: int
    reading: Reading
    look: Look | None = None
    relevance: float = 1.0
    negated: bool = False

    @property
    def side(self) -> Logits:
        """What the side is told by."""
        return self.reading.label if self.look is None or self.look.side is None else self.look.side


@torch.inference_mode()  # type: ignore[untyped-decorator]
def read_pairs(network: VerifierNetwork, pairs: Sequence[tuple[str, Document]], base: Base) -> list[Reading]:
    """Return what the torch network says about each pair, in order; of a negated claim it reads what that denies."""
    network.eval()
    asked = [denied(claim) for claim, _ in pairs]
    samples = [
        passage(other or claim, document.title, document.sentences, Stance.NOT_ENOUGH_INFO, (), origin="held out")
        for other, (claim, document) in zip(asked, pairs, strict=True)
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
    readings = [combined(part, len(document.sentences)) for part, (_, document) in zip(parts, pairs, strict=True)]
    return [swapped(reading) if other else reading for other, reading in zip(asked, readings, strict=True)]


def worth_a_look(
    read: Callable[[Sequence[tuple[str, Document]]], Sequence[Reading]],
    pairs: Sequence[tuple[str, Document]],
    readings: Sequence[Reading],
) -> list[Look | None]:
    """Return a closer look at the documents that may be found to have a stance."""
    worth = [decisiveness(one.label) > _MAY_DECIDE for one in readings]
    return closer_looks(read, pairs, readings, worth, Settings(second_look=1.0, alone=_ALONE))


def predictions(reads: Sequence[Read], settings: Settings, *, k: int) -> dict[str, list[Evidence]]:
    """Return the evidence of each claim from the first `k` documents that retrieval found."""
    found: dict[str, list[Evidence]] = {}
    read = [one for one in reads if one.rank < k]
    levels = levels_of([one.claim_id for one in read], [one.reading for one in read], [one.relevance for one in read])
    for one, level in zip(read, levels, strict=True):
        saying = says_anything(one.reading, settings, one.relevance, level=level)
        reading = joined(one.reading, one.look, settings.alone)
        look = one.side if settings.second_look else None
        evidence = evidence_of(
            one.claim_id, one.doc_id, reading, settings, saying=saying, look=look, negated=one.negated
        )
        found.setdefault(one.claim_id, []).append(evidence)
    return found


def fit(reads: Sequence[Read], gold: Mapping[str, Sequence[Judgement]], *, k: int) -> tuple[Settings, Scores]:
    """Return the settings that fit SciFact's two strict F1 scores best, and what they score.

    Which sentences to choose is judged by the score of sentences alone, for that of abstracts takes any of three; when
    a document has a stance, by the mean of both. The scores of neighbouring thresholds are averaged first: the best of
    many on few claims is luck, and may stand beside a cliff; the middle of a plateau holds elsewhere, too.
    """
    settings = fit_probabilities([one for one in reads if one.rank < k], gold)
    sentences, abstracts = (np.zeros((len(_DECIDE), len(_WITHIN), len(_FROM))) for _ in range(2))
    for within, least in np.ndindex(*sentences.shape[1:]):
        found = predictions(reads, _at(settings, 0, within, least), k=k)
        for decide, at in enumerate(_DECIDE):
            scores = score_claims(gold, {claim_id: _decided(some, at) for claim_id, some in found.items()})
            sentences[decide, within, least] = scores["sentence"]["selection_label"]["f1"]
            abstracts[decide, within, least] = scores["abstract"]["label_rationale"]["f1"]
    best = plateau(sentences, _REACH).max(axis=0)
    within, least = np.unravel_index(best.argmax(), best.shape)
    row = plateau(sentences + abstracts, _REACH)[:, within, least].argmax()
    settings = _at(settings, int(row), int(within), int(least))
    return settings, score_claims(gold, predictions(reads, settings, k=k))


def cross_predicted(
    reads: Sequence[Read], gold: Mapping[str, Sequence[Judgement]], parts: Mapping[str, int], *, k: int
) -> dict[str, list[Evidence]]:
    """Return the evidence of each claim by settings that were not fitted to it; `parts` has those left out together.

    The settings that ship are fitted to all claims, of which they say more that is right than of others.
    """
    predicted: dict[str, list[Evidence]] = {}
    for part in sorted(set(parts.values())):
        known = {claim_id: judged for claim_id, judged in gold.items() if parts[claim_id] != part}
        settings, _ = fit([one for one in reads if one.claim_id in known], known, k=k)
        predicted |= predictions([one for one in reads if one.claim_id not in known], settings, k=k)
    return predicted


def _decided(evidence: Sequence[Evidence], at: float) -> list[Evidence]:
    """Return what still has a stance when a document must say something with this probability."""
    return [one for one in evidence if 1.0 - one.probabilities[Stance.NOT_ENOUGH_INFO] >= at]


def _at(settings: Settings, decide: int, within: int, least: int) -> Settings:
    chosen = {"select_within": float(_WITHIN[within]), "select_from": _FROM[least]}
    return replace(settings, decide_at=float(_DECIDE[decide]), **chosen)


def plateau(values: Numbers, reach: tuple[int, ...]) -> Numbers:
    """Return for every place the mean of the values up to `reach` places away on each axis; the edge counts again."""
    wide = np.pad(values, [(one, one) for one in reach], mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(wide, [2 * one + 1 for one in reach])
    means: Numbers = windows.mean(axis=tuple(range(-len(reach), 0)))
    return means


def fit_probabilities(reads: Sequence[Read], gold: Mapping[str, Sequence[Judgement]]) -> Settings:
    """Return settings with which probabilities are least surprising.

    That a document says anything is a logistic regression on the model's logit and the document's relevance; which side
    it is on, a temperature and a shift, fitted on the documents with evidence.
    """
    stance = {(claim_id, one.doc_id): one.label for claim_id, judged in gold.items() for one in judged}
    labels = [stance.get((one.claim_id, one.doc_id)) for one in reads]
    inputs = np.array([[decisiveness(one.reading.label), one.relevance - 1] for one in reads])
    scale, relevance, shift = logistic(inputs, np.array([label is not None for label in labels], dtype=float))
    towards = {False: Stance.SUPPORTS, True: Stance.REFUTES}
    sides = [
        (_odds(one), label is towards[one.negated])
        for one, label in zip(reads, labels, strict=True)
        if label is not None
    ]
    temperature, side_shift = _temperature(sides)
    return replace(
        Settings(),
        temperature=temperature,
        side_shift=side_shift,
        second_look=float(any(one.look is not None for one in reads)),
        alone=_ALONE if any(one.look is not None for one in reads) else 0.0,
        say_scale=scale,
        say_relevance=relevance,
        say_shift=shift,
        say_background=_PER_LEVEL,
        background=_BACKGROUND,
    )


def logistic(inputs: Numbers, right: Numbers, *, penalty: float = 1e-3, steps: int = 50) -> tuple[float, ...]:
    """Return the weights of a logistic regression and, last, its shift, by Newton's method."""
    columns = np.hstack([inputs, np.ones((len(inputs), 1))])
    weights = np.zeros(columns.shape[1])
    for _ in range(steps):
        shares = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (shares - right) + penalty * weights
        bend = (columns * (shares * (1 - shares))[:, None]).T @ columns + penalty * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return tuple(round(float(weight), 4) for weight in weights)


def _odds(one: Read) -> float:
    """Return the log-odds of supporting what the network has read."""
    return float(one.side[1] - one.side[0] if one.negated else one.side[0] - one.side[1])


def _temperature(sides: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Return the temperature, and the shift towards supporting, at which sides are least surprising."""
    odds = np.array([one for one, _ in sides])
    signs = np.array([1.0 if right else -1.0 for _, right in sides])

    def surprise(found: tuple[float, float]) -> float:
        temperature, shift = found
        return float(np.logaddexp(0, -signs * (odds + shift) / temperature).mean() + _MODEST * shift**2)

    return min(itertools.product(_TEMPERATURES.tolist(), _SHIFTS.tolist()), key=surprise)


def components(reads: Sequence[Read], gold: Mapping[str, Sequence[Judgement]]) -> dict[str, float]:
    """Return how good each part is by itself, whatever the thresholds.

    `evidence_auc`: documents with evidence above others; `stance`: supports or refutes right, by the second look where
    there was one, on documents with evidence, and on those that refute; `top_sentence`: the highest sentence is in a
    rationale; `sentence_auc`: the sentences of rationales above others in the same documents.
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
        right[kind.label].append(bool(one.side[0] > one.side[1]) == (kind.label is Stance.SUPPORTS))
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
