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
    sentences = [[1000 * (i + 1) + place for place in range(length)] for i, length in enumerate(lengths)]
    windows = lay_out([1] * claim, [2] * title, sentences, special=SPECIAL, limit=256)
    seen: dict[int, set[int]] = {}
    for window in windows:
        assert len(window.tokens) == len(window.kinds) <= 256
        assert window.tokens[slice(*window.claim)] == [1] * claim
        assert window.tokens[0] == SPECIAL.cls
        assert len(window.spans) == len(window.sentences)
        for i, (start, end) in zip(window.sentences, window.spans, strict=True):
            assert window.tokens[end] == SPECIAL.sep
            seen.setdefault(i, set()).update(window.tokens[start:end])
    assert seen == {i: set(sentence) for i, sentence in enumerate(sentences)}


def test_a_sentence_longer_than_a_window_is_read_in_pieces_to_its_end() -> None:
    long = list(range(1000, 1600))
    windows = lay_out([1] * 10, [2] * 5, [[7] * 20, long, [8] * 20], special=SPECIAL, limit=256)
    pieces = [window for window in windows if 1000 in window.tokens or window.tokens[-2] >= 1000]
    assert {tuple(window.sentences) for window in windows if set(window.tokens) & set(long)} == {(1,)}
    assert pieces[-1].tokens[-2] == long[-1]


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
