"""`check`, `batch`, `models` and `eval scifact`: what they print, and how they fail."""

import json
import shutil
from pathlib import Path

import pytest

from .conftest import Run

TEA = [
    {"doc_id": 1, "title": "Tea and sleep", "abstract": [
        "Forty adults drank tea before going to bed.", "Tea delayed sleep by half an hour compared with water."]},
    {"doc_id": 2, "title": "Coffee and work", "abstract": [
        "Office workers were asked about coffee.", "Most drink it in the morning."]},
]  # fmt: skip
CLAIMS = [
    {"id": 1, "claim": "Drinking tea before going to bed delays sleep.", "cited_doc_ids": [1],
     "evidence": {"1": [{"sentences": [1], "label": "SUPPORT"}]}},
    {"id": 2, "claim": "Office workers are taller than farmers.", "cited_doc_ids": [2], "evidence": {}},
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tea")
    for name, rows in (("corpus", TEA), ("claims_dev", CLAIMS)):
        (place / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return place


def test_check_without_an_index_uses_the_demo_corpus_and_says_so(run: Run) -> None:
    result = run("check", "Vaccines cause autism in children")
    assert result.returncode == 0, result.stderr
    assert "demo corpus" in result.stderr
    assert "confidence" in result.stdout
    assert any(name in result.stdout for name in ("REFUTED", "SUPPORTED", "CONFLICTING", "NOT ENOUGH EVIDENCE"))
    assert "searched the demo corpus" in result.stdout
    assert "\x1b[" not in result.stdout


def test_check_files_as_json(run: Run, folder: Path) -> None:
    result = run("check", CLAIMS[0]["claim"], "--corpus", folder / "corpus.jsonl", "--json")
    assert result.returncode == 0, result.stderr
    verdict = json.loads(result.stdout)
    assert verdict["claim"]["text"] == CLAIMS[0]["claim"]
    assert {one["doc_id"] for one in verdict["evidence"]} == {"1", "2"}
    assert set(verdict["trace"]) >= {"recipe", "index", "models", "retrieved", "seconds", "duplicates"}


@pytest.mark.parametrize(
    ("form", "start"), [("md", "# Drinking tea"), ("html", "<!doctype html>"), ("claimreview", "{")]
)
def test_check_writes_reports(run: Run, folder: Path, form: str, start: str) -> None:
    result = run("check", CLAIMS[0]["claim"], "--corpus", folder / "corpus.jsonl", "--format", form)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith(start)


def test_explain_shows_probabilities_and_times(run: Run, folder: Path) -> None:
    shown = run("check", CLAIMS[0]["claim"], "--corpus", folder / "corpus.jsonl", "--explain").stdout
    assert "says nothing" in shown
    assert "retrieving" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "Does tea delay sleep?"], "is a question"),
        (["check", "I think tea is good"], "is an opinion"),
        (["check", "tea"], "too short"),
        (["check", ""], "empty"),
        (["check", "Tea delays sleep", "--recipe", "nonsense"], "no recipe"),
        (["check", "Tea delays sleep", "--index", "nowhere"], "nowhere"),
        (["check", "Tea delays sleep", "--corpus", "nowhere.jsonl"], "nowhere.jsonl"),
        (["check", "Tea delays sleep", "--verifier", "nowhere"], "holds no model"),
        (["check", "Tea delays " + "very " * 600 + "much sleep"], "at most"),
        (["check", "Tea delays sleep", "--as-of", "1800-01-01"], "is left by the filters (as_of 1800-01-01"),
        (["check", "Tea delays sleep", "--json", "--format", "md"], "give one of them"),
        (["batch", "nowhere.jsonl", "--out", "x.jsonl"], "nowhere.jsonl"),
        (["check", "Tea delays sleep", "--set", "retrieval.kk=3"], "did you mean retrieval.k?"),
        (["check", "Tea delays sleep", "--recipe", "verisci", "--set", "retrieval.k=three"], "a whole number"),
        (["check", "Does tea delay sleep?", "--recipe", "verisci"], "is a question"),
        (["check", "Tea delays sleep", "--web", "http://127.0.0.1:1", "--source", "x"], "--web searches the web"),
        (["eval", "scifact", "--dataset", "nowhere"], "no dataset"),
        (["reproduce", "verisci", "--docs", "nowhere.md"], "nowhere.md does not exist"),
        (["reproduce"], "name one recipe"),
        (["reproduce", "nonsense"], "no recipe"),
        (["recipes", "nonsense"], "no recipe"),
    ],
)
def test_bad_input_is_one_clear_error_with_exit_code_2(run: Run, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_question_can_be_checked_as_it_is(run: Run, folder: Path) -> None:
    result = run("check", "Does tea delay sleep?", "--as-is", "--corpus", folder / "corpus.jsonl")
    assert result.returncode == 0, result.stderr


def test_batch_ends_with_a_summary_and_resumes(run: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "verdicts.jsonl"
    command = ["batch", folder / "claims_dev.jsonl", "--out", out, "--corpus", folder / "corpus.jsonl"]
    first = run(*command)
    assert first.returncode == 0, first.stderr
    assert "2 claims" in first.stdout
    assert run(*command).returncode == 2
    again = run(*command, "--resume", "--json")
    assert json.loads(again.stdout)["resumed"] == 2
    assert len(out.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--source", "x"], "no document in the index is from the source"),
        (["--set", "preparation.by=rules"], "as they"),
    ],
)
def test_a_batch_that_cannot_be_right_is_not_begun(
    run: Run, folder: Path, tmp_path: Path, option: list[str], message: str
) -> None:
    out = tmp_path / "verdicts.jsonl"
    result = run("batch", folder / "claims_dev.jsonl", "--out", out, "--corpus", folder / "corpus.jsonl", *option)
    assert result.returncode == 2
    assert message in result.stderr
    assert not out.exists()


def test_models_are_listed_and_verified(run: Run) -> None:
    rows = json.loads(run("models", "--json").stdout)
    assert {row["kind"] for row in rows} == {"attention", "embedder", "verifier"}
    assert all(row["verified"] for row in rows)
    assert "verified" in run("models").stdout


def test_a_damaged_model_is_said_and_the_others_are_listed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from claimwise.cli.models import models
    from claimwise.errors import ModelError
    from claimwise.models import card

    shutil.copytree(card.WEIGHTS / "attention", tmp_path / "attention")
    (tmp_path / "verifier").mkdir()
    monkeypatch.setattr(card, "WEIGHTS", tmp_path)
    with pytest.raises(ModelError, match=r"verifier holds no model: card\.json is missing"):
        models(json_=True)
    rows = json.loads(capsys.readouterr().out)
    assert [(row["kind"], row["verified"]) for row in rows] == [("attention", True), ("verifier", False)]


@pytest.mark.parametrize("setting", ["open", "oracle-abstract", "oracle-rationale", "cited"])
def test_evaluation_in_every_setting(run: Run, folder: Path, tmp_path: Path, setting: str) -> None:
    out = tmp_path / "predictions.jsonl"
    command = ["eval", "scifact", "--dataset", folder, "--split", "dev", "--setting", setting]
    result = run(*command, "--predictions", out, "--json")
    assert result.returncode == 0, result.stderr
    scores = json.loads(result.stdout)
    for level, metric in (("sentence", "selection"), ("sentence", "selection_label"), ("abstract", "label_only"),
                          ("abstract", "label_rationale")):  # fmt: skip
        assert set(scores[level][metric]) == {"precision", "recall", "f1"}
        assert all(0 <= value <= 1 for value in scores[level][metric].values())
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == [1, 2]
    assert "abstract label only" in run(*command).stdout


def test_a_blind_test_set_is_only_predicted(run: Run, folder: Path, tmp_path: Path) -> None:
    blind, out = tmp_path / "blind", tmp_path / "predictions.jsonl"
    blind.mkdir()
    (blind / "corpus.jsonl").write_bytes((folder / "corpus.jsonl").read_bytes())
    (blind / "claims_test.jsonl").write_text('{"id": 5, "claim": "Green tea delays sleep."}\n')
    command = ["eval", "scifact", "--dataset", blind, "--split", "test"]
    assert "--predictions" in run(*command).stderr
    result = run(*command, "--predictions", out)
    assert result.returncode == 0, result.stderr
    assert "no score" in result.stderr
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == [5]
    given = run(*command, "--predictions", out, "--setting", "oracle-abstract")
    assert given.returncode == 2


def test_quin_answers_a_question_with_evidence(run: Run, folder: Path) -> None:
    result = run("check", "Does tea delay sleep?", "--recipe", "quin", "--corpus", folder / "corpus.jsonl")
    assert result.returncode == 0, result.stderr
    assert "without a verdict" in result.stderr
    assert result.stdout.lstrip().startswith("1. ")


def test_quin_checks_a_question_as_it_is(run: Run, folder: Path) -> None:
    command = ["check", "Does tea delay sleep?", "--recipe", "quin", "--as-is", "--json"]
    result = run(*command, "--corpus", folder / "corpus.jsonl")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["claim"]["text"] == "Does tea delay sleep?"


def test_the_parts_of_a_recipe_are_scored(run: Run, folder: Path) -> None:
    for recipe in ("claimwise", "quin"):
        result = run("eval", "parts", "--dataset", folder, "--split", "dev", "--recipe", recipe, "--json")
        assert result.returncode == 0, result.stderr
        found = json.loads(result.stdout)
        assert set(found["label"]) == {"gold", "selected", "whole"}
        assert 0 <= found["selection"]["token"]["f1"] <= 1
    assert "selection by sentence" in run("eval", "parts", "--dataset", folder, "--split", "dev").stdout
