"""The order in which a page is read, from where its pieces of text stand; nothing here knows about PDF.

A recursive cut (the X-Y cut of Nagy and Seth, 1984): a region that white space divides into columns is read column by
column; any other is read from the top in bands, each as tall as the same columns go on. y grows upwards.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

Spans = list[tuple[float, float]]

_GUTTER = 0.7  # the narrowest white space between columns, in line heights: TeX sets 1, and words stand up to 0.5 apart
_COLUMN = 0.2  # the narrowest column, as a part of its region: bullets, numbers and most cells of tables are narrower
_MARGIN = 2.5  # how far the running lines of a page may stand from its first or last line, in line heights
_REPEATED = 0.4  # the part of the pages on which a running line stands: left and right pages often have their own
_HYPHEN = re.compile(r"(\w+)[-\u2010\xad]$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of text, or a part of one, and the box that it fills on its page."""

    text: str
    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def height(self) -> float:
        """The height of the box."""
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        """The height above the ground at which the box has its middle."""
        return (self.y0 + self.y1) / 2


def without_running_lines(pages: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Leave out headers, footers and page numbers: what recurs at the edge of many pages, but for the digits."""
    edges = [_edge(page) for page in pages]
    counts = Counter(form for edge in edges for form in {_form(piece) for piece in edge})
    enough = max(2, _REPEATED * len(pages))
    running = {piece for edge in edges for piece in edge if counts[_form(piece)] >= enough}
    return [[piece for piece in page if piece not in running] for page in pages]


def reading_order(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the lines of a page, each as one piece, in the order in which they are read."""
    if not pieces:
        return []
    heights = sorted(piece.height for piece in pieces)
    return _read(pieces, gutter=_GUTTER * heights[len(heights) // 2])


def flow(lines: Sequence[Piece]) -> list[str]:
    """Return each line with the white space that stands before it, and words that were divided made whole again."""
    compounds = {word for line in lines for word in re.findall(r"\w+-\w+", line.text)}
    parts = [line.text for line in lines[:1]]
    for before, after in pairwise(lines):
        divided = _HYPHEN.search(before.text[-60:])
        rest = re.match(r"\w+", after.text)
        if _is_new_paragraph(before, after):
            parts.append(f"\n\n{after.text}")
        elif divided and rest and rest[0] not in {"and", "or"}:
            if rest[0][0].islower() and f"{divided[1]}-{rest[0]}" not in compounds:
                parts[-1] = parts[-1][:-1]
            parts.append(after.text)
        else:
            parts.append(f" {after.text}")
    return parts


def _read(pieces: Sequence[Piece], *, gutter: float) -> list[Piece]:
    columns = _columns(_spans(pieces, gutter))
    if len(columns) > 1:
        contents: list[list[Piece]] = [[] for _ in columns]
        for piece in pieces:
            contents[bisect_left(columns, piece.x0, key=itemgetter(1))].append(piece)
        return [line for content in contents for line in _read(content, gutter=gutter)]
    bands = _bands(pieces, gutter)
    if len(bands) > 1:
        return [line for band in bands for line in _read(band, gutter=gutter)]
    return [_one_line(pieces)]


def _bands(pieces: Iterable[Piece], gutter: float) -> list[list[Piece]]:
    """Divide a region from the top: rows stay together as long as together they have columns."""
    bands: list[list[Piece]] = []
    spans: Spans = []
    for row in _rows(pieces):
        together = _merge([*spans, *_spans(row, gutter)], gutter)
        if bands and len(_columns(together)) > 1:
            bands[-1].extend(row)
            spans = together
        else:
            bands.append(row)
            spans = _spans(row, gutter)
    return bands


def _rows(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Divide a region into rows: a piece is in a row if its middle is beside the piece that began the row."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: -piece.middle):
        if rows and piece.middle > rows[-1][0].y0:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return rows


def _spans(pieces: Iterable[Piece], gutter: float) -> Spans:
    return _merge([(piece.x0, piece.x1) for piece in pieces], gutter)


def _merge(spans: Spans, gutter: float) -> Spans:
    """Join spans that less than a gutter divides."""
    merged: Spans = []
    for left, right in sorted(spans):
        if merged and left - merged[-1][1] < gutter:
            merged[-1] = (merged[-1][0], max(merged[-1][1], right))
        else:
            merged.append((left, right))
    return merged


def _columns(spans: Spans) -> Spans:
    """Return the spans that are wide enough for a column, each with the narrow ones to its left."""
    narrowest = _COLUMN * (spans[-1][1] - spans[0][0])
    columns: Spans = []
    start = spans[0][0]
    for left, right in spans:
        if right - left >= narrowest:
            columns.append((start, right))
            start = right
    if not columns:
        return [(start, spans[-1][1])]
    return [*columns[:-1], (columns[-1][0], spans[-1][1])]


def _one_line(pieces: Sequence[Piece]) -> Piece:
    pieces = sorted(pieces, key=lambda piece: piece.x0)
    return Piece(
        text=" ".join(piece.text for piece in pieces),
        page=pieces[0].page,
        x0=pieces[0].x0,
        y0=min(piece.y0 for piece in pieces),
        x1=max(piece.x1 for piece in pieces),
        y1=max(piece.y1 for piece in pieces),
    )


def _is_new_paragraph(before: Piece, after: Piece) -> bool:
    """Say whether white space or the size of the letters sets two lines apart; what goes on in lower case is not."""
    if after.text[:1].islower():
        return False
    if not 0.8 < after.height / before.height < 1.25:
        return True
    is_below = after.page == before.page and after.y1 < before.middle
    return is_below and before.y0 - after.y1 > 0.5 * before.height


def _edge(page: Sequence[Piece]) -> list[Piece]:
    top, bottom = max((piece.y1 for piece in page), default=0), min((piece.y0 for piece in page), default=0)
    return [piece for piece in page if min(top - piece.y1, piece.y0 - bottom) < _MARGIN * piece.height]


def _form(piece: Piece) -> tuple[str, int]:
    return re.sub(r"\d+", "#", piece.text.casefold()), round(piece.height)
