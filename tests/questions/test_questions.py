import pytest

from claimwise.questions.inversion import whether
from claimwise.questions.names import amounts, is_person, names, places
from claimwise.questions.sentences import RuleAsker
from claimwise.questions.templates import TemplateGenerator, ask
from claimwise.stages import QuestionGenerator, SentenceAsker
from claimwise.text.verbs import base_of, find_verb
from claimwise.types import Claim


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("Sean Connery refused to appear in a commercial.", "Did Sean Connery refuse to appear in a commercial?"),
        ("The bridge is closed.", "Is the bridge closed?"),
        ("Poland has a no-migrants policy.", "Does Poland have a no-migrants policy?"),
        ("Japan has produced a cure.", "Has Japan produced a cure?"),
        ("Masks can cause illness", "Can masks cause illness?"),
        ("The law cannot be changed.", "Can the law not be changed?"),
        ("The council did nothing about it.", "Did the council do nothing about it?"),
        ("Flu shots contain mercury.", "Do Flu shots contain mercury?"),
        ("The drug kills the virus.", "Does the drug kill the virus?"),
        ("The Trump campaign welcomed the news.", "Did the Trump campaign welcome the news?"),
        ("In 2018, officers were accused of torture.", "Were officers accused of torture in 2018?"),
        ("She wrote the letter herself.", "Did she write the letter herself?"),
        ("Nothing to see here", "Is it true that Nothing to see here?"),
    ],
)
def test_whether(statement: str, question: str) -> None:
    assert whether(statement) == question


@pytest.mark.parametrize(
    ("verb", "base"),
    [
        ("refused", "refuse"), ("stopped", "stop"), ("called", "call"), ("passed", "pass"), ("carried", "carry"),
        ("created", "create"), ("declared", "declare"), ("visited", "visit"), ("opened", "open"), ("decided", "decide"),
        ("appeared", "appear"), ("offered", "offer"), ("died", "die"), ("caused", "cause"), ("increased", "increase"),
        ("said", "say"), ("won", "win"), ("says", "say"), ("passes", "pass"), ("carries", "carry"), ("ended", "end"),
        ("agreed", "agree"), ("stamps", None), ("indeed", None), ("table", None),
    ],
)  # fmt: skip
def test_plain_forms_of_verbs(verb: str, base: str | None) -> None:
    assert base_of(verb) == base


def test_the_verb_comes_after_its_subject() -> None:
    assert find_verb(["The", "disputed", "election", "showed", "a", "pattern"]) == 3
    assert find_verb(["No", "verb", "here"]) is None


def test_names_and_places() -> None:
    text = "Muslims in Bangalore named a mosque after Narendra Modi in May 2019, says the World Health Organization."
    assert names(text) == ["Bangalore", "Narendra Modi", "World Health Organization"]
    assert places(text) == ["Bangalore"]
    assert is_person("Narendra Modi", text)
    assert not is_person("World Health Organization of Europe", text)
    assert names("Flu shots are harmful.") == []
    assert names("Poland has a policy.") == ["Poland"]


def test_years_are_no_amounts() -> None:
    text = "In 2018, 217 cases, $4,800 and 31% of 3.5 million people on COVID-19 ward 12b."
    assert [match[0].strip() for match in amounts(text)] == ["217", "$4,800", "31%", "3.5 million"]


def test_a_numerical_claim_is_asked_for_its_number() -> None:
    asked = ask(Claim("1", "Only 31% of South Africans drink alcohol", speaker="Zweli Mkhize"))
    assert asked[0].endswith("31% of South Africans drink alcohol?")
    assert "What percentage of South Africans drink alcohol?" in asked
    assert any(question.startswith("Did Zweli Mkhize say that") for question in asked)
    asked = ask(Claim("1", "The Labor Department is giving essential workers $4,800 in hazard pay."))
    assert "How much money is the Labor Department giving essential workers?" in asked


def test_a_quotation_is_asked_for_its_speaker() -> None:
    asked = ask(Claim("1", "Nancy Pelosi said “we shall all pay for his crimes”."))
    assert "Did Nancy Pelosi say “we shall all pay for his crimes”?" in asked


def test_questions_are_questions_and_distinct() -> None:
    for text in ("x y", "A", "“”", "12 34 56", "In 2019, nothing.", "?", "Über allen Gipfeln ist Ruh"):
        asked = ask(Claim("1", text))
        assert len(set(asked)) == len(asked) > 0
        assert all(question.endswith("?") for question in asked)


def test_the_generator_keeps_its_contract() -> None:
    generator = TemplateGenerator(most=3)
    assert isinstance(generator, QuestionGenerator)
    claims = [Claim("a", "The bridge closed in 2019."), Claim("b", "Japan has produced a cure.")]
    found = generator.generate(claims)
    assert [len(questions) for questions in found] == [3, 3]
    assert {question.claim_id for question in found[1]} == {"b"}
    assert generator.generate(claims) == found
    assert generator.generate([]) == []


def test_each_sentence_gets_its_own_question() -> None:
    asker = RuleAsker()
    assert isinstance(asker, SentenceAsker)
    claim = Claim("1", "Only 31% of South Africans drink alcohol", speaker="Zweli Mkhize")
    sentences = [
        "Alcohol use is common in the country.",
        "A survey found that 31% of South Africans drink alcohol.",
        *(f"Report number {i} says nothing of it." for i in range(14)),
    ]
    asked = asker.ask(claim, sentences)
    assert len(asked) == len(set(asked)) == len(sentences)
    assert asked[1] == "What percentage of South Africans drink alcohol?"
    assert asker.ask(claim, sentences) == asked
    assert asker.ask(claim, []) == []
