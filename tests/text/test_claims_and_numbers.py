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
        "Can openers were invented in 1855",
        "Why statins work is unknown",
        "What doctors eat affects their patients",
        "When heated, water boils at 100 degrees",
        "Where there is smoke there is fire",
        "How many people died of it is unknown",
        "MHC class I like molecules present lipids",
        "List prices rose in 2020",
        "How long people sleep predicts their risk of dementia.",
        "What is bad for the heart is bad for the brain.",
        "Will Rogers, an actor, died in 1935.",
        "Will Smith and Jada Pinkett married in 1997.",
        "Do the Right Thing is a 1989 film by Spike Lee.",
        "Do not resuscitate orders are underused in dementia.",
        "Don't Look Up is a film by Adam McKay.",
        "维生素C可以预防感冒",
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
        ("What causes cancer", "question"),
        ("What is the capital of France", "question"),
        ("How do vaccines work", "question"),
        ("How many people died in 1918", "question"),
        ("When was penicillin discovered", "question"),
        ("Which vaccine works best", "question"),
        ("Has the earth become warmer", "question"),
        ("Do vaccines work.", "question"),
        ("Can vaccines cause autism", "question"),
        ("Is it true that tea cures colds. I wonder.", "question"),
        ("Do not smoke", "request"),
        ("Tell me about vaccines", "request"),
        ("Coffee is healthy, I think", 'opinion ("I think")'),
        ("Personally I think tea cures colds", "opinion"),
        ("I hope vaccines work", "opinion"),
        ("Don\u2019t smoke cigarettes", "request"),
        ("维生素C可以预防感冒吗\uff1f", "question"),
        ("WHO INVENTED THE TELEPHONE", "question"),
        ("Will Smith win an Oscar", "question"),
        ("Will Biden keep his promises", "question"),
        ("Will Trump cut taxes", "question"),
        ("Will vitamin D prevent infections", "question"),
        ("I think coffee is healthy", "opinion"),
        ("Coffee is delicious", "opinion"),
        ("In my opinion vaccines work", "opinion"),
        ("Children should not be given aspirin", "opinion"),
        ("Everyone should eat more vegetables", "opinion"),
        ("We ought to ban plastic", "opinion"),
        ("The movie was terrible", "opinion"),
        ("Tea cures colds, doesn't it", "question"),
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
    assert differing("It fell by 50 %.", "It fell by 30 percent in 3,000 adults.") == (["50%"], ["30%"])
    assert differing("It fell by 50%.", "Of 3,000 adults it fell by half in 5.") == ([], [])
    assert differing("It is 1.2 km away.", "It is 1,200 m away.") == ([], [])
    assert differing("Three in ten smoke.", "Of all, 30% smoke.") == ([], [])
    assert differing("It takes 1 hour.", "It takes 2 hours.") == (["1"], ["2"])
    assert differing("A 30-day trial.", "It took 20 days.") == (["30"], ["20"])
    assert differing("Fifty percent died.", "Thirty percent died.") == (["Fifty percent"], ["Thirty percent"])
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
