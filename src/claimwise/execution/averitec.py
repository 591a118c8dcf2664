"""The recipe run over AVeriTeC's claims, with gold evidence or with what was retrieved, and scored."""

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from claimwise.errors import ConfigError, InputError
from claimwise.evaluation.averitec import Case, Scored, score_each, summary
from claimwise.formats.averitec import AnnotatedClaim, Prediction, read_claims
from claimwise.formats.datasets import data_folder
from claimwise.justification.answers import AnswerJustifier
from claimwise.labels import SILENT, VerdictLabel
from claimwise.recipes.parts import aggregator
from claimwise.recipes.recipe import Config, Recipe, build
from claimwise.types import Answer, Answered, Document, Evidence, Verdict
from claimwise.verdict.fitted import fit
from claimwise.verdict.signs import MOST, Signs, signs
from claimwise.verification.answers import answer_evidence
from claimwise.verification.labellers import ReadingLabeller

GOLD, RETRIEVED = "gold", "retrieved"
_STORE = "hero_dev_retrieved_top10.jsonl"
_GROUP = 8
_UNANSWERABLE = "Unanswerable"
_NO_ANSWER = "no answer could be found"

OnClaims = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Result:
    """What a run gave: scores over all claims and of each, the predictions, and the seconds a claim took."""

    scores: dict[str, Any]
    each: tuple[Scored, ...]
    predictions: tuple[Prediction, ...]
    seconds: float


def load(split: str, *, limit: int | None = None) -> list[AnnotatedClaim]:
    """Return the claims of a split from the data folder; those without a text are left out."""
    path = data_folder() / "averitec" / f"{split}.json"
    if not path.is_file():
        raise InputError(f"there is no {path}; the splits of AVeriTeC that have annotations are train and dev")
    claims = [one for one in read_claims(path) if one.claim.text.strip() and one.questions]
    return claims[:limit]


def store_of(split: str) -> Path:
    """Return the file of sentences that were retrieved for the claims of a split."""
    if split != "dev":
        raise InputError(f"there are no retrieved sentences for {split} in the data folder; give a --store, or use dev")
    return data_folder() / "averitec" / _STORE


def over_benchmark(recipe: Recipe, store: Path | None, *, exclude_factcheckers: bool = False) -> Recipe:
    """Return the recipe searching the pages of each claim; the benchmark counts those of fact-checkers, too."""
    search = ["search.by=store", f"search.place={store}"] if store else []
    return recipe.changed([f"search.exclude_factcheckers={str(exclude_factcheckers).lower()}", *search])


def run(
    config: Config, claims: Sequence[AnnotatedClaim], evidence: str, *, on_claims: OnClaims = lambda _: None
) -> Result:
    """Run the recipe with gold or with retrieved evidence."""
    if evidence not in {GOLD, RETRIEVED}:
        raise ConfigError(f"evidence of AVeriTeC is {GOLD} or {RETRIEVED}, not {evidence!r}")
    return (run_gold if evidence == GOLD else run_retrieved)(config, claims, on_claims=on_claims)


def run_retrieved(config: Config, claims: Sequence[AnnotatedClaim], *, on_claims: OnClaims = lambda _: None) -> Result:
    """Check every claim with the recipe's own evidence."""
    pipeline = build(config)
    verdicts: list[Verdict] = []
    started = time.perf_counter()
    for start in range(0, len(claims), _GROUP):
        verdicts += pipeline.check([one.claim for one in claims[start : start + _GROUP]])
        on_claims(len(verdicts))
    spent = time.perf_counter() - started
    predictions = [_prediction(verdict, pipeline.lookup) for verdict in verdicts]
    return _scored(claims, predictions, spent)


