"""Texts that share rare words."""

from claimwise.text.overlap import Overlap

TEXTS = ["green tea lowers pressure", "green eyes see well", "green green grass", "iron is heavy"]


def test_rare_words_weigh_more() -> None:
    overlap = Overlap(TEXTS)
    assert overlap.nearest("green iron", 2) == [3, 0]
    assert overlap.nearest("unknown words", 3) == []


def test_the_share_is_of_the_claims_words() -> None:
    overlap = Overlap(TEXTS)
    assert overlap.share("green tea", "tea that is green") == 1.0
    assert overlap.share("green tea", "a green field") < 0.5 < overlap.share("green tea", "black tea")
    assert overlap.share("", "anything") == 0.0
