"""Scores of classes and of selected sentences, by hand."""

import pytest

from claimwise.evaluation.classes import class_scores
from claimwise.evaluation.selection import Marked, selection_scores


def test_classes_are_scored_one_by_one_and_together() -> None:
    found = class_scores(["a", "a", "b", "c"], ["a", "b", "b", "b"], ("a", "b", "c"))
    assert found["accuracy"] == 0.5
    assert found["by_class"]["a"] == pytest.approx({"precision": 1.0, "recall": 0.5, "f1": 2 / 3})
    assert found["by_class"]["b"] == pytest.approx({"precision": 1 / 3, "recall": 1.0, "f1": 0.5})
    assert found["by_class"]["c"]["f1"] == 0.0
    assert found["macro_f1"] == pytest.approx((2 / 3 + 0.5 + 0) / 3)


def test_as_many_labels_as_predictions() -> None:
    with pytest.raises(ValueError, match="2 gold labels and 1"):
        class_scores(["a", "b"], ["a"], ("a", "b"))


def test_selection_counts_sentences_and_words() -> None:
    first = Marked(("one two", "three", "four five six"), frozenset({0, 1}), frozenset({0, 2}))
    second = Marked(("one",), frozenset(), frozenset({0}))
    found = selection_scores([first, second])
    assert found["sentence"] == pytest.approx({"precision": 1 / 2, "recall": 1 / 3, "f1": 0.4})
    assert found["token"] == pytest.approx({"precision": 2 / 3, "recall": 2 / 6, "f1": 4 / 9})
