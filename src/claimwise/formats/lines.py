r"""Files of one record a line: numbered lines in, whole files out.

A line ends at `\n` alone, because JSON text may hold the other line ends of Unicode. A file that cannot be read at all
always raises; a bad line goes to `on_error`. A file is written beside its place and moved there when it is complete.
"""

import gzip
import json
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedIOBase
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from uuid import uuid4

from claimwise.errors import FormatError, InputError
from claimwise.formats.problems import OnError, stop

Item = TypeVar("Item")


def stem(path: str | Path) -> str:
    """Return the name of a file without its folder and endings: `a/b.jsonl.gz` is `b`."""
    path = Path(path)
    return Path(path.stem).stem if path.suffix == ".gz" else path.stem


def suffix(path: str | Path) -> str:
    """Return the ending that tells the format, in lower case: that of `a/b.JSONL.gz` is `.jsonl`."""
    path = Path(path)
    return (Path(path.stem) if path.suffix == ".gz" else path).suffix.lower()


@contextmanager
def open_bytes(path: str | Path) -> Iterator[BufferedIOBase]:
    """Open a file, packed with gzip or not; whatever the system has against it becomes a FormatError."""
    path = Path(path)
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            yield file
    except FileNotFoundError as error:
        raise FormatError("there is no such file; check the path", path=path) from error
    except IsADirectoryError as error:
        raise FormatError("is a folder where a file is needed; name one of its files", path=path) from error
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"cannot be read ({reason}); check its permissions, or get it again", path=path) from error


def decode(raw: bytes) -> str:
    """Return UTF-8 bytes as text."""
    if b"\0" in raw:
        raise InputError("holds NUL bytes, as binary files and UTF-16 do; save it as UTF-8 text")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 (byte 0x{raw[error.start]:02x}); save it as UTF-8 text") from error


def read_lines(path: str | Path, *, on_error: OnError = stop) -> Iterator[tuple[int, str]]:
    """Yield each line that is not blank, with its number, without its end."""
    empty = True
    with open_bytes(path) as file:
        for number, raw in enumerate(file, 1):
            try:
                line = decode(raw.removeprefix(BOM_UTF8) if number == 1 else raw)
            except InputError as error:
                empty = False
                on_error(FormatError(str(error), path=path, line=number))
                continue
            if line.strip():
                empty = False
                yield number, line.removesuffix("\n").removesuffix("\r")
    if empty:
        raise FormatError("is empty; a file with at least one record is needed", path=path)


def read_objects(path: str | Path, *, on_error: OnError = stop) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the JSON object on each line, with the line's number."""
    return each(read_lines(path, on_error=on_error), _numbered_object, path=path, on_error=on_error)


def each(
    numbered: Iterable[tuple[int, Any]],
    build: Callable[[int, Any], Item],
    *,
    path: str | Path,
    identify: Callable[[Item], Hashable] | None = None,
    on_error: OnError = stop,
) -> Iterator[Item]:
    """Build an item from each numbered line; an InputError gets its file and line, and so does an id used twice."""
    seen: dict[Hashable, int] = {}
    for number, value in numbered:
        try:
            item = build(number, value)
            if identify:
                _take(identify(item), number, seen)
        except InputError as error:
            on_error(FormatError(str(error), path=path, line=number))
        else:
            yield item


def write_lines(path: str | Path, lines: Iterable[str]) -> None:
    """Write the lines to a file that appears, or replaces the old one, only when all of them are written."""
    path = Path(path)
    temporary = path.with_name(f".{uuid4().hex}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(temporary, "wb") if path.suffix == ".gz" else temporary.open("wb") as file:
            for number, line in enumerate(lines, 1):
                file.write(_encode(line, path, number))
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error}); check the folder") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def write_objects(path: str | Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write each record as a line of JSON."""
    write_lines(path, map(_to_json, records))


def _take(key: Hashable, number: int, seen: dict[Hashable, int]) -> None:
    if (first := seen.setdefault(key, number)) != number:
        raise InputError(f"the id {key!r} is taken by line {first}")


def _numbered_object(number: int, line: str) -> tuple[int, dict[str, Any]]:
    try:
        value = json.loads(line, parse_constant=_refuse_constant, parse_float=_finite)
        if "\\ud" in line.lower():
            json.dumps(value, ensure_ascii=False).encode()  # an escape may name half a character
    except json.JSONDecodeError as error:
        raise InputError(
            f"is not JSON: {error.msg} at character {error.pos + 1}; one object a line is needed"
        ) from error
    except UnicodeEncodeError as error:
        raise InputError("holds half a character: a \\u escape without its pair") from error
    except (RecursionError, ValueError) as error:
        raise InputError(f"holds JSON that cannot be used: {error}") from error
    if not isinstance(value, dict):
        raise InputError(f"holds a JSON {type(value).__name__}; one object a line is needed, as in {{…}}")
    return number, value


def _finite(text: str) -> float:
    number = float(text)
    return number if abs(number) < float("inf") else _refuse_constant(text)


def _refuse_constant(text: str) -> NoReturn:
    raise InputError(f"holds the number {text[:40]}, which JSON does not have; write null instead")


def _to_json(record: Mapping[str, Any]) -> str:
    try:
        return json.dumps(record, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"a record cannot be written as JSON: {error}") from error


def _encode(line: str, path: Path, number: int) -> bytes:
    if "\0" in line:
        raise FormatError("would hold a NUL byte, which no text file may", path=path, line=number)
    try:
        return f"{line}\n".encode()
    except UnicodeEncodeError as error:
        raise FormatError("holds half a character, which UTF-8 cannot express", path=path, line=number) from error
