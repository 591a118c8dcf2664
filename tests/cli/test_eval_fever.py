"""`claimwise eval fever --score` and `claimwise eval artifacts`, which need no model."""

import json
from pathlib import Path

import pytest

from claimwise.formats import fever
from claimwise.formats.fever import AnnotatedClaim, Prediction
from claimwise.labels import Stance
from claimwise.types import Claim

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


def test_artifacts_of_any_file(run: Run, files: tuple[Path, Path]) -> None:
    done = run("eval", "artifacts", files[0], "--least", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["REFUTES"][0]["word"] == "not"
    assert "no dataset 'nothing'" in run("eval", "artifacts", "nothing").stderr
