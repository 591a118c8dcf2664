from pathlib import Path

import pytest

from claimwise.errors import FormatError, InputError
from claimwise.formats import beir, trec
from claimwise.formats.problems import Skip
from claimwise.types import Claim, Document, Hit, Ranking


def test_a_beir_corpus(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text(
        '{"_id": "a", "title": "T", "text": "One is here. Two is there.", '
        '"metadata": {"url": "u", "date": "May 2021", "k": 1}}\n'
        '{"_id": "b", "title": "Only a title", "text": ""}\n',
        encoding="utf-8",
    )
    assert list(beir.read_corpus(path)) == [
        Document("a", "T", ("One is here.", "Two is there."), url="u", date="2021-05", metadata={"k": 1}),
        Document("b", "Only a title", ()),
    ]


def test_beir_metadata_holds_sentences_only_where_splitting_would_lose_them(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    beir.write_corpus(path, [Document("a", "", ("One is here.", "Two is there.")), Document("b", "", ("no", "stops"))])
    first, second = path.read_text(encoding="utf-8").splitlines()
    assert "sentences" not in first
    assert '"sentences": ["no", "stops"]' in second


def test_a_beir_document_that_says_nothing_is_a_bad_record(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"_id": "a", "title": "", "text": " "}', encoding="utf-8")
    with pytest.raises(FormatError, match="line 1: has neither a title nor a text"):
        list(beir.read_corpus(path))


def test_beir_queries_are_claims(tmp_path: Path) -> None:
    path = tmp_path / "queries.jsonl"
    path.write_text('{"_id": "3", "text": "It works.", "metadata": {}}', encoding="utf-8")
    assert list(beir.read_queries(path)) == [Claim("3", "It works.")]


def test_beir_qrels_with_bad_rows(tmp_path: Path) -> None:
    path = tmp_path / "test.tsv"
    path.write_text("query-id\tcorpus-id\tscore\n1\ta b\t1\n1\tc\n1\td\tx\n1\ta b\t2\n2\td\t0\n", encoding="utf-8")
    skip = Skip()
    assert beir.read_qrels(path, on_error=skip) == {"1": {"a b": 1}, "2": {"d": 0}}
    assert [(error.line, error.reason.split(";")[0]) for error in skip.errors] == [
        (3, "has 2 fields"),
        (4, "'x' is not a whole number"),
        (5, "the id ('1', 'a b') is taken by line 2"),
    ]


def test_qrels_without_a_judgement_always_raise(tmp_path: Path) -> None:
    path = tmp_path / "test.tsv"
    path.write_text("query-id\tcorpus-id\tscore\n", encoding="utf-8")
    with pytest.raises(FormatError, match="no judgement"):
        beir.read_qrels(path, on_error=Skip())


def test_a_run_is_read_by_falling_score(tmp_path: Path) -> None:
    path = tmp_path / "run.trec"
    path.write_text("q2 Q0 a 1 0.5 tag\nq1 Q0 a 1 1e-3 tag\nq2\tQ0  b 2 7 tag\nq2 Q0 c 3 0.5 tag\n", encoding="utf-8")
    assert trec.read_run(path) == [
        Ranking("q2", (Hit("b", 7.0), Hit("a", 0.5), Hit("c", 0.5))),
        Ranking("q1", (Hit("a", 0.001),)),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("q Q0 a 1 0.5", "has 5 fields; a run needs six"),
        ("q Q0 a 1 high tag", "the score 'high' is not a number"),
        ("q Q0 a 1 nan tag", "the score 'nan' is not finite"),
        ("q Q0 first 2 0.1 tag", "is taken by line 1"),
    ],
)
def test_a_bad_line_of_a_run_is_named_and_can_be_skipped(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "run.trec"
    path.write_text(f"q Q0 first 1 0.9 tag\n{line}\n", encoding="utf-8")
    with pytest.raises(FormatError, match=rf"run.trec, line 2: .*{reason}"):
        trec.read_run(path)
    assert trec.read_run(path, on_error=Skip()) == [Ranking("q", (Hit("first", 0.9),))]


def test_a_run_is_written_as_trec_eval_reads_it(tmp_path: Path) -> None:
    trec.write_run(tmp_path / "run", [Ranking("q", (Hit("a", 2), Hit("b", 0.1)))], tag="mine")
    assert (tmp_path / "run").read_text(encoding="utf-8") == "q Q0 a 1 2.0 mine\nq Q0 b 2 0.1 mine\n"


@pytest.mark.parametrize("name", ["two words", "", "a\u2028b", " a", "\ufeffa", "a\x00b"])
def test_ids_that_would_break_a_trec_file_are_refused(tmp_path: Path, name: str) -> None:
    for rankings in ([Ranking(name, (Hit("a", 1.0),))], [Ranking("q", (Hit(name, 1.0),))]):
        with pytest.raises(InputError):
            trec.write_run(tmp_path / "run", rankings)
    with pytest.raises(InputError):
        trec.write_qrels(tmp_path / "qrels", {"q": {name: 1}})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["a\tb", "a\nb", " "])
def test_ids_that_would_break_a_beir_table_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot stand in a table"):
        beir.write_qrels(tmp_path / "qrels.tsv", {"q": {name: 1}})
