import json
from pathlib import Path
from typing import Any

import pytest

from claimwise.errors import FormatError
from claimwise.formats.claims import read_claims
from claimwise.formats.jsonl import read_documents
from claimwise.formats.problems import Skip
from claimwise.types import Claim, Document


def write(path: Path, *records: Any) -> Path:
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


def test_documents_with_all_fields_and_with_almost_none(tmp_path: Path) -> None:
    path = write(
        tmp_path / "news.jsonl",
        {
            "id": 5,
            "title": "T",
            "text": "One is\nhere. Two is there.",
            "url": "u",
            "date": "15-03-2021",
            "source": "s",
            "k": [1],
        },
        {"text": "Alone."},
        {"id": "x", "sentences": ["As it is. Really. ", ""], "metadata": {"a": 1, "b": 1}, "b": 2, "date": 2021},
    )
    assert list(read_documents(path)) == [
        Document("5", "T", ("One is here.", "Two is there."), "u", "2021-03-15", {"source": "s", "k": [1]}),
        Document("news:2", "", ("Alone.",)),
        Document("x", "", ("As it is. Really. ", ""), date="2021", metadata={"a": 1, "b": 2}),
    ]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"id": "a", "body": "Text."}, "has no 'text' or 'sentences'; its fields are 'id', 'body'"),
        ({}, "has no 'text' or 'sentences'; its fields are nothing"),
        ({"text": "  "}, "has neither a title nor a text"),
        ({"text": 5}, "'text' must be text, not 5"),
        ({"sentences": "One."}, "'sentences' must be a list of texts"),
        ({"sentences": ["One.", None]}, "'sentences' must be a list of texts"),
        ({"text": "One.", "id": []}, "an id must be text or a whole number"),
        ({"text": "One.", "id": " "}, "an id must not be blank"),
        ({"text": "One.", "id": "good"}, "the id 'good' is taken by line 1"),
        ({"text": "One.", "date": "soon"}, "'soon' is not a date"),
        ({"text": "One.", "date": True}, "'date' must be text"),
        ({"text": "One.", "source": 7}, "'source' must be text"),
    ],
)
def test_a_bad_document_is_named_and_can_be_skipped(tmp_path: Path, record: Any, reason: str) -> None:
    path = write(tmp_path / "d.jsonl", {"id": "good", "text": "One."}, record)
    with pytest.raises(FormatError, match=rf"d.jsonl, line 2: .*{reason}"):
        list(read_documents(path))
    skip = Skip()
    assert [document.id for document in read_documents(path, on_error=skip)] == ["good"]
    assert skip.count == 1


def test_claims_as_json_lines(tmp_path: Path) -> None:
    path = write(
        tmp_path / "claims.jsonl",
        {"id": 1, "claim": "A.", "date": "March 2021", "speaker": "S", "source": "P", "label": "Refuted"},
        {"text": "B."},
        {"_id": "q", "text": "C."},
    )
    assert list(read_claims(path)) == [
        Claim("1", "A.", "2021-03", "S", "P"),
        Claim("claims:2", "B."),
        Claim("q", "C."),
    ]


def test_claims_as_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "claims.txt"
    path.write_bytes("\ufeffThe sky is blue.\r\n\n  Water\u2028is wet. \n".encode())
    assert list(read_claims(path)) == [Claim("claims:1", "The sky is blue."), Claim("claims:3", "Water\u2028is wet.")]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"claim": ""}, "must be a text that is not blank"),
        ({"id": 1}, "has no 'claim' or 'text'"),
        ({"claim": "A.", "date": "x"}, "date"),
    ],
)
def test_a_bad_claim_is_named(tmp_path: Path, record: Any, reason: str) -> None:
    with pytest.raises(FormatError, match=rf"line 1: .*{reason}"):
        list(read_claims(write(tmp_path / "claims.jsonl", record)))


def test_claims_in_a_file_of_another_kind_are_not_guessed(tmp_path: Path) -> None:
    (tmp_path / "claims.csv").write_text("id,claim\n1,A.\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"claims are read from \.jsonl files"):
        list(read_claims(tmp_path / "claims.csv"))
