"""The verifier's input: nothing is cut off, and every span is where it is said to be."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from claimwise.models.layout import Special, lay_out, longest_claim

SPECIAL = Special(101, 102)


@given(
    claim=st.integers(1, longest_claim(256)),
    title=st.integers(0, 80),
    lengths=st.lists(st.integers(0, 300), max_size=40),
)
def test_every_sentence_is_in_a_window_at_its_span(claim: int, title: int, lengths: list[int]) -> None:
    sentences = [[1000 + i] * length for i, length in enumerate(lengths)]
    windows = lay_out([1] * claim, [2] * title, sentences, special=SPECIAL, limit=256)
    seen = {i for window in windows for i in window.sentences}
    assert seen == set(range(len(lengths)))
    for window in windows:
        assert len(window.tokens) == len(window.kinds) <= 256
        assert window.tokens[slice(*window.claim)] == [1] * claim
        assert window.tokens[0] == SPECIAL.cls
        assert len(window.spans) == len(window.sentences)
        for i, (start, end) in zip(window.sentences, window.spans, strict=True):
            room = 256 - claim - 2 - min(title, 48) - 1
            assert window.tokens[start:end] == sentences[i][: room - 1]
            assert window.tokens[end] == SPECIAL.sep


def test_neighbouring_windows_share_a_sentence() -> None:
    windows = lay_out([1] * 10, [2] * 5, [[7] * 60] * 8, special=SPECIAL, limit=256)
    assert len(windows) > 1
    for before, after in pairwise(windows):
        assert after.sentences.start == before.sentences.stop - 1


def test_a_document_without_sentences_is_one_window_of_its_title() -> None:
    [window] = lay_out([1, 2], [3], [], special=SPECIAL, limit=64)
    assert window.tokens == [101, 1, 2, 102, 3, 102]
    assert window.kinds == [0, 0, 0, 0, 1, 1]
    assert window.spans == []
