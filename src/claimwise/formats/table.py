"""Documents in a CSV or TSV file, a row each, under a header that names at least the column `text`.

Of comma, semicolon, tab and bar, the delimiter is the one that makes a column `text` out of the header: unlike a guess
from what stands below, prose cannot mislead it. The columns are the fields of `jsonl.py`; an empty cell is no value.
"""

import csv
from codecs import BOM_UTF8
from collections.abc import Iterator
from io import BufferedIOBase, StringIO
from pathlib import Path

from claimwise.errors import FormatError, InputError
from claimwise.formats.jsonl import to_document
from claimwise.formats.lines import decode, each, open_bytes, stem, suffix
from claimwise.formats.problems import OnError, stop
from claimwise.types import Document

_DELIMITERS = ",;\t|"
_KNOWN = frozenset({"id", "title", "text", "url", "date", "source"})
_LONGEST_FIELD = 2**31 - 1


def read_documents(path: str | Path, *, name: str | None = None, on_error: OnError = stop) -> Iterator[Document]:
    """Yield the documents of a table; those without an id are called `name:line`, by default after the file."""
    name = name or stem(path)
    with open_bytes(path) as file:
        columns, delimiter = _header(file.readline(), path)

        def build(number: int, cells: list[str]) -> Document:
            return to_document(_by_column(columns, cells), default_id=f"{name}:{number}")

        rows = _rows(file, delimiter, path, on_error)
        yield from each(rows, build, path=path, identify=lambda document: document.id, on_error=on_error)


def read_table(path: str | Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each row by the names of its columns, with its number; tabs delimit a .tsv file, commas any other."""
    with open_bytes(path) as file:
        try:
            text = decode(file.read().removeprefix(BOM_UTF8))
        except InputError as error:
            raise FormatError(str(error), path=path) from error
    delimiter = "\t" if suffix(path) == ".tsv" else ","
    for number, row in enumerate(csv.DictReader(StringIO(text, newline=""), delimiter=delimiter), 2):
        yield number, {name: value for name, value in row.items() if name is not None and value is not None}


def _header(line: bytes, path: str | Path) -> tuple[list[str], str]:
    """Return the names of the columns, and the delimiter between them."""
    text = line.removeprefix(BOM_UTF8).decode("utf-8", "replace").strip("\r\n")
    for delimiter in _DELIMITERS:
        names = [name.strip() for name in _cells(text, delimiter)]
        columns = [name.lower() if name.lower() in _KNOWN else name for name in names]
        if "text" in columns:
            if len(set(columns)) < len(columns):
                raise FormatError(f"two columns have the same name: {', '.join(names)}", path=path, line=1)
            return columns, delimiter
    raise FormatError(f"the header must name a column 'text'; it is {text[:200]!r}", path=path, line=1)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        return []


def _rows(file: BufferedIOBase, delimiter: str, path: str | Path, on_error: OnError) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row that is not blank, with the number of its first line."""
    csv.field_size_limit(max(_LONGEST_FIELD, csv.field_size_limit()))
    lines = (raw.decode("utf-8", "surrogateescape") for raw in file)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    empty = True
    while True:
        number = reader.line_num + 2
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            empty = False
            reason = f"is not a row of a table: {error}"
            if "unexpected end" in str(error):
                reason = (
                    f"opens a quotation mark that is never closed; lines {number} to {reader.line_num + 1} are lost"
                )
            on_error(FormatError(reason, path=path, line=number))
            continue
        if any(map(str.strip, cells)):
            empty = False
            yield number, cells
    if empty:
        raise FormatError("has a header but no row", path=path)


def _by_column(columns: list[str], cells: list[str]) -> dict[str, str]:
    """Return the cells that hold something, each under the name of its column."""
    if len(cells) != len(columns):
        raise InputError(
            f"has {len(cells)} cells where the header has {len(columns)} columns; is a quotation mark missing?"
        )
    decode("".join(cells).encode("utf-8", "surrogateescape"))
    return {column: cell for column, cell in zip(columns, cells, strict=True) if cell.strip()}
