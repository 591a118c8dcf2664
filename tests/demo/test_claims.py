"""The demo claims: gold that fits the corpus, and verdicts that are mostly right."""

import json
from collections import Counter

import pytest

from claimwise.demo import CLAIMS
from claimwise.execution.check import make_pipeline
from claimwise.labels import VerdictLabel
from claimwise.models.embedder import Embedder
from claimwise.store.index import Index
from claimwise.text.claims import why_not_a_claim
from claimwise.types import Claim, Document

ROWS = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()]


def test_there_are_as_many_of_each_verdict_and_all_are_claims() -> None:
    counts = Counter(row["verdict"] for row in ROWS)
    assert len(ROWS) >= 60
    assert set(counts) == {"SUPPORTED", "REFUTED", "NOT_ENOUGH_EVIDENCE"}
    assert len(set(counts.values())) == 1
    assert len({row["claim"] for row in ROWS}) == len({row["id"] for row in ROWS}) == len(ROWS)
    assert [row["claim"] for row in ROWS if why_not_a_claim(row["claim"])] == []


def test_the_gold_sentences_are_in_the_corpus(demo_documents: list[Document]) -> None:
    by_id = {document.id: document for document in demo_documents}
    for row in ROWS:
        assert (row["verdict"] == "NOT_ENOUGH_EVIDENCE") == (not row["documents"])
        assert set(row["sentences"]) == set(row["documents"])
        for doc_id, indices in row["sentences"].items():
            assert all(0 <= i < len(by_id[doc_id].sentences) for i in indices)


@pytest.mark.slow
def test_most_verdicts_are_right_in_every_class(demo_index: Index, embedder: Embedder) -> None:
    """`benchmarks/demo_claims.py` prints the exact figures; these floors catch a model that broke."""
    pipeline = make_pipeline("claimwise", demo_index, embedder)
    verdicts = pipeline.check([Claim(row["id"], row["claim"]) for row in ROWS])
    right = Counter(
        row["verdict"] for row, one in zip(ROWS, verdicts, strict=True) if one.label.value == row["verdict"]
    )
    assert right.total() / len(ROWS) >= 0.8
    for label in (VerdictLabel.SUPPORTED, VerdictLabel.REFUTED, VerdictLabel.NOT_ENOUGH_EVIDENCE):
        assert right[label.value] / (len(ROWS) / 3) >= 0.7
