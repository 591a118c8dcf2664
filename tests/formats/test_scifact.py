import json
from pathlib import Path
from typing import Any

import pytest

from claimwise.errors import FormatError, InputError
from claimwise.formats.problems import Skip
from claimwise.formats.scifact import (
    AnnotatedClaim,
    read_claims,
    read_corpus,
    read_predictions,
    write_claims,
    write_corpus,
    write_predictions,
)
from claimwise.labels import Stance
from claimwise.types import Claim, Document, Evidence, Judgement


def write(path: Path, *records: Any) -> Path:
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


def test_a_corpus(tmp_path: Path) -> None:
    path = write(
        tmp_path / "corpus.jsonl",
        {"doc_id": 7, "title": "T", "abstract": ["One. ", "", "Two."], "structured": True},
        {"doc_id": "x", "title": "Only a title", "abstract": []},
    )
    assert list(read_corpus(path)) == [
        Document("7", "T", ("One. ", "", "Two."), metadata={"structured": True}),
        Document("x", "Only a title", ()),
    ]


def test_claims_in_the_words_of_several_datasets(tmp_path: Path) -> None:
    evidence = {"7": [{"sentences": [2, 5], "label": "SUPPORT"}, {"sentences": [0], "label": "SUPPORTS"}]}
    path = write(
        tmp_path / "claims.jsonl",
        {"id": 1, "claim": "A.", "evidence": evidence, "cited_doc_ids": [7, 8]},
        {"id": 2, "claim": "B.", "doc_ids": [9], "evidence": {"9": [{"sentences": [1], "label": "REFUTES"}]}},
        {"id": 3, "claim": "C.", "evidence": {"9": [{"sentences": [], "label": "NOT_ENOUGH_INFO"}]}},
        {"id": 4, "claim": "D."},
    )
    assert list(read_claims(path)) == [
        AnnotatedClaim(Claim("1", "A."), ("7", "8"), (Judgement("1", "7", Stance.SUPPORTS, ((2, 5), (0,))),)),
        AnnotatedClaim(Claim("2", "B."), ("9",), (Judgement("2", "9", Stance.REFUTES, ((1,),)),)),
        AnnotatedClaim(Claim("3", "C."), (), (Judgement("3", "9", Stance.NOT_ENOUGH_INFO),)),
        AnnotatedClaim(Claim("4", "D.")),
    ]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"claim": "A."}, "has no 'id'; its fields are 'claim'"),
        ({"id": 1}, "has no 'claim'"),
        ({"id": 1, "claim": "  "}, "'claim' must be a text that is not blank"),
        ({"id": 1.5, "claim": "A."}, "an id must be text or a whole number, not 1.5"),
        ({"id": True, "claim": "A."}, "an id must be text or a whole number"),
        ({"id": " ", "claim": "A."}, "an id must not be blank"),
        ({"id": 0, "claim": "A."}, "the id '0' is taken by line 1"),
        ({"id": 1, "claim": "A.", "cited_doc_ids": 7}, "'cited_doc_ids' must be a list"),
        ({"id": 1, "claim": "A.", "evidence": []}, "'evidence' must be an object"),
        ({"id": 1, "claim": "A.", "evidence": {"7": []}}, "the evidence of document '7' must be a list of objects"),
        (
            {"id": 1, "claim": "A.", "evidence": {"7": [{"label": "MAYBE", "sentences": []}]}},
            "the label must be one of",
        ),
        ({"id": 1, "claim": "A.", "evidence": {"7": [{"label": "SUPPORT", "sentences": [-1]}]}}, "indices from 0"),
        ({"id": 1, "claim": "A.", "evidence": {"7": [{"label": "SUPPORT", "sentences": [True]}]}}, "indices from 0"),
        (
            {
                "id": 1,
                "claim": "A.",
                "evidence": {"7": [{"label": w, "sentences": [1]} for w in ("SUPPORT", "CONTRADICT")]},
            },
            "more than one label",
        ),
    ],
)
def test_a_bad_claim_is_named_and_can_be_skipped(tmp_path: Path, record: Any, reason: str) -> None:
    path = write(tmp_path / "claims.jsonl", {"id": 0, "claim": "Good."}, record, {"id": 9, "claim": "Good too."})
    with pytest.raises(FormatError, match=rf"claims.jsonl, line 2: .*{reason}"):
        list(read_claims(path))
    skip = Skip()
    assert [item.claim.id for item in read_claims(path, on_error=skip)] == ["0", "9"]
    assert skip.count == 1


def test_ids_are_numbers_in_files_where_they_look_like_numbers(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    write_corpus(path, [Document(name, "T", ("S.",)) for name in ("4983", "007", "a", "²")])
    assert [json.loads(line)["doc_id"] for line in path.read_text(encoding="utf-8").splitlines()] == [
        4983,
        "007",
        "a",
        "²",
    ]


def test_claims_are_written_as_scifact_does(tmp_path: Path) -> None:
    judgement = Judgement("3", "7", Stance.REFUTES, ((2, 5), (7,)))
    write_claims(tmp_path / "claims.jsonl", [AnnotatedClaim(Claim("3", "A."), ("7",), (judgement,))])
    assert json.loads((tmp_path / "claims.jsonl").read_text(encoding="utf-8")) == {
        "id": 3,
        "claim": "A.",
        "evidence": {"7": [{"sentences": [2, 5], "label": "CONTRADICT"}, {"sentences": [7], "label": "CONTRADICT"}]},
        "cited_doc_ids": [7],
    }


def evidence(doc_id: str, label: Stance) -> Evidence:
    return Evidence("3", doc_id, label, {label: 0.7}, (4,), (0.9,))


def test_predictions_are_written_for_the_leaderboard(tmp_path: Path) -> None:
    path = tmp_path / "predictions.jsonl"
    write_predictions(path, {"3": [evidence("7", Stance.SUPPORTS), evidence("8", Stance.NOT_ENOUGH_INFO)], "4": []})
    assert [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] == [
        {"id": 3, "evidence": {"7": {"label": "SUPPORT", "sentences": [4]}}},
        {"id": 4, "evidence": {}},
    ]
    certain = {Stance.SUPPORTS: 1.0, Stance.REFUTES: 0.0, Stance.NOT_ENOUGH_INFO: 0.0}
    assert read_predictions(path) == {"3": [Evidence("3", "7", Stance.SUPPORTS, certain, (4,), (1.0,))], "4": []}


def test_evidence_from_one_document_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="one document twice"):
        write_predictions(tmp_path / "p.jsonl", {"3": [evidence("7", Stance.SUPPORTS), evidence("7", Stance.REFUTES)]})
