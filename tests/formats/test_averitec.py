import json
from pathlib import Path
from typing import Any

import pytest

from claimwise.errors import FormatError, InputError
from claimwise.formats.averitec import (
    AnnotatedClaim,
    Prediction,
    read_claims,
    read_predictions,
    write_claims,
    write_predictions,
    write_predictions_2023,
)
from claimwise.formats.knowledge import KnowledgeStore, read_pages, read_retrieved, write_pages
from claimwise.formats.problems import Skip
from claimwise.labels import VerdictLabel
from claimwise.types import Answer, Answered, Claim, Document

RECORD = {
    "claim": "The bridge closed in 2019.",
    "required_reannotation": True,
    "label": "Conflicting Evidence/Cherrypicking",
    "justification": "Closed to cars only.",
    "claim_date": "31-10-2020",
    "speaker": "Ann Roe",
    "original_claim_url": "https://a.example/1",
    "cached_original_claim_url": "https://b.example/1",
    "fact_checking_article": "https://c.example/1",
    "reporting_source": "Facebook",
    "location_ISO_code": "GB",
    "claim_types": ["Event/Property Claim", "Numerical Claim"],
    "fact_checking_strategies": ["Written Evidence"],
    "questions": [
        {
            "question": "Is it closed?",
            "answers": [
                {
                    "answer": "Yes",
                    "answer_type": "Boolean",
                    "boolean_explanation": "A sign says so.",
                    "source_url": "https://d.example",
                    "cached_source_url": "https://e.example",
                    "source_medium": "Web text",
                },
                {
                    "answer": "No answer could be found.",
                    "answer_type": "Unanswerable",
                    "source_url": "",
                    "source_medium": "",
                },
            ],
        },
        {"question": "Since when?", "answers": []},
    ],
}


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def lines(path: Path, *records: Any) -> Path:
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


def test_a_claim_with_all_its_fields(tmp_path: Path) -> None:
    [found] = read_claims(write(tmp_path / "dev.json", [RECORD]))
    assert found == AnnotatedClaim(
        claim=Claim("0", "The bridge closed in 2019.", "2020-10-31", "Ann Roe", "Facebook"),
        label=VerdictLabel.CONFLICTING,
        justification="Closed to cars only.",
        questions=(
            Answered(
                "Is it closed?",
                (
                    Answer("Yes", "Boolean", "A sign says so.", "https://d.example", "https://e.example", "Web text"),
                    Answer("No answer could be found.", "Unanswerable", url="", medium=""),
                ),
            ),
            Answered("Since when?"),
        ),
        types=("Event/Property Claim", "Numerical Claim"),
        strategies=("Written Evidence",),
        location="GB",
        original_url="https://a.example/1",
        cached_original_url="https://b.example/1",
        article="https://c.example/1",
        reannotated=True,
    )


def test_claims_are_written_as_they_were(tmp_path: Path) -> None:
    claims = list(read_claims(write(tmp_path / "dev.json", [RECORD, RECORD | {"claim_date": None, "speaker": None}])))
    write_claims(tmp_path / "again.json", claims)
    assert list(read_claims(tmp_path / "again.json")) == claims
    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))[0] == RECORD | {"claim_id": 0}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"claim": None}, "has no 'claim'"),
        ({"claim": 3}, "'claim' must be text, not 3"),
        ({"label": "Maybe"}, "the label must be one of Supported, Refuted"),
        ({"label": None}, "has no 'label'"),
        ({"claim_date": "31-31-2020"}, "not a day of the calendar"),
        ({"claim_types": "Numerical Claim"}, "'claim_types' must be a list of texts"),
        ({"questions": {}}, "'questions' must be a list of objects"),
        ({"questions": [{"question": "Q?", "answers": [3]}]}, "'answers' must be a list of objects"),
        ({"questions": [{"question": "Q?", "answers": [{"answer": "A", "answer_type": "Guess"}]}]}, "'answer_type'"),
        ({"claim_id": 0}, "the id '0' is taken by record 0"),
    ],
)
def test_a_bad_record_is_named_and_can_be_skipped(tmp_path: Path, change: Any, reason: str) -> None:
    path = write(tmp_path / "dev.json", [RECORD, RECORD | change, RECORD])
    with pytest.raises(FormatError, match=rf"dev.json: record 1: .*{reason}"):
        list(read_claims(path))
    skip = Skip()
    assert [one.claim.id for one in read_claims(path, on_error=skip)] == ["0", "2"]
    assert skip.count == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{}", "a list of records is needed"),
        ("[]", "empty list"),
        ("[3]", "record 0: is a JSON int"),
        ("[\n{]", "line 2: is not JSON"),
        ('["\\ud800"]', "half a character"),
        ("[NaN]", "cannot be used"),
    ],
)
def test_a_file_that_is_no_list_of_records_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "dev.json").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=reason):
        list(read_claims(tmp_path / "dev.json"))


