"""The pages without a browser: forms that are wrong come back filled in, and say why."""

import httpx
import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "path", ["/", "/texts", "/compare", "/corpora", "/corpora/demo", "/history", "/docs", "/login"]
)
def test_every_page_is_there(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1" in answer.text
    assert "http://" not in answer.text.replace(str(client.base_url).rstrip("/"), ""), "nothing comes from elsewhere"


@pytest.mark.parametrize(
    "path", ["/nothing", "/verdicts/0123456789abcdef", "/corpora/nowhere", "/texts/0123456789abcdef"]
)
def test_what_is_not_there_is_a_page_too(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text


def test_a_wrong_form_comes_back_filled_in(client: httpx.Client) -> None:
    answer = client.post("/check", data={"claim": "Is <b>tea</b> good?", "k": "7"})
    assert answer.status_code == 422
    assert "Is &lt;b&gt;tea&lt;/b&gt; good?" in answer.text
    assert 'value="7"' in answer.text
    assert "Check it anyway" in answer.text
    answer = client.post("/check", data={"claim": "Tea delays sleep.", "k": "many", "as_of": "yesterday"})
    assert answer.status_code == 422
    assert "Number of documents" in answer.text
    assert "date limit" in answer.text
    assert client.post("/check", data={}).status_code == 422
    assert client.post("/compare", data={"first": "Bananas."}).status_code == 422
    assert client.post("/texts", data={"text": "  "}).status_code == 422
    assert client.post("/texts", files={"file": ("x.exe", b"MZ")}).status_code == 422
    assert client.post("/texts", files={"file": ("x.pdf", b"%PDF nonsense")}).status_code == 422
    assert client.post("/corpora", data={"name": "No Good"}).status_code == 422
    assert client.get("/compare", params={"id": "0123456789abcdef"}).status_code == 422


def test_a_document_can_be_looked_at(client: httpx.Client) -> None:
    answer = client.get("/corpora/demo/document", params={"id": "vaccines-01"})
    assert "Measles, mumps and rubella vaccination and autism" in answer.text
    assert client.get("/corpora/demo/document", params={"id": "../../etc"}).status_code == 404


def test_a_text_without_claims_says_so(client: httpx.Client) -> None:
    answer = client.post("/texts", data={"text": "Hello! How are you?"}, follow_redirects=True)
    assert answer.status_code == 200
    assert "No sentence of this text" in answer.text
