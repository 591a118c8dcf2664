"""AVeriTeC's files: annotated claims, and predictions in the two forms that its scorers take.

    claims       [{"claim": "…", "label": "Refuted", "justification": "…", "claim_date": "31-10-2020", "speaker": …,
                   "questions": [{"question": "…", "answers": [{"answer": "…", "answer_type": "Extractive", …}]}], …}]
    2023         [{"claim_id": 0, "label": "Refuted", "questions": [as above], "justification": "…"}]
    2024         [{"claim_id": 0, "pred_label": "Refuted", "evidence": [{"question": "…", "answer": "…", "url": "…",
                   "scraped_text": "…"}]}]

All are one JSON list; a claim without `claim_id` is called by its place in it, from 0, as the scorers have it. What the
dataset calls by its own words (claim types, strategies, answer types, media) is kept in these words.
Schlichtkrull, Guo and Vlachos 2023, https://arxiv.org/abs/2305.13117
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as short
from typing import Any

from claimwise.errors import InputError
from claimwise.formats import fields
from claimwise.formats.array import number, read_array, write_array
from claimwise.formats.problems import OnError, stop
from claimwise.labels import VerdictLabel
from claimwise.text.dates import normalise_date
from claimwise.types import Answer, Answered, Claim

WORDS: Mapping[VerdictLabel, str] = {
    VerdictLabel.SUPPORTED: "Supported",
    VerdictLabel.REFUTED: "Refuted",
    VerdictLabel.NOT_ENOUGH_EVIDENCE: "Not Enough Evidence",
    VerdictLabel.CONFLICTING: "Conflicting Evidence/Cherrypicking",
}
_LABELS = {word.lower(): label for label, word in WORDS.items()}
ANSWER_KINDS = ("Extractive", "Abstractive", "Boolean", "Unanswerable")


@dataclass(frozen=True, slots=True)
class AnnotatedClaim:
    """A claim with everything that AVeriTeC's annotators wrote about it; `claim.source` is the reporting source."""

    claim: Claim
    label: VerdictLabel
    justification: str
    questions: tuple[Answered, ...] = ()
    types: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()
    location: str | None = None
    original_url: str | None = None
    cached_original_url: str | None = None
    article: str | None = None
    reannotated: bool = False


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system says about one claim; `strings` is evidence that comes without questions."""

    claim_id: str
    claim: str
    label: VerdictLabel
    questions: tuple[Answered, ...] = ()
    justification: str | None = None
    strings: tuple[str, ...] = ()


def read_claims(path: str | Path, *, on_error: OnError = stop) -> Iterator[AnnotatedClaim]:
    """Yield the annotated claims of a file."""
    return read_array(path, _annotated, identify=lambda one: one.claim.id, on_error=on_error)


def write_claims(path: str | Path, claims: Iterable[AnnotatedClaim]) -> None:
    """Write annotated claims, with their ids, so that `read_claims` gives the same records back."""
    write_array(path, map(_claim_record, claims))


def read_predictions(path: str | Path, *, on_error: OnError = stop) -> list[Prediction]:
    """Return the predictions of a file in either form."""
    return list(read_array(path, _prediction, identify=lambda one: one.claim_id, on_error=on_error))


def write_predictions_2023(path: str | Path, predictions: Iterable[Prediction]) -> None:
    """Write predictions for the scorer of 2023, which also reads justifications."""
    write_array(path, map(_record_2023, predictions))


def write_predictions(path: str | Path, predictions: Iterable[Prediction]) -> None:
    """Write predictions for the shared tasks: one pair of question and answer each, no justification."""
    write_array(path, map(_record_2024, predictions))


def label_of(value: object) -> VerdictLabel:
    """Return the verdict that one of the dataset's own words stands for."""
    found = _LABELS.get(value.strip().lower()) if isinstance(value, str) else None
    if found is None:
        raise InputError(f"the label must be one of {', '.join(WORDS.values())}, not {short(value)}")
    return found


def _annotated(place: int, record: fields.Record) -> AnnotatedClaim:
    claim = Claim(
        id=_id(place, record),
        text=_claim(record),
        date=_date(record),
        speaker=fields.optional(record, "speaker"),
        source=fields.optional(record, "reporting_source"),
    )
    return AnnotatedClaim(
        claim=claim,
        label=label_of(fields.require(record, "label")),
        justification=fields.text(record, "justification"),
        questions=_questions(record),
        types=_texts(record, "claim_types"),
        strategies=_texts(record, "fact_checking_strategies"),
        location=fields.optional(record, "location_ISO_code"),
        original_url=fields.optional(record, "original_claim_url"),
        cached_original_url=fields.optional(record, "cached_original_claim_url"),
        article=fields.optional(record, "fact_checking_article"),
        reannotated=record.get("required_reannotation") is True,
    )


def _claim(record: fields.Record) -> str:
    """Return the claim, which must be there; train.json, as it was released, has one that is empty."""
    return fields.text({"claim": "" if record.get("claim") == "" else fields.require(record, "claim")}, "claim")


