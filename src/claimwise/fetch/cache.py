"""Fetched pages on disk: the text, the day and the hash, so that a verdict can be replayed without the web.

A page is a JSON file named by the hash of its URL. What is written there is moved into place whole; what is damaged, or
does not have the hash that it says, is fetched again. Failures are not kept.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from claimwise.errors import FetchError
from claimwise.fetch.fetcher import Fetcher
from claimwise.fetch.pages import to_document
from claimwise.types import Document


class PageCache:
    """Pages by URL; fetched once, then read from the folder. `offline` never fetches."""

    def __init__(
        self,
        folder: Path,
        fetcher: Fetcher,
        *,
        offline: bool = False,
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
    ) -> None:
        self._folder = folder
        self._fetcher = fetcher
        self._offline = offline
        self._today = today

    def page(self, url: str) -> Document:
        """Return the page at a URL as a document, called by that URL."""
        kept = self.kept(url)
        if kept is not None:
            return kept
        if self._offline:
            raise FetchError(f"{url[:200]} is not among the pages that were kept, and nothing is fetched offline")
        found = to_document(self._fetcher.get(url), fetched=self._today())
        page = Document(url, found.title, found.sentences, url=found.url, date=found.date, metadata=found.metadata)
        self._keep(page)
        return Document(**{**_fields(page), "metadata": {**page.metadata, "sha256": _hash(page.sentences)}})

    def kept(self, url: str) -> Document | None:
        """Return a page that was fetched before."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            record = json.loads(self._path(url).read_text(encoding="utf-8"))
            sentences = tuple(map(str, record["sentences"]))
            if record["asked"] == url and record["sha256"] == _hash(sentences):
                metadata = {"source": "web", "fetched": record["fetched"], "sha256": record["sha256"]}
                return Document(url, record["title"], sentences, record["url"], record["date"], metadata)
        return None

    def _keep(self, page: Document) -> None:
        record = {
            "asked": page.id,
            "url": page.url,
            "title": page.title,
            "date": page.date,
            "fetched": page.metadata["fetched"],
            "sha256": _hash(page.sentences),
            "sentences": list(page.sentences),
        }
        path = self._path(page.id)
        temporary = path.with_name(f".{uuid4().hex}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(record, ensure_ascii=False, indent=1), encoding="utf-8", errors="replace")
            temporary.replace(path)
        except OSError as error:
            raise FetchError(f"{path} cannot be written ({error.strerror}); check the folder of the cache") from error
        finally:
            with suppress(OSError):
                temporary.unlink()

    def _path(self, url: str) -> Path:
        name = hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()
        return self._folder / name[:2] / f"{name}.json"


def _hash(sentences: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(sentences).encode("utf-8", "replace")).hexdigest()


def _fields(page: Document) -> dict[str, Any]:
    return {name: getattr(page, name) for name in ("id", "title", "sentences", "url", "date", "metadata")}
