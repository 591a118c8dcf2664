"""Justifications: counts and quotations, and no word from elsewhere."""

from collections.abc import Sequence
from dataclasses import replace

from claimwise.justification.quoting import QuotingJustifier
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Document, Evidence, Verdict

DOCUMENTS = {
    "a": Document(
        "a", "Tea and colds", ("We gave tea.", "Colds lasted 7 days with tea and 7 without."), date="2019-05"
    ),
    "b": Document("b", "Tea heals", ("Tea ended colds after 2 days.",)),
    "c": Document("c", "", ("Coffee is drunk.",)),
}


def lookup(doc_ids: Sequence[str]) -> dict[str, Document]:
    return {doc_id: DOCUMENTS[doc_id] for doc_id in doc_ids}


def evidence(doc_id: str, label: Stance, *sentences: int) -> Evidence:
    shares = {stance: 0.8 if stance is label else 0.1 for stance in Stance}
    return Evidence("1", doc_id, label, shares, sentences, (0.9,) * len(sentences))


def justify(label: VerdictLabel, *items: Evidence, claim: str = "Tea ends colds within 3 days.") -> str:
    return QuotingJustifier(lookup).justify(Verdict(Claim("1", claim), label, 0.9, items, ""))


def test_the_strongest_is_quoted_with_its_title_and_the_numbers_that_differ() -> None:
    text = justify(VerdictLabel.REFUTED, evidence("a", Stance.REFUTES, 1), evidence("c", Stance.NOT_ENOUGH_INFO))
    assert text == (
        "Of the 2 documents read, one refutes the claim, none supports it. What most refutes it is “Tea and colds” "
        "(2019): “Colds lasted 7 days with tea and 7 without.” (The claim says 3, the sentence 7.)"
    )


def test_a_conflict_quotes_both_sides() -> None:
    text = justify(VerdictLabel.CONFLICTING, evidence("a", Stance.REFUTES, 1), evidence("b", Stance.SUPPORTS, 0))
    assert "Colds lasted 7 days" in text
    assert "Tea ended colds" in text
    assert "one supports the claim and one refutes the claim" in text


def test_undecided_names_the_closest_and_the_words_that_nothing_has() -> None:
    text = justify(
        VerdictLabel.NOT_ENOUGH_EVIDENCE, evidence("c", Stance.NOT_ENOUGH_INFO), claim="Coffee shrinks tumours."
    )
    assert text == (
        "The one document read does not decide. The closest is document c. None of them has the words “shrinks”, "
        "“tumours”."
    )


def test_a_side_that_does_not_decide_is_named_and_not_quoted() -> None:
    weak = evidence("a", Stance.REFUTES, 1)
    text = justify(VerdictLabel.NOT_ENOUGH_EVIDENCE, weak, evidence("c", Stance.NOT_ENOUGH_INFO), claim="Tea cures.")
    assert text == (
        "Of the 2 documents read, one refutes the claim, none supports it. That is not sure enough to decide. The "
        "closest is “Tea and colds” (2019). None of them has the word “cures”."
    )


def test_a_document_that_names_no_sentence_is_counted_and_not_quoted() -> None:
    bare = replace(evidence("a", Stance.REFUTES, 1), sentences=(), sentence_scores=())
    text = justify(VerdictLabel.REFUTED, bare, evidence("c", Stance.NOT_ENOUGH_INFO))
    assert text == "Of the 2 documents read, one refutes the claim, none supports it."


def test_nothing_found_is_said_plainly() -> None:
    assert justify(VerdictLabel.NOT_ENOUGH_EVIDENCE) == "No document was found."


def test_a_long_sentence_is_cut_at_a_word() -> None:
    DOCUMENTS["long"] = Document("long", "Long", ("tea " * 300,))
    text = justify(VerdictLabel.SUPPORTED, evidence("long", Stance.SUPPORTS, 0))
    assert len(text) < 600
    assert text.endswith("tea …”")
