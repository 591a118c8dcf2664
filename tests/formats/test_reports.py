"""Verdicts as JSON, Markdown, HTML and ClaimReview: complete, and safe with hostile texts."""

import json
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser

from claimwise.formats.claimreview import claim_review
from claimwise.formats.reports import as_html, as_markdown, web_address
from claimwise.formats.verdicts import read_verdict, verdict_record
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Document, Evidence, Verdict

HOSTILE = "<script>alert(1)</script> & [x](javascript:y) *b*"
DOCUMENTS = {
    "a": Document("a", HOSTILE, ("First.", HOSTILE), url="javascript:alert(1)", date="2020-01-02"),
    "b": Document("b", "Plain", ("Nothing.",), url="https://example.org/b"),
}


def evidence(doc_id: str, label: Stance, *sentences: int) -> Evidence:
    shares = {stance: 0.8 if stance is label else 0.1 for stance in Stance}
    return Evidence("1", doc_id, label, shares, sentences, (0.9,) * len(sentences))


VERDICT = Verdict(
    Claim("1", HOSTILE, date="2021-01-01", speaker="Someone"),
    VerdictLabel.REFUTED,
    0.876,
    (evidence("a", Stance.REFUTES, 1), evidence("b", Stance.NOT_ENOUGH_INFO)),
    "Because.",
    {"k": 2},
)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_json_holds_everything_and_can_be_written() -> None:
    record = json.loads(json.dumps(verdict_record(VERDICT, DOCUMENTS)))
    assert record["verdict"] == "REFUTED"
    assert record["confidence"] == 0.876
    assert record["evidence"][0]["sentences"] == [{"index": 1, "text": HOSTILE, "score": 0.9}]
    assert record["evidence"][1]["url"] == "https://example.org/b"
    assert record["claim"] == {"id": "1", "text": HOSTILE, "date": "2021-01-01", "speaker": "Someone"}


def test_a_verdict_can_be_read_from_its_json() -> None:
    asked = replace(VERDICT.evidence[0], question="Who says so?", answer="Someone.")
    for verdict in (VERDICT, replace(VERDICT, evidence=(asked,))):
        assert read_verdict(json.loads(json.dumps(verdict_record(verdict, DOCUMENTS)))) == verdict


def test_html_shows_texts_and_runs_nothing() -> None:
    page = as_html((VERDICT, DOCUMENTS))
    tags = Tags()
    tags.feed(page)
    names = [name for name, _ in tags.found]
    assert "script" not in names
    assert names.count("mark") == 1
    assert [attributes["href"] for name, attributes in tags.found if name == "a"] == ["https://example.org/b"]
    assert "Refuted" in page
    assert "src=" not in page
    both = as_html((VERDICT, DOCUMENTS), (VERDICT, DOCUMENTS))
    assert (both.count("<html"), both.count("<h1")) == (1, 2)


def test_markdown_escapes_what_would_be_markup() -> None:
    text = as_markdown(VERDICT, DOCUMENTS)
    assert "**Refuted** (confidence 88%)" in text
    assert r"\<script\>" in text
    assert "<script>" not in text
    assert text.index("## Refuting") < text.index("## Undecided")
    assert "](javascript:alert" not in text
    assert "[Plain](<https://example.org/b>)" in text


def test_only_addresses_of_web_pages_become_links() -> None:
    assert web_address("https://example.org/a(b)?c=d") == "https://example.org/a(b)?c=d"
    for url in (None, "", "javascript:alert(1)", "data:text/html,x", 'https://x/"onclick=y', "https://x/><b>", "//x"):
        assert web_address(url) is None
    review = claim_review(VERDICT, DOCUMENTS)
    assert "url" not in review["citation"][0]


def test_claim_review_has_what_schema_org_asks_for() -> None:
    review = claim_review(VERDICT, DOCUMENTS, day=date(2024, 5, 1))
    assert review["@type"] == "ClaimReview"
    assert review["reviewRating"]["ratingValue"] == 1
    assert review["itemReviewed"]["author"]["name"] == "Someone"
    assert [one["name"] for one in review["citation"]] == [HOSTILE]
    silent = Verdict(VERDICT.claim, VerdictLabel.NOT_ENOUGH_EVIDENCE, 0.5, (), "")
    assert "ratingValue" not in claim_review(silent, DOCUMENTS)["reviewRating"]
