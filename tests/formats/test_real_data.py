import json
from pathlib import Path

import pytest

from claimwise.formats import claims, scifact
from claimwise.formats.sources import read_documents
from claimwise.labels import Stance


@pytest.mark.parametrize(("name", "count"), [("scifact", 5183), ("healthver", 322), ("covidfact", 409)])
def test_corpora(shared_data: Path, tmp_path: Path, name: str, count: int) -> None:
    documents = list(scifact.read_corpus(shared_data / name / "corpus.jsonl"))
    assert len(documents) == count
    assert all(document.title and document.sentences for document in documents)
    assert sum(document.source == name for document in read_documents(shared_data / name)) == count
    scifact.write_corpus(tmp_path / "corpus.jsonl", documents)
    assert list(scifact.read_corpus(tmp_path / "corpus.jsonl")) == documents


@pytest.mark.parametrize(
    ("name", "count", "supporting", "refuting"),
    [
        ("scifact/claims_train.jsonl", 809, 332, 173),
        ("scifact/claims_dev.jsonl", 300, 124, 64),
        ("scifact/claims_test.jsonl", 300, 0, 0),
        ("healthver/claims_dev.jsonl", 230, 112, 89),
        ("covidfact/claims_train.jsonl", 903, 286, 617),
    ],
)
def test_claims(shared_data: Path, tmp_path: Path, name: str, count: int, supporting: int, refuting: int) -> None:
    annotated = list(scifact.read_claims(shared_data / name))
    assert len(annotated) == count
    for label, expected in ((Stance.SUPPORTS, supporting), (Stance.REFUTES, refuting)):
        assert sum(any(one.label is label for one in item.judgements) for item in annotated) == expected
    assert list(claims.read_claims(shared_data / name)) == [item.claim for item in annotated]
    scifact.write_claims(tmp_path / "claims.jsonl", annotated)
    assert list(scifact.read_claims(tmp_path / "claims.jsonl")) == annotated


def test_what_is_written_is_what_scifact_published(shared_data: Path, tmp_path: Path) -> None:
    path = shared_data / "scifact" / "claims_dev.jsonl"
    scifact.write_claims(tmp_path / "claims.jsonl", scifact.read_claims(path))
    written = (tmp_path / "claims.jsonl").read_text(encoding="utf-8").split("\n")
    assert list(map(json.loads, written[:-1])) == list(
        map(json.loads, path.read_text(encoding="utf-8").split("\n")[:-1])
    )


@pytest.mark.parametrize(("name", "count"), [("predictions_dummy", 300), ("predictions_small", 10)])
def test_predictions(shared_data: Path, tmp_path: Path, name: str, count: int) -> None:
    path = shared_data / "scifact" / "system_predictions" / "scifact-evaluator-fixture" / f"{name}.jsonl"
    predictions = scifact.read_predictions(path)
    assert len(predictions) == count
    scifact.write_predictions(tmp_path / "predictions.jsonl", predictions)
    assert scifact.read_predictions(tmp_path / "predictions.jsonl") == predictions
