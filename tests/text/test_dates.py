from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.errors import InputError
from claimwise.text.dates import latest_day, normalise_date


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2021", "2021"),
        ("2021-03", "2021-03"),
        ("2021-3-5", "2021-03-05"),
        ("2021-03-15T10:00:00Z", "2021-03-15"),
        ("2021-03-15 10:00:00.123+02:00", "2021-03-15"),
        ("15-03-2021", "2021-03-15"),
        ("25-8-2020", "2020-08-25"),
        ("15 March 2021", "2021-03-15"),
        ("March 15, 2021", "2021-03-15"),
        ("sept. 3 2021", "2021-09-03"),
        ("MARCH 2021", "2021-03"),
        ("  May,  2021 ", "2021-05"),
        ("29 February 2024", "2024-02-29"),
    ],
)
def test_dates_as_people_write_them(text: str, iso: str) -> None:
    assert normalise_date(text) == iso


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2021-13",
        "2021-02-30",
        "29 February 2023",
        "0000",
        "32-01-2021",
        "03/04/2021",
        "٢٠٢١",
        "2021-03-15x",
    ],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        normalise_date(text)


def test_the_error_says_what_works() -> None:
    with pytest.raises(InputError, match=r"'soon' is not a date .* 2021-03-15"):
        normalise_date("soon")


@given(st.dates())
def test_every_way_to_write_a_day_means_that_day(day: date) -> None:
    iso = day.isoformat()
    year, month, number = iso.split("-")
    name = day.strftime("%B")
    ways = [
        iso,
        f"{number}-{month}-{year}",
        f"{day.day} {name} {year}",
        f"{name} {day.day}, {year}",
        f"{iso}T00:00:00Z",
    ]
    assert {normalise_date(way) for way in ways} == {iso}
    assert latest_day(iso) == day


@given(st.text())
def test_any_text_is_a_date_or_an_input_error(text: str) -> None:
    try:
        normalised = normalise_date(text)
    except InputError:
        return
    assert normalise_date(normalised) == normalised


@pytest.mark.parametrize(
    ("iso", "last"),
    [("2021", date(2021, 12, 31)), ("2024-02", date(2024, 2, 29)), ("2023-02", date(2023, 2, 28)), ("9999", date.max)],
)
def test_the_last_day_that_a_partial_date_may_mean(iso: str, last: date) -> None:
    assert latest_day(iso) == last
