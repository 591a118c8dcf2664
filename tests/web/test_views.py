"""The page of a verdict, rendered from records: every label, both sides, hostile texts, nothing left out."""

from html.parser import HTMLParser

import pytest

from claimwise import __version__
from claimwise.formats.verdicts import verdict_record
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Document, Evidence, Verdict
from claimwise.web.api import FORMS
from claimwise.web.records import Kept
from claimwise.web.views import _templates, moment, sentence, verdict_view

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=y> {{ 7 * 7 }}"
PAGES = {"pages": [1] * 5 + [2] * 4}
DOCUMENTS = {
    "s": Document("s", "For", tuple(f"Sentence {i}." for i in range(9)), date="2020", metadata=PAGES),
    "r": Document("r", HOSTILE, (HOSTILE,), url="javascript:alert(1)", metadata={"source": HOSTILE, "pages": "none"}),
    "n": Document("n", "", (), url="https://example.org/n"),
    "u": Document("u", "Undecided", ("Nothing of it.", "An alert in a script.", "A script.")),
}


def evidence(doc_id: str, label: Stance, *sentences: int) -> Evidence:
    shares = {stance: 0.8 if stance is label else 0.1 for stance in Stance}
    return Evidence("1", doc_id, label, shares, sentences, (0.9,) * len(sentences))


FOR, AGAINST, NOTHING = (
    evidence("s", Stance.SUPPORTS, 1, 6),
    evidence("r", Stance.REFUTES, 0),
    evidence("n", Stance.NOT_ENOUGH_INFO),
)


def kept(label: VerdictLabel, *pieces: Evidence) -> Kept:
    trace = {
        "recipe": "claimwise",
        "index": {"name": "demo", "version": 3, "documents": 126},
        "models": {"verifier": "abc"},
        "filters": {"as_of": "2020-01-01", "allow_undated": True},
        "retrieved": [{"doc_id": "s", "score": 1.0}],
        "duplicates": {"x": "s"},
        "seconds": {"retrieving": 0.1, "reading": 0.3},
    }
    verdict = Verdict(Claim("1", HOSTILE), label, 0.87, pieces, HOSTILE, trace)
    return Kept("0" * 16, "2026-01-31T09:30:00.000Z", "demo", verdict_record(verdict, DOCUMENTS), DOCUMENTS)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def rendered(label: VerdictLabel, *pieces: Evidence) -> tuple[str, list[tuple[str, dict[str, str | None]]]]:
    view = verdict_view(kept(label, *pieces))
    values = {"view": view, "forms": FORMS, "opposite": None, "path": "/verdicts/0", "has_token": False}
    text = _templates().get_template("verdict.html").render(values)
    tags = Tags()
    tags.feed(text)
    return text, tags.found


@pytest.mark.parametrize("label", list(VerdictLabel))
@pytest.mark.parametrize("pieces", [(), (FOR,), (FOR, AGAINST, NOTHING), (NOTHING,)])
def test_every_verdict_can_be_shown_and_nothing_of_it_is_markup(
    label: VerdictLabel, pieces: tuple[Evidence, ...]
) -> None:
    text, tags = rendered(label, *pieces)
    assert [attributes["src"] for name, attributes in tags if name == "script"] == [f"/static/page.js?{__version__}"]
    assert "img" not in [name for name, _ in tags]
    assert not any("style" in attributes for _, attributes in tags)
    assert not any(name.startswith("on") for _, attributes in tags for name in attributes)
    assert not any(str(attributes.get("href", "")).startswith("javascript") for _, attributes in tags)
    assert "49" not in text.replace("7 * 7", "")
    assert len([name for name, _ in tags if name == "article"]) == len(pieces)


def test_disagreement_is_said_in_words() -> None:
    assert "strong ones on both sides" in rendered(VerdictLabel.CONFLICTING, FOR, AGAINST)[0]
    assert "1 refutes the claim" in rendered(VerdictLabel.SUPPORTED, FOR, AGAINST)[0]
    assert "agree" not in rendered(VerdictLabel.SUPPORTED, FOR)[0].lower()


def test_deciding_sentences_are_marked_in_their_context() -> None:
    [card] = verdict_view(kept(VerdictLabel.SUPPORTED, FOR)).supporting
    assert [(one.text, one.deciding, one.gap) for one in card.context] == [
        ("Sentence 0.", False, False),
        ("Sentence 1.", True, False),
        ("Sentence 2.", False, False),
        ("Sentence 5.", False, True),
        ("Sentence 6.", True, False),
        ("Sentence 7.", False, False),
    ]
    assert [one.page for one in card.whole if one.deciding] == [1, 2]
    assert sum(share.width for share in card.shares) == pytest.approx(100)


def test_an_undecided_document_shows_the_sentence_that_is_most_like_the_claim() -> None:
    [near, empty] = verdict_view(
        kept(VerdictLabel.NOT_ENOUGH_EVIDENCE, evidence("u", Stance.NOT_ENOUGH_INFO), NOTHING)
    ).undecided
    assert [(one.text, one.deciding) for one in near.context] == [("An alert in a script.", False)]
    assert empty.context == ()


def test_what_was_searched_is_told() -> None:
    told = dict(verdict_view(kept(VerdictLabel.SUPPORTED, FOR)).searched)
    assert told["Index"] == "demo, version 3"
    assert told["Documents in it"] == "126"
    assert told["Date limit"] == "before 2020-01-01, undated ones too"
    assert told["Left out"] == "1 near-duplicate"


def test_words_for_people() -> None:
    assert moment("2026-01-31T09:30:00.000Z") == "31 January 2026, 09:30 UTC"
    assert sentence("it is so") == "It is so."
    assert sentence("is it so?") == "Is it so?"
