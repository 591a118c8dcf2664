"""Expected scores, measured again."""

import json
from pathlib import Path

import pytest

from claimwise.errors import InputError
from claimwise.execution.reproduce import judged, reproduce
from claimwise.formats.datasets import VerificationDataset
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.recipes.recipe import Config, Expected, Recipe, load
from claimwise.store.cache import cached_index

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

    def opened(_: VerificationDataset, __: Recipe) -> Config:
        raise InputError("no model here")

    rows = list(reproduce(recipe, opened))
    assert [row.outcome for row in rows] == ["SKIPPED", "SKIPPED"]
    assert "paper's own weights" in rows[0].why


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


@pytest.mark.verifier
def test_retrieval_is_measured_on_the_benchmark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedder: Embedder
) -> None:
    write_benchmark(tmp_path / "data" / "scifact")
    monkeypatch.setenv("CLAIMWISE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CLAIMWISE_CACHE", str(tmp_path / "cache"))
    found = Expected("scifact", "dev", "retrieval", "R@3", paper=69.4, here=100.0)
    recipe = Recipe("verisci", "", "", load("verisci").stages, (found,))

    def opened(data: VerificationDataset, chosen: Recipe) -> Config:
        return Config(chosen, cached_index([data.corpus], embedder), embedder, VerifierModel())

    [row] = reproduce(recipe, opened)
    assert (row.measured, row.outcome) == (100.0, "OK")
