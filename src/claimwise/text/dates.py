"""Dates as people write them, brought to ISO 8601: a day, a month or a year."""

import re
from calendar import monthrange
from datetime import date

from claimwise.errors import InputError

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR, _MONTH, _DAY = r"(?P<year>[0-9]{4})", r"(?P<month>[0-9]{1,2})", r"(?P<day>[0-9]{1,2})"
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE | re.ASCII)
    for shape in (
        rf"{_YEAR}(?:-{_MONTH}(?:-{_DAY}(?:[T ][0-9:.,]+(?:Z|[+-][0-9:]+)?)?)?)?",
        rf"{_DAY}-{_MONTH}-{_YEAR}",
        rf"{_DAY} {_NAME},? {_YEAR}",
        rf"{_NAME} {_DAY},? {_YEAR}",
        rf"{_NAME},? {_YEAR}",
    )
)
_WORKS = "2021, 2021-03, 2021-03-15, 2021-03-15T10:00:00Z, 15-03-2021, 15 March 2021, March 15, 2021 or March 2021"


def normalise_date(text: str) -> str:
    """Return the ISO form of a date, as exact as it was given: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`."""
    for shape in _SHAPES:
        if match := shape.fullmatch(" ".join(text.split())):
            return _iso(text, **match.groupdict())
    raise InputError(f"{text[:60]!r} is not a date that can be read; these work: {_WORKS}")


def latest_day(iso: str) -> date:
    """Return the last day that an ISO date may mean: 2021 is 2021-12-31."""
    year, *rest = (int(part) for part in normalise_date(iso).split("-"))
    month = rest[0] if rest else 12
    return date(year, month, rest[1] if len(rest) > 1 else monthrange(year, month)[1])


def _iso(text: str, *, year: str, month: str | None = None, day: str | None = None, name: str | None = None) -> str:
    if name:
        month = str(_MONTHS.index(name[:3].lower()) + 1)
    parts = [int(part) for part in (year, month, day) if part]
    try:
        date(*[*parts, 1, 1][:3])
    except ValueError as error:
        raise InputError(f"{text[:60]!r} is not a day of the calendar: {error}") from error
    return "-".join([year, *(f"{part:02}" for part in parts[1:])])
