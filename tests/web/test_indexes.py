"""Corpora over the wire: made, filled, looked at, emptied; and nothing lost when the server is killed."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fpdf import FPDF

from .conftest import Running, serving, wait_for
from .test_api import problem

pytestmark = pytest.mark.slow
DOCUMENTS = "".join(
    json.dumps(
        {"id": f"d{i}", "title": f"Study {i}", "text": f"Study {i} found that tea {i} delays sleep. It was small."}
    )
    + "\n"
    for i in range(200)
)


def pdf_of(text: str) -> bytes:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=12)
    pdf.multi_cell(0, 8, text)
    return bytes(pdf.output())


@pytest.fixture
def corpus(client: httpx.Client) -> Iterator[str]:
    client.post("/api/indexes", json={"name": "mine"}).raise_for_status()
    yield "/api/indexes/mine"
    client.delete("/api/indexes/mine").raise_for_status()


def send(client: httpx.Client, corpus: str, *files: tuple[str, bytes]) -> dict[str, object]:
    answer = client.post(f"{corpus}/documents", files=[("files", file) for file in files])
    assert answer.status_code == 202, answer.text
    place = answer.headers["location"]
    wait_for(lambda: client.get(place).json()["state"] != "indexing")
    told: dict[str, object] = client.get(place).json()
    return told


def test_files_of_every_kind_are_indexed_and_found(client: httpx.Client, corpus: str) -> None:
    told = send(
        client,
        corpus,
        ("tea.pdf", pdf_of("Green tea delays sleep by forty minutes. Forty adults took part.")),
        ("notes.txt", b"Notes on cocoa\nCocoa makes people sleepy."),
        ("page.md", b"# Milk\n\nWarm milk **does not** help sleep."),
        ("rows.csv", b"id,title,text\nc1,Coffee,Coffee delays sleep."),
        ("lines.jsonl", b'{"id": "j1", "title": "Water", "text": "Water does nothing to sleep."}\nnot json\n'),
    )
    assert (told["state"], told["added"], told["skipped"]) == ("done", 5, 1)
    assert "/" not in str(told["problems"]), "the server's folders are nobody's business"
    listed = client.get(f"{corpus}/documents").json()
    assert listed["total"] == 5
    assert {one["id"] for one in listed["documents"]} == {"tea.pdf", "notes.txt", "page.md", "c1", "j1"}
    found = client.post("/api/search", json={"claim": "Green tea delays sleep", "index": "mine", "k": 1}).json()
    assert found[0]["doc_id"] == "tea.pdf"
    assert client.get(f"{corpus}/document", params={"id": "j1"}).json()["title"] == "Water"
    assert client.delete(f"{corpus}/documents", params={"id": "tea.pdf"}).json() == {"removed": 1}
    problem(client.get(f"{corpus}/document", params={"id": "tea.pdf"}), 404)
    assert client.get(corpus).json()["documents"] == 4


def test_the_same_file_again_costs_nothing_and_a_changed_one_replaces(client: httpx.Client, corpus: str) -> None:
    send(client, corpus, ("a.txt", b"Tea delays sleep in adults."))
    assert send(client, corpus, ("a.txt", b"Tea delays sleep in adults."))["unchanged"] == 1
    assert send(client, corpus, ("a.txt", b"Tea does not delay sleep."))["replaced"] == 1


def test_an_index_made_anew_is_not_the_one_before(client: httpx.Client, corpus: str) -> None:
    asked = {"claim": "Tea delays sleep in adults.", "index": "mine", "k": 1}
    seen = []
    for text in (b"Tea delays sleep in adults.", b"Tea brings sleep to adults."):
        send(client, corpus, ("a.txt", text))
        verdict = client.post("/api/check", json=asked).json()
        seen.append(client.get(f"/api/verdicts/{verdict['id']}/export/json").json())
        client.delete(corpus).raise_for_status()
        client.post("/api/indexes", json={"name": "mine"}).raise_for_status()
    assert "delays" in json.dumps(seen[0]["evidence"])
    assert "brings" in json.dumps(seen[1]["evidence"])


def test_what_cannot_be_taken_is_refused(client: httpx.Client, corpus: str) -> None:
    for name in ("evil.exe", "archive.jsonl.gz", "no-ending", "..", ".txt/.."):
        problem(client.post(f"{corpus}/documents", files=[("files", (name, b"x"))]), 422)
    twice = [("files", ("a.txt", b"One two.")), ("files", ("a.txt", b"Three four."))]
    problem(client.post(f"{corpus}/documents", files=twice), 422)
    problem(client.post("/api/indexes/demo/documents", files=[("files", ("a.txt", b"x"))]), 409)
    problem(client.post("/api/indexes/nowhere/documents", files=[("files", ("a.txt", b"x"))]), 404)
    told = send(client, corpus, ("scan.pdf", b"%PDF-1.4 nonsense"))
    assert told["state"] == "failed" or told["skipped"] == 1
    assert client.get(corpus).json()["documents"] == 0


def test_a_name_cannot_leave_its_folder(client: httpx.Client, corpus: str, server: Running) -> None:
    send(client, corpus, ("../../../outside.txt", b"Tea delays sleep in adults."))
    assert client.get(f"{corpus}/documents").json()["documents"][0]["id"] == "outside.txt"
    assert not list(server.home.parent.glob("outside.txt"))


@pytest.mark.parametrize("name", ["", "demo", "Upper", "a/b", "-a", "a" * 41, "..", "x y"])
def test_names_that_no_index_can_have(client: httpx.Client, name: str) -> None:
    answer = client.post("/api/indexes", json={"name": name})
    problem(answer, 409 if name == "demo" else 422)


def test_the_given_corpus_is_only_read(client: httpx.Client) -> None:
    problem(client.delete("/api/indexes/demo"), 409)
    problem(client.delete("/api/indexes/demo/documents", params={"id": "vaccines-01"}), 409)
    [demo, *_] = client.get("/api/indexes").json()
    assert (demo["name"], demo["documents"], demo["writable"]) == ("demo", 126, False)


def test_an_upload_goes_on_after_the_server_was_killed(tmp_path: Path, cache: Path) -> None:
    with serving(tmp_path / "home", cache) as running, running.client() as client:
        client.post("/api/indexes", json={"name": "mine"}).raise_for_status()
        answer = client.post("/api/indexes/mine/documents", files=[("files", ("many.jsonl", DOCUMENTS.encode()))])
        place = answer.headers["location"]
        running.end(kill=True)
    half = tmp_path / "home" / "uploads" / "0123456789abcdef" / "half.txt"
    half.parent.mkdir()
    half.write_text("Taken in, but never noted.")
    with serving(tmp_path / "home", cache) as again, again.client() as client:
        wait_for(lambda: client.get(place).json()["state"] == "done", seconds=300)
        assert client.get("/api/indexes/mine").json()["documents"] == 200
    assert not list((tmp_path / "home" / "uploads").iterdir()), "the files are indexed, so they may go"


def test_an_upload_that_is_cut_off_leaves_nothing(client: httpx.Client, corpus: str, server: Running) -> None:
    send(client, corpus, ("first.txt", b"Tea delays sleep in adults."))
    host, port = server.address.removeprefix("http://").split(":")
    head = (
        f"POST {corpus}/documents HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 9000000\r\n"
        "Content-Type: multipart/form-data; boundary=cut\r\n\r\n"
        '--cut\r\nContent-Disposition: form-data; name="files"; filename="second.txt"\r\n\r\n'
    )
    with socket.create_connection((host, int(port))) as line:
        line.sendall(head.encode() + b"Half a text. " * 200_000)
    assert [one["id"] for one in client.get(f"{corpus}/documents").json()["documents"]] == ["first.txt"]
    assert not list((server.home / "uploads").iterdir())
    assert send(client, corpus, ("second.txt", b"Cocoa makes people sleepy."))["added"] == 1
