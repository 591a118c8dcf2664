"""The command line of AVeriTeC: what it refuses without a model, and what it shows with one."""

import json
from pathlib import Path

import pytest

from .conftest import Run


def test_tuning_is_for_train_alone(run: Run, shared_data: Path) -> None:
    result = run("eval", "averitec", "--split", "dev", "--tune", CLAIMWISE_DATA=str(shared_data))
    assert result.returncode != 0
    assert "only train is for that" in result.stderr


def test_a_split_that_is_not_there(run: Run, shared_data: Path) -> None:
    result = run("eval", "averitec", "--split", "test", CLAIMWISE_DATA=str(shared_data))
    assert result.returncode != 0
    assert "train and dev" in result.stderr


def test_a_submission_is_scored(run: Run, shared_data: Path, tmp_path: Path) -> None:
    claims = json.loads((shared_data / "averitec" / "dev.json").read_text(encoding="utf-8"))[:3]
    said = [
        {
            "claim_id": i,
            "claim": one["claim"],
            "pred_label": one["label"],
            "evidence": [{"question": asked["question"], "answer": "Yes."} for asked in one["questions"]],
        }
        for i, one in enumerate(claims)
    ]
    path = tmp_path / "said.json"
    path.write_text(json.dumps(said), encoding="utf-8")
    environment = {"CLAIMWISE_DATA": str(shared_data), "NLTK_DATA": str(shared_data / "nltk_data")}
    result = run("eval", "averitec", "--predictions", path, "--limit", "3", "--json", **environment)
    assert result.returncode == 0, result.stderr
    scores = json.loads(result.stdout)
    assert scores["accuracy"] == 1.0
    assert scores["question"] > 0.9
    assert scores["question_answer"] < scores["question"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["I think cats are nice", "--recipe", "averitec"], "opinion"),
        (["The moon will probably fall", "--recipe", "averitec"], "speculates"),
        (
            ["Cats can fly", "--recipe", "verisci", "--web", "http://localhost:1"],
            "--web works with the recipe averitec",
        ),
        (["Cats can fly", "--recipe", "averitec", "--date", "yesterday"], "is not a date that can be read"),
        (["Cats can fly", "--llm"], "--llm-url or CLAIMWISE_LLM_URL"),
        (["Cats can fly", "--llm", "--recipe", "verisci"], "no setting 'preparation.by'"),
        (["I think cats are nice", "--set", "preparation.by=rules"], "opinion"),
        (["Cats can fly", "--set", "preparation.by=magic"], "preparation.by is none, rules or llm"),
    ],
)
def test_what_check_refuses(run: Run, arguments: list[str], reason: str) -> None:
    result = run("check", *arguments)
    assert result.returncode != 0
    assert reason in result.stderr


def test_check_shows_questions_answers_and_the_verdict(run: Run) -> None:
    claim = "The measles vaccine causes autism in children"
    result = run("check", claim, "--recipe", "averitec", "--date", "2022-01-01", "--json")
    assert result.returncode == 0, result.stderr
    record = json.loads(result.stdout)
    assert record["claim"]["date"] == "2022-01-01"
    assert record["evidence"]
    for one in record["evidence"]:
        assert one["question"].endswith("?")
        assert one["answer"]
        assert one["date"] < "2022-01-01"
    assert "Causal Claim" in result.stderr
    review = json.loads(
        run("check", claim, "--recipe", "averitec", "--format", "claimreview", "--speaker", "Ann").stdout
    )
    assert review["@type"] == "ClaimReview"
    assert review["itemReviewed"]["author"]["name"] == "Ann"
