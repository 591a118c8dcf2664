"""SciFact's files: a corpus, claims with annotated evidence, and predictions as its leaderboard takes them.

    corpus       {"doc_id": 7, "title": "…", "abstract": ["…", "…"], "structured": false}
    claims       {"id": 3, "claim": "…", "cited_doc_ids": [7],
                  "evidence": {"7": [{"sentences": [2], "label": "SUPPORT"}]}}
    predictions  {"id": 3, "evidence": {"7": {"sentences": [2], "label": "SUPPORT"}}}

HealthVer and COVID-Fact come in the same form, with `doc_ids` for `cited_doc_ids`. Ids are numbers in the files and
text in the records. Wadden et al. 2020, https://aclanthology.org/2020.emnlp-main.609
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as short
from typing import Any

from claimwise.errors import InputError
from claimwise.formats import fields
from claimwise.formats.lines import each, read_objects, write_objects
from claimwise.formats.problems import OnError, stop
from claimwise.labels import Stance
from claimwise.types import Claim, Document, Evidence, Judgement

_WORDS = {
    Stance.SUPPORTS: "SUPPORT",
    Stance.REFUTES: "CONTRADICT",
    Stance.NOT_ENOUGH_INFO: "NOT_ENOUGH_INFO",
}
_STANCES = {word: stance for stance, word in _WORDS.items()} | {stance.value: stance for stance in Stance}


@dataclass(frozen=True, slots=True)
class AnnotatedClaim:
    """A claim, the documents that it cites, and what annotators say about some of them."""

    claim: Claim
    cited: tuple[str, ...] = ()
    judgements: tuple[Judgement, ...] = ()


def read_corpus(path: str | Path, *, on_error: OnError = stop) -> Iterator[Document]:
    """Yield the documents of a corpus, their sentences exactly as they stand there."""
    rows = read_objects(path, on_error=on_error)
    return each(rows, _document, path=path, identify=lambda document: document.id, on_error=on_error)


def write_corpus(path: str | Path, documents: Iterable[Document]) -> None:
    """Write a corpus; the format has no place for url, date and metadata other than `structured`."""
    write_objects(path, map(_corpus_record, documents))


def read_claims(path: str | Path, *, on_error: OnError = stop) -> Iterator[AnnotatedClaim]:
    """Yield the claims of a file, with their annotations where it has them."""
    rows = read_objects(path, on_error=on_error)
    return each(rows, _annotated, path=path, identify=lambda item: item.claim.id, on_error=on_error)


def write_claims(path: str | Path, claims: Iterable[AnnotatedClaim]) -> None:
    """Write claims with their annotations; the format has no place for date, speaker and source."""
    write_objects(path, map(_claim_record, claims))


def read_predictions(path: str | Path, *, on_error: OnError = stop) -> dict[str, list[Evidence]]:
    """Return the predicted evidence of every claim in the file, by the claim's id."""
    rows = read_objects(path, on_error=on_error)
    return dict(each(rows, _prediction, path=path, identify=lambda pair: pair[0], on_error=on_error))


def write_predictions(path: str | Path, predictions: Mapping[str, Sequence[Evidence]]) -> None:
    """Write the evidence of each claim for the leaderboard, which takes no evidence without a stance."""
    write_objects(path, (_prediction_record(claim_id, evidence) for claim_id, evidence in predictions.items()))


def _document(_: int, record: fields.Record) -> Document:
    title, sentences = fields.text(record, "title"), fields.texts(record, "abstract")
    fields.check_content(title, sentences)
    doc_id = fields.identifier(fields.require(record, "doc_id"))
    return Document(doc_id, title, sentences, metadata=_structured(record))


def _corpus_record(document: Document) -> dict[str, Any]:
    record = {"doc_id": _number(document.id), "title": document.title, "abstract": list(document.sentences)}
    return record | _structured(document.metadata)


def _structured(record: fields.Record) -> dict[str, Any]:
    return {key: record[key] for key in ("structured",) if key in record}


def _annotated(_: int, record: fields.Record) -> AnnotatedClaim:
    claim = Claim(fields.identifier(fields.require(record, "id")), fields.some_text(record, "claim"))
    cited = record.get("cited_doc_ids", record.get("doc_ids")) or []
    if not isinstance(cited, list):
        raise InputError(f"'cited_doc_ids' must be a list of ids, not {short(cited)}")
    evidence = fields.mapping(record, "evidence").items()
    judgements = (_judgement(claim.id, fields.identifier(doc_id), entries) for doc_id, entries in evidence)
    return AnnotatedClaim(claim, tuple(map(fields.identifier, cited)), tuple(judgements))


def _judgement(claim_id: str, doc_id: str, entries: object) -> Judgement:
    if not isinstance(entries, list) or not entries:
        raise InputError(f"the evidence of document {doc_id!r} must be a list of objects, not {short(entries)}")
    found = [_labelled(entry) for entry in entries]
    if len({label for label, _ in found}) > 1:
        raise InputError(f"the evidence of document {doc_id!r} has more than one label")
    return Judgement(claim_id, doc_id, found[0][0], tuple(sentences for _, sentences in found if sentences))


def _claim_record(item: AnnotatedClaim) -> dict[str, Any]:
    evidence = {
        judgement.doc_id: [
            {"sentences": list(sentences), "label": _WORDS[judgement.label]}
            for sentences in judgement.rationales or ((),)
        ]
        for judgement in item.judgements
    }
    cited = [_number(doc_id) for doc_id in item.cited]
    return {"id": _number(item.claim.id), "claim": item.claim.text, "evidence": evidence, "cited_doc_ids": cited}


def _prediction(_: int, record: fields.Record) -> tuple[str, list[Evidence]]:
    claim_id = fields.identifier(fields.require(record, "id"))
    found = []
    for doc_id, entry in fields.mapping(record, "evidence").items():
        label, sentences = _labelled(entry)
        probabilities = {stance: float(stance is label) for stance in Stance}
        scores = (1.0,) * len(sentences)
        found.append(Evidence(claim_id, fields.identifier(doc_id), label, probabilities, sentences, scores))
    return claim_id, found


def _prediction_record(claim_id: str, evidence: Sequence[Evidence]) -> dict[str, Any]:
    decided = [item for item in evidence if item.label is not Stance.NOT_ENOUGH_INFO]
    if len({item.doc_id for item in decided}) < len(decided):
        raise InputError(f"claim {claim_id!r} has evidence from one document twice; the leaderboard takes one of each")
    entries = {item.doc_id: {"label": _WORDS[item.label], "sentences": list(item.sentences)} for item in decided}
    return {"id": _number(claim_id), "evidence": entries}


def _labelled(entry: object) -> tuple[Stance, tuple[int, ...]]:
    if not isinstance(entry, dict):
        raise InputError(f"evidence must be an object with 'sentences' and 'label', not {short(entry)}")
    label, sentences = entry.get("label"), entry.get("sentences")
    if not isinstance(label, str) or label not in _STANCES:
        raise InputError(f"the label must be one of {', '.join(_STANCES)}, not {short(label)}")
    if not isinstance(sentences, list) or not all(type(index) is int and index >= 0 for index in sentences):
        raise InputError(f"'sentences' must be a list of indices from 0, not {short(sentences)}")
    return _STANCES[label], tuple(sentences)


def _number(text: str) -> int | str:
    """Return the number that an id is in the file, or the id itself."""
    is_number = text.isascii() and text.isdigit() and len(text) < 19 and text == str(int(text))
    return int(text) if is_number else text
