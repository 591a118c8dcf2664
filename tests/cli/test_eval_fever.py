"""`claimwise eval fever --score` and `claimwise eval artifacts`, which need no model."""

import json
from pathlib import Path

import pytest

from claimwise.formats import fever
from claimwise.formats.fever import AnnotatedClaim, Prediction
from claimwise.labels import Stance
from claimwise.types import Claim, Document

from .conftest import Run


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    claims = [
        AnnotatedClaim(Claim("1", "A fox is red."), Stance.SUPPORTS, ((("Fox", 0),),)),
        AnnotatedClaim(Claim("2", "A fox is not red."), Stance.REFUTES, ((("Fox", 0),),)),
    ]
    fever.write_claims(tmp_path / "claims.jsonl", claims)
    said = [Prediction("1", Stance.SUPPORTS, (("Fox", 0),)), Prediction("2", Stance.SUPPORTS, (("Fox", 1),))]
    fever.write_predictions(tmp_path / "said.jsonl", said)
    return tmp_path / "claims.jsonl", tmp_path / "said.jsonl"


def test_scores_of_a_file(run: Run, files: tuple[Path, Path]) -> None:
    claims, said = files
    done = run("eval", "fever", "--claims", claims, "--score", said, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["fever_score"], found["label_accuracy"], found["evidence_recall"]) == (0.5, 0.5, 0.5)
    assert found["contingency"]["REFUTES"]["SUPPORTS"] == 1
    assert "gold (rows)" in run("eval", "fever", "--claims", claims, "--score", said).stdout


def test_a_bad_file_is_named_without_a_traceback(run: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    claims, _ = files
    (tmp_path / "bad.jsonl").write_text('{"id": 1}\n')
    done = run("eval", "fever", "--claims", claims, "--score", tmp_path / "bad.jsonl")
    assert done.returncode != 0
    assert "bad.jsonl, line 1" in done.stderr
    assert "Traceback" not in done.stderr


def test_claims_without_an_index_say_what_is_needed(run: Run, files: tuple[Path, Path]) -> None:
    done = run("eval", "fever", "--claims", files[0])
    assert "give both --claims and --index" in done.stderr
    assert "give the claims too" in run("eval", "fever", "--score", files[1]).stderr


def test_artifacts_of_tables_and_lists(run: Run, tmp_path: Path) -> None:
    rows = [("It is not so.", "R"), ("It is so.", "S")]
    (tmp_path / "a.csv").write_text("claim,label\n" + "".join(f'"{claim}",{label}\n' for claim, label in rows))
    (tmp_path / "a.json").write_text(json.dumps([{"claim": claim, "label": label} for claim, label in rows]))
    for name in ("a.csv", "a.json"):
        done = run("eval", "artifacts", tmp_path / name, "--least", "1", "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["R"][0]["word"] == "not"


def test_artifacts_of_any_file(run: Run, files: tuple[Path, Path]) -> None:
    done = run("eval", "artifacts", files[0], "--least", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["REFUTES"][0]["word"] == "not"
    assert "no dataset 'nothing'" in run("eval", "artifacts", "nothing").stderr


def test_a_blind_test_set_is_only_predicted(run: Run, tmp_path: Path) -> None:
    fever.write_pages(tmp_path / "wiki" / "wiki-001.jsonl", [Document("Fox", "Fox", ("A fox is red .",))])
    assert run("index", "build", tmp_path / "wiki", "--out", tmp_path / "index").returncode == 0
    fever.write_claims(tmp_path / "blind.jsonl", [AnnotatedClaim(Claim("1", "Fox is red."))])
    command = ["eval", "fever", "--claims", tmp_path / "blind.jsonl", "--index", tmp_path / "index"]
    refused = run(*command)
    assert refused.returncode == 2
    assert "--predictions FILE" in refused.stderr
    done = run(*command, "--predictions", tmp_path / "said.jsonl")
    assert done.returncode == 0, done.stderr
    assert fever.read_predictions(tmp_path / "said.jsonl").keys() == {"1"}
    assert "no score" in done.stderr


def test_labels_on_some_claims_only_are_refused_before_anything_runs(run: Run, tmp_path: Path) -> None:
    claims = [AnnotatedClaim(Claim("1", "Fox is red.")), AnnotatedClaim(Claim("2", "Foxes fly."), Stance.REFUTES)]
    fever.write_claims(tmp_path / "claims.jsonl", claims)
    done = run("eval", "fever", "--claims", tmp_path / "claims.jsonl", "--index", tmp_path, "--predictions", "x")
    assert done.returncode == 2
    assert "claim 1 has no label, others have" in done.stderr
