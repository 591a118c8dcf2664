"""How well deciding sentences are selected: by sentence (Wadden et al. 2020) and by word (Samarinas et al. 2021)."""

from collections.abc import Sequence
from dataclasses import dataclass

from claimwise.evaluation.classes import precision_recall


@dataclass(frozen=True, slots=True)
class Marked:
    """A document with the indices of the sentences that were selected, and of those that annotators marked."""

    sentences: Sequence[str]
    selected: frozenset[int]
    gold: frozenset[int]


def selection_scores(documents: Sequence[Marked]) -> dict[str, dict[str, float]]:
    """Return precision, recall and F1 over all documents, by sentence and by word."""
    sizes = [[len(text.split()) for text in one.sentences] for one in documents]
    return {
        "sentence": precision_recall(
            sum(len(one.selected & one.gold) for one in documents),
            sum(len(one.selected) for one in documents),
            sum(len(one.gold) for one in documents),
        ),
        "token": precision_recall(
            sum(size[i] for one, size in zip(documents, sizes, strict=True) for i in one.selected & one.gold),
            sum(size[i] for one, size in zip(documents, sizes, strict=True) for i in one.selected),
            sum(size[i] for one, size in zip(documents, sizes, strict=True) for i in one.gold),
        ),
    }
