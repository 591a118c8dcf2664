"""A text or Markdown file as one document, called after its file.

The title is the first heading of a Markdown file, else the first line if it is short and more follows, else the name of
the file. Markdown's headings, emphasis and links lose their marks; all text is kept, and code as it stands.
"""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from pathlib import Path

from claimwise.errors import FormatError, InputError
from claimwise.formats import fields
from claimwise.formats.lines import decode, open_bytes, stem, suffix
from claimwise.formats.problems import OnError, stop
from claimwise.types import Document

_MARKDOWN = frozenset({".md", ".markdown"})
_LONGEST_TITLE = 120
_FENCE = re.compile(r"^ {0,3}(?:```|~~~).*$", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]++(\S.*)$", re.MULTILINE)
# Every repetition stops at the mark that it looks for, so that no text makes a search quadratic.
_MARKS = (
    (re.compile(r"^ {0,3}(?:=+|-{3,}|\*{3,})[ \t]*$", re.MULTILINE), ""),  # rules, and lines under headings
    *[(re.compile(r"!?\[([^\[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)"), r"\1")] * 2,  # links, images, images in links
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    *[(re.compile(r"(?<![\w*])\*{1,3}(?=\S)([^*\n]+)(?<=\S)\*{1,3}(?![\w*])"), r"\1")] * 2,  # once more for nested ones
    *[(re.compile(r"(?<!\w)_{1,3}(?=\S)([^_\n]+)(?<=\S)_{1,3}(?!\w)"), r"\1")] * 2,
)


def read_documents(
    path: str | Path, *, name: str | None = None, markdown: bool | None = None, on_error: OnError = stop
) -> Iterator[Document]:
    """Yield the one document of a file; its id is `name`, by default the file's name, which also tells Markdown."""
    markdown = suffix(path) in _MARKDOWN if markdown is None else markdown
    name = name or Path(path).name
    with open_bytes(path) as file:
        raw = file.read()
    try:
        title, sentences = _content(_decode(raw), markdown=markdown)
    except InputError as error:
        on_error(FormatError(str(error), path=path))
    else:
        yield Document(name, title or stem(name), sentences)


def _content(text: str, *, markdown: bool) -> tuple[str, tuple[str, ...]]:
    title, body = _parts(text, markdown=markdown)
    sentences = fields.sentences(body) or fields.sentences(title)
    if not sentences:
        raise InputError("is empty; a text is needed")
    return title, sentences


def _decode(raw: bytes) -> str:
    """Return text in UTF-8, or in UTF-16 if a byte order mark says so, with the line ends of Unix."""
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        try:
            text = raw.decode("utf-16")
        except UnicodeDecodeError as error:
            raise InputError("begins as UTF-16 but is not; save it as UTF-8 text") from error
    else:
        text = decode(raw.removeprefix(BOM_UTF8))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parts(text: str, *, markdown: bool) -> tuple[str, str]:
    """Return the title, which may be empty, and what remains of the text."""
    if markdown:
        title, text = _from_markdown(text)
        if title:
            return title, text
    first, _, rest = text.strip().partition("\n")
    is_title = len(first) <= _LONGEST_TITLE and not first.rstrip().endswith((".", "!", "?", ":", ";", ","))
    return (first.strip(), rest) if is_title and rest.strip() else ("", text)


def _from_markdown(text: str) -> tuple[str, str]:
    """Return the first heading, if there is one, and all the other text without marks; code is left as it is."""
    title = ""
    pieces = _FENCE.split(text)
    for place in range(0, len(pieces), 2):  # prose and code take turns
        prose = pieces[place]
        if not title and (heading := _HEADING.search(prose)):
            title = _strip_marks(heading[0])
            prose = f"{prose[: heading.start()]}\n\n{prose[heading.end() :]}"
        pieces[place] = _strip_marks(prose)
    return title, "\n\n".join(pieces)


def _strip_marks(prose: str) -> str:
    """Return Markdown as plain text; a heading becomes a paragraph of its own."""
    prose = _HEADING.sub(lambda heading: f"\n\n{heading[1].rstrip().rstrip('#').rstrip()}\n\n", prose)
    for mark, plain in _MARKS:
        prose = mark.sub(plain, prose)
    return prose.strip()
