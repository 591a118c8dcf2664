from pathlib import Path

import pytest

from claimwise.errors import FormatError
from claimwise.formats.plain import read_documents
from claimwise.formats.problems import Skip
from claimwise.types import Document


def read(path: Path, content: str | bytes) -> Document:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (document,) = read_documents(path)
    return document


@pytest.mark.parametrize(
    ("content", "title", "sentences"),
    [
        ("A short line\n\nOne is\r\nhere. Two is there.", "A short line", ("One is here.", "Two is there.")),
        ("The sky is blue.", "notes", ("The sky is blue.",)),
        ("No stop", "notes", ("No stop",)),
        ("The sky is blue.\nWater is wet.", "notes", ("The sky is blue.", "Water is wet.")),
        ("long " * 30 + "\nMore.", "notes", ("long " * 30 + "More.",)),
        ("# not markdown\n*really*", "# not markdown", ("*really*",)),
    ],
)
def test_title_and_sentences_of_plain_text(
    tmp_path: Path, content: str, title: str, sentences: tuple[str, ...]
) -> None:
    assert read(tmp_path / "notes.txt", content) == Document("notes.txt", title, sentences)


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("**bold** and *slanted* and __both__ _ways_, ***all***.", "bold and slanted and both ways, all."),
        ("**outer *inner* outer**.", "outer inner outer."),
        ("See [the page](https://a.org/b_(c)) and ![a picture](x.png).", "See the page and a picture."),
        ("[![badge](a.svg)](b.html) ok.", "badge ok."),
        (
            "HLA-A*02:01 and HLA-B*07:02, 2 * 3 * 4, snake_case_name.",
            "HLA-A*02:01 and HLA-B*07:02, 2 * 3 * 4, snake_case_name.",
        ),
        ("At p<0.05*, p<0.01** or so.", "At p<0.05*, p<0.01** or so."),
        ("Use `code_here_now` please.", "Use code_here_now please."),
        ("An array[0](1) stays close.", "An array0 stays close."),
    ],
)
def test_markdown_loses_its_marks(tmp_path: Path, marked: str, plain: str) -> None:
    assert read(tmp_path / "a.md", f"# T\n\n{marked}").sentences == (plain,)


def test_headings_are_titles_and_paragraphs(tmp_path: Path) -> None:
    document = read(tmp_path / "a.md", "Before.\n\n## The *title* ##\nOne.\n### Next\nTwo.\n\nUnder\n=====\nThree.")
    assert document.title == "The title"
    assert document.sentences == ("Before.", "One.", "Next", "Two.", "Under", "Three.")


def test_code_is_kept_as_it_stands(tmp_path: Path) -> None:
    document = read(tmp_path / "a.md", "```sh\n# a comment\nrun *all*\n```\n\n# Title\n\nText.")
    assert document.title == "Title"
    assert document.sentences == ("# a comment run *all*", "Text.")


def test_a_file_with_nothing_but_a_heading(tmp_path: Path) -> None:
    assert read(tmp_path / "a.md", "# Alone") == Document("a.md", "Alone", ("Alone",))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    assert read(tmp_path / "a.txt", "Crème brûlée is French.".encode(encoding)).sentences == (
        "Crème brûlée is French.",
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("café".encode("latin-1"), "is not UTF-8"),
        (b"\xff\xfea", "begins as UTF-16 but is not"),
        (b"GIF89a\0\0", "holds NUL bytes"),
        (b" \n\n", "is empty"),
    ],
)
def test_a_file_that_is_no_text_is_named_and_can_be_skipped(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=rf"a.txt: {reason}"):
        list(read_documents(path))
    skip = Skip()
    assert list(read_documents(path, on_error=skip)) == []
    assert skip.count == 1


@pytest.mark.parametrize("unit", ["word ", "A sentence. ", "[", "[](", "*a ", "_", "# ", "`", "\n", "- ", "#"])
@pytest.mark.timeout(10)
def test_a_million_characters_take_no_time(tmp_path: Path, unit: str) -> None:
    document = read(tmp_path / "a.md", "Start. " + unit * (1_000_000 // len(unit)))
    assert document.sentences[0].startswith("Start.")
