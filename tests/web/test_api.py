"""The API, spoken to over the wire: what it answers, what it refuses, and that it says so in one form."""

import json
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from .conftest import wait_for

pytestmark = pytest.mark.slow  # the server needs some seconds to begin with
CLAIM = "Inactivated influenza vaccines cannot cause influenza."


def problem(answer: httpx.Response, status: int) -> dict[str, object]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told: dict[str, object] = answer.json()
    assert told["status"] == status
    assert str(told["type"]).startswith("urn:claimwise:problem:")
    assert told["title"]
    assert told["detail"]
    return told


def test_health_and_metrics(client: httpx.Client) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
    client.get("/api/indexes")
    text = client.get("/metrics").text
    assert 'claimwise_requests_total{method="GET",route="/api/indexes",status="200"}' in text
    assert 'le="+Inf"' in text


def test_a_claim_is_checked_kept_and_exported(client: httpx.Client) -> None:
    verdict = client.post("/api/check", json={"claim": CLAIM, "k": 5}).raise_for_status().json()
    assert verdict["claim"]["text"] == CLAIM
    assert len(verdict["evidence"]) <= 5
    assert verdict["trace"]["index"]["documents"] == 126
    assert client.get(f"/api/verdicts/{verdict['id']}").json() == verdict
    listed = client.get("/api/verdicts", params={"containing": "inactivated"}).json()
    assert verdict["id"] in [one["id"] for one in listed["verdicts"]]
    for form, start in (("json", "{"), ("md", f"# {CLAIM}"), ("html", "<!doctype html>"), ("claimreview", "{")):
        answer = client.get(f"/api/verdicts/{verdict['id']}/export/{form}")
        assert answer.text.startswith(start)
        assert "attachment" in answer.headers["content-disposition"]
        assert "sandbox" in answer.headers["content-security-policy"]
    assert client.delete(f"/api/verdicts/{verdict['id']}").status_code == 204
    problem(client.get(f"/api/verdicts/{verdict['id']}"), 404)


def test_the_stream_tells_of_every_stage_and_ends_with_the_verdict(client: httpx.Client) -> None:
    with client.stream("POST", "/api/check/stream", json={"claim": CLAIM}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        parts = [part for part in "".join(answer.iter_text()).split("\n\n") if part]
    kinds = [part.split("\n")[0].removeprefix("event: ") for part in parts]
    assert kinds == ["stage"] * (len(parts) - 1) + ["verdict"]
    stages = [json.loads(part.split("data: ")[1])["stage"] for part in parts[:-1]]
    assert stages[-3:] == ["retrieving", "reading 10 documents", "deciding"]
    assert json.loads(parts[-1].split("data: ")[1])["claim"]["text"] == CLAIM


def test_a_problem_in_the_stream_is_an_event(client: httpx.Client) -> None:
    answer = client.post("/api/check/stream", json={"claim": CLAIM, "index": "nowhere"})
    assert answer.status_code == 200
    assert "event: problem" in answer.text
    told = problem(client.post("/api/check/stream", json={"claim": "Does tea delay sleep?"}), 422)
    assert "is a question" in str(told["detail"])
    assert str(told["type"]).endswith("not-a-claim")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"claim": ""}, "claim"),
        ({"claim": "   "}, "empty"),
        ({"claim": "Does tea delay sleep?"}, "is a question"),
        ({"claim": "I think tea is good"}, "is an opinion"),
        ({"claim": "tea " * 400}, "at most 1,000"),
        ({"claim": CLAIM, "k": 0}, "k"),
        ({"claim": CLAIM, "k": 101}, "k"),
        ({"claim": CLAIM, "as_of": "yesterday"}, "as_of"),
        ({"claim": CLAIM, "recipe": "nonsense"}, "no recipe"),
        ({"claim": CLAIM, "unknown": 1}, "unknown"),
        ({"claim": "Half a \ud800 character is here"}, "claim"),
        ({"claim": "A NUL \0 is here"}, "NUL"),
        ({}, "claim"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(
    client: httpx.Client, body: dict[str, object], message: str
) -> None:
    raw = json.dumps(body)
    answer = client.post("/api/check", content=raw, headers={"Content-Type": "application/json"})
    assert message in str(problem(answer, 422)["detail"])


def test_an_unknown_index_and_a_bad_body(client: httpx.Client) -> None:
    problem(client.post("/api/search", json={"claim": CLAIM, "index": "nowhere"}), 404)
    problem(client.post("/api/search", json={"claim": CLAIM, "index": "../../etc"}), 404)
    problem(client.post("/api/check", content=b"{", headers={"Content-Type": "application/json"}), 422)
    problem(client.get("/api/nothing"), 404)
    problem(client.put("/api/check"), 405)
    problem(client.get("/api/verdicts/not-an-id"), 422)


def test_large_bodies_are_refused_whether_announced_or_not(client: httpx.Client) -> None:
    problem(client.post("/api/check", content=b"x" * 2_000_001), 413)

    def dripping() -> object:
        for _ in range(40):
            yield b"x" * 65_536

    problem(client.post("/api/check", content=dripping(), headers={"Content-Type": "application/json"}), 413)  # type: ignore[arg-type]


def test_search(client: httpx.Client) -> None:
    for retriever in ("hybrid", "bm25", "dense"):
        found = client.post("/api/search", json={"claim": CLAIM, "k": 3, "retriever": retriever}).json()
        assert len(found) == 3
        assert "vaccines-02" in [one["doc_id"] for one in found]
        assert all(one["sentences"] for one in found)
    only = client.post("/api/search", json={"claim": CLAIM, "k": 9, "sources": ["nutrition"]}).json()
    assert {one["source"] for one in only} == {"nutrition"}
    told = problem(client.post("/api/search", json={"claim": CLAIM, "sources": ["nowhere"]}), 422)
    assert "its sources are" in str(told["detail"])


def test_a_batch_goes_through_all_claims(client: httpx.Client) -> None:
    claims = [CLAIM, {"id": "q", "text": "Is this a question?"}, "Vitamin C prevents colds."]
    begun = client.post("/api/batch", json={"claims": claims, "k": 3})
    assert begun.status_code == 202
    place = begun.headers["location"]
    wait_for(lambda: client.get(place).json()["state"] == "done")
    assert client.get(place).json()["done"] == 3
    results = [json.loads(line) for line in client.get(f"{place}/results").text.splitlines()]
    assert [one["claim"]["id"] for one in results] == ["1", "q", "3"]
    assert results[1]["verdict"] == "REFUSED"
    problem(client.post(f"{place}/cancel"), 409)
    assert client.delete(place).status_code == 204
    problem(client.get(place), 404)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"recipe": "nonsense"}, "no recipe"),
        ({"sources": ["nowhere"]}, "from the source"),
        ({"claims": [{"id": "2", "text": CLAIM}, "Tea is hot."]}, "two claims have the id '2'"),
    ],
)
def test_a_batch_that_cannot_be_right_is_not_begun(client: httpx.Client, more: dict[str, object], message: str) -> None:
    answer = client.post("/api/batch", json={"claims": [CLAIM], **more})
    assert message in str(problem(answer, 422)["detail"])


