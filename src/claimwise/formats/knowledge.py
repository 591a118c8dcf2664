"""Knowledge stores: what was scraped from the web for each claim, as a corpus of its own.

    one file a claim     0.json, 1.json …: a line a page, {"claim_id": 0, "type": "question", "query": "…",
                         "url": "…", "url2text": ["…", "…"], "date": …}
    one file for all     a line a claim, {"claim_id": 0, "claim": "…", "top_10": [{"sentence": "…", "url": "…"}]}

A page is a document: its URL is its id and its title is not known. Pages that several queries found are one document.
`date` (or `publish_date`) is optional; AVeriTeC's own stores were searched up to the day of each claim and have none.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from reprlib import repr as short
from typing import Any

from claimwise.errors import FormatError, InputError
from claimwise.formats import fields
from claimwise.formats.lines import each, read_objects, write_objects
from claimwise.formats.problems import OnError, stop
from claimwise.text.dates import normalise_date
from claimwise.types import Document


class KnowledgeStore:
    """The scraped pages of each claim: a folder of one file a claim, or one file for all of them."""

    def __init__(self, place: str | Path, *, on_error: OnError = stop) -> None:
        self.place = Path(place)
        self._on_error = on_error
        self._all: Mapping[str, Sequence[Document]] | None = None

    def pages(self, claim_id: str) -> list[Document]:
        """Return the pages that the store has for a claim; a claim that it does not know is an error."""
        if self.place.is_dir():
            return self._of_folder(claim_id)
        if self._all is None:
            self._all = dict(read_retrieved(self.place, on_error=self._on_error))
        if claim_id not in self._all:
            raise InputError(f"{self.place} has nothing for the claim {claim_id!r}; it has {len(self._all)} claims")
        return list(self._all[claim_id])

    def _of_folder(self, claim_id: str) -> list[Document]:
        if not claim_id or Path(claim_id).name != claim_id or claim_id in {".", ".."}:
            raise InputError(f"{claim_id!r} cannot be the name of a file in {self.place}; use ids such as 0, 1, 2")
        for ending in (".json", ".jsonl", ".json.gz", ".jsonl.gz"):
            if (path := self.place / f"{claim_id}{ending}").is_file():
                return read_pages(path, on_error=self._on_error)
        raise FormatError(f"has no {claim_id}.json for the claim {claim_id!r}", path=self.place)


def read_pages(path: str | Path, *, on_error: OnError = stop) -> list[Document]:
    """Return the pages of one claim's file, in its order; pages without any text are left out."""
    found: dict[str, Document] = {}
    for page in each(read_objects(path, on_error=on_error), _page, path=path, on_error=on_error):
        if page.sentences:
            found.setdefault(page.id, page)
    return list(found.values())


def write_pages(path: str | Path, claim_id: str, pages: Iterable[Document]) -> None:
    """Write one claim's pages, so that `read_pages` gives the same records back."""
    write_objects(path, (_page_record(claim_id, page) for page in pages))


def read_retrieved(path: str | Path, *, on_error: OnError = stop) -> Iterator[tuple[str, list[Document]]]:
    """Yield the id and the pages of each claim of a file for all; a page has the sentences that were retrieved."""
    rows = read_objects(path, on_error=on_error)
    return each(rows, _retrieved, path=path, identify=lambda pair: pair[0], on_error=on_error)


def _page(_: int, record: fields.Record) -> Document:
    url = fields.some_text(record, "url")
    raw = record.get("url2text")
    texts = [raw] if isinstance(raw, str) else list(fields.texts(record, "url2text")) if raw is not None else []
    sentences = tuple(" ".join(text.split()) for text in texts if text.strip())
    query, kind = fields.optional(record, "query"), fields.optional(record, "type")
    known = {"query": query, "type": kind}
    metadata = {name: value for name, value in known.items() if value is not None}
    return Document(url, fields.text(record, "title"), sentences, url=url, date=_date(record), metadata=metadata)


def _page_record(claim_id: str, page: Document) -> dict[str, Any]:
    record = {"claim_id": claim_id, "url": page.url or page.id, "title": page.title or None, "date": page.date}
    record |= {name: page.metadata.get(name) for name in ("query", "type")}
    return {name: value for name, value in record.items() if value is not None} | {"url2text": list(page.sentences)}


def _retrieved(_: int, record: fields.Record) -> tuple[str, list[Document]]:
    claim_id = fields.identifier(fields.require(record, "claim_id"))
    key = next((name for name in record if name.startswith("top_")), "sentences")
    entries = fields.require(record, key)
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise InputError(f"{key!r} must be a list of objects with 'sentence' and 'url', not {short(entries)}")
    texts: dict[str, list[str]] = {}
    for one in entries:
        own = texts.setdefault(fields.some_text(one, "url"), [])
        sentence = " ".join(fields.some_text(one, "sentence").split())
        if sentence not in own:
            own.append(sentence)
    return claim_id, [Document(url, "", tuple(sentences), url=url) for url, sentences in texts.items()]


def _date(record: fields.Record) -> str | None:
    written = fields.optional(record, "date") or fields.optional(record, "publish_date")
    return normalise_date(written) if written else None
