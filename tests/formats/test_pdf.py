import logging
from io import BytesIO
from pathlib import Path

import pytest
from fpdf import FPDF
from fpdf.enums import AccessPermission

from claimwise.errors import FormatError
from claimwise.formats.pdf import _clean, read_documents
from claimwise.formats.problems import Skip
from claimwise.types import Document

LEFT = [
    "The left column begins here and it goes",
    "on with a second line. It says that vita-",
    "min D was measured in 2021 in several",
    "hundred people, and that the well-known",
    "effect was small. The left column ends",
]
RIGHT = [
    "only in the right one. Here the trial is",
    "described at length. Nobody was harmed",
    "by it, as far as is known. The well-",
    "known effect did not come back in the",
    "second trial. This is the last sentence.",
]


def new_page(pdf: FPDF, *, size: int = 10) -> FPDF:
    pdf.add_page()
    pdf.set_font("Helvetica", size=size)
    return pdf


def read(pdf: FPDF, path: Path) -> Document:
    pdf.output(str(path))
    (document,) = read_documents(path)
    return document


def two_columns(gutter: float) -> FPDF:
    """Write a page row by row across its columns, under a title as wide as both."""
    pdf = new_page(FPDF(unit="pt", format=(612, 792)), size=18)
    pdf.text(60, 60, "A title over both of the columns of this page")
    pdf.set_font("Helvetica", size=10)
    right = 50 + max(map(pdf.get_string_width, LEFT)) + gutter
    for row, (left, other) in enumerate(zip(LEFT, RIGHT, strict=True)):
        y = 100 + 12 * row + 20 * (row > 2)  # both columns begin a paragraph at the same height
        pdf.text(50, y, left)
        pdf.text(right, y, other)
    return pdf


@pytest.mark.parametrize("gutter", [10, 18, 40])
def test_columns_and_divided_words(tmp_path: Path, gutter: float) -> None:
    document = read(two_columns(gutter), tmp_path / "a.pdf")
    assert document.sentences == (
        "A title over both of the columns of this page",
        "The left column begins here and it goes on with a second line.",
        "It says that vitamin D was measured in 2021 in several hundred people, "
        "and that the well-known effect was small.",
        "The left column ends only in the right one.",
        "Here the trial is described at length.",
        "Nobody was harmed by it, as far as is known.",
        "The well-known effect did not come back in the second trial.",
        "This is the last sentence.",
    )


def test_running_lines_are_dropped_and_pages_are_told(tmp_path: Path) -> None:
    pdf = FPDF(unit="pt", format=(612, 792))
    for number in range(1, 6):
        new_page(pdf)
        pdf.text(50, 30, "Smith et al. A study of everything")
        pdf.text(50, 300, f"Page {'abcde'[number - 1]} has its own text. And one sentence more")
        pdf.text(50, 312, "stands on it, which goes on" if number < 5 else "is the last.")
        pdf.text(300, 770, str(number))
    document = read(pdf, tmp_path / "a.pdf")
    text = " ".join(document.sentences)
    assert "Smith" not in text
    assert not any(character.isdigit() for character in text)
    pages = dict(zip(document.sentences, document.metadata["pages"], strict=True))
    assert pages["Page a has its own text."] == 1
    assert pages["And one sentence more is the last."] == 5
    assert document.metadata["pages"] == sorted(document.metadata["pages"])


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ("On the Origin of Species", "On the Origin of Species"),
        ("Über Ærø", "Über Ærø"),
        ("Microsoft Word - final.doc", "paper.v2"),
        ("draft_3.tex", "paper.v2"),
        ("untitled", "paper.v2"),
        ("  123 ", "paper.v2"),
        (None, "paper.v2"),
    ],
)
def test_the_title_is_the_files_own_if_it_is_one(tmp_path: Path, given: str | None, title: str) -> None:
    pdf = new_page(FPDF())
    pdf.text(20, 20, "Some text.")
    if given:
        pdf.set_title(given)
    document = read(pdf, tmp_path / "paper.v2.pdf")
    assert document == Document("paper.v2.pdf", title, ("Some text.",), metadata={"pages": [1]})


