"""What is written is read back as the same records, in every format that can do both."""

from pathlib import Path
from string import ascii_letters

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.formats import beir, claims, jsonl, scifact, trec
from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.types import Claim, Document, Evidence, Hit, Judgement, Ranking

NASTY = "\u2028\u2029\x85\x0b\x0c\x1c\r\n\t\"'\\,;|{}[]\ufeff\x00 .!?🦠é\u202e"
texts = st.text(st.sampled_from(NASTY) | st.characters(codec="utf-8"), max_size=30)
some_texts = texts.filter(str.strip)
numbers = st.integers(0, 10**20).map(str)
ids = numbers | some_texts | st.sampled_from(["007", "-1", "٣", "1.0", "²"])
letters = st.sampled_from(ascii_letters + "\"'\\,;é🦠\ufeff") | st.characters(codec="utf-8", exclude_characters="\x00")
words = numbers | st.text(letters, min_size=1, max_size=9).filter(
    lambda name: name.split() == [name] and not name.startswith("\ufeff")
)
dates = st.sampled_from([None, "2021", "2021-03", "2021-03-15"])
bodies = st.lists(texts, max_size=4).map(tuple)
indices = st.lists(st.integers(0, 99), max_size=3).map(tuple)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def has_content(document: Document) -> bool:
    return any(part.strip() for part in (document.title, *document.sentences))


def unique(items: st.SearchStrategy[Document] | st.SearchStrategy[Claim]) -> st.SearchStrategy[list]:  # type: ignore[type-arg]
    return st.lists(items, min_size=1, max_size=4, unique_by=lambda item: item.id)


plain_documents = st.builds(
    Document, ids, texts, bodies, metadata=st.just({}) | st.fixed_dictionaries({"structured": st.booleans()})
).filter(has_content)
full_documents = st.builds(
    Document,
    ids,
    texts,
    bodies,
    url=st.none() | some_texts,
    date=dates,
    metadata=st.builds(
        lambda rest, source: {**{key: value for key, value in rest.items() if key != "source"}, **source},
        st.dictionaries(texts | st.sampled_from(["id", "title", "metadata", "_id"]), json_values, max_size=3),
        st.just({}) | st.fixed_dictionaries({"source": some_texts}),
    ),
).filter(has_content)


some = settings(max_examples=60, deadline=None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round")


@some
@given(unique(full_documents))
def test_generic_documents(folder: Path, documents: list[Document]) -> None:
    jsonl.write_documents(folder / "documents.jsonl", documents)
    assert list(jsonl.read_documents(folder / "documents.jsonl")) == documents


@some
@given(
    unique(st.builds(Claim, ids, some_texts, date=dates, speaker=st.none() | some_texts, source=st.none() | some_texts))
)
def test_generic_claims(folder: Path, written: list[Claim]) -> None:
    claims.write_claims(folder / "claims.jsonl", written)
    assert list(claims.read_claims(folder / "claims.jsonl")) == written


@some
@given(unique(plain_documents))
def test_scifact_corpus(folder: Path, documents: list[Document]) -> None:
    scifact.write_corpus(folder / "corpus.jsonl", documents)
    assert list(scifact.read_corpus(folder / "corpus.jsonl")) == documents


@some
@given(st.data())
def test_scifact_claims(folder: Path, data: st.DataObject) -> None:
    rationales = st.lists(indices.filter(bool), max_size=2).map(tuple)
    written = []
    for claim in data.draw(unique(st.builds(Claim, ids, some_texts))):
        judged = st.builds(Judgement, st.just(claim.id), ids, st.sampled_from(Stance), rationales)
        judgements = data.draw(st.lists(judged, max_size=3, unique_by=lambda one: one.doc_id))
        written.append(AnnotatedClaim(claim, tuple(data.draw(st.lists(ids, max_size=3))), tuple(judgements)))
    scifact.write_claims(folder / "claims.jsonl", written)
    assert list(scifact.read_claims(folder / "claims.jsonl")) == written


@some
@given(st.data())
def test_scifact_predictions(folder: Path, data: st.DataObject) -> None:
    written = {}
    for claim_id in data.draw(st.lists(ids, min_size=1, max_size=3, unique=True)):
        drawn = data.draw(st.dictionaries(ids, st.tuples(st.sampled_from(Stance), indices), max_size=3))
        written[claim_id] = [
            Evidence(claim_id, doc_id, label, {one: float(one is label) for one in Stance}, found, (1.0,) * len(found))
            for doc_id, (label, found) in drawn.items()
        ]
    scifact.write_predictions(folder / "predictions.jsonl", written)
    assert scifact.read_predictions(folder / "predictions.jsonl") == {
        claim_id: [item for item in evidence if item.label is not Stance.NOT_ENOUGH_INFO]
        for claim_id, evidence in written.items()
    }


@some
@given(unique(full_documents.filter(lambda document: not {"sentences", "url", "date"} & document.metadata.keys())))
def test_beir_corpus(folder: Path, documents: list[Document]) -> None:
    beir.write_corpus(folder / "corpus.jsonl", documents)
    assert list(beir.read_corpus(folder / "corpus.jsonl")) == documents


@some
@given(unique(st.builds(Claim, ids, some_texts)))
def test_beir_queries(folder: Path, written: list[Claim]) -> None:
    beir.write_queries(folder / "queries.jsonl", written)
    assert list(beir.read_queries(folder / "queries.jsonl")) == written


scores = st.dictionaries(
    words, st.dictionaries(words, st.integers(-2, 9), min_size=1, max_size=4), min_size=1, max_size=4
)


@some
@given(scores)
def test_beir_and_trec_qrels(folder: Path, qrels: dict[str, dict[str, int]]) -> None:
    beir.write_qrels(folder / "qrels.tsv", qrels)
    assert beir.read_qrels(folder / "qrels.tsv") == qrels
    trec.write_qrels(folder / "qrels.txt", qrels)
    assert trec.read_qrels(folder / "qrels.txt") == qrels


@some
@given(
    st.dictionaries(
        words,
        st.dictionaries(words, st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=4),
        min_size=1,
        max_size=4,
    )
)
def test_trec_runs(folder: Path, found: dict[str, dict[str, float]]) -> None:
    rankings = [
        Ranking(query, tuple(sorted((Hit(*hit) for hit in hits.items()), key=lambda hit: -hit.score)))
        for query, hits in found.items()
    ]
    trec.write_run(folder / "run.trec", rankings)
    assert trec.read_run(folder / "run.trec") == rankings
