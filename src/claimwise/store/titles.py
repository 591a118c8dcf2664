"""The title maps: from a phrase to the pages that it names, kept in the store beside the passages.

A page has its title in lower case, without accents and full stops, as a key and its short names, above all the title
without a parenthesis, as others, which are the backup. A row of the table is a bucket of a few keys, and the number of
the row follows from the hash of a key: a look-up takes as many rows as it has keys, by their numbers, however many
pages there are. The table is derived from the passages and made anew when they have changed, in one commit. It is
streamed, so that memory does not grow with the pages: all keys go into a table of their own first, which is read once
for every so many buckets.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimwise.errors import StoreError
from claimwise.formats.fever import LINKS
from claimwise.store.index import Index
from claimwise.store.lock import writer_lock
from claimwise.store.place import connect, has_table, is_remote, store_errors

TABLE = "titles"
UNSORTED = "titles-unsorted"
LAYOUT = 5

_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_REALM = re.compile(r"(?<=[IVX]) of .*$")
_PLURAL = re.compile(r"(?<=[a-rt-z])s$")
_CLUB = re.compile(r" A?\.?F\.?C\.?$")
_ARTICLE = re.compile(r"^(?:The|An?) ")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l"})
_DROPPED = re.compile("[.\u0300-\u036f]")  # full stops and accents
_INSIDE = re.compile(r"(\() | (\))")
_KEYS_PER_QUERY = 2000
_PAGES_PER_BUCKET = 5
_BUCKETS_PER_PASS = 20_000


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
        self._buckets = 0

    def warm_up(self) -> None:
        """Make the table now if it has to be made."""
        _ = self._opened()

    def find(self, phrases: Sequence[str]) -> dict[str, list[Page]]:
        """Return the pages that each phrase names, by its key; phrases that name none are left out."""
        keys = sorted({key_of(phrase) for phrase in phrases} - {""})
        found: dict[str, list[Page]] = {}
        for start in range(0, len(keys), _KEYS_PER_QUERY):
            some = frozenset(keys[start : start + _KEYS_PER_QUERY])
            for key, doc_id, title, is_backup, links in self._entries(some):
                if key in some:
                    found.setdefault(key, []).append(Page(doc_id, title, is_backup, tuple(links or ())))
        return {key: sorted(pages, key=lambda page: (page.is_backup, page.doc_id)) for key, pages in found.items()}

    def _entries(self, keys: Iterable[str]) -> Iterator[list[Any]]:
        """Yield what is in the buckets of these keys."""
        table = self._opened()
        with store_errors(self.index.location):
            numbers = sorted({_bucket(key, self._buckets) for key in keys})
            buckets = table.take_offsets(numbers).to_arrow()["pages"].to_pylist()
        for bucket in buckets:
            yield from json.loads(bucket)

    def _opened(self) -> Any:  # noqa: ANN401 (lancedb ships no types)
        if self._table is None:
            table = self._current() or self._build()
            with store_errors(self.index.location):
                self._buckets = int(table.count_rows())
            self._table = table
        return self._table

    def _current(self) -> Any:  # noqa: ANN401
        """Return the table if there is one of this version of the passages."""
        with store_errors(self.index.location):
            if not has_table(self.index.location, TABLE):
                return None
            table = connect(self.index.location).open_table(TABLE)
            described = json.loads((table.schema.metadata or {}).get(b"claimwise", b"{}"))
            if described != _description(self.index):
                return None
            table.checkout(table.version)  # another process may make the table anew, for a later version
            return table

    def _build(self) -> Any:  # noqa: ANN401
        with _making(self.index.location), store_errors(self.index.location):
            if table := self._current():  # another process made it meanwhile
                return table
            documents = self.index.count_documents()
            if documents == 0:
                raise StoreError(f"{self.index.location} holds no documents; add some before looking up titles")
            count = max(1, documents // _PAGES_PER_BUCKET)
            database = connect(self.index.location)
            unsorted = _stream(database, UNSORTED, _unsorted(self.index, count), {"bucket": "int32", "page": "string"})
            buckets = _sorted(unsorted, count)
            table = _stream(database, TABLE, buckets, {"pages": "string"}, _description(self.index))
            database.drop_table(UNSORTED)
            table.checkout(table.version)
            return table


def _making(location: str) -> AbstractContextManager[None]:
    """Hold the right to make the table, waiting for who has it; passages may be written meanwhile."""
    return nullcontext() if is_remote(location) else writer_lock(Path(location), name=".titles", wait=True)


def _description(index: Index) -> dict[str, int]:
    return {"layout": LAYOUT, "passages": index.version}


def _bucket(key: str, count: int) -> int:
    """Return the number of a key's bucket among so many."""
    digest = hashlib.blake2b(key.encode(errors="surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) % count


def _stream(
    database: Any,  # noqa: ANN401 (lancedb and pyarrow ship no types)
    name: str,
    groups: Iterable[dict[str, list[Any]]],
    columns: dict[str, str],
    description: dict[str, int] | None = None,
) -> Any:  # noqa: ANN401
    """Write a table in one commit, in the order in which its rows come, with no more than a group of them in memory."""
    import pyarrow as pa

    fields = [pa.field(column, pa.type_for_alias(kind), nullable=False) for column, kind in columns.items()]
    schema = pa.schema(fields, metadata={"claimwise": json.dumps(description or {})})
    batches = (pa.RecordBatch.from_pydict(group, schema=schema) for group in groups)
    return database.create_table(name, pa.RecordBatchReader.from_batches(schema, batches), mode="overwrite")


def _unsorted(index: Index, count: int) -> Iterator[dict[str, list[Any]]]:
    """Yield every key with what it names and the number of its bucket, in the order of the passages."""
    for group in index.titles():
        entries = [entry for page in group for entry in _keys(*page)]
        numbers = [_bucket(entry[0], count) for entry in entries]
        yield {"bucket": numbers, "page": [json.dumps(entry, ensure_ascii=False) for entry in entries]}


def _sorted(unsorted: Any, count: int) -> Iterator[dict[str, list[Any]]]:  # noqa: ANN401
    """Yield the buckets in order, some in each pass over all keys."""
    for start in range(0, count, _BUCKETS_PER_PASS):
        buckets: list[list[str]] = [[] for _ in range(start, min(count, start + _BUCKETS_PER_PASS))]
        chosen = unsorted.search().where(f"bucket >= {start} AND bucket < {start + len(buckets)}").limit(None)
        for batch in chosen.to_batches():
            for number, page in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                buckets[number - start].append(page)
        yield {"pages": [f"[{','.join(pages)}]" for pages in buckets]}


def _keys(doc_id: str, title: str, metadata: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the key, page, title, whether it is a backup, and links, for every name of a page."""
    whole = key_of(title)
    if whole:
        yield whole, doc_id, title, False, metadata.get(LINKS)
    for short in {key_of(name) for name in short_names(title)} - {whole, ""}:
        yield short, doc_id, title, True, metadata.get(LINKS)