def test_predictions_of_both_forms(tmp_path: Path) -> None:
    flat = {
        "claim_id": 7,
        "claim": "A.",
        "pred_label": "Refuted",
        "evidence": [
            {"question": "Q?", "answer": "No.", "url": "https://a.example", "scraped_text": "No. Never."},
            {"question": "R?", "answer": None, "url": "https://b.example"},
        ],
        "llm_output": "ignored",
    }
    nested = {"claim": "B.", "label": "Supported", "questions": [{"question": "Q?", "answers": {"answer": "Yes."}}]}
    found = read_predictions(write(tmp_path / "p.json", [flat, nested | {"justification": "It is so."}]))
    assert found == [
        Prediction(
            "7",
            "A.",
            VerdictLabel.REFUTED,
            (Answered("Q?", (Answer("No.", url="https://a.example", scraped="No. Never."),)), Answered("R?")),
        ),
        Prediction("1", "B.", VerdictLabel.SUPPORTED, (Answered("Q?", (Answer("Yes."),)),), "It is so."),
    ]


def test_predictions_are_read_back(tmp_path: Path) -> None:
    answer = Answer("No.", url="https://a.example", scraped="No. Never.")
    whole = Prediction("7", "A.", VerdictLabel.REFUTED, (Answered("Q?", (answer,)),), "So.", ("loose evidence",))
    write_predictions_2023(tmp_path / "2023.json", [whole])
    assert read_predictions(tmp_path / "2023.json") == [whole]
    assert json.loads((tmp_path / "2023.json").read_text(encoding="utf-8"))[0]["label"] == "Refuted"
    write_predictions(tmp_path / "2024.json", [whole])
    [record] = json.loads((tmp_path / "2024.json").read_text(encoding="utf-8"))
    assert record["pred_label"] == "Refuted"
    assert record["evidence"] == [
        {"question": "Q?", "answer": "No.", "url": "https://a.example", "scraped_text": "No. Never."}
    ]
    [again] = read_predictions(tmp_path / "2024.json")
    assert (again.questions, again.label, again.justification) == (whole.questions, whole.label, None)


def test_a_knowledge_store_of_one_file_a_claim(tmp_path: Path) -> None:
    lines(
        tmp_path / "0.json",
        {"claim_id": 0, "type": "gold", "query": "q", "url": "https://a.example", "url2text": ["One. ", "", "Two."]},
        {"claim_id": 0, "type": "question", "query": "r", "url": "https://a.example", "url2text": ["Again."]},
        {"claim_id": 0, "type": "question", "query": "r", "url": "https://b.example", "url2text": []},
        {"claim_id": 0, "url": "https://c.example", "url2text": "All in one.", "publish_date": "3 May 2020"},
    )
    pages = KnowledgeStore(tmp_path).pages("0")
    assert pages == [
        Document(
            "https://a.example",
            "",
            ("One.", "Two."),
            url="https://a.example",
            metadata={"query": "q", "type": "gold"},
        ),
        Document("https://c.example", "", ("All in one.",), url="https://c.example", date="2020-05-03"),
    ]
    write_pages(tmp_path / "1.json", "1", pages)
    assert read_pages(tmp_path / "1.json") == pages


def test_a_store_that_lacks_a_claim_says_so(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"has no 5.json for the claim '5'"):
        KnowledgeStore(tmp_path).pages("5")
    with pytest.raises(InputError, match="cannot be the name of a file"):
        KnowledgeStore(tmp_path).pages("../5")
    lines(tmp_path / "all.jsonl", {"claim_id": 0, "top_2": [{"sentence": "S.", "url": "u"}]})
    with pytest.raises(InputError, match=r"has nothing for the claim '5'; it has 1 claims"):
        KnowledgeStore(tmp_path / "all.jsonl").pages("5")


def test_retrieved_sentences_are_grouped_by_page(tmp_path: Path) -> None:
    entries = [{"sentence": text, "url": url} for text, url in (("A.", "u"), ("B.", "v"), ("C.", "u"), ("A.", "u"))]
    path = lines(tmp_path / "all.jsonl", {"claim_id": 3, "claim": "X.", "top_10": entries})
    assert dict(read_retrieved(path)) == {
        "3": [Document("u", "", ("A.", "C."), url="u"), Document("v", "", ("B.",), url="v")]
    }
    with pytest.raises(FormatError, match=r"all.jsonl, line 1: 'top_10' must be a list of objects"):
        list(read_retrieved(lines(path, {"claim_id": 3, "top_10": [1]})))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one not in (None, [])}
    return [_without_nulls(one) for one in value] if isinstance(value, list) else value


@pytest.mark.slow
@pytest.mark.parametrize("split", ["train", "dev"])
def test_the_real_files_survive_reading_and_writing(shared_data: Path, tmp_path: Path, split: str) -> None:
    original = shared_data / "averitec" / f"{split}.json"
    claims = list(read_claims(original))
    assert len(claims) == {"train": 3068, "dev": 500}[split]
    write_claims(tmp_path / "again.json", claims)
    assert list(read_claims(tmp_path / "again.json")) == claims
    before = json.loads(original.read_text(encoding="utf-8"))
    after = json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))
    lost = [
        (key, old.get(key), new.get(key))
        for old, new in zip(map(_without_nulls, before), map(_without_nulls, after), strict=True)
        for key in old.keys() | new.keys() - {"claim_id"}
        if key != "claim_id" and old.get(key) != new.get(key) and str(old.get(key, "")).strip()
    ]
    assert [one for one in lost if one[0] != "claim_date"] == []


def test_the_real_retrieved_sentences(shared_data: Path) -> None:
    found = dict(read_retrieved(shared_data / "averitec" / "hero_dev_retrieved_top10.jsonl"))
    assert len(found) == 500
    assert sum(len(page.sentences) for page in found["0"]) <= 10
