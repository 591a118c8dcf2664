import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimwise.errors import FormatError
from claimwise.formats import fever
from claimwise.formats.fever import AnnotatedClaim, Prediction
from claimwise.formats.problems import Skip
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Document, Evidence, Verdict


def write(path: Path, *records: Any) -> Path:
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


def test_claims_with_and_without_evidence(tmp_path: Path) -> None:
    path = write(
        tmp_path / "dev.jsonl",
        {"id": 1, "claim": "A.", "label": "SUPPORTS", "evidence": [[[9, 8, "X", 0], [9, 8, "Y", 3]], [[7, 6, "X", 1]]]},
        {"id": 2, "claim": "B.", "label": "NOT ENOUGH INFO", "evidence": [[[5, None, None, None]]]},
        {"id": 3, "claim": "C."},
    )
    assert list(fever.read_claims(path)) == [
        AnnotatedClaim(Claim("1", "A."), Stance.SUPPORTS, ((("X", 0), ("Y", 3)), (("X", 1),))),
        AnnotatedClaim(Claim("2", "B."), Stance.NOT_ENOUGH_INFO),
        AnnotatedClaim(Claim("3", "C.")),
    ]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"claim": "A."}, "has no 'id'"),
        ({"id": 1, "claim": " "}, "must be a text that is not blank"),
        ({"id": 1, "claim": "A.", "label": "MAYBE"}, "the label 'MAYBE' is not one of SUPPORTS, REFUTES"),
        ({"id": 1, "claim": "A.", "evidence": [["X", 0]]}, "evidence must be [annotation, evidence, page, line]"),
        ({"id": 1, "claim": "A.", "evidence": {"X": 0}}, "'evidence' must be a list of lists"),
        ({"id": 1, "claim": "A.", "evidence": [[[1, 2, "X", "0"]]]}, "a page's name and a line's number"),
        ({"id": 1, "claim": "A.", "evidence": [[[1, 2, "X", -1]]]}, "a page's name and a line's number"),
        ({"id": 7, "claim": "again"}, "the id '7' is taken by line 1"),
    ],
)
def test_a_bad_claim_is_named_by_file_and_line(tmp_path: Path, record: Any, reason: str) -> None:
    path = write(tmp_path / "dev.jsonl", {"id": 7, "claim": "Good."}, record, {"id": 8, "claim": "Good too."})
    with pytest.raises(FormatError, match=r"dev.jsonl, line 2: ") as caught:
        list(fever.read_claims(path))
    assert reason in str(caught.value)
    skipped = Skip()
    assert [one.claim.id for one in fever.read_claims(path, on_error=skipped)] == ["7", "8"]
    assert skipped.count == 1


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"id": 1, "predicted_label": "SUPPORTS"}, "has no 'predicted_evidence'"),
        ({"id": 1, "predicted_label": "supported", "predicted_evidence": []}, "the label 'supported'"),
        ({"id": 1, "predicted_label": "REFUTES", "predicted_evidence": [["X", 1, 2]]}, "must be [page, line]"),
        ({"id": 1, "predicted_label": "REFUTES", "predicted_evidence": "X"}, "must be a list of [page, line]"),
        ({"id": 1, "predicted_label": "REFUTES", "predicted_evidence": [["X", True]]}, "a line's number"),
    ],
)
def test_a_bad_prediction_is_named_by_file_and_line(tmp_path: Path, record: Any, reason: str) -> None:
    path = write(tmp_path / "predictions.jsonl", record)
    with pytest.raises(FormatError, match=r"predictions.jsonl, line 1: ") as caught:
        fever.read_predictions(path)
    assert reason in str(caught.value)


def test_pages_of_the_dump(tmp_path: Path) -> None:
    lines = "0\tSoul Food -LRB- film -RRB- is a film .\tfilm\tFilm\n1\t\n2\tIt has -LSB- a -RSB- plot .\n"
    path = write(
        tmp_path / "wiki-001.jsonl",
        {"id": "", "text": "", "lines": ""},
        {"id": "Soul_Food_-LRB-film-RRB-", "text": "…", "lines": lines},
        {"id": "Nothing_here", "text": "", "lines": ""},
    )
    assert list(fever.read_pages(path)) == [
        Document(
            "Soul_Food_-LRB-film-RRB-",
            "Soul Food (film)",
            ("Soul Food ( film ) is a film .", "", "It has [ a ] plot ."),
        ),
        Document("Nothing_here", "Nothing here", ()),
    ]


def test_a_disambiguation_page_keeps_its_links(tmp_path: Path) -> None:
    lines = (
        "0\tMercury may refer to :\n1\tMercury -LRB- planet -RRB-\tx\tMercury -LRB- planet -RRB-\ty\tFreddie Mercury"
    )
    path = write(tmp_path / "wiki-001.jsonl", {"id": "Mercury", "text": "", "lines": lines})
    [page] = fever.read_pages(path)
    assert page.metadata[fever.LINKS] == ["Mercury ( planet )", "Freddie Mercury"]


def test_a_line_end_inside_a_sentence_goes_on_with_it(tmp_path: Path) -> None:
    path = write(tmp_path / "wiki-001.jsonl", {"id": "A", "text": "", "lines": "0\tOne\n1991 was\tgood\n1\tTwo\n\n"})
    [page] = fever.read_pages(path)
    assert page.sentences == ("One 1991 was good", "Two")


