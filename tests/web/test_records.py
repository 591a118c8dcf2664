"""Verdicts that are kept: whole, found again, and forgotten with what only they cited."""

from pathlib import Path

import pytest

from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Document, Evidence, Verdict
from claimwise.web.database import Database
from claimwise.web.problems import ProblemError
from claimwise.web.records import Records

TEA = Document("t", "Tea", ("Tea is hot.", "Tea delays sleep."), date="2020", metadata={"source": "x", "pages": [1, 2]})


def verdict_on(text: str) -> Verdict:
    shares = {Stance.SUPPORTS: 0.9, Stance.REFUTES: 0.06, Stance.NOT_ENOUGH_INFO: 0.04}
    evidence = Evidence("1", "t", Stance.SUPPORTS, shares, (1,), (0.8,))
    return Verdict(
        Claim("1", text), VerdictLabel.SUPPORTED, 0.9, (evidence,), "Because.", {"seconds": {"reading": 1.0}}
    )


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "x" / "claimwise.sqlite")


def test_what_is_kept_comes_back_the_same_after_opening_anew(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.sqlite")
    verdict = verdict_on("Tea delays sleep.")
    kept = Records(database).keep(verdict, {"t": TEA}, corpus="demo")
    database.close()
    again = Records(Database(tmp_path / "a.sqlite")).get(kept.id)
    assert again.verdict == verdict
    assert again.documents == {"t": TEA}
    assert again.answer()["link"] == f"/verdicts/{kept.id}"


def test_the_history_is_newest_first_and_can_be_searched(database: Database) -> None:
    records = Records(database)
    for text in ("Tea delays sleep.", "50% of tea is water.", "Coffee delays sleep."):
        records.keep(verdict_on(text), {"t": TEA}, corpus="demo")
    records.keep(verdict_on("Of a job."), {"t": TEA}, corpus="demo", job="j")
    lines, total = records.history(limit=2)
    assert (total, [line.claim for line in lines]) == (3, ["Coffee delays sleep.", "50% of tea is water."])
    assert [line.claim for line in records.history(limit=9, containing="tea DELAYS")[0]] == ["Tea delays sleep."]
    assert [line.claim for line in records.history(limit=9, containing="0%")[0]] == ["50% of tea is water."]
    assert records.history(limit=9, containing="_")[1] == 0


def test_documents_are_kept_once_and_go_with_the_last_verdict(database: Database) -> None:
    records = Records(database)
    first, second = (records.keep(verdict_on(text), {"t": TEA}, corpus="demo") for text in ("A b c.", "D e f."))
    count = "SELECT count(*) FROM documents"
    assert database.rows(count)[0][0] == 1
    records.remove(first.id)
    assert database.rows(count)[0][0] == 1
    assert records.get(second.id).documents == {"t": TEA}
    records.remove(second.id)
    assert database.rows(count)[0][0] == 0
    with pytest.raises(ProblemError, match="no verdict"):
        records.remove(second.id)


def test_half_characters_do_not_break_the_store(database: Database) -> None:
    strange = Document("t", "Half \ud800", ("One.", "Two \udfff."))
    kept = Records(database).keep(verdict_on("Tea delays sleep."), {"t": strange}, corpus="demo")
    assert "?" in Records(database).get(kept.id).documents["t"].title
