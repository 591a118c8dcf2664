"""Web search services: one's own SearXNG, or Brave's commercial one with a key from the environment.

SearXNG  GET BASE/search?q=…&format=json             {"results": [{"url": …, "title": …, "publishedDate": …}]}
Brave    GET /res/v1/web/search?q=…&freshness=A..B   {"web": {"results": [{"url": …, "title": …, "page_age": …}]}}
"""

import json
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Protocol
from urllib.parse import urlencode, urlsplit

from claimwise.errors import ConfigError, FetchError, InputError
from claimwise.fetch.fetcher import Fetcher
from claimwise.text.dates import normalise_date

KEY = "BRAVE_API_KEY"
_BRAVE = "https://api.search.brave.com"
_LONGEST = 380
_EARLIEST = date(1990, 1, 1)


@dataclass(frozen=True, slots=True)
class Result:
    """A page that a service names."""

    url: str
    title: str
    date: str | None = None


class Engine(Protocol):
    """A web search service."""

    name: str

    def find(self, query: str, *, before: date | None) -> list[Result]:
        """Return the pages for a query, best first; `before` is a wish that the service may be unable to grant."""
        ...


class Searxng:
    """A SearXNG instance whose JSON format is switched on."""

    name = "searxng"

    def __init__(self, url: str, fetcher: Fetcher) -> None:
        if not url.startswith(("http://", "https://")):
            raise ConfigError(f"{url!r} is not the address of a SearXNG instance; write it as http://host:port")
        self._url = url.rstrip("/")
        self._fetcher = fetcher

    def find(self, query: str, *, before: date | None) -> list[Result]:
        """Return the pages for a query."""
        words = query[:_LONGEST] + (f" before:{before.isoformat()}" if before else "")
        asked = {"q": words, "format": "json", "language": "en", "safesearch": 0}
        found = _json(self._fetcher, f"{self._url}/search?{urlencode(asked)}", {}, "SearXNG")
        return _results(found.get("results"), "publishedDate", "SearXNG")


class Brave:
    """Brave's search API."""

    name = "brave"

    def __init__(self, fetcher: Fetcher, *, key: str | None = None, url: str = _BRAVE) -> None:
        self._key = key or os.environ.get(KEY, "")
        if not self._key:
            raise ConfigError(f"searching with Brave needs a key in the environment variable {KEY}")
        self._url = url.rstrip("/")
        self._fetcher = fetcher

    def find(self, query: str, *, before: date | None) -> list[Result]:
        """Return the pages for a query."""
        asked: dict[str, str | int] = {"q": query[:_LONGEST], "count": 20}
        if before:
            asked["freshness"] = f"{_EARLIEST.isoformat()}to{(before - timedelta(days=1)).isoformat()}"
        headers = {"X-Subscription-Token": self._key}
        found = _json(self._fetcher, f"{self._url}/res/v1/web/search?{urlencode(asked)}", headers, "Brave")
        web = found.get("web")
        return _results(web.get("results") if isinstance(web, dict) else [], "page_age", "Brave")


def own_instance(url: str) -> set[tuple[str, int]]:
    """Return the addresses of a service that the user named: it alone may be asked though it is not public."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = socket.getaddrinfo(parts.hostname or "", port, type=socket.SOCK_STREAM)
    except (OSError, ValueError, UnicodeError) as error:
        raise ConfigError(f"{url!r} is not an address that can be asked: {error}") from None
    return {(str(one[4][0]), port) for one in found}


def _json(fetcher: Fetcher, url: str, headers: dict[str, str], name: str) -> dict[str, Any]:
    response = fetcher.get(url, accept=("application/json",), headers=headers)
    try:
        value = json.loads(response.body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise FetchError(f"{name} did not answer with JSON: {error}") from None
    if not isinstance(value, dict):
        raise FetchError(f"{name} answered with a JSON {type(value).__name__} where an object was expected")
    return value


def _results(rows: object, dated: str, name: str) -> list[Result]:
    if not isinstance(rows, list):
        raise FetchError(f"{name} answered without a list of results")
    found: Sequence[dict[str, Any]] = [row for row in rows if isinstance(row, dict) and isinstance(row.get("url"), str)]
    return [Result(row["url"], str(row.get("title") or ""), _date(row.get(dated))) for row in found]


def _date(value: object) -> str | None:
    try:
        return normalise_date(value) if isinstance(value, str) else None
    except InputError:
        return None
