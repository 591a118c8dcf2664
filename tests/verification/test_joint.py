"""The joint verifier: how a reading becomes evidence, and what it makes of negated claims."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from claimwise.labels import Stance
from claimwise.models.verifier import Reading, VerifierModel
from claimwise.types import Claim, Document
from claimwise.verification.joint import (
    JointVerifier,
    Look,
    Settings,
    best_of,
    closer_looks,
    evidence_of,
    joined,
    levels_of,
    says_anything,
    select,
)

SETTINGS = Settings(select_within=1.0, most_sentences=3)


def reading(*odds: float) -> Reading:
    """Return a reading whose sentences have these log-odds of supporting against saying nothing."""
    rows = [[one, -20.0, 0.0] for one in odds]
    return Reading(np.array([2.0, 0.0, -2.0], dtype=np.float32), np.array(rows, dtype=np.float32).reshape(-1, 3))


@pytest.mark.parametrize(
    ("odds", "chosen"),
    [
        ((-3.0, 2.0, 1.5, 0.9), (1, 2)),
        ((-9.0, -8.5, -12.0), (1, 0)),
        ((1.0, 1.1, 1.2, 1.3), (3, 2, 1)),
        ((0.5,), (0,)),
    ],
)
def test_the_best_sentence_and_those_close_to_it_are_chosen(odds: tuple[float, ...], chosen: tuple[int, ...]) -> None:
    assert tuple(select(reading(*odds), SETTINGS)) == chosen


def test_only_sentences_of_the_window_that_decided_are_chosen() -> None:
    read = replace(reading(3.0, 2.5, 2.0, 1.9), decided_in=range(2, 4))
    assert tuple(select(read, SETTINGS)) == (2, 3)
    texts = tuple(f"Sentence {i}." for i in range(4))
    assert best_of(Document("d", "", texts), read).sentences == texts[1:4]
    assert best_of(Document("d", "", texts), replace(read, decided_in=None)).sentences == texts[:2]


def test_sentences_are_of_the_side_that_was_found_the_clearest_first() -> None:
    """The sentence that says most, but the opposite, is not one that decides."""
    rows = np.array([[0.0, 4.0, -4.0], [2.5, 0.0, -4.0], [3.0, 0.0, -4.0]], dtype=np.float32)
    read = Reading(np.array([3.0, 0.0, -2.0], dtype=np.float32), rows)
    found = evidence_of("c", "d", read, SETTINGS, saying=0.9)
    assert (found.label, found.sentences) == (Stance.SUPPORTS, (2, 1))
    assert found.sentence_scores[0] > found.sentence_scores[1] > 0.9
    other = evidence_of("c", "d", replace(read, label=read.label[[1, 0, 2]]), SETTINGS, saying=0.9)
    assert (other.label, other.sentences) == (Stance.REFUTES, (0,))


def test_a_sentence_that_is_hardly_on_the_side_is_not_chosen() -> None:
    settings = replace(SETTINGS, select_within=9.0, select_from=0.3)
    assert tuple(select(reading(2.0, -3.0, 0.5), settings)) == (0, 2)


def test_where_no_sentence_is_on_the_side_the_one_that_says_most_is_chosen() -> None:
    """The second look may find another side than the first reading: then what it looked at is what decides."""
    rows = np.array([[1.0, -4.0, 0.0], [5.0, -5.0, 0.0], [-4.0, -3.0, 0.0]], dtype=np.float32)
    read = Reading(np.array([3.0, 0.0, -2.0], dtype=np.float32), rows)
    look = np.array([0.0, 3.0, -2.0], dtype=np.float32)
    found = evidence_of("c", "d", read, replace(SETTINGS, select_from=0.12), saying=0.9, look=look)
    assert (found.label, found.sentences) == (Stance.REFUTES, (1,))


def test_what_sentences_say_by_themselves_has_its_share() -> None:
    read = reading(2.0, 1.0, -1.0)
    alone = {0: np.array([-2.0, -20.0, 0.0], dtype=np.float32), 1: np.array([3.0, -20.0, 0.0], dtype=np.float32)}
    both = joined(read, Look(None, alone), 0.5)
    assert both.sentences[:, 0].tolist() == [0.0, 2.0, -1.0]
    assert tuple(select(both, SETTINGS)) == (1,)
    assert joined(read, None, 0.5) is read


def test_only_documents_worth_it_are_looked_at_closely_and_their_best_sentences_alone() -> None:
    documents = [Document(name, "Title", tuple(f"{name}{i}" for i in range(8))) for name in "abc"]
    readings = [reading(*range(8)), reading(*range(8)), reading()]
    asked: list[tuple[str, ...]] = []

    def read(pairs: Sequence[tuple[str, Document]]) -> list[Reading]:
        asked.extend(one.sentences for _, one in pairs)
        return [reading(*(float(text[1:]) for text in one.sentences)) for _, one in pairs]

    settings = replace(SETTINGS, second_look=1.0, alone=0.5)
    worth = [False, True, True]
    looks = closer_looks(read, [("claim", one) for one in documents], readings, worth, settings)
    assert asked == [("b6", "b7"), ("b7",), ("b6",), ("b5",), ("b4",), ("b3",)]
    assert looks[0] is looks[2] is None
    assert looks[1] is not None
    assert {place: logits[0] for place, logits in looks[1].alone.items()} == {7: 7, 6: 6, 5: 5, 4: 4, 3: 3}
    asked.clear()
    hopeless = [reading(-4.0, 2.0, -2.9, -3.1)]
    closer_looks(read, [("claim", documents[1])], hopeless, [True], replace(settings, second_look=0.0))
    assert asked == [("b1",), ("b2",)]
    asked.clear()
    closer_looks(read, [("claim", one) for one in documents], readings, worth, replace(settings, alone=0.0))
    assert asked == [("b6", "b7")]


def test_a_document_that_ranks_low_says_less() -> None:
    settings = Settings(say_relevance=10.0)
    first, later = (says_anything(reading(1.0), settings, relevance) for relevance in (1.0, 0.9))
    assert first > later


def test_a_low_rank_takes_no_more_than_its_most_away() -> None:
    settings = Settings(say_relevance=10.0, say_most=2.0)
    low, lowest = (says_anything(reading(1.0), settings, relevance) for relevance in (0.8, 0.0))
    assert low == lowest


def test_where_everything_looks_like_evidence_a_document_says_less() -> None:
    settings = Settings(say_background=0.5, background=-5.0)
    unknown, quiet, loud = (says_anything(reading(1.0), settings, level=level) for level in (None, -9.0, 2.0))
    assert loud < quiet == unknown


def leaning(level: float) -> Reading:
    """Return a reading of a document with these log-odds of saying anything."""
    logits = np.array([level, -20.0, 0.0], dtype=np.float32)
    return Reading(logits, logits[None])


def test_the_level_is_that_of_what_ranks_below_the_third() -> None:
    readings = [leaning(level) for level in (9.0, 8.0, 1.0, 2.0, 7.0, 3.0)]
    ranks = [1.0, 0.9, 0.2, 0.3, 0.8, 0.1]
    assert levels_of(["c"] * 6, readings, ranks) == pytest.approx([2.0] * 6)
    assert levels_of(["c"] * 5 + ["other"], readings, ranks) == [None] * 6
    assert levels_of(["c"] * 6, readings, [1.0] * 6) == [None] * 6


def test_a_text_without_sentences_says_nothing() -> None:
    found = evidence_of("c", "d", reading(), SETTINGS, saying=says_anything(reading(), SETTINGS))
    assert found.label is Stance.NOT_ENOUGH_INFO
    assert found.sentences == ()


def test_a_second_look_decides_on_the_side() -> None:
    look = np.array([0.0, 3.0, -2.0], dtype=np.float32)
    assert evidence_of("c", "d", reading(1.0), SETTINGS, saying=0.9).label is Stance.SUPPORTS
    assert evidence_of("c", "d", reading(1.0), SETTINGS, saying=0.9, look=look).label is Stance.REFUTES


DOCUMENT = Document(
    "coffee",
    "Coffee and sleep",
    (
        "Forty adults drank coffee or water at six in the evening.",
        "Those who drank coffee slept an hour less than those who drank water.",
    ),
)


def test_a_negated_claim_is_read_as_the_opposite_of_what_it_denies() -> None:
    denying, denied = VerifierModel().read(
        [("Coffee does not shorten sleep.", DOCUMENT), ("Coffee does shorten sleep.", DOCUMENT)]
    )
    np.testing.assert_allclose(denying.label, denied.label[[1, 0, 2]])
    np.testing.assert_allclose(denying.sentences, denied.sentences[:, [1, 0, 2]])


def test_a_claim_and_its_negation_find_the_same_sentences_on_different_sides() -> None:
    pairs = [(Claim(text, text), DOCUMENT) for text in ("Coffee does shorten sleep.", "Coffee does not shorten sleep.")]
    first, second = JointVerifier().verify(pairs)
    assert first.sentences == second.sentences
    assert first.probabilities[Stance.SUPPORTS] == pytest.approx(second.probabilities[Stance.REFUTES])


def test_no_text_is_tokenised_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closer look reads sentences that were read before."""
    model, reads, texts = VerifierModel(), 0, list[str]()
    tokenizer, read = model._tokenizer, model.read

    class Counting:
        def encode_batch(self, batch: list[str], **options: bool) -> object:
            texts.extend(batch)
            return tokenizer.encode_batch(batch, **options)

        def token_to_id(self, token: str) -> object:
            return tokenizer.token_to_id(token)

    def counted(pairs: Sequence[tuple[str, Document]]) -> list[Reading]:
        nonlocal reads
        reads += len(pairs)
        return read(pairs)

    monkeypatch.setattr(model, "_tokenizer", Counting())
    monkeypatch.setattr(model, "read", counted)
    sentences = ("Two hundred adults drank tea.", "Tea lowered blood pressure.", "Heart rate stayed the same.")
    [found] = JointVerifier(model).verify([(Claim("1", "Tea lowers blood pressure."), Document("d", "Tea", sentences))])
    assert found.label is Stance.SUPPORTS
    assert reads > 2
    assert len(texts) == len(set(texts))
