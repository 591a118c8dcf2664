from collections.abc import Mapping, Sequence

import pytest

from claimwise.labels import Stance, VerdictLabel
from claimwise.stages import Selection
from claimwise.types import Claim, Document
from claimwise.verdict.summing import SummingAggregator
from claimwise.verification.sentence_by_sentence import SentenceBySentence

CLAIM = Claim("1", "A claim.")
S, R, N = Stance.SUPPORTS, Stance.REFUTES, Stance.NOT_ENOUGH_INFO
SHARES = {
    "yes": {S: 0.8, R: 0.1, N: 0.1},
    "no": {S: 0.0, R: 0.9, N: 0.1},
    "weak no": {S: 0.1, R: 0.5, N: 0.4},
    "none": {S: 0.3, R: 0.1, N: 0.6},
}


class Everything:
    def select(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Selection]:
        sizes = [len(document.sentences) for _, document in pairs]
        return [Selection(tuple(range(size)), (1.0,) * size) for size in sizes]


class ByWord:
    def label(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Mapping[Stance, float]]:
        return [SHARES[document.sentences[0]] for _, document in pairs]


def check(*documents: tuple[str, ...], decide_at: float = 0.0) -> tuple[VerdictLabel, float, list[tuple[int, ...]]]:
    verifier = SentenceBySentence(Everything(), ByWord(), decide_at=decide_at)
    pairs = [(CLAIM, Document(str(i), "T", sentences)) for i, sentences in enumerate(documents)]
    evidence = verifier.verify(pairs)
    verdict = SummingAggregator().aggregate(CLAIM, evidence)
    return verdict.label, verdict.confidence, [one.sentences for one in evidence]


def test_what_says_nothing_is_dropped_and_the_rest_summed() -> None:
    label, confidence, sentences = check(("none", "yes", "none"), ("weak no",))
    assert label is VerdictLabel.SUPPORTED
    assert confidence == pytest.approx((0.8 + 0.1) / 2)
    assert sentences == [(1,), (0,)]


def test_many_weak_sentences_outweigh_one_strong_one() -> None:
    assert check(("yes",), ("weak no", "weak no"))[0] is VerdictLabel.REFUTED
    assert check(("yes", "no"))[0] is VerdictLabel.REFUTED


def test_the_sum_is_over_sentences_wherever_they_stand() -> None:
    assert check(("yes", "weak no", "weak no"))[1] == pytest.approx(check(("yes",), ("weak no", "weak no"))[1])


def test_nothing_said_is_not_enough_evidence() -> None:
    assert check(("none",), ())[0] is VerdictLabel.NOT_ENOUGH_EVIDENCE
    assert check()[0] is VerdictLabel.NOT_ENOUGH_EVIDENCE


def test_sentences_come_the_most_decided_first() -> None:
    assert check(("weak no", "none", "no"))[2] == [(2, 0)]


def test_a_sentence_that_is_not_sure_enough_does_not_count() -> None:
    assert check(("yes",), ("weak no", "weak no"), decide_at=0.7)[0] is VerdictLabel.SUPPORTED
    assert check(("weak no",), decide_at=0.7)[0] is VerdictLabel.NOT_ENOUGH_EVIDENCE
