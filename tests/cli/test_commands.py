"""Every command: what it prints, what it leaves, how it fails."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimwise.demo import CORPUS
from claimwise.store.index import Index

from .conftest import Run

DOCUMENTS = [
    {"id": "d1", "title": "Tea", "text": "Green tea contains caffeine. It is drunk hot.", "date": "2011-02-03"},
    {"id": "d2", "title": "Coffee", "sentences": ["Coffee contains more caffeine than tea."], "source": "cafe"},
]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files") / "drinks.jsonl"
    path.write_text("".join(json.dumps(document) + "\n" for document in DOCUMENTS), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def index(documents: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("index") / "drinks"
    result = run("index", "build", documents, "--out", place)
    assert result.returncode == 0, result.stderr
    assert "2 added, 0 replaced, 0 unchanged, 0 skipped" in result.stdout
    return place


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("claimwise 0.")


def test_building_again_changes_nothing(run: Run, documents: Path, index: Path) -> None:
    result = run("index", "build", documents, "--out", index, "--json")
    assert json.loads(result.stdout) == {
        "index": str(index), "passages": 0, "added": 0, "replaced": 0, "unchanged": 2, "skipped": 0,
    }  # fmt: skip


def test_info(run: Run, index: Path) -> None:
    info = json.loads(run("index", "info", index, "--json").stdout)
    assert (info["documents"], info["passages"], info["sources"]) == (2, 2, {"cafe": 1, "drinks": 1})
    assert "documents    2" in run("index", "info", index).stdout


def test_search_shows_title_sentences_and_parts(run: Run, index: Path) -> None:
    result = run("search", "Green tea has caffeine", "--index", index, "--explain")
    assert result.returncode == 0, result.stderr
    assert "1. Tea" in result.stdout
    assert "Green tea contains caffeine." in result.stdout
    assert "bm25" in result.stdout
    assert "sentence" in result.stdout
    assert "\x1b[" not in result.stdout, "colours only on a terminal"


@pytest.mark.parametrize("retriever", ["hybrid", "bm25", "dense", "tfidf"])
def test_search_as_json(run: Run, index: Path, retriever: str) -> None:
    result = run("search", "Green tea is drunk hot", "--index", index, "-k", "1", "--retriever", retriever, "--json")
    [hit] = json.loads(result.stdout)
    assert (hit["doc_id"], hit["date"], hit["source"]) == ("d1", "2011-02-03", "drinks")
    assert sum(hit["parts"].values()) == pytest.approx(hit["score"], abs=1e-5)


def test_search_filters(run: Run, index: Path) -> None:
    def ids(*options: str) -> list[str]:
        result = run("search", "caffeine", "--index", index, "--json", *options)
        return sorted(hit["doc_id"] for hit in json.loads(result.stdout))

    assert ids() == ["d1", "d2"]
    assert ids("--as-of", "2011-02-04") == ["d1"]
    assert ids("--as-of", "2011-02-03") == []
    assert ids("--as-of", "2011-02-03", "--allow-undated") == ["d2"]
    assert ids("--source", "cafe") == ["d2"]


def test_search_without_an_index_uses_the_demo_corpus_and_says_so(run: Run) -> None:
    result = run("search", "Sharks do not get cancer", "-k", "2", "--json")
    assert result.returncode == 0, result.stderr
    assert "demo corpus" in result.stderr
    assert json.loads(result.stdout)[0]["source"] == "animals"


def test_add_and_remove(run: Run, tmp_path: Path, documents: Path) -> None:
    place = tmp_path / "index"
    run("index", "build", documents, "--out", place)
    (tmp_path / "note.md").write_text("# Cocoa\n\nCocoa contains theobromine.\n", encoding="utf-8")
    assert "1 added" in run("index", "add", tmp_path / "note.md", "--index", place).stdout
    assert json.loads(run("index", "remove", "d1", "nothing", "--index", place, "--json").stdout) == {
        "removed": 1,
        "not_found": 1,
    }
    assert json.loads(run("index", "info", place, "--json").stdout)["documents"] == 2


def test_a_bad_line_stops_with_its_number_or_is_skipped_and_counted(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps(DOCUMENTS[0]) + "\n{broken\n" + json.dumps(DOCUMENTS[1]) + "\n", encoding="utf-8")
    stopped = run("index", "build", bad, "--out", tmp_path / "a")
    assert stopped.returncode == 2
    assert f"{bad}, line 2" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    skipped = run("index", "build", bad, "--out", tmp_path / "b", "--on-error", "skip")
    assert skipped.returncode == 0
    assert "2 added" in skipped.stdout
    assert "1 skipped" in skipped.stdout
    assert "line 2" in skipped.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["search", "x", "--index", "nowhere"], "no index at nowhere"),
        (["search", "  "], "the claim is empty"),
        (["search", "x", "--as-of", "yesterday"], "is not a day"),
        (["search", "x", "--embedder", "nowhere"], "card.json is missing"),
        (["index", "build", "missing.jsonl", "--out", "never-made"], "missing.jsonl"),
        (["index", "build", str(CORPUS), "--out", "never-made", "--format", "docx"], "there is no format 'docx'"),
        (["index", "add", str(CORPUS), "--index", "nowhere"], "no index at nowhere"),
        (["index", "info", "nowhere"], "no index at nowhere"),
        (["eval", "retrieval", "--dataset", "nowhere"], "there is no dataset 'nowhere'"),
        (
            ["train", "verifier", "--from", "x", "--work", "x", "--out", "new", "--name", "x", "--hold", "0.5"],
            "--go-on",
        ),
        (["train", "embedder", "--from", "nowhere", "--out", "x", "--name", "x", "--licence", "MIT"], "holds no model"),
        (["search"], "Missing argument"),
        (["search", "x", "-k", "0"], "-k"),
        (["nonsense"], "No such command"),
    ],
)
def test_bad_input_is_one_clear_error_with_exit_code_2(run: Run, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert not Path("never-made").exists()


def test_two_sources_with_one_id_are_said(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.txt").write_text(f"These are the notes of {name}.")
    sources = [tmp_path / "a", tmp_path / "b"]
    stopped = run("index", "build", *sources, "--out", tmp_path / "ix")
    assert stopped.returncode == 2
    assert "'notes.txt' is taken" in stopped.stderr
    assert (
        "1 added, 0 replaced, 0 unchanged, 1 skipped"
        in run("index", "build", *sources, "--out", tmp_path / "iy", "--on-error", "skip").stdout
    )


def test_an_index_among_its_sources_is_not_one_of_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Tea contains caffeine.")
    for expected in ("1 added", "1 unchanged"):
        result = run("index", "build", tmp_path, "--out", tmp_path / "ix")
        assert result.returncode == 0, result.stderr
        assert expected in result.stdout


def test_the_source_of_a_folder_is_its_name_and_an_unknown_one_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "one.txt").write_text("Tea contains caffeine.")
    run("index", "build", tmp_path / "papers", "--out", tmp_path / "ix")
    found = run("search", "tea", "--index", tmp_path / "ix", "--source", "papers", "--json")
    assert len(json.loads(found.stdout)) == 1
    missing = run("search", "tea", "--index", tmp_path / "ix", "--source", "nosuch")
    assert missing.returncode == 2
    assert "its sources are: papers" in missing.stderr


@pytest.mark.parametrize("retriever", ["bm25", "tfidf"])
def test_sentences_are_shown_by_retrievers_of_words_too(run: Run, index: Path, retriever: str) -> None:
    result = run("search", "tea is drunk hot", "--index", index, "--retriever", retriever)
    assert "It is drunk hot." in result.stdout


def test_documents_cannot_drive_the_terminal(run: Run, tmp_path: Path) -> None:
    hostile = {"id": "x", "title": "\x1b[31mred\x1b]0;title\x07", "text": "Tea \x1b[2J is \u202e hot."}
    (tmp_path / "hostile.jsonl").write_text(json.dumps(hostile))
    run("index", "build", tmp_path / "hostile.jsonl", "--out", tmp_path / "ix")
    result = run("search", "tea", "--index", tmp_path / "ix")
    assert "red" in result.stdout
    assert not set("\x1b\x07\u202e") & set(result.stdout)


def test_a_claim_that_is_not_text_is_said(run: Run, index: Path) -> None:
    result = run("search", "caf\udcff", "--index", index)
    assert result.returncode == 2
    assert "not UTF-8" in result.stderr
    assert "Traceback" not in result.stderr


def test_reasons_are_shown_even_when_nothing_could_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{\n[]\n")
    result = run("index", "build", tmp_path / "bad.jsonl", "--out", tmp_path / "ix", "--on-error", "skip")
    assert result.returncode == 2
    assert "line 1" in result.stderr
    assert "line 2" in result.stderr
    assert not (tmp_path / "ix").exists()


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_committed_and_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from claimwise.cli import main; main()"]
    corpus = tmp_path / "corpus.jsonl"
    with corpus.open("w") as lines:
        for copy in range(20):
            for record in map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines()):
                lines.write(json.dumps(record | {"id": f"{record['id']}-{copy}"}) + "\n")
    process = subprocess.Popen(
        [*command, "index", "build", str(corpus), "--out", str(tmp_path / "ix")], stderr=subprocess.PIPE, text=True
    )
    versions = tmp_path / "ix" / "passages.lance" / "_versions"
    while len(list(versions.glob("*.manifest"))) < 4:
        time.sleep(0.02)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=200)
    assert process.returncode == 130
    assert "what was committed is kept" in errors
    assert "Traceback" not in errors
    assert Index.open(tmp_path / "ix").info().documents > 0


@pytest.mark.slow
def test_two_first_searches_at_once_both_answer(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from claimwise.cli import main; main()", "search", "tea", "-k", "1", "--json"]
    environment = os.environ | {"CLAIMWISE_CACHE": str(tmp_path)}
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert answers[0] == answers[1]


def test_evaluation_of_a_beir_folder(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    (folder / "qrels").mkdir(parents=True)
    texts = {"1": "Green tea contains caffeine.", "2": "Saturn has rings of ice.", "3": "Whales are mammals."}
    corpus = [{"_id": doc_id, "title": "", "text": text} for doc_id, text in texts.items()]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(one) + "\n" for one in corpus))
    queries = [{"_id": "q1", "text": "caffeine in tea"}, {"_id": "q2", "text": "a planet with rings"}]
    (folder / "queries.jsonl").write_text("".join(json.dumps(one) + "\n" for one in queries))
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\t1\t1\nq2\t2\t1\nq2\t3\t1\n")
    output = tmp_path / "run.txt"
    result = run("eval", "retrieval", "--dataset", folder, "--split", "test", "--run", output, "--json")
    assert result.returncode == 0, result.stderr
    scores = json.loads(result.stdout)
    assert scores["R@1"] == pytest.approx((1 + 1 / 2) / 2)
    assert scores["MRR"] == 1.0
    assert output.read_text().splitlines()[0].split()[:4] == ["q1", "Q0", "1", "1"]
    assert "BEIR" in run("eval", "retrieval", "--dataset", folder, "--split", "test").stdout
