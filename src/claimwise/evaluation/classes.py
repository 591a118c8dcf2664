"""How well classes are told apart: accuracy, precision, recall and F1 of each class, and their mean."""

from collections.abc import Sequence
from typing import Any


def class_scores(gold: Sequence[str], predicted: Sequence[str], classes: Sequence[str]) -> dict[str, Any]:
    """Return `accuracy`, `macro_f1` over the given classes, and `by_class`; a class that never occurs has F1 0."""
    if len(gold) != len(predicted):
        raise ValueError(f"{len(gold)} gold labels and {len(predicted)} predicted ones")
    by_class = {name: _scores(gold, predicted, name) for name in classes}
    right = sum(one == other for one, other in zip(gold, predicted, strict=True))
    return {
        "accuracy": right / len(gold) if gold else 0.0,
        "macro_f1": sum(one["f1"] for one in by_class.values()) / len(by_class),
        "by_class": by_class,
    }


def _scores(gold: Sequence[str], predicted: Sequence[str], name: str) -> dict[str, float]:
    right = sum(one == other == name for one, other in zip(gold, predicted, strict=True))
    said, true = list(predicted).count(name), list(gold).count(name)
    return precision_recall(right, said, true)


def precision_recall(right: int, said: int, true: int) -> dict[str, float]:
    """Return precision, recall and F1 from counts."""
    precision = right / said if said else 0.0
    recall = right / true if true else 0.0
    both = precision + recall
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / both if both else 0.0}
