"""Which sentences are worth checking: those that state something, not those that ask, feel or hang in the air."""

import json
from pathlib import Path

import pytest

from claimwise.demo import CORPUS
from claimwise.text.checkworthy import worth

WORTH = [
    "Vitamin C prevents colds.",
    "About 40 % of adults sleep less than seven hours a night.",
    "The Great Wall of China is visible from the Moon.",
    "Smoking causes lung cancer.",
    "Inactivated influenza vaccines can cause influenza.",
    "Exercise may reduce blood pressure.",
    "Coffee drinkers have a lower risk of liver disease.",
    "No vaccine has ever been shown to cause autism.",
    "Marie Curie won two Nobel Prizes.",
    "Antibiotics are effective against viruses.",
    "Women sometimes took part in the fights in the arenas of ancient Rome.",
    "Viking warriors went into battle wearing helmets with horns.",
    "Charging a modern phone all night will not overcharge its battery.",
]
NOT_WORTH = [
    "Does vitamin C prevent colds?",
    "I think that oranges are tasty.",
    "We went to the market last Saturday.",
    "Results and Discussion",
    "Thank you very much.",
    "Please ask your doctor before you take this.",
    "What a lovely morning!",
    "It depends.",
    "This was rather surprising.",
    "If only that had been known.",
    "The evening went by in a moment.",
    "Yesterday took a strange turn.",
]


@pytest.mark.parametrize("sentence", WORTH)
def test_statements_are_worth_checking(sentence: str) -> None:
    assert worth(sentence).enough, worth(sentence)


@pytest.mark.parametrize("sentence", NOT_WORTH)
def test_the_rest_is_not(sentence: str) -> None:
    assert not worth(sentence).enough, worth(sentence)


def test_most_of_the_demo_claims_are_worth_checking() -> None:
    lines = Path(CORPUS).with_name("claims.jsonl").read_text(encoding="utf-8").splitlines()
    claims = [json.loads(line)["claim"] for line in lines]
    assert sum(worth(claim).enough for claim in claims) >= 0.85 * len(claims)


def test_the_reasons_are_told() -> None:
    assert "a cause or effect" in worth("Vitamin C prevents colds.").reasons
    assert worth("word " * 80).reasons == ("too long to be one claim",)