def encrypted() -> bytes:
    pdf = new_page(FPDF())
    pdf.text(20, 20, "Secret text.")
    pdf.set_encryption(owner_password="owner", user_password="user", permissions=AccessPermission.none())
    return bytes(pdf.output())


def whole() -> bytes:
    return bytes(two_columns(20).output())


def picture() -> bytes:
    pdf = new_page(FPDF())
    bitmap = b"BM" + (58).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little") + (40).to_bytes(4, "little")
    bitmap += (1).to_bytes(4, "little") * 2 + b"\1\0\x18\0" + bytes(24) + b"\x40\x80\xc0\0"
    pdf.image(BytesIO(bitmap), w=100)
    return bytes(pdf.output())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (encrypted(), "is encrypted; save it without a password"),
        (picture(), "has no text, as scanned pages do; run OCR"),
        (bytes(new_page(FPDF()).output()), "has no text"),
        (whole()[: len(whole()) // 2], "is cut off"),
        (b"%PDF-1.7\n" + b"nonsense\n" * 40 + b"%%EOF", "is a damaged PDF"),
        (b"<html>Please log in</html>", "is not a PDF file"),
        (b"", "is not a PDF file"),
    ],
)
def test_what_cannot_be_read_is_named_and_can_be_skipped(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes, reason: str
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=rf"a.pdf: {reason}"):
        list(read_documents(path))
    skip = Skip()
    assert list(read_documents(path, on_error=skip)) == []
    assert skip.count == 1
    assert caplog.records == []


def test_a_file_with_a_password_that_is_empty_is_read(tmp_path: Path) -> None:
    pdf = new_page(FPDF())
    pdf.text(20, 20, "Open text.")
    pdf.set_encryption(owner_password="owner", permissions=AccessPermission.none())
    assert read(pdf, tmp_path / "a.pdf").sentences == ("Open text.",)


def with_form(content: str) -> bytes:
    """Write a page with some content, and a form (pdfminer calls it a figure) with text in it."""
    form = "BT /F 10 Tf 50 600 Td (Text inside a form.) Tj ET"
    box = "[0 0 600 800] /Resources <</XObject <</X 5 0 R>> /Font <</F 6 0 R>>>>"
    objects = [
        "<</Type /Catalog /Pages 2 0 R>>",
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        f"<</Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox {box}>>",
        f"<</Length {len(content) + 6}>> stream\n{content} /X Do\nendstream",
        f"<</Type /XObject /Subtype /Form /Length {len(form)} /BBox {box}>> stream\n{form}\nendstream",
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
    ]
    body = "\n".join(f"{number} 0 obj {content} endobj" for number, content in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}\ntrailer <</Root 1 0 R>>\n%%EOF".encode()


def test_text_in_figures_is_read_where_a_page_has_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(with_form(""))
    assert next(read_documents(path)).sentences == ("Text inside a form.",)
    path.write_bytes(with_form("BT /F 10 Tf 50 700 Td (The text.) Tj ET"))
    assert next(read_documents(path)).sentences == ("The text.",)


def test_what_pdfminer_warns_about_is_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(with_form("(no number) g BT /F 10 Tf 50 700 Td (The text.) Tj ET"))
    assert next(read_documents(path)).sentences == ("The text.",)
    assert caplog.records == []


def test_ligatures_and_glyphs_without_a_meaning() -> None:
    assert _clean("an e\ufb03cient\x00 \ufb01t(cid:12) of\x07 10\xb2 \ud800\n") == "an efficient fit of 10\xb2"


def test_the_level_of_pdfminers_log_is_given_back(tmp_path: Path) -> None:
    logger = logging.getLogger("pdfminer")
    before = logger.level
    read(two_columns(20), tmp_path / "a.pdf")
    assert logger.level == before
