"""A document is as good as its best window."""

from collections.abc import Mapping, Sequence

import pytest

from claimwise.errors import ConfigError
from claimwise.models.verifier import VerifierModel
from claimwise.reranking.windows import ReadingScorer, WindowReranker
from claimwise.stages import Reranker
from claimwise.types import Claim, Document, Hit, Ranking

CLAIM = Claim("1", "needle")


class Counting:
    """Scores a text by how often the claim stands in it, and remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, ...]] = []

    def score(self, pairs: Sequence[tuple[Claim, Document]]) -> list[float]:
        self.seen += [document.sentences for _, document in pairs]
        return [float(sum(claim.text in sentence for sentence in document.sentences)) for claim, document in pairs]


def document(name: str, length: int, *needles: int) -> Document:
    return Document(name, "", tuple("needle" if i in needles else f"hay {i}" for i in range(length)))


DOCUMENTS = {one.id: one for one in (document("a", 12, 0, 11), document("b", 12, 7, 8), document("c", 2, 1))}


def lookup(doc_ids: Sequence[str]) -> Mapping[str, Document]:
    return {doc_id: DOCUMENTS[doc_id] for doc_id in doc_ids}


def ranking(*names: str) -> Ranking:
    return Ranking("1", tuple(Hit(name, 1 / rank, {"bm25": 1.0}) for rank, name in enumerate(names, start=1)))


def test_windows_overlap_and_reach_the_end() -> None:
    scorer = Counting()
    WindowReranker(scorer, lookup).rerank([CLAIM], [ranking("a")])
    assert [(len(one), one[0], one[-1]) for one in scorer.seen] == [
        (6, "needle", "hay 5"),
        (6, "hay 3", "hay 8"),
        (6, "hay 6", "needle"),
    ]


@pytest.mark.parametrize(("size", "stride"), [(3, 4), (3, 0), (0, 0)])
def test_windows_that_leave_sentences_out_are_refused(size: int, stride: int) -> None:
    with pytest.raises(ConfigError, match="leave sentences out"):
        WindowReranker(Counting(), lookup, size=size, stride=stride)


def test_the_best_window_decides_and_the_old_score_is_kept() -> None:
    reranker = WindowReranker(Counting(), lookup)
    assert isinstance(reranker, Reranker)
    [found] = reranker.rerank([CLAIM], [ranking("a", "b", "c")])
    assert [(hit.doc_id, hit.score) for hit in found.hits] == [("b", 2.0), ("a", 1.0), ("c", 1.0)]
    assert found.hits[0].parts == {"bm25": 1.0, "retrieved": 0.5}


def test_claims_do_not_mix() -> None:
    other = Claim("2", "hay 1")
    first, second = WindowReranker(Counting(), lookup).rerank([CLAIM, other], [ranking("a", "b"), ranking("c", "b")])
    assert [hit.doc_id for hit in first.hits] == ["b", "a"]
    assert [hit.doc_id for hit in second.hits] == ["b", "c"]
    assert WindowReranker(Counting(), lookup).rerank([], []) == []


def test_the_verifier_finds_the_document_that_speaks_to_the_claim(demo_documents: list[Document]) -> None:
    documents = {one.id: one for one in demo_documents}
    reranker = WindowReranker(ReadingScorer(VerifierModel()), lambda ids: {name: documents[name] for name in ids})
    names = [one for one in documents if one.startswith("vaccines")][:1] + [
        one for one in documents if not one.startswith("vaccines")
    ][:9]
    [found] = reranker.rerank([Claim("1", "The measles vaccine causes autism.")], [ranking(*reversed(names))])
    assert found.hits[0].doc_id.startswith("vaccines")
    assert {hit.doc_id for hit in found.hits} == set(names)
