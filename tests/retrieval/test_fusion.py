"""The fusions, by hand-computed examples and by their properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.retrieval.fusion import FUSIONS, min_max, reciprocal_rank

PARTS = {"words": {"a": 10.0, "b": 5.0, "c": 0.0}, "meaning": {"b": 0.9, "a": 0.8, "d": 0.4}}
WEIGHTS = {"words": 1.0, "meaning": 2.0}


def test_min_max_by_hand() -> None:
    fused = min_max(PARTS, WEIGHTS)
    assert fused["a"] == pytest.approx({"words": 1.0, "meaning": 1.6})
    assert fused["b"] == pytest.approx({"words": 0.5, "meaning": 2.0})
    assert fused["c"] == {"words": 0.0}
    assert fused["d"] == {"meaning": 0.0}


def test_reciprocal_rank_by_hand() -> None:
    fused = reciprocal_rank(PARTS, WEIGHTS)
    assert fused["a"] == pytest.approx({"words": 61 / 61, "meaning": 2 * 61 / 62})
    assert fused["d"] == pytest.approx({"meaning": 2 * 61 / 63})


def test_equal_scores_and_empty_parts() -> None:
    assert min_max({"words": {"a": 2.0, "b": 2.0}, "meaning": {}}, WEIGHTS) == {
        "a": {"words": 1.0},
        "b": {"words": 1.0},
    }
    assert reciprocal_rank({"words": {}}, WEIGHTS) == {}


scores = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1e6, 1e6), max_size=8)


@pytest.mark.parametrize("fusion", FUSIONS)
@given(words=scores, meaning=scores)
def test_best_in_every_part_is_best_of_all(fusion: str, words: dict[str, float], meaning: dict[str, float]) -> None:
    best = {"words": {**words, "best": 2e6}, "meaning": {**meaning, "best": 2e6}}
    totals = {doc: sum(parts.values()) for doc, parts in FUSIONS[fusion](best, WEIGHTS).items()}
    assert max(totals, key=totals.__getitem__) == "best"
    assert set(totals) == set(words) | set(meaning) | {"best"}
