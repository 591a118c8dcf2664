"""AVeriTeC's scorer: cases counted by hand, NLTK's own METEOR, and a real submission under the official script."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimwise.errors import InputError
from claimwise.evaluation.averitec import Case, assigned, full_texts, score_cases, score_each
from claimwise.evaluation.meteor import Meteor
from claimwise.formats.averitec import read_claims, read_predictions
from claimwise.labels import VerdictLabel
from claimwise.types import Answer, Answered

REFUTED, SUPPORTED = VerdictLabel.REFUTED, VerdictLabel.SUPPORTED


def shared_words(candidate: str, reference: str) -> float:
    """Score by the share of the reference's words: easy to count by hand."""
    wanted = reference.split()
    return len(set(candidate.split()) & set(wanted)) / len(wanted) if wanted else 0.0


def case(claim_id: str, label: VerdictLabel, *pairs: tuple[str, str], **more: object) -> Case:
    return Case(claim_id, label, tuple(Answered(q, (Answer(a),)) for q, a in pairs), **more)  # type: ignore[arg-type]


def test_the_best_assignment_is_not_the_greedy_one() -> None:
    scores = {("a", "x"): 0.9, ("a", "y"): 0.8, ("b", "x"): 0.7, ("b", "y"): 0.1}
    assert assigned(["a", "b"], ["x", "y"], lambda one, other: scores[one, other]) == pytest.approx((0.8 + 0.7) / 2)


def test_gold_questions_without_a_partner_cost_and_predicted_ones_do_not() -> None:
    same = lambda one, other: float(one == other)  # noqa: E731
    assert assigned(["a"], ["a", "b"], same) == 0.5
    assert assigned(["a", "b", "c"], ["a"], same) == 1.0
    assert assigned([], ["a"], same) == 0.0


def test_texts_are_made_in_the_scorers_own_way() -> None:
    answers = (Answer("Yes", "Boolean", "It is."), Answer("Since May", "Extractive"))
    one = Case("0", REFUTED, (Answered("Is it?", answers), Answered("Why?")), strings=("loose",))
    assert full_texts(one) == ["Is it? Yes. It is.", "Is it? Since May", "Why? No answer could be found.", "loose"]
    assert full_texts(one, open_counts=False) == ["Is it? Yes. It is.", "Is it? Since May", "loose"]


def test_levels_are_strict_and_need_the_right_label() -> None:
    gold = [
        case("0", REFUTED, ("a b", "c d"), justification="x y", types=("Numerical Claim",)),
        case("1", SUPPORTED, ("a b", "c d"), justification="x y", types=("Numerical Claim", "Quote Verification")),
    ]
    predicted = [
        case("1", REFUTED, ("a b", "c d"), justification="x"),
        case("0", REFUTED, ("a", "z"), justification="x y"),
    ]
    scores = score_cases(gold, predicted, metric=shared_words)
    assert scores["question"] == pytest.approx((0.5 + 1.0) / 2)
    assert scores["question_answer"] == pytest.approx((0.25 + 1.0) / 2)
    assert scores["score"]["0.2"] == 0.5  # 0.25 is above 0.2, and right
    assert scores["score"]["0.25"] == 0.0  # 0.25 is not above itself; the other is wrong
    assert scores["justification"] == pytest.approx((1.0 + 0.5) / 2)
    assert scores["justification_score"]["0.25"] == pytest.approx(0.25)
    assert scores["accuracy"] == 0.5
    assert scores["f1"]["REFUTED"] == pytest.approx(2 / 3)
    assert scores["macro_f1"] == pytest.approx(2 / 3 / 4)
    assert scores["by_type"]["Quote Verification"]["claims"] == 1
    assert scores["by_type"]["Numerical Claim"]["evidence"]["0.25"] == pytest.approx(0.5)


def test_at_most_ten_predicted_are_looked_at() -> None:
    late = [("z", "z")] * 10 + [("a", "b")]
    [one] = score_each([case("0", REFUTED, ("a", "b"))], [case("0", REFUTED, *late)], metric=shared_words)
    assert (one.question, one.question_answer) == (0.0, 0.0)


