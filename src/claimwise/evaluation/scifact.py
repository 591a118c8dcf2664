"""SciFact's four metrics, counted as its official evaluator counts them (Wadden et al. 2020, section 4).

Abstract level: a predicted abstract is right when its label is (`label_only`), and rationalised when moreover its first
three predicted sentences contain a whole gold rationale (`label_rationale`).
Sentence level: a predicted sentence is right when it belongs to a gold rationale all of whose sentences are predicted
(`selection`), and when moreover the abstract's label is right (`selection_label`). All predicted sentences count.
Precision is over everything predicted for all claims, recall over everything gold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from claimwise.errors import InputError
from claimwise.evaluation.classes import precision_recall
from claimwise.labels import Stance
from claimwise.types import Evidence, Judgement

RATIONALE_SENTENCES = 3
"""How many sentences of an abstract the abstract level looks at."""

Gold = Mapping[str, Sequence[Judgement]]
Predicted = Mapping[str, Sequence[Evidence]]
Score = dict[str, float]
Scores = dict[str, dict[str, Score]]

_METRICS = {
    ("sentence", "selection"): ("selected", "sentences", "gold_sentences"),
    ("sentence", "selection_label"): ("selected_labelled", "sentences", "gold_sentences"),
    ("abstract", "label_only"): ("labelled", "abstracts", "gold_abstracts"),
    ("abstract", "label_rationale"): ("rationalised", "abstracts", "gold_abstracts"),
}


@dataclass(frozen=True, slots=True)
class Counts:
    """What one claim adds to the sums: right ones, predicted ones, gold ones."""

    selected: int = 0
    selected_labelled: int = 0
    labelled: int = 0
    rationalised: int = 0
    sentences: int = 0
    abstracts: int = 0
    gold_sentences: int = 0
    gold_abstracts: int = 0


def score_claims(gold: Gold, predicted: Predicted) -> Scores:
    """Return precision, recall and F1 of the four metrics, as fractions: `scores["abstract"]["label_only"]["f1"]`."""
    counts = _all_counts(gold, predicted)
    return _scores({name: sum(getattr(one, name) for one in counts) for name in _names()})


def bootstrap(gold: Gold, predicted: Predicted, *, rounds: int = 10_000, seed: int = 0) -> tuple[Scores, Scores]:
    """Return the mean and the standard deviation of every score over claims drawn with replacement."""
    rows = np.array([[getattr(one, name) for name in _names()] for one in _all_counts(gold, predicted)])
    times = np.random.default_rng(seed).multinomial(len(rows), np.full(len(rows), 1 / len(rows)), size=rounds)
    sums = dict(zip(_names(), (times @ rows).T, strict=True))
    means: Scores = {"sentence": {}, "abstract": {}}
    deviations: Scores = {"sentence": {}, "abstract": {}}
    for (level, metric), (right, said, true) in _METRICS.items():
        precision, recall = (sums[right] / np.maximum(1, sums[total]) for total in (said, true))
        f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
        parts = {"precision": precision, "recall": recall, "f1": f1}
        means[level][metric] = {part: float(values.mean()) for part, values in parts.items()}
        deviations[level][metric] = {part: float(values.std()) for part, values in parts.items()}
    return means, deviations


def count_claim(gold: Sequence[Judgement], predicted: Sequence[Evidence]) -> Counts:
    """Count one claim; evidence without a stance is no prediction."""
    decided = [one for one in predicted if one.label is not Stance.NOT_ENOUGH_INFO]
    wanted = {one.doc_id: one for one in gold if one.label is not Stance.NOT_ENOUGH_INFO}
    right = dict.fromkeys(("selected", "selected_labelled", "labelled", "rationalised"), 0)
    for one in decided:
        judged = wanted.get(one.doc_id)
        if judged is None:
            continue
        selected = sum(_is_part(sentence, one.sentences, judged.rationales) for sentence in one.sentences)
        same = one.label is judged.label
        right["selected"] += selected
        right["selected_labelled"] += selected if same else 0
        right["labelled"] += same
        right["rationalised"] += same and _contains(one.sentences[:RATIONALE_SENTENCES], judged.rationales)
    return Counts(
        **right,
        sentences=sum(len(one.sentences) for one in decided),
        abstracts=len(decided),
        gold_sentences=sum(len(rationale) for one in wanted.values() for rationale in one.rationales),
        gold_abstracts=len(wanted),
    )


def _is_part(sentence: int, predicted: Sequence[int], rationales: Sequence[Sequence[int]]) -> bool:
    """Tell whether the first rationale that has the sentence is predicted as a whole."""
    own = next((rationale for rationale in rationales if sentence in rationale), None)
    return own is not None and set(own) <= set(predicted)


def _contains(predicted: Sequence[int], rationales: Sequence[Sequence[int]]) -> bool:
    return any(set(rationale) <= set(predicted) for rationale in rationales)


def _all_counts(gold: Gold, predicted: Predicted) -> list[Counts]:
    if unknown := predicted.keys() - gold.keys():
        raise InputError(f"there are predictions for {len(unknown)} claims that are not in the gold, as {min(unknown)}")
    return [count_claim(judgements, predicted.get(claim_id, ())) for claim_id, judgements in gold.items()]


def _names() -> list[str]:
    return [field.name for field in fields(Counts)]


def _scores(sums: Mapping[str, int]) -> Scores:
    scores: Scores = {"sentence": {}, "abstract": {}}
    for (level, metric), (right, predicted, gold) in _METRICS.items():
        scores[level][metric] = precision_recall(sums[right], sums[predicted], sums[gold])
    return scores
