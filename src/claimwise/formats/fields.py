"""Typed values out of one record; an InputError says which field was wrong, and what it should be."""

from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

from claimwise.errors import InputError
from claimwise.text.dates import normalise_date
from claimwise.text.sentences import split

Record = Mapping[str, Any]


def require(record: Record, *keys: str) -> Any:  # noqa: ANN401 (a JSON value)
    """Return the value of the first of `keys` that the record has."""
    for key in keys:
        if record.get(key) is not None:
            return record[key]
    expected, found = " or ".join(map(repr, keys)), ", ".join(map(repr, record)) or "nothing"
    raise InputError(f"has no {expected}; its fields are {found}")


def identifier(value: object) -> str:
    """Return an id as text; datasets write ids as text or as whole numbers."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise InputError(f"an id must be text or a whole number, not {short(value)}")
    if not str(value).strip():
        raise InputError("an id must not be blank")
    return str(value)


def text(record: Record, key: str) -> str:
    """Return a text, which is empty where the record has none."""
    value = record.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f"{key!r} must be text, not {short(value)}")
    return value or ""


def some_text(record: Record, *keys: str) -> str:
    """Return the text under the first of `keys` that the record has; it must not be blank."""
    value = require(record, *keys)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{' or '.join(map(repr, keys))} must be a text that is not blank, not {short(value)}")
    return value


def optional(record: Record, key: str) -> str | None:
    """Return a text, or None where it is blank or absent."""
    value = text(record, key)
    return value if value.strip() else None


def date(record: Record) -> str | None:
    """Return the ISO form of the record's `date`, which may be a year as a number."""
    value = record.get("date")
    if isinstance(value, int) and not isinstance(value, bool):
        return normalise_date(str(value))
    value = optional(record, "date")
    return normalise_date(value) if value else None


def texts(record: Record, key: str) -> tuple[str, ...]:
    """Return a list of texts."""
    value = require(record, key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"{key!r} must be a list of texts, not {short(value)}")
    return tuple(value)


def mapping(record: Record, key: str) -> dict[str, Any]:
    """Return an object, which is empty where the record has none."""
    value = record.get(key)
    if value is not None and not isinstance(value, dict):
        raise InputError(f"{key!r} must be an object, not {short(value)}")
    return value or {}


def whole_number(digits: str) -> int:
    """Return the number that a field of a table holds."""
    try:
        return int(digits)
    except ValueError as error:
        raise InputError(f"{digits[:40]!r} is not a whole number") from error


def sentences(prose: str) -> tuple[str, ...]:
    """Return the sentences of a text, each on one line."""
    return tuple(" ".join(sentence.split()) for sentence in split(prose))


def check_content(title: str, body: tuple[str, ...]) -> None:
    """Refuse a document that says nothing."""
    if not title.strip() and not any(sentence.strip() for sentence in body):
        raise InputError("has neither a title nor a text")
