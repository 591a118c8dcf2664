"""Verdicts as JSON: the one form that the command line, batches and the web write and read.

{"claim": {"id": "1", "text": "…"}, "verdict": "REFUTED", "confidence": 0.93, "justification": "…",
 "evidence": [{"doc_id": "…", "title": "…", "label": "REFUTES", "probabilities": {…},
               "sentences": [{"index": 3, "text": "…", "score": 0.97}]}], "trace": {…}}
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Document, Evidence, Verdict

Documents = Mapping[str, Document]


def verdict_record(verdict: Verdict, documents: Documents) -> dict[str, Any]:
    """Return a verdict as a JSON object, with what is needed of the documents to read it alone."""
    return {
        "claim": {name: value for name, value in asdict(verdict.claim).items() if value is not None},
        "verdict": verdict.label.value,
        "confidence": round(verdict.confidence, 4),
        "justification": verdict.justification,
        "evidence": [_evidence(one, documents[one.doc_id]) for one in verdict.evidence],
        "trace": dict(verdict.trace),
    }


def _evidence(evidence: Evidence, document: Document) -> dict[str, Any]:
    record: dict[str, Any] = {"doc_id": evidence.doc_id, "title": document.title, "label": evidence.label.value}
    record |= {name: value for name in ("url", "date", "source") if (value := getattr(document, name)) is not None}
    record["probabilities"] = {stance.value: round(share, 4) for stance, share in evidence.probabilities.items()}
    record |= {name: value for name in ("question", "answer") if (value := getattr(evidence, name)) is not None}
    record["sentences"] = [
        {"index": i, "text": document.sentences[i], "score": round(score, 4)}
        for i, score in zip(evidence.sentences, evidence.sentence_scores, strict=True)
    ]
    return record


def read_verdict(record: Mapping[str, Any]) -> Verdict:
    """Return the verdict of a JSON object that `verdict_record` made."""
    claim = Claim(**record["claim"])
    return Verdict(
        claim=claim,
        label=VerdictLabel(record["verdict"]),
        confidence=record["confidence"],
        evidence=tuple(_read_evidence(claim, one) for one in record["evidence"]),
        justification=record["justification"],
        trace=record["trace"],
    )


def _read_evidence(claim: Claim, record: Mapping[str, Any]) -> Evidence:
    return Evidence(
        claim_id=claim.id,
        doc_id=record["doc_id"],
        label=Stance(record["label"]),
        probabilities={Stance(name): share for name, share in record["probabilities"].items()},
        sentences=tuple(one["index"] for one in record["sentences"]),
        sentence_scores=tuple(one["score"] for one in record["sentences"]),
        question=record.get("question"),
        answer=record.get("answer"),
    )
