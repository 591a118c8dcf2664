import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.errors import FormatError
from claimwise.formats.problems import Skip
from claimwise.formats.table import read_documents
from claimwise.types import Document


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_table_with_any_delimiter(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "t.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(["ID", "Title", "text", "date", "Source", "extra"])
        writer.writerow(["a", "T", "One,;|is\there. Two!", "2021-3-5", "s", "7"])
        writer.writerow(["", "T", "Three.", "", "", ""])
    assert list(read_documents(path)) == [
        Document("a", "T", ("One,;|is here.", "Two!"), date="2021-03-05", metadata={"source": "s", "extra": "7"}),
        Document("t:3", "T", ("Three.",)),
    ]


def test_quoted_newlines_and_blank_rows_keep_the_line_numbers(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", 'text,title\n"One\n\nTwo",\n\n,,\nThree,\n"a ""b"" c",d\n')
    skip = Skip()
    found = {document.id: document.sentences for document in read_documents(path, on_error=skip)}
    assert found == {"t:2": ("One", "Two"), "t:7": ("Three",), "t:8": ('a "b" c',)}
    assert skip.count == 0


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (b"a,b,c,d", "has 4 cells where the header has 3 columns"),
        (b"a,b", "has 2 cells"),
        (b'a,"b"c,d', "is not a row of a table"),
        (b"a,caf\xe9,d", "is not UTF-8 .byte 0xe9."),
        (b'a,"one\n\xe9\nthree",d', "is not UTF-8"),
        (b"a,b\0c,d", "holds NUL bytes"),
        (b"a,,d", "has no 'text'"),
        (b"a,b,soon", "'soon' is not a date"),
        (b"good,b,2021", "the id 'good' is taken by line 2"),
    ],
)
def test_a_bad_row_is_named_and_can_be_skipped(tmp_path: Path, row: bytes, reason: str) -> None:
    path = write(tmp_path / "t.csv", b'id,text,date\ngood,"one\ntwo",2021\n' + row + b"\nlast,three,2021\n")
    with pytest.raises(FormatError, match=rf"t.csv, line 4: .*{reason}"):
        list(read_documents(path))
    skip = Skip()
    assert [document.id for document in read_documents(path, on_error=skip)] == ["good", "last"]
    assert skip.count == 1


def test_a_quotation_mark_that_never_closes_does_not_swallow_the_rest_in_silence(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", 'id,text\na,fine\nb,"never closed\nc,lost\nd,lost\n')
    with pytest.raises(FormatError, match="line 3: opens a quotation mark that is never closed; lines 3 to 5 are lost"):
        list(read_documents(path))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "the header must name a column 'text'"),
        ("premise,hypothesis\na,b\n", "must name a column 'text'; it is 'premise,hypothesis'"),
        ("id,text\ra,b\r", "must name a column 'text'"),
        ("text,id,Text\na,b,c\n", "two columns have the same name"),
        ("text,id\n\n,\n", "has a header but no row"),
    ],
)
def test_a_table_without_header_or_rows_always_raises(tmp_path: Path, content: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        list(read_documents(write(tmp_path / "t.csv", content), on_error=Skip()))


def test_a_field_of_a_million_characters(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", "id,text\na," + "word " * 200_000 + "\n")
    (document,) = read_documents(path)
    assert " ".join(document.sentences) == ("word " * 200_000).strip()


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1), min_size=1))
def test_what_csv_writes_is_read_back(tmp_path_factory: pytest.TempPathFactory, titles: list[str]) -> None:
    path = tmp_path_factory.getbasetemp() / "back.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([["note", "text"], *([f"x{title}", "Same."] for title in titles)])
    assert [document.metadata["note"] for document in read_documents(path)] == [f"x{title}" for title in titles]
