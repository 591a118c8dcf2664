"""What a claim is checked against."""

from datetime import date

import pytest

from claimwise.execution.check import dated
from claimwise.store.filters import Filters
from claimwise.types import Claim


@pytest.mark.parametrize(
    ("as_of", "day", "limit"),
    [
        (None, None, None),
        (None, "2020-06", date(2020, 6, 30)),
        (date(2024, 1, 1), None, date(2024, 1, 1)),
        (date(2024, 1, 1), "2020-06-15", date(2020, 6, 15)),
        (date(2019, 1, 1), "2020-06-15", date(2019, 1, 1)),
    ],
)
def test_the_earlier_of_two_dates_is_the_limit(as_of: date | None, day: str | None, limit: date | None) -> None:
    assert dated(Filters(as_of), Claim("1", "Tea is hot.", date=day)).as_of == limit
