"""Tags, names and phrases of claims; needs the extra `fever`."""

import subprocess
import sys

import pytest

from claimwise.text.analysis import Kind, analyse, lemma_of
from claimwise.text.phrases import MOST_PHRASES, key_phrases, lemmatised


def names(text: str) -> dict[str, Kind]:
    analysis = analyse(text)
    return {analysis.text(name.start, name.end): name.kind for name in analysis.names}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Savages was exclusively a German film.", {"German": Kind.NATIONALITY}),
        ("Ada Lovelace was born in London.", {"Ada Lovelace": Kind.OTHER, "London": Kind.PLACE}),
        ("The film was released on July 10, 2013.", {"July 10, 2013": Kind.DATE}),
        ("It sold three copies in the United States of America.", {"three": Kind.NUMBER}),
        ("He studied at Oxford University.", {"Oxford University": Kind.ORGANISATION}),
    ],
)
def test_names_and_their_kinds(claim: str, expected: dict[str, Kind]) -> None:
    assert expected.items() <= names(claim).items()


@pytest.mark.parametrize(
    ("claim", "root"),
    [
        ("Fox 2000 Pictures released the film Soul Food.", "release"),
        ("Telemundo is a television network.", "be"),
        ("Magic Johnson did not play for the Lakers.", "play"),
        ("Anne Rice was born in New Jersey.", "bear"),
    ],
)
def test_the_root_is_the_main_verb(claim: str, root: str) -> None:
    analysis = analyse(claim)
    assert analysis.root is not None
    assert analysis.tokens[analysis.root].lemma == root


@pytest.mark.parametrize(
    ("claim", "phrase"),
    [
        ("Fox 2000 Pictures released the film Soul Food.", "Soul Food"),
        ("Fox 2000 Pictures released the film Soul Food.", "Fox 2000 Pictures"),
        ("The Lord of the Rings is a book.", "The Lord of the Rings"),
        ("Trouble with the Curve is a television show.", "Trouble with the Curve"),
        ("Guns N' Roses is a band.", "Guns N' Roses"),
        ("Saving Face is a documentary.", "Saving Face"),
        ("Calcaneal spurs are visible on X-rays.", "Calcaneal spurs"),
        ("He saw the history of the United States.", "history of the United States"),
        ("Edgar Wright's film is The World's End.", "Edgar Wright"),
        ("Despicable Me 2 was directed by a lake.", "Despicable Me 2"),
    ],
)
def test_key_phrases_hold_the_titles(claim: str, phrase: str) -> None:
    assert phrase in key_phrases(claim)


def test_the_singular_of_a_phrase() -> None:
    assert lemmatised("calcaneal spurs") == "calcaneal spur"
    assert lemma_of("released", "VBD") == "release"


@pytest.mark.parametrize(
    "claim", ["", "   ", "東京は日本の首都です。", "Москва — столица России.", "\x00\u2028🦠", "((( )))", "/ / /"]
)
def test_strange_claims_have_phrases_or_none(claim: str) -> None:
    assert all(phrase.strip() for phrase in key_phrases(claim))


def test_a_very_long_claim_has_a_limited_number_of_phrases() -> None:
    assert len(key_phrases("The Great Wall of China saw Paris in 1999. " * 1500)) <= MOST_PHRASES


def test_without_the_extra_the_error_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['textblob'] = None; sys.modules['textblob.en'] = None\n"
        "from claimwise.errors import MissingExtraError\n"
        "from claimwise.text.analysis import analyse\n"
        "try:\n    analyse('A claim.')\nexcept MissingExtraError as error:\n    print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'claimwise[fever]'" in said
