"""From evidence to verdicts: sides, conflict, silence, confidence, near-duplicates."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.labels import SIDES, Stance, VerdictLabel
from claimwise.types import Claim, Document, Evidence
from claimwise.verdict.duplicates import near_duplicates
from claimwise.verdict.stances import ordered
from claimwise.verdict.weighing import Calibration, WeighingAggregator, calibrated

CLAIM = Claim("1", "Tea cures colds.")


def evidence(supports: float, refutes: float, *, cited: bool = True, doc_id: str = "a") -> Evidence:
    shares = {Stance.SUPPORTS: supports, Stance.REFUTES: refutes, Stance.NOT_ENOUGH_INFO: 1 - supports - refutes}
    label = max(shares, key=lambda stance: shares[stance])
    sentences = (0,) if cited and label is not Stance.NOT_ENOUGH_INFO else ()
    return Evidence("1", doc_id, label, shares, sentences, (0.9,) * len(sentences))


def label_of(*items: Evidence) -> VerdictLabel:
    return WeighingAggregator().aggregate(CLAIM, items).label


def test_each_side_can_win() -> None:
    assert label_of(evidence(0.9, 0.05), evidence(0.1, 0.1)) is VerdictLabel.SUPPORTED
    assert label_of(evidence(0.05, 0.9), evidence(0.1, 0.1)) is VerdictLabel.REFUTED


def test_strong_evidence_on_both_sides_is_conflict_and_weak_is_not() -> None:
    assert label_of(evidence(0.9, 0.05), evidence(0.05, 0.85)) is VerdictLabel.CONFLICTING
    assert label_of(evidence(0.95, 0.01), evidence(0.1, 0.5)) is VerdictLabel.SUPPORTED


def test_nothing_decided_is_not_enough_evidence() -> None:
    assert label_of() is VerdictLabel.NOT_ENOUGH_EVIDENCE
    assert label_of(evidence(0.2, 0.1)) is VerdictLabel.NOT_ENOUGH_EVIDENCE


@pytest.mark.parametrize(
    ("supports", "refutes", "verdict"),
    [
        (0.26, 0.27, VerdictLabel.NOT_ENOUGH_EVIDENCE),
        (0.20, 0.44, VerdictLabel.REFUTED),
        (0.05, 0.44, VerdictLabel.NOT_ENOUGH_EVIDENCE),
    ],
)
def test_a_side_decides_only_if_that_is_likelier_than_silence(
    supports: float, refutes: float, verdict: VerdictLabel
) -> None:
    weak = replace(evidence(supports, refutes), label=Stance.REFUTES, sentences=(0,), sentence_scores=(0.6,))
    assert label_of(weak) is verdict
    assert label_of(weak, weak) is VerdictLabel.REFUTED


def test_a_verdict_for_a_side_cites_a_sentence() -> None:
    assert label_of(evidence(0.9, 0.05, cited=False)) is VerdictLabel.NOT_ENOUGH_EVIDENCE


def test_more_of_the_same_side_makes_surer_and_the_other_side_less_sure() -> None:
    def confidence(*items: Evidence) -> float:
        return WeighingAggregator().aggregate(CLAIM, items).confidence

    one, more, against = evidence(0.8, 0.1), evidence(0.7, 0.1), evidence(0.1, 0.6)
    assert confidence(one, more) > confidence(one) > confidence(one, against)


def test_of_the_undecided_the_one_nearest_to_a_stance_comes_first() -> None:
    items = [evidence(*shares, doc_id=name) for name, shares in
             {"far": (0.01, 0.0), "near": (0.3, 0.15), "mid": (0.1, 0.1)}.items()]  # fmt: skip
    assert [one.doc_id for one in ordered(items)] == ["near", "mid", "far"]


def test_the_strongest_evidence_comes_first() -> None:
    items = (evidence(0.2, 0.1, doc_id="silent"), evidence(0.9, 0.05, doc_id="loud"))
    assert [one.doc_id for one in WeighingAggregator().aggregate(CLAIM, items).evidence] == ["loud", "silent"]


PROBABILITIES = st.tuples(st.floats(0, 1), st.floats(0, 1)).filter(lambda pair: sum(pair) <= 1)


@given(st.lists(PROBABILITIES, max_size=6))
def test_confidence_is_a_probability_and_decisive_verdicts_cite(pairs: list[tuple[float, float]]) -> None:
    verdict = WeighingAggregator().aggregate(CLAIM, [evidence(*pair) for pair in pairs])
    assert 0 <= verdict.confidence <= 1
    for stance, label in SIDES.items():
        if verdict.label in {label, VerdictLabel.CONFLICTING}:
            assert any(one.label is stance and one.sentences for one in verdict.evidence)


@given(st.lists(PROBABILITIES, max_size=4), PROBABILITIES)
def test_evidence_against_a_side_never_makes_it_decide(
    pairs: list[tuple[float, float]], more: tuple[float, float]
) -> None:
    items = [evidence(*pair) for pair in pairs]
    one = evidence(*more)
    gained = label_of(*items, one)
    if gained in SIDES.values() and SIDES.get(one.label) is not gained:
        assert label_of(*items) is gained


def test_sides_of_equal_weight_decide_nothing() -> None:
    assert label_of(evidence(0.69, 0.05), evidence(0.05, 0.69)) is VerdictLabel.NOT_ENOUGH_EVIDENCE


def test_calibration_bends_the_confidence() -> None:
    assert calibrated(0.7, 1.0, 0.0) == pytest.approx(0.7)
    assert calibrated(0.5, 2.0, 1.0) == pytest.approx(1 / (1 + math.exp(-1)))
    humble = WeighingAggregator(Calibration(slope=0.5, shift=-0.5)).aggregate(CLAIM, [evidence(0.9, 0.05)])
    assert humble.confidence < WeighingAggregator().aggregate(CLAIM, [evidence(0.9, 0.05)]).confidence


TEXT = "Tea was given to two hundred people with colds over three winters, and their colds lasted as long as before"


def test_near_duplicates_are_found_and_different_documents_are_not() -> None:
    documents = [
        Document("a", "Tea", (f"{TEXT} the trial.",)),
        Document("b", "Tea again", (f"{TEXT} the study.",)),
        Document("c", "Coffee", ("Coffee was not given to anybody in the whole of this long study of winters.",)),
        Document("d", "", ()),
        Document("e", "", ()),
    ]
    assert near_duplicates(documents) == {"b": "a"}


@pytest.mark.parametrize(
    "added", ["Copyright 2016 Elsevier Ltd.", "No conflicts of interest were declared.", "ClinicalTrials.gov 0012345."]
)
def test_what_is_said_of_the_publication_makes_no_other_document(added: str) -> None:
    documents = [Document("a", "Tea", (f"{TEXT}.",)), Document("b", "Tea", (f"{TEXT}.", added))]
    assert near_duplicates(documents) == {"b": "a"}


def test_what_denies_another_document_does_not_repeat_it() -> None:
    documents = [
        Document("a", "Tea", (f"{TEXT}.", "Tea shortens colds.")),
        Document("b", "Tea", (f"{TEXT}.", "Tea does not shorten colds.")),
    ]
    assert near_duplicates(documents) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("had more strokes than patients given placebo", "had less strokes than patients given placebo"),
        ("saw risk increased at the end of the trial", "saw risk decreased at the end of the trial"),
        ("felt better in 2 of 90 cases at the end", "felt better in 77 of 90 cases at the end"),
    ],
)
def test_documents_that_differ_in_direction_or_number_are_both_read(one: str, other: str) -> None:
    common = "This trial of patients in nine large hospitals lasted for many years and was led by a team from Norway."
    documents = [
        Document(name, "", (common, f"Patients given aspirin {text}.")) for name, text in (("a", one), ("b", other))
    ]
    assert near_duplicates(documents) == {}


def test_the_surest_document_of_a_side_comes_first() -> None:
    unsure = Evidence("1", "a", Stance.SUPPORTS, shares(0.49, 0.46), (0,), (0.9,))
    sure = Evidence("1", "b", Stance.SUPPORTS, shares(0.88, 0.02), (0,), (0.9,))
    silent = Evidence("1", "c", Stance.NOT_ENOUGH_INFO, shares(0.3, 0.3), (), ())
    assert [one.doc_id for one in ordered([silent, unsure, sure])] == ["b", "a", "c"]


def shares(supports: float, refutes: float) -> dict[Stance, float]:
    return {
        Stance.SUPPORTS: supports,
        Stance.REFUTES: refutes,
        Stance.NOT_ENOUGH_INFO: 1 - supports - refutes,
    }
