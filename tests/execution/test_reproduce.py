"""Expected scores, measured again."""

import json
from pathlib import Path

import pytest

from claimwise.errors import ConfigError, InputError
from claimwise.execution.reproduce import _at, judged, reproduce
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.recipes.recipe import Config, Expected, Recipe, load
from claimwise.store.cache import cached_index
from claimwise.store.index import Index

HERE = Expected("scifact", "dev", "open", "sentence.selection.f1", paper=50.0, here=40.0, tolerance=1.0)


@pytest.mark.parametrize(("measured", "outcome"), [(45.0, "OK"), (39.1, "OK"), (38.9, "FAIL")])
def test_a_score_may_fall_short_by_the_tolerance(measured: float, outcome: str) -> None:
    assert judged("verisci", HERE, measured).outcome == outcome


def test_without_an_expectation_here_the_paper_counts() -> None:
    assert judged("x", Expected("scifact", "dev", "open", "m", paper=50.0), 45.0).outcome == "FAIL"
    assert judged("x", Expected("scifact", "dev", "open", "m"), 45.0).outcome == "OK"


def test_what_cannot_be_run_is_skipped_and_says_why() -> None:
    paper = Expected("scifact", "dev", "open", "m", paper=50.0, models="paper")
    recipe = Recipe("verisci", "", "", load("verisci").stages, (paper, HERE))

    def opened(_: Path | None, __: Recipe) -> Config:
        raise InputError("no model here")

    rows = list(reproduce(recipe, opened))
    assert [row.outcome for row in rows] == ["SKIPPED", "SKIPPED"]
    assert "paper's own weights" in rows[0].why


def test_the_papers_models_must_be_named() -> None:
    paper = Expected("scifact", "dev", "open", "m", paper=50.0, models="paper")
    recipe = Recipe("verisci", "", "", load("verisci").stages, (paper,))

    def opened(_: Path | None, __: Recipe) -> Config:
        raise AssertionError("the embedded models are measured in their place")

    [row] = reproduce(recipe, opened, models="paper")
    assert row.outcome == "SKIPPED"
    assert "--set selection.model=… and --set labelling.model=…" in row.why


def test_a_score_is_found_by_its_path() -> None:
    scores = {"accuracy": 0.5, "score": {"0.25": 0.4}, "sentence": {"selection": {"f1": 0.3}}}
    assert [_at(scores, path) for path in ("accuracy", "score.0.25", "sentence.selection.f1")] == [0.5, 0.4, 0.3]


def write_benchmark(folder: Path) -> None:
    folder.mkdir(parents=True)
    documents = [
        {"doc_id": 1, "title": "Green tea", "abstract": ["Green tea lowers blood pressure.", "It is a drink."]},
        {"doc_id": 2, "title": "Iron", "abstract": ["Iron rusts in wet air.", "It is a metal."]},
    ]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(one | {"structured": False}) + "\n" for one in documents))
    claim = {
        "id": 1,
        "claim": "Green tea lowers blood pressure.",
        "evidence": {"1": [{"sentences": [0], "label": "SUPPORT"}]},
        "cited_doc_ids": [1],
    }
    (folder / "claims_dev.jsonl").write_text(json.dumps(claim) + "\n")


def test_a_setting_that_does_not_fit_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_benchmark(tmp_path / "scifact")
    monkeypatch.setenv("CLAIMWISE_DATA", str(tmp_path))
    recipe = Recipe("quin", "", "", load("quin").stages, (HERE,))

    def opened(_: Path | None, __: Recipe) -> Config:
        raise ConfigError("selection.by is context or similarity, not 'magic'")

    with pytest.raises(ConfigError, match="magic"):
        list(reproduce(recipe, opened))


def test_retrieval_is_measured_on_the_benchmark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedder: Embedder
) -> None:
    write_benchmark(tmp_path / "data" / "scifact")
    monkeypatch.setenv("CLAIMWISE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CLAIMWISE_CACHE", str(tmp_path / "cache"))
    found = Expected("scifact", "dev", "retrieval", "R@3", paper=69.4, here=100.0)
    recipe = Recipe("verisci", "", "", load("verisci").stages, (found,))

    def opened(corpus: Path | None, chosen: Recipe) -> Config:
        assert corpus is not None
        return Config(chosen, cached_index([corpus], embedder), embedder, VerifierModel())

    [row] = reproduce(recipe, opened)
    assert (row.measured, row.outcome) == (100.0, "OK")


@pytest.mark.slow
@pytest.mark.usefixtures("wordnet")
def test_averitec_is_measured_with_its_own_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedder: Embedder, demo_index: Index
) -> None:
    folder = tmp_path / "averitec"
    folder.mkdir()
    asked = {
        "question": "Was it closed?",
        "answers": [{"answer": "The bridge was closed.", "answer_type": "Extractive"}],
    }
    claim = {
        "claim": "The bridge was closed.",
        "label": "Supported",
        "justification": "So it was.",
        "questions": [asked],
    }
    (folder / "dev.json").write_text(json.dumps([claim | {"claim_date": "25-8-2020"}]))
    monkeypatch.setenv("CLAIMWISE_DATA", str(tmp_path))
    expected = Expected("averitec", "dev", "gold", "accuracy", here=100.0)
    recipe = Recipe("averitec", "", "", load("averitec").stages, (expected,))
    [row] = reproduce(recipe, lambda _, chosen: Config(chosen, demo_index, embedder, VerifierModel()))
    assert (row.measured, row.outcome) == (100.0, "OK")