def test_a_sentence_that_goes_on_keeps_its_links_and_takes_no_number(tmp_path: Path) -> None:
    lines = "0\tMercury may refer\nto :\tplanet\tMercury ( planet )\n1\n1\tTwo"
    path = write(tmp_path / "wiki-001.jsonl", {"id": "Mercury", "text": "", "lines": lines})
    [page] = fever.read_pages(path)
    assert page.sentences == ("Mercury may refer to : 1", "Two")


@pytest.mark.parametrize(
    ("first", "is_list"),
    [
        ("Mercury may refer to :", True),
        ("Mercury can also mean", True),
        ("Mercury may refer to one of the following :", True),
        ("Ballet , which can also mean its music , is a dance .", False),
        ("Mercury is a planet .", False),
    ],
)
def test_an_article_that_can_mean_something_is_no_list(first: str, is_list: bool) -> None:
    assert fever.is_disambiguation("Mercury", (first,)) is is_list


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"id": " ", "text": "t", "lines": "0\tt"}, "an id must not be blank"),
        ({"text": "t", "lines": "0\tt"}, "has no 'id'"),
        ({"id": "A", "lines": ["0\tt"]}, "'lines' must be text"),
    ],
)
def test_a_bad_page_is_named_by_file_and_line(tmp_path: Path, record: Any, reason: str) -> None:
    path = write(tmp_path / "wiki-001.jsonl", {"id": "Good", "lines": "0\tGood ."}, record)
    with pytest.raises(FormatError, match=r"wiki-001.jsonl, line 2: ") as caught:
        list(fever.read_pages(path))
    assert reason in str(caught.value)


names = st.text(st.sampled_from("aB_-é🦠"), min_size=1, max_size=8)
places = st.tuples(names, st.integers(0, 99))
claims = st.builds(
    AnnotatedClaim,
    st.builds(Claim, st.integers(0, 10**20).map(str) | st.sampled_from(["007", "a", "²"]), st.just("A claim.")),
    st.sampled_from(Stance),
    st.lists(st.lists(places, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple),
)
predictions = st.builds(
    Prediction,
    st.integers(0, 10**9).map(str),
    st.sampled_from(Stance),
    st.lists(places, max_size=6).map(tuple),
)
sentences = st.text(st.sampled_from("aB ()[]{}:-é🦠.,<b>&"), max_size=20).map(lambda text: " ".join(text.split()))
titles = st.text(st.sampled_from("aB ()[]{}:é🦠<b>&"), min_size=1, max_size=12).filter(
    lambda title: title.strip() and "  " not in title
)
pages = st.builds(
    lambda title, body: Document(fever.id_of(title), title, tuple(body)), titles, st.lists(sentences, max_size=4)
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(claims, min_size=1, max_size=4, unique_by=lambda one: one.claim.id))
def test_claims_round_trip(tmp_path_factory: pytest.TempPathFactory, items: list[AnnotatedClaim]) -> None:
    path = tmp_path_factory.mktemp("fever") / "claims.jsonl"
    fever.write_claims(path, items)
    assert list(fever.read_claims(path)) == items


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(predictions, min_size=1, max_size=4, unique_by=lambda one: one.claim_id))
def test_predictions_round_trip(tmp_path_factory: pytest.TempPathFactory, items: list[Prediction]) -> None:
    path = tmp_path_factory.mktemp("fever") / "predictions.jsonl"
    fever.write_predictions(path, items)
    assert list(fever.read_predictions(path).values()) == items


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(pages, min_size=1, max_size=3))
def test_pages_round_trip_whatever_markup_is_in_them(
    tmp_path_factory: pytest.TempPathFactory, items: list[Document]
) -> None:
    path = tmp_path_factory.mktemp("fever") / "wiki-001.jsonl"
    fever.write_pages(path, items)
    assert list(fever.read_pages(path)) == items


def evidence(doc_id: str, label: Stance, share: float, *scored: tuple[int, float]) -> Evidence:
    rest = (1 - share) / 2
    shares = dict.fromkeys(Stance, rest) | {label: share}
    return Evidence("1", doc_id, label, shares, tuple(i for i, _ in scored), tuple(score for _, score in scored))


def test_a_verdict_becomes_a_prediction_with_its_five_best_sentences() -> None:
    found = (
        evidence("A", Stance.SUPPORTS, 0.8, (0, 0.9), (2, 0.5), (3, 0.4), (5, 0.3)),
        evidence("B", Stance.REFUTES, 0.6, (1, 0.8), (4, 0.1)),
        evidence("C", Stance.NOT_ENOUGH_INFO, 0.9),
    )
    verdict = Verdict(Claim("1", "A."), VerdictLabel.SUPPORTED, 0.8, found, "")
    expected = (("A", 0), ("B", 1), ("A", 2), ("A", 3), ("A", 5))
    assert fever.prediction_of(verdict) == Prediction("1", Stance.SUPPORTS, expected)


@pytest.mark.parametrize(("against", "label"), [(0.9, Stance.REFUTES), (0.5, Stance.SUPPORTS)])
def test_a_conflict_goes_to_the_heavier_side(against: float, label: Stance) -> None:
    found = (evidence("A", Stance.SUPPORTS, 0.7, (0, 0.9)), evidence("B", Stance.REFUTES, against, (1, 0.8)))
    verdict = Verdict(Claim("1", "A."), VerdictLabel.CONFLICTING, 0.5, found, "")
    assert fever.prediction_of(verdict).label is label


def test_a_verdict_without_evidence_is_not_enough_info() -> None:
    verdict = Verdict(Claim("1", "A."), VerdictLabel.NOT_ENOUGH_EVIDENCE, 0.5, (), "")
    assert fever.prediction_of(verdict) == Prediction("1", Stance.NOT_ENOUGH_INFO)
