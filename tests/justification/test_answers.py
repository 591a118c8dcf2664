from collections.abc import Sequence

from claimwise.justification.answers import AnswerJustifier
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Document, Evidence, Verdict

CLAIM = Claim("1", "The bridge cost 5 million euros.")
DOCUMENTS = {
    "a#0": Document(
        "a#0", "Town news", ("It cost 4 million euros.",), url="https://www.town.example/a", date="2019-05-04"
    ),
    "b#0": Document("b#0", "", ("Five million, said the mayor.",), url="https://b.example/x"),
}


def lookup(doc_ids: Sequence[str]) -> dict[str, Document]:
    return {doc_id: DOCUMENTS[doc_id] for doc_id in doc_ids}


def evidence(doc_id: str, label: Stance) -> Evidence:
    shares = {stance: 0.8 if stance is label else 0.1 for stance in Stance}
    places = () if label is Stance.NOT_ENOUGH_INFO else (0,)
    answer = DOCUMENTS[doc_id].sentences[0]
    return Evidence("1", doc_id, label, shares, places, (0.8,) * len(places), "How much did it cost?", answer)


def justify(label: VerdictLabel, *found: Evidence) -> str:
    return AnswerJustifier(lookup).justify(Verdict(CLAIM, label, 0.8, found, justification=""))


def test_it_names_the_answer_its_source_its_date_and_the_numbers() -> None:
    told = justify(VerdictLabel.REFUTED, evidence("a#0", Stance.REFUTES), evidence("b#0", Stance.SUPPORTS))
    assert told.startswith("The claim that the bridge cost 5 million euros is refuted by the evidence.")
    assert "“Town news” (town.example, 2019-05-04) speaks against it: “It cost 4 million euros.”" in told
    assert "(asked: How much did it cost?)" in told
    assert "The claim says 5 million, the source 4 million." in told
    assert "Five million" not in told
    assert "One answer on the other side weighs less." in told


def test_a_conflict_quotes_both_sides() -> None:
    told = justify(VerdictLabel.CONFLICTING, evidence("a#0", Stance.REFUTES), evidence("b#0", Stance.SUPPORTS))
    assert "It cost 4 million euros." in told
    assert "b.example supports it: “Five million, said the mayor.”" in told


def test_not_enough_evidence_says_what_is_missing() -> None:
    told = justify(VerdictLabel.NOT_ENOUGH_EVIDENCE, evidence("b#0", Stance.NOT_ENOUGH_INFO))
    assert "No answer was found that decides “How much did it cost?”" in told
    assert "The nearest is from b.example" in told
    assert "No document from before the claim was found." in justify(VerdictLabel.NOT_ENOUGH_EVIDENCE)


def test_where_no_answer_decides_alone_it_says_so() -> None:
    told = justify(VerdictLabel.REFUTED, evidence("a#0", Stance.NOT_ENOUGH_INFO), evidence("b#0", Stance.SUPPORTS))
    assert "No answer decides it alone; those that tell most are these." in told
    assert "“Town news” (town.example, 2019-05-04) says: “It cost 4 million euros.”" in told
    assert "One answer on the other side weighs less." in told
