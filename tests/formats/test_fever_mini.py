from pathlib import Path

import pytest

from claimwise.formats import fever_mini
from claimwise.formats.fever_mini import JoinedClaim, MiniWikipedia
from claimwise.labels import Stance
from claimwise.types import Claim

ONE = "Ada was born in 1815 ."
TWO = "She wrote a program ."
THREE = "The Engine was designed by Babbage ."


def joined(text: str, *places: tuple[str, int], paper_dev: bool = True) -> JoinedClaim:
    pages = tuple(sorted({page for page, _ in places}))
    sets = tuple((place,) for place in places) if paper_dev else ()
    return JoinedClaim(Claim(text, "A claim."), Stance.SUPPORTS, pages, text, sets, paper_dev)


def test_texts_are_told_apart_by_elimination() -> None:
    claims = [
        joined(f"{THREE} {TWO} {ONE}", ("Ada", 0), ("Ada", 4), ("Engine", 0)),
        joined(f"{TWO} {ONE}", ("Ada", 0), ("Ada", 4)),
        joined(ONE, ("Ada", 0)),
    ]
    expected = {("Ada", 0): ONE, ("Ada", 4): TWO, ("Engine", 0): THREE}
    assert fever_mini.known_sentences(claims, {}) == expected


def test_what_is_left_over_goes_to_the_page_that_it_names() -> None:
    found = fever_mini.known_sentences([joined(f"{THREE} {ONE}", ("Ada", 0), ("Engine", 0))], {})
    assert found == {("Ada", 0): ONE, ("Engine", 0): THREE}


def test_lines_that_are_not_known_are_empty_and_other_sentences_come_last() -> None:
    [page] = fever_mini.build_pages({("Ada_-LRB-x-RRB-", 2): ONE}, [("Ada_-LRB-x-RRB-", TWO), ("Ada_-LRB-x-RRB-", ONE)])
    assert page.title == "Ada (x)"
    assert page.sentences == ("", "", ONE, TWO)


@pytest.fixture(scope="module")
def mini(shared_data: Path) -> MiniWikipedia:
    return fever_mini.mini_wikipedia(shared_data)


@pytest.mark.slow
def test_the_pages_and_claims_of_the_real_data(mini: MiniWikipedia) -> None:
    assert len(mini.pages) == 5336
    assert len(mini.claims) == 9909
    assert sum(one.label is Stance.NOT_ENOUGH_INFO for one in mini.claims) == 3333
    by_id = {page.id: page for page in mini.pages}
    complete = [
        any(
            all(line < len(by_id[page].sentences) and by_id[page].sentences[line] for page, line in one) for one in sets
        )
        for sets in (claim.evidence for claim in mini.claims)
        if sets
    ]
    assert sum(complete) == 6569
