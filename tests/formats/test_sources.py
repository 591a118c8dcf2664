import os
from pathlib import Path

import pytest
from fpdf import FPDF

from claimwise.errors import ConfigError, FormatError
from claimwise.formats.problems import Skip
from claimwise.formats.sources import FORMATS, detect, read_documents

SCIFACT = '{"doc_id": 7, "title": "T", "abstract": ["One."]}\n'
BEIR = '{"_id": "b", "title": "T", "text": "One."}\n'
GENERIC = '{"text": "One."}\n'


def fill(folder: Path, **contents: str) -> Path:
    for name, content in contents.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def ids_and_sources(path: Path, **options: str) -> list[tuple[str, str | None]]:
    return [(document.id, document.source) for document in read_documents(path, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "content", "known"),
    [
        ("a.jsonl", SCIFACT, "scifact"),
        ("a.jsonl", BEIR, "beir"),
        ("a.jsonl", GENERIC, "jsonl"),
        ("a.jsonl", "nonsense\n" + BEIR, "beir"),
        ("a.NDJSON", GENERIC, "jsonl"),
        ("a.tsv", "text\nOne.", "csv"),
        ("a.md", "One.", "markdown"),
        ("a.txt", "One.", "text"),
        ("a.pdf", "", "pdf"),
    ],
)
def test_the_format_is_detected(tmp_path: Path, name: str, content: str, known: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert detect(tmp_path / name) == known
    assert known in FORMATS


def test_each_file_gives_its_documents_a_source(tmp_path: Path) -> None:
    fill(tmp_path, papers_dot_jsonl=SCIFACT, queries_dot_jsonl=BEIR, rows_dot_csv="text,source\nOne.,\nTwo.,mine\n")
    assert ids_and_sources(tmp_path / "papers.jsonl") == [("7", "papers")]
    assert ids_and_sources(tmp_path / "queries.jsonl") == [("b", "queries")]
    assert ids_and_sources(tmp_path / "rows.csv") == [("rows:2", "rows"), ("rows:3", "mine")]


def test_a_format_may_be_given(tmp_path: Path) -> None:
    fill(tmp_path, notes_dot_log="# Title\n\nOne.")
    with pytest.raises(FormatError, match="its name does not tell its format; give one of scifact, beir"):
        list(read_documents(tmp_path / "notes.log"))
    (document,) = read_documents(tmp_path / "notes.log", format="markdown")
    assert (document.id, document.title) == ("notes.log", "Title")


def test_an_unknown_format_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no format 'docx'; these are known: scifact, beir, fever, jsonl"):
        read_documents(tmp_path, format="docx")


def test_a_folder_is_read_in_order_with_everything_that_is_known(tmp_path: Path) -> None:
    fill(
        tmp_path,
        b_dot_txt="One.",
        a__deep__c_dot_md="# T\n\nOne.",
        a__rows_dot_jsonl=GENERIC,
        a__t_dot_csv="text\nOne.\n",
        picture_dot_png="no text",
        _dot_hidden_dot_txt="One.",
        _dot_git__x_dot_txt="One.",
    )
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=10)
    pdf.text(20, 20, "One.")
    pdf.output(str(tmp_path / "z.pdf"))
    names = ["a/deep/c.md", "a/rows:1", "a/t:2", "b.txt", "z.pdf"]
    assert ids_and_sources(tmp_path) == [(name, tmp_path.name) for name in names]
    assert ids_and_sources(tmp_path, format="text") == [("b.txt", tmp_path.name)]


@pytest.mark.parametrize("corpus", [SCIFACT, BEIR])
def test_a_folder_with_a_corpus_is_that_corpus(tmp_path: Path, corpus: str) -> None:
    folder = fill(tmp_path / "mine", corpus_dot_jsonl=corpus, claims_dot_jsonl='{"id": 1}', README_dot_md="Read me.")
    assert [source for _, source in ids_and_sources(folder)] == ["mine"]


def test_a_folder_with_some_other_corpus_file_is_a_folder(tmp_path: Path) -> None:
    fill(tmp_path, corpus_dot_jsonl=GENERIC, notes_dot_txt="One.")
    assert [name for name, _ in ids_and_sources(tmp_path)] == ["corpus:1", "notes.txt"]
    with pytest.raises(FormatError, match=r"corpus.jsonl, line 1: has no 'abstract'"):
        list(read_documents(tmp_path, format="scifact"))


def test_one_bad_file_of_a_folder_can_be_skipped(tmp_path: Path) -> None:
    fill(
        tmp_path, a_dot_pdf="no pdf", b_dot_jsonl="", c_dot_csv="x\n1\n", d_dot_txt="One.", e_dot_jsonl=GENERIC + "bad"
    )
    with pytest.raises(FormatError, match=r"a.pdf: is not a PDF"):
        list(read_documents(tmp_path))
    skip = Skip()
    assert [document.id for document in read_documents(tmp_path, on_error=skip)] == ["d.txt", "e:1"]
    assert [Path(error.path or "").name for error in skip.errors] == ["a.pdf", "b.jsonl", "c.csv", "e.jsonl"]


def test_an_id_in_two_files_is_a_bad_record(tmp_path: Path) -> None:
    same = '{"id": "x", "text": "One."}\n'
    fill(tmp_path, a_dot_jsonl=same, b_dot_jsonl=same + GENERIC)
    with pytest.raises(FormatError, match=r"b.jsonl: the id 'x' is taken"):
        list(read_documents(tmp_path))
    skip = Skip()
    assert [document.id for document in read_documents(tmp_path, on_error=skip)] == ["x", "b:2"]
    assert skip.count == 1


def test_nothing_to_read_always_raises(tmp_path: Path) -> None:
    fill(tmp_path, empty__picture_dot_png="x", bad_dot_jsonl="bad\nworse\n")
    for path, reason in (
        ("absent", "no such"),
        ("x" * 999, "no such"),
        ("empty", "no document"),
        ("bad.jsonl", "no document"),
    ):
        with pytest.raises(FormatError, match=reason):
            list(read_documents(tmp_path / path, on_error=Skip()))


def test_a_folder_that_links_to_itself_ends(tmp_path: Path) -> None:
    fill(tmp_path, a_dot_txt="One.")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert ids_and_sources(tmp_path) == [("a.txt", tmp_path.name)]


def test_a_name_that_is_not_utf8_becomes_an_id_that_is(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("One.", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    (document,) = read_documents(tmp_path)
    assert (document.id, document.title, document.source) == ("caf?.txt", "caf?", tmp_path.name)
