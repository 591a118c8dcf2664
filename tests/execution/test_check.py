"""What a claim is checked against."""

import json
from datetime import date
from pathlib import Path

import pytest

from claimwise.errors import InputError
from claimwise.execution.check import check, dated
from claimwise.labels import VerdictLabel
from claimwise.store.filters import Filters
from claimwise.types import Claim

FOR = "We gave green tea to 200 adults. Green tea reduced systolic blood pressure by 5 mmHg after 8 weeks."
AGAINST = "In 300 adults we tested green tea. Green tea did not reduce systolic blood pressure compared with placebo."


@pytest.mark.parametrize(
    ("as_of", "day", "limit"),
    [
        (None, None, None),
        (None, "2020-06", date(2020, 6, 30)),
        (date(2024, 1, 1), None, date(2024, 1, 1)),
        (date(2024, 1, 1), "2020-06-15", date(2020, 6, 15)),
        (date(2019, 1, 1), "2020-06-15", date(2019, 1, 1)),
    ],
)
def test_the_earlier_of_two_dates_is_the_limit(as_of: date | None, day: str | None, limit: date | None) -> None:
    assert dated(Filters(as_of), Claim("1", "Tea is hot.", date=day)).as_of == limit


def verdict_on(claim: str, file: Path, *texts: str) -> VerdictLabel:
    rows = [{"id": str(i), "title": "Green tea and blood pressure", "text": text} for i, text in enumerate(texts)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return check(claim, corpus=file).label


@pytest.mark.parametrize(
    ("texts", "verdict"),
    [
        ([FOR], VerdictLabel.SUPPORTED),
        ([AGAINST], VerdictLabel.REFUTED),
        ([FOR, ""], VerdictLabel.SUPPORTED),
        ([AGAINST, ""], VerdictLabel.REFUTED),
        ([AGAINST, "Bees collect nectar from flowers. A hive holds thousands of bees."], VerdictLabel.REFUTED),
        ([FOR, AGAINST], VerdictLabel.CONFLICTING),
    ],
)
def test_in_a_handful_of_documents_each_says_what_it_says_alone(
    texts: list[str], verdict: VerdictLabel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Retrieval stretches the scores of what it finds; among a few documents the last is no worse than the first."""
    monkeypatch.setenv("CLAIMWISE_CACHE", str(tmp_path / "cache"))
    assert verdict_on("Green tea lowers blood pressure.", tmp_path / "corpus.jsonl", *texts) is verdict


def test_a_claim_that_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="not UTF-8"):
        check("Tea cures colds \ud83d.")
