"""FEVER's official scores (Thorne et al. 2018), equal to those of the package `fever-scorer`.

Only the first five sentences that are cited count. With `sets` the annotators' alternative sets of sentences:

    label accuracy   the label is right
    FEVER score      the label is right and, unless it is not enough info, one whole set is cited
    recall           the share of claims that can be decided of which one whole set is cited
    precision        the mean share of cited sentences that are in any set, over claims that can be decided;
                     citing nothing is no error: it counts as 1
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from claimwise.evaluation.classes import class_scores
from claimwise.labels import Stance

MOST_SENTENCES = 5
CLASSES = (Stance.SUPPORTS, Stance.REFUTES, Stance.NOT_ENOUGH_INFO)

Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is true of a claim, and what a system said."""

    gold: Stance
    sets: tuple[tuple[Place, ...], ...]
    said: Stance
    cited: tuple[Place, ...]

    @property
    def counted(self) -> tuple[Place, ...]:
        """The sentences that count."""
        return self.cited[:MOST_SENTENCES]

    @property
    def is_complete(self) -> bool:
        """Whether one whole set is cited."""
        return any(set(one) <= set(self.counted) for one in self.sets)


def fever_scores(answers: Sequence[Answer]) -> dict[str, float]:
    """Return `fever_score`, `label_accuracy`, `evidence_precision`, `evidence_recall` and `evidence_f1`."""
    decidable = [one for one in answers if one.gold is not Stance.NOT_ENOUGH_INFO]
    right = [one for one in answers if one.said is one.gold]
    strict = [one for one in right if one.gold is Stance.NOT_ENOUGH_INFO or one.is_complete]
    precision = math.fsum(map(_precision, decidable)) / len(decidable) if decidable else 1.0
    recall = sum(not one.sets or one.is_complete for one in decidable) / len(decidable) if decidable else 0.0
    both = precision + recall
    return {
        "fever_score": len(strict) / len(answers) if answers else 0.0,
        "label_accuracy": len(right) / len(answers) if answers else 0.0,
        "evidence_precision": precision,
        "evidence_recall": recall,
        "evidence_f1": 2 * precision * recall / both if both else 0.0,
    }


def fever_tables(answers: Sequence[Answer]) -> dict[str, Any]:
    """Return `classes`, precision, recall and F1 of each label, and `contingency`, counts by gold and said label."""
    gold, said = ([one.value for one in column] for column in _columns(answers))
    names = [stance.value for stance in CLASSES]
    counts = Counter(zip(gold, said, strict=True))
    return {
        "classes": class_scores(gold, said, names)["by_class"],
        "contingency": {true: {told: counts[true, told] for told in names} for true in names},
    }


def _columns(answers: Sequence[Answer]) -> tuple[list[Stance], list[Stance]]:
    return [one.gold for one in answers], [one.said for one in answers]


def _precision(one: Answer) -> float:
    gold = {place for group in one.sets for place in group}
    return sum(place in gold for place in one.counted) / len(one.counted) if one.counted else 1.0
