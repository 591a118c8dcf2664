import random
from pathlib import Path
from typing import Any

import pytest

from claimwise.evaluation.fever import Answer, fever_scores, fever_tables
from claimwise.formats import fever_mini
from claimwise.labels import Stance

WORDS = {Stance.SUPPORTS: "SUPPORTS", Stance.REFUTES: "REFUTES", Stance.NOT_ENOUGH_INFO: "NOT ENOUGH INFO"}
NAMES = ("fever_score", "label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1")
S, R, N = Stance.SUPPORTS, Stance.REFUTES, Stance.NOT_ENOUGH_INFO
A0, A1, B0, C0 = ("A", 0), ("A", 1), ("B", 0), ("C", 0)


def random_answers(seed: int, count: int = 400) -> list[Answer]:
    """Return claims over a few pages, so that random predictions often hit, cite too much, or cite twice."""
    draw = random.Random(seed)
    places = [(page, line) for page in "ABCD" for line in range(4)]
    answers = []
    for _ in range(count):
        gold = draw.choice(list(Stance))
        sets = tuple(tuple(draw.choices(places, k=draw.randint(1, 3))) for _ in range(draw.randint(1, 4)))
        cited = tuple(draw.choices(places, k=draw.randint(0, 9)))
        answers.append(Answer(gold, () if gold is N else sets, draw.choice(list(Stance)), cited))
    return answers


def official(answers: list[Answer]) -> tuple[float, ...]:
    """Return what the official package says; pip cannot build it any more, see docs/fever.md."""
    scorer = pytest.importorskip("fever.scorer", reason="the package fever-scorer is not installed")
    rows: list[dict[str, Any]] = [
        {
            "label": WORDS[one.gold],
            "evidence": [[[0, 0, *place] for place in group] for group in one.sets] or [[[0, None, None, None]]],
            "predicted_label": WORDS[one.said],
            "predicted_evidence": [list(place) for place in one.cited],
        }
        for one in answers
    ]
    found: tuple[float, ...] = scorer.fever_score(rows)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_parity_on_random_predictions(seed: int) -> None:
    answers = random_answers(seed)
    scores = fever_scores(answers)
    assert [scores[name] for name in NAMES] == pytest.approx(official(answers), abs=1e-12)


RECORDED_REAL = (0.602860286029, 0.736973697370, 0.488318831883, 0.722922292229, 0.582900567453)
RECORDED = {
    0: (0.1575, 0.33, 0.29358490566, 0.192452830189, 0.232497363178),
    1: (0.1575, 0.315, 0.31045751634, 0.219607843137, 0.257247165204),
    2: (0.1375, 0.3075, 0.355576923077, 0.207692307692, 0.262221288442),
}


@pytest.mark.parametrize("seed", RECORDED)
def test_the_scores_that_the_official_package_gave(seed: int) -> None:
    scores = fever_scores(random_answers(seed))
    assert [scores[name] for name in NAMES] == pytest.approx(RECORDED[seed], abs=1e-9)


def real_answers(shared_data: Path) -> list[Answer]:
    """Return all of paper_dev with predictions that are partly right."""
    draw = random.Random(5)
    joined = [one for one in fever_mini.read_joined(shared_data / fever_mini.JOINED) if one.in_paper_dev]
    pool = sorted({place for one in joined for place in one.places})
    answers = []
    for one in joined:
        own = [place for place in sorted(one.places) if draw.random() < 0.7]
        cited = own + draw.sample(pool, draw.randint(0, 3))
        draw.shuffle(cited)
        said = one.label if draw.random() < 0.6 else draw.choice(list(Stance))
        answers.append(Answer(one.label, one.sets, said, tuple(cited)))
    return answers


def test_the_scores_that_the_official_package_gave_on_real_data(shared_data: Path) -> None:
    answers = real_answers(shared_data)
    assert len(answers) == 9999
    scores = fever_scores(answers)
    assert [scores[name] for name in NAMES] == pytest.approx(RECORDED_REAL, abs=1e-9)


@pytest.mark.slow
def test_parity_on_predictions_made_from_real_data(shared_data: Path) -> None:
    answers = real_answers(shared_data)
    scores = fever_scores(answers)
    assert [scores[name] for name in NAMES] == pytest.approx(official(answers), abs=1e-12)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer(S, ((A0,),), S, (A0,)), (1, 1, 1, 1)),
        (Answer(S, ((A0,),), S, (A1,)), (0, 1, 0, 0)),
        (Answer(S, ((A0,),), R, (A0,)), (0, 0, 1, 1)),
        (Answer(S, ((A0, B0),), S, (A0,)), (0, 1, 1, 0)),
        (Answer(S, ((A0, B0), (C0,)), S, (C0, A1)), (1, 1, 0.5, 1)),
        (Answer(S, ((A0,),), S, ()), (0, 1, 1, 0)),
        (Answer(S, ((A0,),), S, (C0, C0, C0, C0, C0, A0)), (0, 1, 0, 0)),
        (Answer(N, (), N, (C0,)), (1, 1, 1, 0)),
    ],
)
def test_the_rules_one_by_one(answer: Answer, expected: tuple[float, ...]) -> None:
    scores = fever_scores([answer])
    assert tuple(scores[name] for name in NAMES[:4]) == expected


def test_no_claims_score_nothing() -> None:
    assert fever_scores([])["fever_score"] == 0.0


def test_tables_by_class() -> None:
    answers = [Answer(S, (), S, ()), Answer(S, (), R, ()), Answer(R, (), R, ()), Answer(N, (), N, ())]
    tables = fever_tables(answers)
    assert tables["contingency"]["SUPPORTS"] == {"SUPPORTS": 1, "REFUTES": 1, "NOT_ENOUGH_INFO": 0}
    assert tables["classes"]["REFUTES"] == {"precision": 0.5, "recall": 1.0, "f1": pytest.approx(2 / 3)}