def run_gold(config: Config, claims: Sequence[AnnotatedClaim], *, on_claims: OnClaims = lambda _: None) -> Result:
    """Judge the annotators' own questions and answers; what comes out are labels and justifications alone."""
    rule = aggregator(replace(config, recipe=config.recipe.changed([f"verdict.weighed={MOST}"])))
    predictions = []
    started = time.perf_counter()
    for start in range(0, len(claims), _GROUP):
        group = claims[start : start + _GROUP]
        for one, evidence in zip(group, gold_evidence(config, group), strict=True):
            verdict = rule.aggregate(one.claim, evidence)
            told = _extractive(verdict, one)
            predictions.append(Prediction(one.claim.id, one.claim.text, verdict.label, one.questions, told))
        on_claims(len(predictions))
    return _scored(claims, predictions, time.perf_counter() - started)


def tune(config: Config, claims: Sequence[AnnotatedClaim], *, on_claims: OnClaims = lambda _: None) -> dict[str, Any]:
    """Return the numbers of the fitted rule for the gold evidence of these claims, and what they reach held out."""
    rows: list[Signs] = []
    for start in range(0, len(claims), _GROUP):
        group = claims[start : start + _GROUP]
        rows += [signs(one.claim, evidence) for one, evidence in zip(group, gold_evidence(config, group), strict=True)]
        on_claims(len(rows))
    found = fit(rows, [one.label for one in claims])
    settings = {f"verdict.{label.value.lower()}": row for label, row in found.weights.items()}
    held_out = {"macro_f1": round(found.macro_f1, 4), "accuracy": round(found.accuracy, 4)}
    return {"claims": len(claims), "held_out": held_out, "tilt": found.tilt, **settings}


def gold_evidence(config: Config, claims: Sequence[AnnotatedClaim]) -> list[list[Evidence]]:
    """Return the stance of every gold answer; a question that has none is evidence without a stance, answered ""."""
    labeller = ReadingLabeller(config.verifier)
    settings = config["verification"]
    pairs = [
        (one, asked.question, answer)
        for one in claims
        for asked in one.questions
        for answer in asked.answers or (Answer("", _UNANSWERABLE),)
    ]
    documents = [
        Document(f"{one.claim.id}#{i}", question, statements(question, answer), url=answer.url)
        for i, (one, question, answer) in enumerate(pairs)
    ]
    read = [
        (one.claim, replace(document, title=document.title if settings["question"] else ""))
        for (one, _, _), document in zip(pairs, documents, strict=True)
        if document.sentences
    ]
    shares = iter(labeller.label(read))
    found: dict[str, list[Evidence]] = {one.claim.id: [] for one in claims}
    for (one, question, answer), document in zip(pairs, documents, strict=True):
        share = next(shares) if document.sentences else SILENT
        evidence = answer_evidence(one.claim, document, question, share, decide_at=settings["decide_at"])
        said = " ".join(f"{answer.text} {answer.explanation or ''}".split()) if document.sentences else ""
        found[one.claim.id].append(replace(evidence, answer=said))
    return [found[one.claim.id] for one in claims]


def statements(question: str, answer: Answer) -> tuple[str, ...]:
    """Return an answer as something that can be read alone: a bare yes or no, and a few words, with the question.

    One that says that there is no answer is nothing to read.
    """
    text = " ".join(answer.text.split())
    if not text or answer.kind == _UNANSWERABLE or text.lower().startswith(_NO_ANSWER):
        return ()
    bare = text.rstrip(".!").lower() in {"yes", "no", "true", "false"}
    if bare and answer.explanation:
        return (f"{question} {text}.", " ".join(answer.explanation.split()))
    return (f"{question} {text}",) if bare or len(text.split()) < 6 else (text,)


