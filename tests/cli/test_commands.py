"""Every command: what it prints, what it leaves, how it fails."""

import json
from pathlib import Path

import pytest

from claimwise.demo import CORPUS

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


@pytest.mark.parametrize(
    "command",
    [[], ["index"], ["index", "build"], ["index", "add"], ["index", "remove"], ["index", "info"], ["search"],
     ["eval"], ["eval", "retrieval"], ["train"], ["train", "embedder"]],
)  # fmt: skip
def test_help_has_an_example_and_needs_nothing(run: Run, command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.returncode == 0
    assert "Usage: claimwise" in result.stdout
    assert "Example: claimwise" in result.stdout or command in (["index"], ["eval"], ["train"])


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
