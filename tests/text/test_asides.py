"""Whether a claim speaks of the parenthesis of a title."""

import pytest

from claimwise.text.asides import all_words, speaks_of


@pytest.mark.parametrize(
    ("claim", "aside", "share"),
    [
        ("Milk is an American film.", "(film)", 1.0),
        ("Milk stars Sean Penn.", "(film)", 0.5),
        ("Annie is a movie.", "(2014 film)", 0.25),
        ("Milk is white.", "(film)", 0.0),
        ("Hebe is a goddess.", "(mythology)", 0.0),
        ("Milk is white.", "", 0.0),
        ("He was born in Ohio.", "(actor)", 0.5),
        ("It is a show.", "(game show)", 0.5),
    ],
)
def test_named_hinted_at_or_neither(claim: str, aside: str, share: float) -> None:
    assert speaks_of(all_words(claim), aside) == pytest.approx(share)
