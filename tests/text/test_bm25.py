from claimwise.text.bm25 import Bm25

TEXTS = ["Cats sleep all day.", "The bridge closed.", "Bridges are closed to cars, and a bridge is long.", ""]


def test_the_text_with_the_rarer_and_more_words_comes_first() -> None:
    ranker = Bm25(TEXTS)
    assert ranker.best("closed bridges for cars", 2) == [2, 1]
    assert ranker.scores("zebra") == [0.0] * 4
    assert ranker.best("zebra", 9) == [0, 1, 2, 3]


def test_nothing_to_rank() -> None:
    assert Bm25([]).best("bridge", 3) == []


def test_the_formula_by_hand() -> None:
    import math

    ranker = Bm25(["apple apple pear", "pear plum fig"])
    idf = math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    assert ranker.scores("apple")[0] == idf * 2 * 1.9 / (2 + 0.9)  # both texts have the mean length
