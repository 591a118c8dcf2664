"""The title maps: from a phrase to the pages that it names, kept in the store beside the passages.

One table, a row per key. A page has its title in lower case, without accents and full stops, as a key and its short
names, above all the title without a parenthesis, as others, which are the backup; the exact title stands in the row. A
scalar index lets the time of a look-up grow far less than the pages. The table is derived from the passages and
made anew when they have changed; it is streamed, so that memory does not grow with the pages, and counts only once its
index is there, which comes last.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimwise.errors import StoreError
from claimwise.formats.fever import LINKS
from claimwise.store.filters import quoted
from claimwise.store.index import Index
from claimwise.store.lock import writer_lock
from claimwise.store.place import connect, has_table, is_remote, store_errors

TABLE = "titles"
LAYOUT = 4

_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_REALM = re.compile(r"(?<=[IVX]) of .*$")
_PLURAL = re.compile(r"(?<=[a-rt-z])s$")
_CLUB = re.compile(r" A?\.?F\.?C\.?$")
_ARTICLE = re.compile(r"^(?:The|An?) ")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l"})
_DROPPED = re.compile("[.\u0300-\u036f]")  # full stops and accents
_INSIDE = re.compile(r"(\() | (\))")
_KEYS_PER_QUERY = 2000
_ROWS_PER_COMMIT = 50_000


@dataclass(frozen=True, slots=True)
class Page:
    """A page that a key names: by its whole title, or by a short name of it, as a backup; `links` lead on."""

    doc_id: str
    title: str
    is_backup: bool
    links: tuple[str, ...] = ()


def stripped(title: str) -> str:
    """Return a title without the parenthesis at its end: `Soul Food (film)` is `Soul Food`."""
    return _ASIDE.sub("", title)


def short_names(title: str) -> list[str]:
    """Return what a page may be called for short: its title without what only tells it from others of that name.

    That is a parenthesis, a place after a comma (`Burbank, California`), the realm of a numbered ruler (`Henry III of
    England`), a football club's letters, the plural, and the article in front.
    """
    shorter = (stripped(title), title.partition(", ")[0], *(one.sub("", title) for one in (_REALM, _CLUB, _PLURAL)))
    names = (*shorter, *(_ARTICLE.sub("", name) for name in shorter))
    return list(dict.fromkeys(name for name in names if name and name != title))


def aside_of(title: str) -> str:
    """Return the parenthesis at the end of a title: `(film)` of `Soul Food (film)`."""
    return title.removeprefix(stripped(title))


def key_of(phrase: str) -> str:
    """Return the key of a phrase: lower case, no accents, no full stops, single spaces, none inside parentheses."""
    letters = _DROPPED.sub("", unicodedata.normalize("NFKD", phrase.lower().translate(_LIGATURES)))
    return _INSIDE.sub(r"\1\2", " ".join(unicodedata.normalize("NFC", letters).split()))


class Titles:
    """The title maps of an index, made on first use where they are missing or older than its passages."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._table: Any = None

    def warm_up(self) -> None:
        """Make the table now if it has to be made."""
        _ = self._opened()

    def find(self, phrases: Sequence[str]) -> dict[str, list[Page]]:
        """Return the pages that each phrase names, by its key; phrases that name none are left out."""
        keys = sorted({key_of(phrase) for phrase in phrases} - {""})
        found: dict[str, list[Page]] = {}
        for start in range(0, len(keys), _KEYS_PER_QUERY):
            for row in self._rows(keys[start : start + _KEYS_PER_QUERY]):
                page = Page(row["doc_id"], row["title"], row["is_backup"], tuple(row["links"] or ()))
                found.setdefault(row["key"], []).append(page)
        return {key: sorted(pages, key=lambda page: (page.is_backup, page.doc_id)) for key, pages in found.items()}

    def _rows(self, keys: Sequence[str]) -> list[dict[str, Any]]:
        table = self._opened()
        with store_errors(self.index.location):
            search = table.search().where(f"key IN ({quoted(list(keys))})").limit(None)
            rows: list[dict[str, Any]] = search.to_arrow().to_pylist()
            return rows

    def _opened(self) -> Any:  # noqa: ANN401 (lancedb ships no types)
        if self._table is None:
            self._table = self._current() or self._build()
        return self._table

    def _current(self) -> Any:  # noqa: ANN401
        """Return the table if there is one of this version of the passages."""
        with store_errors(self.index.location):
            if not has_table(self.index.location, TABLE):
                return None
            table = connect(self.index.location).open_table(TABLE)
            described = json.loads((table.schema.metadata or {}).get(b"claimwise", b"{}"))
            if described != _description(self.index) or not table.list_indices():
                return None
            table.checkout(table.version)  # another process may make the table anew, for a later version
            return table

    def _build(self) -> Any:  # noqa: ANN401
        from lancedb.index import BTree

        with _making(self.index.location), store_errors(self.index.location):
            if table := self._current():  # another process made it meanwhile
                return table
            schema = _schema(_description(self.index))
            database = connect(self.index.location)
            table = database.create_table(TABLE, schema=schema, mode="overwrite")
            for batch in _batches(self.index, schema):
                table.add(batch)
            if table.count_rows() == 0 and self.index.count_passages() == 0:
                raise StoreError(f"{self.index.location} holds no documents; add some before looking up titles")
            table.create_index("key", config=BTree())  # last: a table without it was cut off, and is made anew
            table.checkout(table.version)
            return table


def _making(location: str) -> AbstractContextManager[None]:
    """Hold the right to make the table, waiting for who has it; passages may be written meanwhile."""
    return nullcontext() if is_remote(location) else writer_lock(Path(location), name=".titles", wait=True)


def _description(index: Index) -> dict[str, int]:
    return {"layout": LAYOUT, "passages": index.version}


def _schema(description: dict[str, int]) -> Any:  # noqa: ANN401 (pyarrow ships no types)
    import pyarrow as pa

    fields = [
        pa.field("key", pa.string(), nullable=False),
        pa.field("doc_id", pa.string(), nullable=False),
        pa.field("title", pa.string(), nullable=False),
        pa.field("is_backup", pa.bool_(), nullable=False),
        pa.field("links", pa.list_(pa.string())),
    ]
    return pa.schema(fields, metadata={"claimwise": json.dumps(description)})


def _batches(index: Index, schema: Any) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    rows: list[dict[str, Any]] = []
    for group in index.titles():
        rows += [row for doc_id, title, metadata in group for row in _keys(doc_id, title, metadata)]
        if len(rows) >= _ROWS_PER_COMMIT:
            yield pa.Table.from_pylist(rows, schema=schema)
            rows = []
    if rows:
        yield pa.Table.from_pylist(rows, schema=schema)


def _keys(doc_id: str, title: str, metadata: dict[str, Any]) -> Iterator[dict[str, Any]]:
    page = {"doc_id": doc_id, "title": title, "links": metadata.get(LINKS)}
    whole = key_of(title)
    if whole:
        yield page | {"key": whole, "is_backup": False}
    for short in {key_of(name) for name in short_names(title)} - {whole, ""}:
        yield page | {"key": short, "is_backup": True}
