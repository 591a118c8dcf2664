"""What the verifier learns from: folds, opposites, granularities, and the general sets."""

from pathlib import Path

import pytest

from claimwise.formats.scifact import AnnotatedClaim, read_claims
from claimwise.labels import Stance
from claimwise.training.folds import folds_of
from claimwise.training.general import general_samples
from claimwise.training.negation import negate, renumber, reverse
from claimwise.training.scifact import Mix, scifact_samples
from claimwise.training.unlabelled import unlabelled_samples
from claimwise.types import Claim, Document, Judgement


def claim(name: str, *cited: str) -> AnnotatedClaim:
    return AnnotatedClaim(Claim(name, f"Claim {name} is high."), cited)


def test_claims_that_share_a_document_share_a_fold() -> None:
    claims = [claim("1", "a"), claim("2", "a", "b"), claim("3", "b"), *(claim(str(i), f"d{i}") for i in range(4, 20))]
    folds = folds_of(claims, count=3)
    assert folds["1"] == folds["2"] == folds["3"]
    sizes = [list(folds.values()).count(fold) for fold in range(3)]
    assert max(sizes) - min(sizes) <= 1
    assert folds == folds_of(list(reversed(claims)), count=3)


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("Aspirin increases risk.", "Aspirin decreases risk."),
        ("Higher doses help.", "Lower doses help."),
        ("Tea reduces pain.", "Tea increases pain."),
        ("Tea is a drink.", None),
    ],
)
def test_directions_are_turned_round(text: str, turned: str | None) -> None:
    assert reverse(text) == turned


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("Tea is a drink.", "Tea is not a drink."),
        ("Tea is not a drink.", "Tea is a drink."),
        ("Tea cannot cure colds.", "Tea can cure colds."),
        ("Tea does not cure colds.", "Tea does cure colds."),
        ("Tea reduces pain.", "Tea does not reduce pain."),
        ("Tea suppresses pain.", "Tea does not suppress pain."),
        ("Tea cures colds.", None),
        ("There is no tea.", "There is tea."),
    ],
)
def test_negations_are_put_in_and_taken_out(text: str, negated: str | None) -> None:
    assert negate(text) == negated


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Tea helps 40% of people.", "Tea helps 80% of people."),
        ("Tea helps 90% of people.", "Tea helps 45% of people."),
        ("Pain falls after 12 weeks of tea.", "Pain falls after 24 weeks of tea."),
        ("Tea leads to a 3-fold rise.", "Tea leads to a 6-fold rise."),
        ("Tea helps more than 90% of people.", None),
        ("Tea helps 20-40% of people.", None),
        ("Interleukin 6 rises in type 2 diabetes.", None),
    ],
)
def test_amounts_are_changed_but_not_bounds_ranges_and_names(text: str, other: str | None) -> None:
    assert renumber(text) == other


DOCUMENTS = {
    name: Document(name, f"Title {name}", ("First.", "Second is high.", "Third."), metadata={}) for name in "abcd"
}


def test_scifact_gives_every_granularity_and_true_negatives() -> None:
    one = AnnotatedClaim(Claim("1", "It is high."), ("a", "b"), (Judgement("1", "a", Stance.SUPPORTS, ((1,), (0, 1))),))
    samples = scifact_samples(
        [one], DOCUMENTS, {"1": ["a", "c", "b", "d"]}, mix=Mix(opposites=1.0, hard_negatives=2), seed=0
    )
    kinds = [sample.origin for sample in samples]
    assert kinds.count("scifact_rationale") == 4
    assert kinds.count("scifact_cited") == 1
    assert kinds.count("scifact_hard") == 2
    assert {sample.title for sample in samples if sample.origin == "scifact_hard"} == {"Title c", "Title d"}
    whole = [sample for sample in samples if sample.origin == "scifact"]
    expected = {"It is low.": Stance.REFUTES, "It is not high.": Stance.REFUTES, "It is not low.": Stance.SUPPORTS}
    assert whole[0].label is Stance.SUPPORTS
    assert whole[1].label is expected[whole[1].claim]
    assert whole[0].stances == (Stance.SUPPORTS, Stance.SUPPORTS, Stance.NOT_ENOUGH_INFO)
    for sample in samples:
        if sample.origin in ("scifact_cited", "scifact_hard", "scifact_sentence"):
            assert sample.label is Stance.NOT_ENOUGH_INFO


def test_a_refuted_claim_is_negated_but_not_reversed() -> None:
    one = AnnotatedClaim(Claim("1", "Tea increases risk."), ("a",), (Judgement("1", "a", Stance.REFUTES, ((1,),)),))
    samples = scifact_samples([one], DOCUMENTS, {"1": []}, mix=Mix(opposites=1.0), seed=0)
    labels = {sample.claim: sample.label for sample in samples if sample.origin == "scifact"}
    assert labels == {"Tea increases risk.": Stance.REFUTES, "Tea does not increase risk.": Stance.SUPPORTS}


def test_unlabelled_abstracts_decide_what_their_authors_conclude() -> None:
    tea = Document(
        "t",
        "Green tea reduces blood pressure in adults",
        (
            "We asked whether green tea reduces blood pressure in adults.",
            "Ninety volunteers took part.",
            "Blood pressure of adults who drank green tea was reduced by a tenth.",
        ),
    )
    iron = Document("i", "Iron deficiency in adults.", ("Iron is an element.", "Adults with green eyes were studied."))
    samples = unlabelled_samples([tea, iron], whole=1.0, seed=1)
    pairs = {one.claim: one for one in samples if one.origin == "unlabelled"}
    assert pairs["Green tea reduces blood pressure in adults"].label is Stance.SUPPORTS
    assert pairs["Green tea increases blood pressure in adults"].label is Stance.REFUTES
    assert all(one.sentences == (tea.sentences[2],) for one in pairs.values())
    other = [one for one in samples if one.origin == "unlabelled_other"]
    assert [(one.sentences, one.label) for one in other] == [((iron.sentences[1],), Stance.NOT_ENOUGH_INFO)]
    whole = next(one for one in samples if one.origin == "unlabelled_abstract")
    assert whole.stances == (None, Stance.NOT_ENOUGH_INFO, whole.label)


@pytest.mark.slow
def test_general_samples_leave_out_what_measures(shared_data: Path) -> None:
    samples = general_samples(shared_data, seed=0)
    assert {sample.origin for sample in samples} >= {
        "mnli_dev",
        "snli_dev",
        "fever_train",
        "fever_dev",
        "fm2",
        "pubmedqa",
    }
    dev = {one.claim.text for one in read_claims(shared_data / "scifact" / "claims_dev.jsonl")}
    assert not dev & {sample.claim for sample in samples}
    for sample in samples:
        assert sample.claim
        assert all(sample.sentences)
    some = general_samples(shared_data, seed=0, share=0.1)
    assert len(some) < len(samples) / 3
