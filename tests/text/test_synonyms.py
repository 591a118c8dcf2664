"""Synonyms out of WordNet."""

import pytest

from claimwise.text.synonyms import synonyms


@pytest.mark.usefixtures("wordnet")
def test_nouns_that_share_a_sense_are_found() -> None:
    assert {"movie", "picture"} <= synonyms("film")
    assert "film" not in synonyms("film")
    assert synonyms("qwertyuiop") == frozenset()
