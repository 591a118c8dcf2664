"""A PDF file as one document, its text in reading order; `metadata["pages"]` tells on which page each sentence begins.

pdfminer.six finds the letters and joins them into pieces of lines; `layout.py` says how they are read.
"""

import logging
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import accumulate
from math import isfinite
from pathlib import Path
from typing import Any
from unicodedata import normalize

from claimwise.errors import FormatError, InputError
from claimwise.formats import fields
from claimwise.formats.layout import Piece, flow, reading_order, without_running_lines
from claimwise.formats.lines import open_bytes, stem
from claimwise.formats.problems import OnError, stop
from claimwise.types import Document

_CONTROLS = dict.fromkeys(range(32), " ")
_LIGATURES = {code: normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_NO_LETTER = re.compile(r"\(cid:\d+\)")
_NOT_A_TITLE = re.compile(
    r"untitled.*|microsoft word.*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf|odt|pptx?)|[\W\d_]*", re.I
)


def read_documents(path: str | Path, *, name: str | None = None, on_error: OnError = stop) -> Iterator[Document]:
    """Yield the one document of a file; its id is `name`, by default the file's name."""
    name = name or Path(path).name
    with open_bytes(path) as file:
        raw = file.read()
    try:
        pages, title = _extract(raw)
        sentences, numbers = _sentences(pages)
    except InputError as error:
        on_error(FormatError(str(error), path=path))
    else:
        yield Document(name, title or stem(name), sentences, metadata={"pages": numbers})


def _sentences(pages: Sequence[Sequence[Piece]]) -> tuple[tuple[str, ...], list[int]]:
    """Return the sentences of all pages, and for each the number of the page on which it begins."""
    lines = [line for page in without_running_lines(pages) for line in reading_order(page)]
    parts = flow(lines)
    sentences = fields.sentences("".join(parts))
    if not sentences:
        raise InputError("has no text, as scanned pages do; run OCR on it first, for example with ocrmypdf")
    ends = list(accumulate(map(_letters, parts)))  # white space may change between the lines and the sentences
    starts = accumulate(map(_letters, sentences[:-1]), initial=0)
    return sentences, [lines[bisect_right(ends, start)].page for start in starts]


def _letters(text: str) -> int:
    return len("".join(text.split()))


def _extract(raw: bytes) -> tuple[list[list[Piece]], str]:
    """Return the pieces of text on each page, and the title that the file gives itself."""
    from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError, PDFPasswordIncorrect
    from pdfminer.pdfparser import PDFParser

    if b"%PDF-" not in raw[:1024]:
        raise InputError("is not a PDF file, whatever its name says")
    if b"%%EOF" not in raw[-4096:]:
        raise InputError("is cut off: the end of the PDF is missing; get it again")
    try:
        with _silence():
            document = PDFDocument(PDFParser(BytesIO(raw)))
            return list(_pages(document)), _title(document)
    except (PDFPasswordIncorrect, PDFEncryptionError) as error:
        raise InputError("is encrypted; save it without a password first, for example with qpdf --decrypt") from error
    except Exception as error:
        raise InputError(
            f"is a damaged PDF ({type(error).__name__}: {error}); get it again or print it anew"
        ) from error


def _pages(document: Any) -> Iterator[list[Piece]]:  # noqa: ANN401 (pdfminer has no types)
    from pdfminer.converter import PDFPageAggregator
    from pdfminer.layout import LAParams
    from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
    from pdfminer.pdfpage import PDFPage

    resources = PDFResourceManager()
    device = PDFPageAggregator(resources, laparams=LAParams(char_margin=1.0, boxes_flow=None, all_texts=True))
    interpreter = PDFPageInterpreter(resources, device)
    for number, page in enumerate(PDFPage.create_pages(document), 1):
        interpreter.process_page(page)
        layout = device.get_result()
        yield list(_pieces(layout, number)) or list(_pieces(layout, number, figures=True))


def _pieces(container: Any, page: int, *, figures: bool = False) -> Iterator[Piece]:  # noqa: ANN401
    """Yield the pieces of lines in a page, a box of text or a figure; figures hold labels, or all of a wrapped page."""
    from pdfminer.layout import LTFigure, LTTextBox, LTTextLine

    for item in container:
        if isinstance(item, LTTextLine):
            text = _clean(item.get_text())
            if text and item.height > 0 and isfinite(item.x0 + item.x1 + item.y0 + item.y1):
                yield Piece(text, page, item.x0, item.y0, item.x1, item.y1)
        elif isinstance(item, LTTextBox) or (figures and isinstance(item, LTFigure)):
            yield from _pieces(item, page, figures=figures)


def _title(document: Any) -> str:  # noqa: ANN401
    """Return the title among the file's properties, or nothing if a program made it up."""
    from pdfminer.pdftypes import resolve1
    from pdfminer.utils import decode_text

    found = next((resolve1(info["Title"]) for info in document.info if "Title" in info), b"")
    title = _clean(decode_text(found)) if isinstance(found, bytes) else ""
    return "" if _NOT_A_TITLE.fullmatch(title) or len(title) > 300 else title


def _clean(text: str) -> str:
    """Return text on one line, without what is no letter: ligatures taken apart, glyphs without a meaning left out."""
    text = _NO_LETTER.sub("", text).translate(_CONTROLS | _LIGATURES)
    return " ".join(text.encode("utf-8", "ignore").decode().split())


@contextmanager
def _silence() -> Iterator[None]:
    """Keep pdfminer's warnings from whoever uses claimwise."""
    logger = logging.getLogger("pdfminer")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)