def _claim_record(item: AnnotatedClaim) -> dict[str, Any]:
    return {
        "claim_id": number(item.claim.id),
        "claim": item.claim.text,
        "required_reannotation": item.reannotated,
        "label": WORDS[item.label],
        "justification": item.justification,
        "claim_date": _day_first(item.claim.date),
        "speaker": item.claim.speaker,
        "original_claim_url": item.original_url,
        "fact_checking_article": item.article,
        "reporting_source": item.claim.source,
        "location_ISO_code": item.location,
        "claim_types": list(item.types),
        "fact_checking_strategies": list(item.strategies),
        "questions": [_question_record(one) for one in item.questions],
        "cached_original_claim_url": item.cached_original_url,
    }


def _prediction(place: int, record: fields.Record) -> Prediction:
    flat = record.get("evidence") is not None
    return Prediction(
        claim_id=_id(place, record),
        claim=fields.text(record, "claim"),
        label=label_of(fields.require(record, "pred_label", "label")),
        questions=_flat(record) if flat else _questions(record),
        justification=fields.optional(record, "justification"),
        strings=_texts(record, "string_evidence"),
    )


def _record_2023(item: Prediction) -> dict[str, Any]:
    record = _head(item) | {"label": WORDS[item.label], "questions": [_question_record(one) for one in item.questions]}
    if item.justification is not None:
        record["justification"] = item.justification
    return record | ({"string_evidence": list(item.strings)} if item.strings else {})


def _record_2024(item: Prediction) -> dict[str, Any]:
    pairs = [(one.question, answer) for one in item.questions for answer in one.answers]
    evidence = [
        {"question": question, "answer": answer.text, "url": answer.url, "scraped_text": answer.scraped}
        for question, answer in pairs
    ]
    kept = [{key: value for key, value in one.items() if value is not None} for one in evidence]
    record = _head(item) | {"evidence": kept, "pred_label": WORDS[item.label]}
    return record | ({"string_evidence": list(item.strings)} if item.strings else {})


def _head(item: Prediction) -> dict[str, Any]:
    return {"claim_id": number(item.claim_id), "claim": item.claim}


def _questions(record: fields.Record) -> tuple[Answered, ...]:
    return tuple(
        Answered(fields.text(one, "question"), tuple(map(_answer, _answers(one))))
        for one in _objects(record, "questions")
    )


def _answers(question: fields.Record) -> Sequence[fields.Record]:
    """Return the answers of a question; the scorer of 2023 takes one that stands alone, too."""
    alone = question.get("answers")
    return [alone] if isinstance(alone, dict) else _objects(question, "answers")


def _answer(record: fields.Record) -> Answer:
    kind = fields.optional(record, "answer_type")
    if kind is not None and kind not in ANSWER_KINDS:
        raise InputError(f"'answer_type' must be one of {', '.join(ANSWER_KINDS)}, not {short(kind)}")
    return Answer(
        text=fields.text(record, "answer"),
        kind=kind,
        explanation=_kept(record, "boolean_explanation"),
        url=_kept(record, "source_url"),
        cached_url=_kept(record, "cached_source_url"),
        medium=_kept(record, "source_medium"),
        scraped=_kept(record, "scraped_text"),
    )


def _flat(record: fields.Record) -> tuple[Answered, ...]:
    """Return the pairs of the later form; an answer that is null stands for none."""
    found = []
    for one in _objects(record, "evidence"):
        answer = Answer(fields.text(one, "answer"), url=_kept(one, "url"), scraped=_kept(one, "scraped_text"))
        answers = (answer,) if one.get("answer") is not None else ()
        found.append(Answered(fields.text(one, "question"), answers))
    return tuple(found)


def _question_record(item: Answered) -> dict[str, Any]:
    return {"question": item.question, "answers": [_answer_record(one) for one in item.answers]}


def _answer_record(item: Answer) -> dict[str, Any]:
    record = {
        "answer": item.text,
        "answer_type": item.kind,
        "source_url": item.url,
        "source_medium": item.medium,
        "cached_source_url": item.cached_url,
        "boolean_explanation": item.explanation,
        "scraped_text": item.scraped,
    }
    return {key: value for key, value in record.items() if value is not None}


def _id(place: int, record: fields.Record) -> str:
    return fields.identifier(place if record.get("claim_id") is None else record["claim_id"])


def _kept(record: fields.Record, key: str) -> str | None:
    """Return a text as it stands there, even an empty one; None where there is none."""
    return fields.text(record, key) if record.get(key) is not None else None


def _texts(record: fields.Record, key: str) -> tuple[str, ...]:
    return fields.texts(record, key) if record.get(key) is not None else ()


def _objects(record: fields.Record, key: str) -> list[fields.Record]:
    value = record.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise InputError(f"{key!r} must be a list of objects, not {short(value)}")
    return value


def _date(record: fields.Record) -> str | None:
    written = fields.optional(record, "claim_date")
    return normalise_date(written) if written else None


def _day_first(iso: str | None) -> str | None:
    """Return a day as the dataset writes it, DD-MM-YYYY; a month or a year as it is."""
    return "-".join(reversed(iso.split("-"))) if iso and iso.count("-") == 2 else iso
