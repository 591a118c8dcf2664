"""Windows of sentences lose nothing, fit, overlap and end."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from claimwise.text.passages import windows

lengths = st.lists(st.integers(0, 50), max_size=60)


@given(lengths, st.integers(1, 80), st.integers(0, 3))
def test_every_sentence_is_in_a_window_that_fits(sizes: list[int], limit: int, overlap: int) -> None:
    found = windows(sizes, limit=limit, overlap=overlap)
    assert {i for window in found for i in window} == set(range(len(sizes)))
    for window in found:
        assert len(window) == 1 or sum(sizes[i] for i in window) <= limit
    for before, after in pairwise(found):
        assert before.stop - overlap <= after.start <= before.stop
        assert after.stop > before.stop


def test_neighbours_share_a_sentence() -> None:
    assert windows([10] * 7, limit=30) == [range(3), range(2, 5), range(4, 7)]


def test_a_sentence_over_the_limit_stands_alone() -> None:
    assert windows([5, 100, 5], limit=20) == [range(1), range(1, 2), range(2, 3)]


def test_what_fits_is_one_window() -> None:
    assert windows([10, 10], limit=20) == [range(2)]
    assert windows([], limit=20) == []
