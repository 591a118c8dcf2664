"""One suite for every verifier: what the contract in `stages.py` promises."""

import random

import pytest

from claimwise.errors import InputError
from claimwise.labels import Stance
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.questions.sentences import RuleAsker
from claimwise.stages import Selector, Verifier
from claimwise.types import Claim, Document, Judgement
from claimwise.verification.answers import AskingVerifier
from claimwise.verification.joint import JointVerifier
from claimwise.verification.labellers import ReadingLabeller
from claimwise.verification.rule_selector import RuleSelector
from claimwise.verification.select_then_label import SelectThenLabel
from claimwise.verification.selectors import ContextSelector, OracleSelector, SentenceSelector, SimilaritySelector
from claimwise.verification.sentence_by_sentence import SentenceBySentence

CLAIM = Claim("1", "The measles vaccine causes autism.")
OTHER = Claim("2", "Goldfish remember things for months.")


def selector_of(kind: str, model: VerifierModel) -> Selector:
    gold = [Judgement("1", "vaccines-01", Stance.REFUTES, ((1,),))]
    selectors: dict[str, Selector] = {
        "sentence by sentence": SentenceSelector(model),
        "in context": ContextSelector(model),
        "by similarity": SimilaritySelector(Embedder(), threshold=0.8),
        "oracle": OracleSelector(gold),
    }
    return selectors[kind]


KINDS = ["joint", "asking", "by rule", "sentence by sentence", "in context", "by similarity", "oracle"]


@pytest.fixture(scope="module", params=KINDS)
def verifier(request: pytest.FixtureRequest) -> Verifier:
    model = VerifierModel()
    if request.param == "joint":
        return JointVerifier(model)
    if request.param == "by rule":
        return SentenceBySentence(RuleSelector(use_synonyms="off"), ReadingLabeller(model))
    if request.param == "asking":
        return AskingVerifier(JointVerifier(model), RuleAsker())
    return SelectThenLabel(selector_of(request.param, model), ReadingLabeller(model))


def test_it_is_a_verifier_and_gives_one_evidence_per_pair_in_order(
    verifier: Verifier, demo_documents: list[Document]
) -> None:
    assert isinstance(verifier, Verifier)
    pairs = [(claim, document) for document in demo_documents[:4] for claim in (CLAIM, OTHER)]
    found = verifier.verify(pairs)
    assert [(one.claim_id, one.doc_id) for one in found] == [(claim.id, document.id) for claim, document in pairs]


def test_evidence_is_well_formed(verifier: Verifier, demo_documents: list[Document]) -> None:
    pairs = [(CLAIM, document) for document in demo_documents[:6]]
    for one, (_, document) in zip(verifier.verify(pairs), pairs, strict=True):
        assert sum(one.probabilities.values()) == pytest.approx(1.0)
        assert len(one.sentences) == len(one.sentence_scores) == len(set(one.sentences))
        assert all(0 <= i < len(document.sentences) for i in one.sentences)
        assert all(0 <= score <= 1 for score in one.sentence_scores)
        assert list(one.sentence_scores) == sorted(one.sentence_scores, reverse=True)
        assert bool(one.sentences) == (one.label is not Stance.NOT_ENOUGH_INFO)


def test_company_and_order_change_nothing(verifier: Verifier, demo_documents: list[Document]) -> None:
    pairs = [(claim, document) for document in demo_documents[:3] for claim in (CLAIM, OTHER)]
    together = dict(zip(pairs, verifier.verify(pairs), strict=True))
    shuffled = random.Random(1).sample(pairs, len(pairs))
    assert dict(zip(shuffled, verifier.verify(shuffled), strict=True)) == together
    assert verifier.verify([pairs[2]]) == [together[pairs[2]]]


def test_no_pairs_no_evidence(verifier: Verifier) -> None:
    assert verifier.verify([]) == []


def test_a_document_without_sentences_says_nothing(verifier: Verifier) -> None:
    [one] = verifier.verify([(CLAIM, Document("empty", "The measles vaccine causes autism", ()))])
    assert one.label is Stance.NOT_ENOUGH_INFO


@pytest.mark.slow
def test_a_very_long_document_is_read_to_its_end(demo_documents: list[Document]) -> None:
    filler = tuple(f"The museum of clocks opened its room number {i} to visitors." for i in range(150))
    long = Document("long", demo_documents[0].title, (*filler, *demo_documents[0].sentences))
    [found] = JointVerifier().verify([(CLAIM, long)])
    assert found.label is not Stance.NOT_ENOUGH_INFO
    assert all(i >= len(filler) for i in found.sentences)


def test_a_claim_that_is_too_long_is_an_error_that_says_the_limit(demo_documents: list[Document]) -> None:
    claim = Claim("1", "vaccines cause " + "very " * 500 + "much")
    with pytest.raises(InputError, match="reads at most 396"):
        JointVerifier().verify([(claim, demo_documents[0])])
