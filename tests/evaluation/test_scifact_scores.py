"""SciFact's metrics: by hand on small cases, and to all published digits on other systems' predictions."""

import json
from pathlib import Path
from typing import Any

import pytest

from claimwise.errors import InputError
from claimwise.evaluation.scifact import bootstrap, count_claim, score_claims
from claimwise.formats.scifact import read_claims, read_predictions
from claimwise.labels import Stance
from claimwise.types import Evidence, Judgement

GOLD = Judgement("1", "a", Stance.SUPPORTS, ((2,), (4, 5)))


def predicted(*sentences: int, label: Stance = Stance.SUPPORTS, doc_id: str = "a") -> Evidence:
    shares = {stance: float(stance is label) for stance in Stance}
    return Evidence("1", doc_id, label, shares, sentences, (1.0,) * len(sentences))


@pytest.mark.parametrize(
    ("sentences", "selected", "rationalised"),
    [((2,), 1, 1), ((4,), 0, 0), ((4, 5), 2, 1), ((2, 4), 1, 1), ((7, 8, 9, 2), 1, 0), ((4, 5, 2), 3, 1), ((7,), 0, 0)],
)
def test_a_sentence_counts_only_with_the_whole_of_its_rationale(
    sentences: tuple[int, ...], selected: int, rationalised: int
) -> None:
    counts = count_claim([GOLD], [predicted(*sentences)])
    assert (counts.selected, counts.rationalised) == (selected, rationalised)
    assert counts.sentences == len(sentences)
    assert counts.gold_sentences == 3


def test_a_wrong_label_keeps_the_selection_and_loses_the_rest() -> None:
    counts = count_claim([GOLD], [predicted(2, label=Stance.REFUTES)])
    assert (counts.selected, counts.selected_labelled, counts.labelled, counts.rationalised) == (1, 0, 0, 0)


def test_evidence_without_a_stance_is_no_prediction_and_other_documents_cost_precision() -> None:
    silent = predicted(label=Stance.NOT_ENOUGH_INFO)
    assert count_claim([GOLD], [silent]).abstracts == 0
    scores = score_claims({"1": [GOLD]}, {"1": [predicted(2), predicted(0, doc_id="b")]})
    assert scores["abstract"]["label_only"] == {"precision": 0.5, "recall": 1.0, "f1": pytest.approx(2 / 3)}


def test_predictions_for_unknown_claims_are_an_error() -> None:
    with pytest.raises(InputError, match="not in the gold"):
        score_claims({"1": [GOLD]}, {"2": []})


def test_the_bootstrap_is_reproducible_and_zero_where_every_claim_is_alike() -> None:
    gold = {str(i): [GOLD] for i in range(20)}
    means, deviations = bootstrap(gold, {name: [predicted(2)] for name in gold}, rounds=20)
    assert means["abstract"]["label_only"]["f1"] == 1.0
    assert deviations["abstract"]["label_only"]["f1"] == 0.0
    half = {name: [predicted(2)] if int(name) % 2 else [] for name in gold}
    assert bootstrap(gold, half, rounds=50) == bootstrap(gold, half, rounds=50)
    means, deviations = bootstrap(gold, half)
    assert means["abstract"]["label_only"]["recall"] == pytest.approx(0.5, abs=0.01)
    assert deviations["abstract"]["label_only"]["recall"] == pytest.approx((0.25 / 20) ** 0.5, rel=0.05)


NAMES = {
    ("sentence", "selection"): "sentence_selection",
    ("sentence", "selection_label"): "sentence_label",
    ("abstract", "label_only"): "abstract_label_only",
    ("abstract", "label_rationale"): "abstract_rationalized",
}


def test_arsjoint_has_its_published_scores(shared_data: Path) -> None:
    folder = shared_data / "scifact" / "system_predictions" / "arsjoint"
    gold = {one.claim.id: one.judgements for one in read_claims(shared_data / "scifact" / "claims_dev.jsonl")}
    scores = score_claims(gold, read_predictions(folder / "merged_predictions.jsonl"))
    expected = json.loads((folder / "result_evaluation.json").read_text())
    for (level, metric), name in NAMES.items():
        assert scores[level][metric] == pytest.approx(expected[name], abs=1e-12)


def test_the_official_fixture_has_its_expected_scores(shared_data: Path) -> None:
    folder = shared_data / "scifact" / "system_predictions" / "scifact-evaluator-fixture"
    gold = {one.claim.id: one.judgements for one in read_claims(folder / "gold_small.jsonl")}
    scores = score_claims(gold, read_predictions(folder / "predictions_small.jsonl"))
    expected = json.loads((folder / "expected_metrics_small.json").read_text())
    for (level, metric), name in NAMES.items():
        for part, value in scores[level][metric].items():
            assert value == pytest.approx(expected[f"{name}_{part}"], abs=1e-12)


def test_the_official_dummy_has_its_expected_scores(shared_data: Path) -> None:
    """It predicts evidence for every claim of the blind test set, of which none is known here."""
    folder = shared_data / "scifact" / "system_predictions" / "scifact-evaluator-fixture"
    gold = {one.claim.id: one.judgements for one in read_claims(shared_data / "scifact" / "claims_test.jsonl")}
    scores = score_claims(gold, read_predictions(folder / "predictions_dummy.jsonl"))
    expected = json.loads((folder / "expected_metrics_dummy.json").read_text())
    for (level, metric), name in NAMES.items():
        for part, value in scores[level][metric].items():
            assert value == expected[f"{name}_{part}"]


def test_scikgat_has_its_published_scores(shared_data: Path) -> None:
    folder = shared_data / "scifact" / "system_predictions" / "scikgat"
    stances = {"SUPPORT": Stance.SUPPORTS, "CONTRADICT": Stance.REFUTES, "NOT_ENOUGH_INFO": Stance.NOT_ENOUGH_INFO}
    labels = _json_lines(folder / "kgat_dev_roberta_large_mlm.jsonl", "labels")
    rationales = _json_lines(folder / "rationale_selection_dev_scibert_mlm.jsonl", "evidence")
    found = {
        claim_id: [
            predicted(*rationales[claim_id][doc_id], label=stances[entry["label"]], doc_id=doc_id)
            for doc_id, entry in of_claim.items()
        ]
        for claim_id, of_claim in labels.items()
    }
    gold = {one.claim.id: one.judgements for one in read_claims(shared_data / "scifact" / "claims_dev.jsonl")}
    scores = score_claims(gold, found)
    assert [round(100 * value, 2) for value in scores["abstract"]["label_rationale"].values()] == [84.26, 43.54, 57.41]
    assert [round(100 * value, 2) for value in scores["sentence"]["selection_label"].values()] == [74.36, 39.62, 51.69]


def _json_lines(path: Path, key: str) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {str(row["claim_id"]): row[key] for row in rows}
