"""No file makes a reader fail with anything but a ClaimwiseError, whether bad records stop it or are skipped."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.errors import ClaimwiseError
from claimwise.formats import beir, claims, jsonl, pdf, plain, scifact, sources, table, trec
from claimwise.formats.problems import Skip, stop

Reader = Callable[..., Iterable[object]]
READERS: list[tuple[Reader, str]] = [
    (scifact.read_corpus, ".jsonl"),
    (scifact.read_claims, ".jsonl"),
    (scifact.read_predictions, ".jsonl"),
    (beir.read_corpus, ".jsonl"),
    (beir.read_queries, ".jsonl"),
    (beir.read_qrels, ".tsv"),
    (trec.read_run, ".trec"),
    (trec.read_qrels, ".txt"),
    (jsonl.read_documents, ".jsonl"),
    (claims.read_claims, ".jsonl"),
    (claims.read_claims, ".txt"),
    (table.read_documents, ".csv"),
    (plain.read_documents, ".md"),
    (pdf.read_documents, ".pdf"),
    *((sources.read_documents, ending) for ending in (".jsonl", ".jsonl.gz", ".csv", ".txt", ".pdf", ".xyz")),
]
KEYS = [
    "id",
    "_id",
    "doc_id",
    "claim",
    "text",
    "title",
    "abstract",
    "sentences",
    "label",
    "evidence",
    "cited_doc_ids",
    "url",
]
KEYS += ["date", "source", "metadata", "7"]
junk = st.binary(max_size=200) | st.text(max_size=80).map(lambda text: text.encode("utf-8", "surrogatepass"))
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 9)
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from(["SUPPORT", "2021"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)
objects = st.dictionaries(st.sampled_from(KEYS), json_values).map(lambda record: json.dumps(record).encode())
rows = st.lists(st.sampled_from(["q", "1", "\t", " ", ",", '"', "text", "0.5", "nan", "a b"])).map(
    lambda row: "".join(row).encode()
)
headed = st.lists(rows | junk, max_size=4).map(lambda lines: b"\n".join([b'id,"text",date', *lines]))
files = junk | headed | st.lists(objects | rows | junk, max_size=4).map(b"\n".join)


def read_both_ways(read: Reader, path: Path) -> None:
    refusals = []
    for on_error in (stop, Skip()):
        try:
            list(read(path, on_error=on_error))
        except ClaimwiseError as error:
            refusals.append(str(error))
    assert all(str(path) in refusal for refusal in refusals)


@pytest.mark.parametrize(("read", "ending"), READERS)
@given(content=files)
@settings(max_examples=40, deadline=None)
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, read: Reader, ending: str, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / f"any{ending}"
    path.write_bytes(content)
    read_both_ways(read, path)


@pytest.fixture(scope="module")
def whole_pdf() -> bytes:
    made = FPDF()
    made.set_title("A study of damage")
    made.set_font("Helvetica", size=10)
    for number in range(2):
        made.add_page()
        made.multi_cell(0, text=f"Page {number} has a sentence. And it has another one that goes on for a line or two.")
    return bytes(made.output())


@given(
    changes=st.lists(
        st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=4)), min_size=1, max_size=8
    )
)
@settings(max_examples=60, deadline=None)
def test_a_pdf_with_changed_bytes(
    tmp_path_factory: pytest.TempPathFactory, whole_pdf: bytes, changes: list[tuple[float, bytes]]
) -> None:
    content = bytearray(whole_pdf)
    for where, change in changes:
        start = int(where * len(content))
        content[start : start + len(change)] = change
    path = tmp_path_factory.getbasetemp() / "changed.pdf"
    path.write_bytes(content)
    read_both_ways(pdf.read_documents, path)