def test_without_a_justification_the_evidence_is_one() -> None:
    [one] = score_each(
        [case("0", REFUTED, ("a", "b"), justification="a b")], [case("0", REFUTED, ("a", "b"))], metric=shared_words
    )
    assert one.justification == 1.0


def test_a_claim_without_a_prediction_is_an_error() -> None:
    with pytest.raises(InputError, match=r"each of the 1 claims: 1 have none \(as 0\), 1 predictions .* \(as 9\)"):
        score_cases([case("0", REFUTED)], [case("9", REFUTED)], metric=shared_words)


def test_meteor_by_hand(wordnet: None) -> None:
    meteor = Meteor()
    # all three match in one run: F 1, penalty .5 * (1/3)^3
    assert meteor.score("the cat sat", "the cat sat") == pytest.approx(1 - 0.5 / 27)
    # 2 of 3 match, in two runs: P = R = 2/3, penalty .5 * 1
    assert meteor.score("cat the dog", "the bird cat") == pytest.approx(2 / 3 * 0.5)
    assert meteor.score("elections", "election") == pytest.approx(0.5)  # one word, one run: penalty one half
    assert meteor.score("car", "auto") == pytest.approx(0.5)  # one synset
    assert meteor.score("car", "automobile") == 0.0  # as NLTK has it: the stem "automobil" is in no synset
    assert meteor.score("", "a") == meteor.score("a", "") == 0.0


def test_meteor_equals_nltks_on_real_texts(wordnet: None, shared_data: Path) -> None:
    import nltk
    from nltk.translate.meteor_score import single_meteor_score

    gold = [text for one in _gold(shared_data) for text in full_texts(one)]
    said = [text for one in _hero(shared_data) for text in full_texts(one)]
    draw, meteor = random.Random(0), Meteor()
    for _ in range(300):
        ours, theirs = draw.choice(said), draw.choice(gold)
        expected = single_meteor_score(nltk.word_tokenize(theirs), nltk.word_tokenize(ours))
        assert meteor.score(ours, theirs) == expected


@pytest.mark.slow
def test_a_real_submission_gets_the_official_scores_in_under_a_minute(wordnet: None, shared_data: Path) -> None:
    started = time.process_time()
    scores = score_cases(_gold(shared_data), _hero(shared_data))
    assert time.process_time() - started < 60
    assert scores["question"] == pytest.approx(0.49087, abs=5e-6)
    assert scores["question_answer"] == pytest.approx(0.34017, abs=5e-6)
    assert scores["macro_f1"] == pytest.approx(0.40873, abs=5e-6)
    assert scores["accuracy"] == pytest.approx(0.702)
    assert scores["f1"] == pytest.approx(
        {"SUPPORTED": 0.64029, "REFUTED": 0.81775, "NOT_ENOUGH_EVIDENCE": 0.09524, "CONFLICTING": 0.08163}, abs=5e-6
    )
    expected = {"0.1": 0.700, "0.2": 0.624, "0.25": 0.524, "0.3": 0.408, "0.4": 0.192, "0.5": 0.090}
    assert scores["score"] == pytest.approx(expected, abs=1e-9)


def test_without_wordnet_the_message_says_how_to_get_it(tmp_path: Path) -> None:
    pytest.importorskip("nltk")
    code = "from claimwise.evaluation.meteor import Meteor; Meteor().score('a claim', 'another claim')"
    environment = {**os.environ, "NLTK_DATA": str(tmp_path), "HOME": str(tmp_path)}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert "InputError" in found.stderr
    assert "nltk.downloader wordnet punkt_tab" in found.stderr


def _gold(shared_data: Path) -> list[Case]:
    claims = read_claims(shared_data / "averitec" / "dev.json")
    return [Case(one.claim.id, one.label, one.questions, one.justification, one.types) for one in claims]


def _hero(shared_data: Path) -> list[Case]:
    found = read_predictions(shared_data / "averitec" / "hero_dev_predictions_8b.json")
    return [Case(one.claim_id, one.label, one.questions, strings=one.strings, open_counts=False) for one in found]
