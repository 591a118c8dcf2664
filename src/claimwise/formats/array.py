"""Files that are one JSON list of records: an error names the file and the record's place, counted from 0."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from claimwise.errors import FormatError, InputError
from claimwise.formats.lines import decode, open_bytes, write_lines
from claimwise.formats.problems import OnError, stop

Item = TypeVar("Item")


def read_array(
    path: str | Path,
    build: Callable[[int, dict[str, Any]], Item],
    *,
    identify: Callable[[Item], Hashable] | None = None,
    on_error: OnError = stop,
) -> Iterator[Item]:
    """Build an item from each record of the list; an id used twice is an error, where `identify` tells it."""
    seen: dict[Hashable, int] = {}
    for place, record in enumerate(_load(path)):
        try:
            if not isinstance(record, dict):
                raise InputError(f"is a JSON {type(record).__name__}; an object is needed")  # noqa: TRY301
            item = build(place, record)
            if identify and (first := seen.setdefault(identify(item), place)) != place:
                raise InputError(f"the id {identify(item)!r} is taken by record {first}")  # noqa: TRY301
        except InputError as error:
            on_error(FormatError(f"record {place}: {error}", path=path))
        else:
            yield item


def write_array(path: str | Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write the records as one list."""
    write_lines(path, [json.dumps(list(records), ensure_ascii=False, indent=1, allow_nan=False)])


def number(text: str) -> int | str:
    """Return the number that an id is in a file, or the id itself."""
    is_number = text.isascii() and text.isdigit() and len(text) < 19 and text == str(int(text))
    return int(text) if is_number else text


def _load(path: str | Path) -> list[Any]:
    with open_bytes(path) as file:
        raw = file.read()
    try:
        value = json.loads(decode(raw.removeprefix(BOM_UTF8)))
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # half a character, or a number JSON has not
    except json.JSONDecodeError as error:
        raise FormatError(f"is not JSON: {error.msg} in line {error.lineno}", path=path, line=error.lineno) from error
    except UnicodeEncodeError as error:
        raise FormatError("holds half a character: a \\u escape without its pair", path=path) from error
    except (InputError, RecursionError, ValueError) as error:
        raise FormatError(f"holds JSON that cannot be used: {error}", path=path) from error
    if not isinstance(value, list):
        raise FormatError(f"holds a JSON {type(value).__name__}; a list of records is needed, as in […]", path=path)
    if not value:
        raise FormatError("is an empty list; at least one record is needed", path=path)
    return value
