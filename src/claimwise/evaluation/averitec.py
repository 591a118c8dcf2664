"""AVeriTeC's scores, as the official scripts count them (Schlichtkrull et al. 2023, section 5; shared task 2024).

Predicted questions, or questions with their answers, are assigned to the gold ones so that the sum of METEOR is the
greatest (Hungarian method); the sum over the number of gold ones is a claim's score. A verdict counts at a level when
the score of its questions with answers is strictly above the level and its label is right; a justification, when the
score is above the level. At most ten predicted questions, and ten with answers, are looked at.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from claimwise.errors import InputError, MissingExtraError
from claimwise.evaluation.classes import class_scores
from claimwise.evaluation.meteor import Meteor
from claimwise.labels import VerdictLabel
from claimwise.types import Answered

LEVELS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)
TYPE_LEVELS = (0.2, 0.25, 0.3)
MOST = 10
_UNANSWERED = "No answer could be found."
_CLASSES = (
    VerdictLabel.SUPPORTED,
    VerdictLabel.REFUTED,
    VerdictLabel.NOT_ENOUGH_EVIDENCE,
    VerdictLabel.CONFLICTING,
)

Metric = Callable[[str, str], float]
"""Scores a candidate against a reference."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is said about one claim, by annotators or by a system.

    `types` are the claim's own, known of gold alone; `strings` is evidence without questions. A question that a system
    leaves without an answer counts as a question, and not as one with its answer, unless `open_counts`: so the scripts
    of 2024 and of 2023 differ.
    """

    claim_id: str
    label: VerdictLabel
    questions: tuple[Answered, ...]
    justification: str | None = None
    types: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    open_counts: bool = True


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of one claim."""

    claim_id: str
    question: float
    question_answer: float
    right: bool
    justification: float


def score_cases(gold: Sequence[Case], predicted: Sequence[Case], *, metric: Metric | None = None) -> dict[str, Any]:
    """Return all scores, as fractions: `question`, `question_answer`, `macro_f1`, `accuracy`, `score` and so on."""
    return summary(gold, predicted, score_each(gold, predicted, metric=metric))


def score_each(gold: Sequence[Case], predicted: Sequence[Case], *, metric: Metric | None = None) -> list[Scored]:
    """Return the scores of every claim, in the order of the gold."""
    metric = cache(metric or Meteor().score)
    return [_scored(true, said, metric) for true, said in _paired(gold, predicted)]


def summary(gold: Sequence[Case], predicted: Sequence[Case], scored: Sequence[Scored]) -> dict[str, Any]:
    """Return the scores over all claims."""
    pairs = _paired(gold, predicted)
    classes = class_scores(
        [true.label.value for true, _ in pairs],
        [said.label.value for _, said in pairs],
        [one.value for one in _CLASSES],
    )
    return {
        "claims": len(pairs),
        "question": _mean([one.question for one in scored]),
        "question_answer": _mean([one.question_answer for one in scored]),
        "macro_f1": classes["macro_f1"],
        "accuracy": classes["accuracy"],
        "f1": {name: parts["f1"] for name, parts in classes["by_class"].items()},
        "justification": _mean([one.justification for one in scored]),
        "score": {f"{at}": _mean([one.right * (one.question_answer > at) for one in scored]) for at in LEVELS},
        "justification_score": {
            f"{at}": _mean([one.justification * (one.question_answer > at) for one in scored]) for at in LEVELS
        },
        "by_type": _by_type([true for true, _ in pairs], scored),
    }


def assigned(predicted: Sequence[str], gold: Sequence[str], metric: Metric) -> float:
    """Return the greatest sum of scores that pairs of predicted and gold texts can have, over the number of gold."""
    if not predicted or not gold:
        return 0.0
    try:
        from scipy.optimize import linear_sum_assignment
    except ImportError:
        raise MissingExtraError("AVeriTeC's scorer", "eval") from None
    scores = np.array([[metric(ours, theirs) for theirs in gold] for ours in predicted])
    return float(scores[linear_sum_assignment(scores, maximize=True)].sum() / len(gold))


def full_texts(case: Case, *, open_counts: bool = True) -> list[str]:
    """Return each question with each of its answers as one text, in the scorer's own way; then evidence without."""
    texts: list[str] = []
    for one in case.questions:
        for answer in one.answers:
            reason = f". {answer.explanation or ''}" if answer.kind == "Boolean" else ""
            texts.append(f"{one.question} {answer.text}{reason}")
        if not one.answers and open_counts:
            texts.append(f"{one.question} {_UNANSWERED}")
    return [*texts, *case.strings]


def _scored(gold: Case, predicted: Case, metric: Metric) -> Scored:
    texts = full_texts(predicted, open_counts=predicted.open_counts)[:MOST]
    asked = [one.question for one in predicted.questions][:MOST] or texts
    told = " ".join(texts) if predicted.justification is None else predicted.justification
    return Scored(
        claim_id=gold.claim_id,
        question=assigned(asked, [one.question for one in gold.questions], metric),
        question_answer=assigned(texts, full_texts(gold), metric),
        right=gold.label is predicted.label,
        justification=metric(told, gold.justification or ""),
    )


def _by_type(gold: Sequence[Case], scored: Sequence[Scored]) -> dict[str, dict[str, Any]]:
    """Return the scores of each type of claim; `evidence` is what the official script prints by type."""
    names = sorted({name for one in gold for name in one.types})
    return {
        name: _type_scores([one for case, one in zip(gold, scored, strict=True) if name in case.types])
        for name in names
    }


def _type_scores(scored: Sequence[Scored]) -> dict[str, Any]:
    return {
        "claims": len(scored),
        "question": _mean([one.question for one in scored]),
        "question_answer": _mean([one.question_answer for one in scored]),
        "accuracy": _mean([float(one.right) for one in scored]),
        "score": {f"{at}": _mean([one.right * (one.question_answer > at) for one in scored]) for at in LEVELS},
        "evidence": {
            f"{at}": _mean([one.question_answer * (one.question_answer > at) for one in scored]) for at in TYPE_LEVELS
        },
    }


def _paired(gold: Sequence[Case], predicted: Sequence[Case]) -> list[tuple[Case, Case]]:
    """Return every gold case with its prediction; each must have one, and each prediction a gold case."""
    said: Mapping[str, Case] = {one.claim_id: one for one in predicted}
    known = {one.claim_id for one in gold}
    missing = [one.claim_id for one in gold if one.claim_id not in said]
    unknown = [claim_id for claim_id in said if claim_id not in known]
    if missing or unknown or len(said) != len(predicted):
        raise InputError(
            f"there must be one prediction for each of the {len(known)} claims: {len(missing)} have none"
            f"{f' (as {missing[0]})' if missing else ''}, {len(unknown)} predictions are for claims that are not there"
            f"{f' (as {unknown[0]})' if unknown else ''}, {len(predicted) - len(said)} are doubled"
        )
    return [(one, said[one.claim_id]) for one in gold]


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else 0.0
