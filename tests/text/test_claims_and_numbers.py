"""What is a claim and what is not; numbers in words and digits."""

import pytest

from claimwise.text.claims import why_not_a_claim
from claimwise.text.numbers import differing, numbers


@pytest.mark.parametrize(
    "text",
    [
        "Vitamin D prevents respiratory infections.",
        "Vaccines cause autism",
        "How memory works is unknown.",
        "The best-known side effect of aspirin is bleeding.",
        "Should-type receptors bind calcium.",
        "IL-6 activates STAT3",
        "Can openers were invented after cans.",
        "Whether it rains depends on pressure",
        "WHO declared COVID-19 a pandemic in March 2020",
        "Will Smith slapped Chris Rock",
        "Will Smith was born in Philadelphia",
        "WHO guidelines say that children should not be given aspirin",
    ],
)
def test_statements_are_claims(text: str) -> None:
    assert why_not_a_claim(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Does vitamin D prevent infections?", "question"),
        ("is coffee good for the heart", "question"),
        ("Why do cats purr", "question"),
        ("WHO INVENTED THE TELEPHONE", "question"),
        ("Will Smith win an Oscar", "question"),
        ("Will Biden keep his promises", "question"),
        ("Will Trump cut taxes", "question"),
        ("Will vitamin D prevent infections", "question"),
        ("I think coffee is healthy", "opinion"),
        ("Coffee is delicious", "opinion"),
        ("In my opinion vaccines work", "opinion"),
        ("Children should not be given aspirin", "opinion"),
        ("coffee", "too short"),
        ("???", "too short"),
        ("12 34", "too short"),
    ],
)
def test_what_is_no_claim_is_told_why(text: str, reason: str) -> None:
    assert reason in (why_not_a_claim(text) or "")


def test_numbers_in_digits_and_words() -> None:
    assert numbers("Three of 1,200 patients (12.5 %) had IL-6 in 2020.") == {
        3.0: "Three",
        1200.0: "1,200",
        12.5: "12.5",
        2020.0: "2020",
    }


def test_only_numbers_that_stand_against_each_other_differ() -> None:
    assert differing("It takes 30 days.", "It takes 28 days.") == (["30"], ["28"])
    assert differing("It takes thirty days.", "It takes 30 days.") == ([], [])
    assert differing("It takes 30 days.", "It takes weeks.") == ([], [])
    assert differing("It takes weeks.", "It takes 30 days.") == ([], [])
    assert differing("It prevents type 2 diabetes.", "It was seen in 2,423 adults.") == ([], [])


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("Twenty-five patients", "25 patients"),
        ("two hundred and five", "205"),
        ("1.5 million people", "1,500,000 people"),
        ("two million", "2,000,000"),
        ("one hundred", "100"),
        ("ten thousand and twenty one", "10021"),
    ],
)
def test_a_number_is_the_same_in_words_and_digits(words: str, digits: str) -> None:
    assert numbers(words).keys() == numbers(digits).keys()
    assert differing(words, digits) == ([], [])


def test_numbers_in_a_row_stay_apart() -> None:
    assert [*numbers("In 2020 two studies of twenty, thirty and five")] == [2020, 2, 20, 30, 5]
    assert [*numbers("It was one of 5 6 7")] == [5, 6, 7]
