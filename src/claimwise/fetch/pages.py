"""From the bytes of a page to a document: its characters, its main text, its title and its date.

The main text is found by trafilatura (extra `fetch`). A page that has none, or only asks to accept cookies, is no
evidence and so an error, never an empty document.
"""

import re
from datetime import date
from typing import Any

from claimwise.errors import FetchError, InputError, MissingExtraError
from claimwise.fetch.fetcher import Response
from claimwise.text.dates import normalise_date
from claimwise.text.sentences import split
from claimwise.types import Document

_META = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{2,40})", re.IGNORECASE)
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_WALL = re.compile(
    r"\b(?:accept (?:all )?cookies|we use cookies|cookie (?:policy|settings|consent|preferences)|"
    r"enable (?:javascript|cookies)|javascript is (?:disabled|required)|verify (?:that )?you are (?:a )?human|"
    r"consent to)\b",
    re.IGNORECASE,
)
_WALL_WORDS = 120
_FEWEST_WORDS = 10


def decoded(body: bytes, charset: str | None) -> str:
    """Return the characters of a page: as its byte order mark, its header or its own words say, or as they fit."""
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return body.decode(encoding, "replace")
    declared = _META.search(body[:4096])
    names = (charset, declared[1].decode("ascii", "replace") if declared else None, "utf-8")
    for name in filter(None, names):
        if (text := _strictly(body, name)) is not None:
            return text
    return body.decode("cp1252", "replace")


def to_document(response: Response, *, fetched: date) -> Document:
    """Return the page as a document, with the day it was fetched."""
    text = decoded(response.body, response.charset)
    title, body, day = (None, text, None) if response.content_type == "text/plain" else _extract(text, response.url)
    sentences = tuple(" ".join(sentence.split()) for sentence in split(body.replace("\x00", " ")))
    count = sum(len(sentence.split()) for sentence in sentences)
    if count < _FEWEST_WORDS:
        raise FetchError(f"{response.url[:200]} has no main text")
    if count < _WALL_WORDS and _WALL.search(body):
        raise FetchError(f"{response.url[:200]} shows a wall that asks for cookies or a click, not its text")
    metadata = {"source": "web", "fetched": fetched.isoformat()}
    return Document(response.url, title or "", sentences, url=response.url, date=day, metadata=metadata)


def _extract(html: str, url: str) -> tuple[str | None, str, str | None]:
    """Return title, main text and date of a page."""
    try:
        import trafilatura
    except ImportError:
        raise MissingExtraError("reading web pages", "fetch") from None
    try:
        found: Any = trafilatura.bare_extraction(
            html, url=url, include_comments=False, include_tables=True, with_metadata=True
        )
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise FetchError(f"{url[:200]} cannot be read as a page: {error}") from None
    if found is None:
        raise FetchError(f"{url[:200]} has no main text")
    paragraphs = (found.text or "").replace("\n", "\n\n")  # a line is a paragraph, which always divides sentences
    return found.title, paragraphs, _iso(found.date)


def _iso(written: str | None) -> str | None:
    try:
        return normalise_date(written) if written else None
    except InputError:
        return None


def _strictly(body: bytes, name: str) -> str | None:
    try:
        return body.decode(name)
    except (LookupError, UnicodeDecodeError, ValueError):
        return None
