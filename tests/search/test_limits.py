from pathlib import Path

import pytest

from claimwise.search.limits import Exclusions, before, read_sites
from claimwise.types import Claim, Document


@pytest.mark.parametrize(
    "url",
    [
        "https://www.snopes.com/fact-check/x", "http://SNOPES.com", "https://factcheck.afp.com/a", "https://m.politifact.com/b",
        "https://www.reuters.com/article/factcheck/x", "https://www.reuters.com/fact-check/x",
        "https://web.archive.org/web/2020/https://www.snopes.com/fact-check/x",
    ],
)  # fmt: skip
def test_fact_checkers(url: str) -> None:
    assert Exclusions().why(url) == "fact-checking site"
    assert Exclusions(fact_checkers=False).why(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "https://www.reuters.com/world/x",
        "https://notsnopes.com/",
        "https://snopes.com.example/",
        "https://bbc.co.uk/",
        "https://[todo]/",
        None,
    ],
)
def test_other_sites(url: str | None) -> None:
    assert Exclusions().why(url) is None


def test_a_list_of_misinformation(tmp_path: Path) -> None:
    path = tmp_path / "sites.txt"
    path.write_text("Bad.example\n\nhttps://www.worse.example/\n", encoding="utf-8")
    exclusions = Exclusions(misinformation=read_sites(path))
    assert exclusions.why("https://news.bad.example/a") == "on the list of misinformation"
    assert exclusions.why("https://worse.example/a/b") == "on the list of misinformation"
    assert exclusions.why("https://good.example/") is None


def test_the_real_list(shared_data: Path) -> None:
    sites = read_sites(shared_data / "averitec" / "misinfo_list.txt")
    assert len(sites) > 1000
    assert Exclusions(misinformation=sites).why("https://www.americasfreedomfighters.com/2019/x") is not None


@pytest.mark.parametrize(
    ("claim", "document", "undated", "expected"),
    [
        ("2020-06-15", "2020-06-14", False, True),
        ("2020-06-15", "2020-06-15", False, False),
        ("2020-06-15", "2020-06", False, False),
        ("2020-06-15", "2020", False, False),
        ("2020-06-15", "2019", False, True),
        ("2020-06-15", None, False, False),
        ("2020-06-15", None, True, True),
        (None, None, False, True),
        ("2020", "2020-11-30", False, True),
    ],
)
def test_before(claim: str | None, document: str | None, undated: bool, expected: bool) -> None:
    asked, found = Claim("1", "A claim.", date=claim), Document("d", "T", ("S.",), date=document)
    assert before(asked, found, allow_undated=undated) is expected
