"""What a negated claim denies."""

import pytest

from claimwise.text.negation import denied


@pytest.mark.parametrize(
    ("claim", "other"),
    [
        ("Garlic does not lower cholesterol.", "Garlic does lower cholesterol."),
        ("Garlic doesn't lower cholesterol.", "Garlic does lower cholesterol."),
        ("Garlic doesn\u2019t lower cholesterol.", "Garlic does lower cholesterol."),
        ("The Great Wall cannot be seen from space.", "The Great Wall can be seen from space."),
        ("Sugar won't harm teeth.", "Sugar will harm teeth."),
        ("Chess was never played in Rome.", "Chess was played in Rome."),
        ("Coffee has no effect on growth.", "Coffee has an effect on growth."),
        ("There is no link between A and B.", "There is a link between A and B."),
        ("In adults, coffee does not raise blood pressure.", "In adults, coffee does raise blood pressure."),
        ("Tea and coffee do not cause cancer.", "Tea and coffee do cause cancer."),
        ("It is not proven that tea helps.", "It is proven that tea helps."),
    ],
)
def test_the_negation_of_the_main_clause_is_taken_out(claim: str, other: str) -> None:
    assert denied(claim) == other


@pytest.mark.parametrize(
    "claim",
    [
        "Garlic lowers cholesterol.",
        "People who do not smoke live longer.",
        "If it does not rain, plants die.",
        "Sugar is not only sweet but harmful.",
        "The drug is no longer sold.",
        "Knots are tied by hand.",
        "Nothing is known of it.",
        "Women did not get the vote until 1920.",
        "Some patients do not respond to the drug.",
        "40 % of patients do not respond.",
        "About 30% of adults have not been vaccinated.",
        "In 2019, some countries did not sign the treaty.",
        "Aspirin reduces fever but does not cure the flu.",
        "Aspirin does not cure the flu but reduces fever.",
        "Vitamin C prevents colds and does not cause kidney stones.",
        "Vitamin C prevents colds and it does not cause kidney stones.",
        "",
    ],
)
def test_other_claims_deny_nothing(claim: str) -> None:
    assert denied(claim) is None