def test_a_batch_can_be_cancelled(client: httpx.Client) -> None:
    claims = [f"{CLAIM[:-1]} in {year}." for year in range(1900, 2000)]
    place = client.post("/api/batch", json={"claims": claims, "k": 2}).headers["location"]
    assert client.post(f"{place}/cancel").json()["state"] == "cancelled"
    done = client.get(place).json()["done"]
    assert done < 100
    client.delete(place)


def test_a_text_comes_back_with_its_claims_in_their_places(client: httpx.Client) -> None:
    text = "Hello there.\n\n  Vitamin C prevents colds.  Does it?  I like oranges. Vaccines cause autism in children."
    begun = client.post("/api/texts", json={"text": text})
    place = begun.headers["location"]
    wait_for(lambda: client.get(place).json()["state"] == "done")
    told = client.get(place).json()
    assert [one["text"] for one in told["claims"]] == [
        "Vitamin C prevents colds.",
        "Vaccines cause autism in children.",
    ]
    assert all(text[one["start"] : one["end"]] == one["text"] for one in told["claims"])
    assert all(one["verdict"] for one in told["claims"])
    markdown = client.get(f"{place}/export/md").text
    assert "I like oranges." in markdown
    assert "2 claims found" in markdown
    assert client.get(f"{place}/export/html").text.startswith("<!doctype html>")
    assert client.delete(place).status_code == 204


def test_many_at_once_are_answered_or_told_to_come_again(client: httpx.Client) -> None:
    with ThreadPoolExecutor(40) as crowd:
        claims = [f"{CLAIM[:-1]} in {year}." for year in range(1960, 2000)]
        answers = list(crowd.map(lambda claim: client.post("/api/check", json={"claim": claim, "k": 1}), claims))
    statuses = {answer.status_code for answer in answers}
    assert statuses <= {200, 429}
    assert 200 in statuses
    for answer in answers:
        if answer.status_code == 429:
            assert int(answer.headers["retry-after"]) >= 1


def test_every_answer_carries_the_security_headers(client: httpx.Client) -> None:
    for path in ("/", "/api/indexes", "/api/nothing", "/static/style.css", "/healthz", "/nothing"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers


def test_other_sites_may_neither_write_nor_reach_it_under_their_name(client: httpx.Client) -> None:
    problem(client.post("/api/check", json={"claim": CLAIM}, headers={"Origin": "https://evil.example"}), 403)
    problem(client.post("/corpora", data={"name": "evil"}, headers={"Origin": "null"}), 403)
    problem(client.post("/corpora", data={"name": "evil"}, headers={"Sec-Fetch-Site": "cross-site"}), 403)
    problem(client.get("/api/indexes", headers={"Host": "evil.example"}), 421)


def test_the_document_of_the_api_has_examples_and_names_the_errors(client: httpx.Client) -> None:
    document = client.get("/openapi.json").json()
    assert document["components"]["schemas"]["CheckRequest"]["properties"]["claim"]["examples"]
    responses = document["paths"]["/api/check"]["post"]["responses"]
    assert {"200", "422", "429", "504"} <= set(responses)
    assert "application/problem+json" in responses["429"]["content"]