def errors(claims: Sequence[AnnotatedClaim], result: Result, *, at: float = 0.25) -> dict[str, Any]:
    """Return where claims were lost: in the questions, in the evidence, in the verdict; and every claim's row."""
    said = {one.claim_id: one for one in result.predictions}
    rows = []
    for one, scored in zip(claims, result.each, strict=True):
        cause = (
            "right" if scored.right and scored.question_answer > at
            else "questions" if scored.question_answer <= at and scored.question <= at
            else "evidence" if scored.question_answer <= at
            else "verdict"
        )  # fmt: skip
        rows.append({
            "claim_id": one.claim.id, "claim": one.claim.text, "types": list(one.types), "cause": cause,
            "gold": one.label.value, "predicted": said[one.claim.id].label.value,
            "question": round(scored.question, 4), "question_answer": round(scored.question_answer, 4),
        })  # fmt: skip
    confusion = Counter((row["gold"], row["predicted"]) for row in rows)
    return {
        "at": at,
        "causes": dict(Counter(str(row["cause"]) for row in rows)),
        "confusion": {gold: {said_: confusion[gold, said_] for said_ in VerdictLabel} for gold in VerdictLabel},
        "claims": rows,
    }


def write_errors(path: Path, found: Mapping[str, Any]) -> None:
    """Write the error analysis: as a page of Markdown where the name ends so, otherwise as JSON."""
    text = _page(found) if path.suffix == ".md" else json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}); check the folder") from error


def _page(found: Mapping[str, Any]) -> str:
    """Return the error analysis as Markdown: counts, the confusion of verdicts, and the claims by cause."""
    lines = [f"# Where claims were lost (score @{found['at']})", ""]
    lines += [f"- {cause}: {count}" for cause, count in found["causes"].items()]
    lines += ["", "| gold \\ predicted | " + " | ".join(VerdictLabel) + " |", "|---" * (len(VerdictLabel) + 1) + "|"]
    for gold, row in found["confusion"].items():
        lines.append(f"| {gold} | " + " | ".join(str(count) for count in row.values()) + " |")
    for cause in ("questions", "evidence", "verdict"):
        lines += ["", f"## {cause.capitalize()}", "", "| id | claim | gold | predicted | question | with answer |"]
        lines.append("|---|---|---|---|---|---|")
        for row in found["claims"]:
            if row["cause"] == cause:
                claim = row["claim"].replace("|", "/").replace("\n", " ")
                scores = f"{row['question']:.2f} | {row['question_answer']:.2f}"
                lines.append(f"| {row['claim_id']} | {claim} | {row['gold']} | {row['predicted']} | {scores} |")
    return "\n".join(lines) + "\n"


def case_of(prediction: Prediction) -> Case:
    """Return a prediction as the scorer takes it."""
    return Case(
        prediction.claim_id,
        prediction.label,
        prediction.questions,
        prediction.justification,
        strings=prediction.strings,
        open_counts=False,
    )


def gold_case(one: AnnotatedClaim) -> Case:
    """Return an annotated claim as the scorer takes it."""
    return Case(one.claim.id, one.label, one.questions, one.justification, one.types)


def _scored(claims: Sequence[AnnotatedClaim], predictions: Sequence[Prediction], spent: float) -> Result:
    gold, said = [gold_case(one) for one in claims], [case_of(one) for one in predictions]
    each = score_each(gold, said)
    return Result(summary(gold, said, each), tuple(each), tuple(predictions), spent / max(1, len(claims)))


def _prediction(verdict: Verdict, lookup: Callable[[Sequence[str]], Mapping[str, Document]]) -> Prediction:
    documents = lookup([one.doc_id for one in verdict.evidence])
    pairs = tuple(
        Answered(one.question or "", (Answer(one.answer or "", url=documents[one.doc_id].url),))
        for one in verdict.evidence
    )
    return Prediction(verdict.claim.id, verdict.claim.text, verdict.label, pairs, verdict.justification)


def _extractive(verdict: Verdict, one: AnnotatedClaim) -> str:
    """Return the justification over the gold answers."""
    answers = {item.doc_id: Document(item.doc_id, "", (item.answer or "",)) for item in verdict.evidence}
    return AnswerJustifier(lambda doc_ids: {doc_id: answers[doc_id] for doc_id in doc_ids}).justify(
        replace(verdict, claim=one.claim)
    )
