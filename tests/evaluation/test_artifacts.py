import math

import pytest

from claimwise.evaluation.artifacts import artifacts

CLAIMS = [("The cat is not here.", "R")] * 30 + [("The cat is here.", "S")] * 30 + [("Odd word.", "S")] * 3


def test_the_word_that_gives_a_label_away_comes_first() -> None:
    found = artifacts(CLAIMS, least=10, smoothing=0.0)
    best = found["R"][0]
    assert (best.word, best.count, best.share) == ("not", 30, 1.0)
    assert best.pmi == pytest.approx(math.log2(63 / 30))
    assert "odd" not in [one.word for one in found["S"]]


def test_a_word_of_both_labels_tells_nothing() -> None:
    [cat] = [one for one in artifacts(CLAIMS[:60], least=1)["S"] if one.word == "cat"]
    assert cat.pmi == pytest.approx(0.0)


def test_a_word_counts_once_per_claim() -> None:
    found = artifacts([("no no no", "R"), ("yes", "S")], least=1)
    assert {one.word: one.count for one in found["R"]} == {"no": 1, "yes": 1}


def test_no_claims_have_no_artifacts() -> None:
    assert artifacts([]) == {}


def test_a_rare_label_is_not_given_away_by_words_that_tell_nothing() -> None:
    claims = [("all odd" if number % 20 < 2 else "all", "B" if number % 20 == 0 else "A") for number in range(1000)]
    found = {one.word: one.pmi for one in artifacts(claims)["B"]}
    assert found["all"] == pytest.approx(0.0)
    assert found["odd"] > 1
