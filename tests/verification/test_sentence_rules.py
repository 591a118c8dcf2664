"""Every rule of the sentence finder, with a sentence that fits and one that does not."""

import pytest

from claimwise.errors import ConfigError
from claimwise.text.analysis import analyse
from claimwise.types import Claim, Document
from claimwise.verification import sentence_rules
from claimwise.verification.rule_selector import RuleSelector
from claimwise.verification.sentence_rules import Match, asked_of, judge, no_synonyms

KNOWN = {"film": frozenset({"movie", "picture"})}


def match(claim: str, title: str, sentence: str) -> Match:
    asked = asked_of(analyse(claim), title)
    return Match(asked, analyse(sentence), lambda noun: KNOWN.get(noun, frozenset()))


CASES = [
    ("root_verb_present", "Ada Lovelace wrote a poem.", "Ada Lovelace", "She wrote a poem .", True),
    ("root_verb_present", "Ada Lovelace wrote a poem.", "Ada Lovelace", "She liked a poem .", False),
    ("root_verb_present", "Ada Lovelace was a poet.", "Ada Lovelace", "She was a poet .", False),
    ("root_verb_present", "Ada Lovelace wrote a poem.", "Ada Lovelace", "She wrote letters .", False),
    (
        "all_nouns_and_names_present", "Soul Food was released by Fox.", "Soul Food (film)",
        "It came from Fox in 1997 .", True,
    ),
    (
        "all_nouns_and_names_present", "Soul Food was released by Fox.", "Soul Food (film)",
        "It came from Universal in 1997 .", False,
    ),
    (
        "one_noun_missing", "Telemundo is a channel of telenovelas with films.", "Telemundo",
        "The channel has telenovelas and news .", True,
    ),
    ("one_noun_missing", "Savages is a film.", "Savages", "Savages is a thriller .", True),
    ("one_noun_missing", "Savages became a film.", "Savages", "They made a movie of it .", True),
    ("one_noun_missing", "Savages became a film.", "Savages", "They made a song of it .", False),
    ("one_noun_missing", "Savages became a film about bankers.", "Savages", "They made a song of it .", False),
    ("both_say_what_it_is", "Savages is a kind of food.", "Savages", "Savages is a thriller .", True),
    ("both_say_what_it_is", "The brown bear is a fungus.", "Brown bear", "The brown bear is a large bear .", True),
    ("both_say_what_it_is", "Savages is a kind of food.", "Savages", "Fox was its studio .", False),
    ("both_say_what_it_is", "Savages is a kind of food.", "Savages", "Savages stars a fox .", False),
    ("one_name_swapped", "Savages is a German film.", "Savages", "Savages is an American film .", True),
    ("one_name_swapped", "Savages is a German film.", "Savages", "Savages is a film from 2012 .", False),
    ("one_name_swapped", "Ada visited France.", "Ada Lovelace", "She visited Italy .", True),
    ("one_name_swapped", "Ada visited France.", "Ada Lovelace", "She was told of Italy .", False),
    (
        "one_name_swapped", "Ada Lovelace visited Hamburg Altona.", "Ada Lovelace",
        "Ada Lovelace visited a museum .", False,
    ),
    (
        "born_or_died", "John Smith was born in May.", "John Smith",
        "John Smith ( Sr. ) ( 10 May 1900 -- 1950 ) was .", True,
    ),
    (
        "born_or_died", "The Walking Dead premiered in May.", "The Walking Dead",
        "It ( 10 December 2010 ) was .", False,
    ),
    ("born_or_died", "Ada Lovelace was born in May.", "Ada Lovelace", "Ada ( 10 December 1815 -- 1852 ) was .", True),
    ("born_or_died", "Ada Lovelace died in Rome.", "Ada Lovelace", "Ada ( born 10 December 1815 ) was .", True),
    ("born_or_died", "Ada Lovelace was born in May.", "Ada Lovelace", "In 1833 she met him ( again ) .", False),
    ("born_or_died", "Ada Lovelace met him in May.", "Ada Lovelace", "Ada ( 10 December 1815 -- 1852 ) was .", False),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "claim", "title", "sentence", "fits"), CASES)
def test_a_rule(rule: str, claim: str, title: str, sentence: str, fits: bool) -> None:
    function, _ = sentence_rules.RULES[rule]
    assert function(match(claim, title, sentence)) is fits


def test_every_rule_is_tested_both_ways() -> None:
    for rule in sentence_rules.RULES:
        assert {fits for name, *_, fits in CASES if name == rule} == {True, False}


def test_words_of_the_title_are_dropped_from_the_list() -> None:
    asked = asked_of(analyse("Soul Food is a film by Fox."), "Soul Food (film)")
    assert asked.nouns == frozenset()
    assert list(asked.names) == [("fox",)]
    assert asked_of(analyse("Soul Food is a film by Fox."), "Other").nouns == {"film"}


def test_more_of_the_list_is_a_better_score() -> None:
    asked = asked_of(analyse("Ada Lovelace wrote a famous program in London."), "Ada Lovelace")
    full, half = judge(asked, "She wrote a program in London ."), judge(asked, "She wrote a program .")
    assert full is not None
    assert half is not None
    assert 1.0 >= full[1] > half[1] > 0.0
    assert judge(asked, "") is None
    assert judge(asked, "It rained .") is None


def test_the_selector_gives_sentences_best_first() -> None:
    page = Document(
        "A", "Ada Lovelace", ("", "She wrote a program .", "It rained .", "She wrote a program in London .")
    )
    claim = Claim("1", "Ada Lovelace wrote a program in London.")
    [selection] = RuleSelector(use_synonyms="off").select([(claim, page)])
    assert selection.sentences == (3, 1)
    assert list(selection.scores) == sorted(selection.scores, reverse=True)
    [first] = RuleSelector(use_synonyms="off", most_sentences=1).select([(claim, page)])
    assert first.sentences == (3,)


def test_synonyms_are_on_off_or_auto() -> None:
    with pytest.raises(ConfigError, match="auto, on, off"):
        RuleSelector(use_synonyms="yes")
    assert no_synonyms("film") == frozenset()
