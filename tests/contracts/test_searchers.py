"""One suite over every searcher: the index, a knowledge store, the web through two services on this machine."""

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.fetch.conftest import Server

from claimwise.errors import ConfigError, FetchError
from claimwise.fetch.cache import PageCache
from claimwise.fetch.fetcher import Fetcher, Limits
from claimwise.formats.knowledge import KnowledgeStore, write_pages
from claimwise.models.embedder import Embedder
from claimwise.search.engines import KEY, Brave, Engine, Searxng, own_instance
from claimwise.search.limits import Exclusions
from claimwise.search.local import IndexSearcher, StoreSearcher
from claimwise.search.web import WebSearcher
from claimwise.stages import Searcher
from claimwise.store.index import Index
from claimwise.store.ingest import ingest
from claimwise.types import Claim, Document

CLAIM = Claim("7", "The old bridge over the river was closed to cars.", date="2020-06-15")
QUERIES = ["old bridge river closed cars", "Was the old bridge closed?"]
TEXT = (
    "The old bridge over the river was closed to cars on 3 May 2019 after engineers found cracks in two of its piers.",
    "The town council said that walkers and cyclists may still use the bridge until the repairs begin next summer.",
)
DATES = {"before": "2019-05-04", "same": "2020-06-15", "after": "2021-01-01", "year": "2020"}


def page_of(name: str, base: str) -> Document:
    return Document(
        f"{base}/{name}", "The bridge", (f"Report {name}.", *TEXT), url=f"{base}/{name}", date=DATES.get(name)
    )


def html(name: str) -> str:
    date = f'<meta property="article:published_time" content="{DATES[name]}">' if len(DATES.get(name, "")) > 4 else ""
    paragraphs = "".join(
        f"<p>{text}</p>" for text in (f"This is the long report {name} on the bridge.", *TEXT, *TEXT[::-1])
    )
    head = f"<html><head><title>The bridge</title>{date}</head>"
    return f"{head}<body><article><h1>The bridge</h1>{paragraphs}</article></body></html>"


class Services:
    """SearXNG's and Brave's answers, from a real server that also has the pages."""

    def __init__(self) -> None:
        self.server = Server()
        self.names = ["before", "same", "after"]
        self.extra: list[str] = []
        self.broken = False
        for name in DATES:
            self.server.html(f"/{name}", html(name))
        self.server.pages["/search"] = lambda handler: self._answer(handler, lambda rows: {"results": rows})
        self.server.pages["/res/v1/web/search"] = lambda handler: self._answer(
            handler, lambda rows: {"web": {"results": rows}}
        )

    def queries(self) -> list[dict[str, list[str]]]:
        return [parse_qs(urlsplit(path).query) for path in self.server.asked if "search?" in path]

    def _answer(self, handler: BaseHTTPRequestHandler, wrap: Callable[[list[dict[str, str]]], object]) -> None:
        urls = [f"{self.server.url}/{name}" for name in self.names] + self.extra
        rows = [{"url": url, "title": "A title"} for url in urls]
        body = b"<html>" if self.broken else json.dumps(wrap(rows)).encode()
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.end_headers()
        handler.wfile.write(body)


@pytest.fixture
def services() -> Iterator[Services]:
    started = Services()
    yield started
    started.server.close()


def web(engine: Engine, services: Services, folder: Path, **options: object) -> WebSearcher:
    fetcher = Fetcher(limits=Limits(seconds=60), allowed=services.server.allowed)
    return WebSearcher(engine, PageCache(folder, fetcher), **options)  # type: ignore[arg-type]


@pytest.fixture(params=["index", "store", "searxng", "brave"])
def searcher(request: pytest.FixtureRequest, tmp_path: Path, embedder: Embedder, services: Services) -> Searcher:
    if request.param == "index":
        index = Index.create(tmp_path / "index", embedder)
        ingest(index, [page_of(name, "https://town.example") for name in DATES], embedder)
        return IndexSearcher(index)
    if request.param == "store":
        pages = [page_of(name, "https://town.example") for name in DATES]
        write_pages(tmp_path / "store" / "7.json", "7", pages)
        return StoreSearcher(KnowledgeStore(tmp_path / "store"))
    pytest.importorskip("trafilatura")
    fetcher = Fetcher(limits=Limits(seconds=60), allowed=services.server.allowed)
    engine: Engine = (
        Searxng(services.server.url, fetcher)
        if request.param == "searxng"
        else Brave(fetcher, key="secret", url=services.server.url)
    )
    return web(engine, services, tmp_path / "pages")


def test_only_documents_from_before_the_claim(searcher: Searcher) -> None:
    assert isinstance(searcher, Searcher)
    [found] = searcher.search([CLAIM], [QUERIES], k=5)
    assert [document.id.rsplit("/", 1)[1] for document in found] == ["before"]
    assert any("closed to cars" in sentence for sentence in found[0].sentences)
    assert found[0].url is not None


def test_what_was_found_can_be_looked_up_again(searcher: Searcher) -> None:
    [found] = searcher.search([CLAIM], [QUERIES], k=5)
    ids = [document.id for document in found]
    again = searcher.documents(ids)
    assert {doc_id: again[doc_id] for doc_id in ids} == {one.id: one for one in found}


def test_a_claim_without_a_date_has_no_limit_but_k_holds(searcher: Searcher) -> None:
    undated = Claim("7", CLAIM.text)
    [found] = searcher.search([undated], [QUERIES], k=3)
    assert len(found) == 3
    assert len({document.id for document in found}) == 3
    [found] = searcher.search([undated], [QUERIES], k=1)
    assert len(found) == 1
    assert searcher.search([], [], k=3) == []


def test_the_service_is_told_of_the_date_and_the_key(services: Services, tmp_path: Path) -> None:
    pytest.importorskip("trafilatura")
    fetcher = Fetcher(limits=Limits(seconds=60), allowed=services.server.allowed)
    web(Searxng(services.server.url, fetcher), services, tmp_path).search([CLAIM], [QUERIES[:1]], k=1)
    assert services.queries()[0]["q"] == ["old bridge river closed cars before:2020-06-15"]
    assert services.queries()[0]["format"] == ["json"]
    brave = Brave(fetcher, key="secret", url=services.server.url)
    web(brave, services, tmp_path).search([CLAIM], [QUERIES[:1]], k=1)
    assert services.queries()[-1]["freshness"] == ["1990-01-01to2020-06-14"]
    assert "secret" in [headers.get("X-Subscription-Token") for headers in services.server.headers]


def test_fact_checkers_and_misinformation_are_left_out_and_said_so(services: Services, tmp_path: Path) -> None:
    pytest.importorskip("trafilatura")
    fetcher = Fetcher(limits=Limits(seconds=60), allowed=services.server.allowed)
    services.extra = ["https://www.snopes.com/fact-check/bridge", "https://bad.example/bridge"]
    problems: list[str] = []
    searcher = web(
        Searxng(services.server.url, fetcher),
        services,
        tmp_path,
        exclusions=Exclusions(misinformation=frozenset({"bad.example"})),
        on_problem=problems.append,
    )
    [found] = searcher.search([CLAIM], [QUERIES[:1]], k=5)
    assert len(found) == 1
    assert any("snopes.com" in one and "fact-checking site" in one for one in problems)
    assert any("bad.example" in one and "misinformation" in one for one in problems)
    assert any("/after: left out, dated 2021-01-01" in one for one in problems)


def test_pages_on_the_local_network_are_not_fetched(services: Services, tmp_path: Path) -> None:
    pytest.importorskip("trafilatura")
    other = Server()
    other.html("/secret", html("before"))
    services.extra = [f"{other.url}/secret"]
    problems: list[str] = []
    fetcher = Fetcher(limits=Limits(seconds=60), allowed=services.server.allowed)
    searcher = web(Searxng(services.server.url, fetcher), services, tmp_path, on_problem=problems.append)
    searcher.search([CLAIM], [QUERIES[:1]], k=5)
    assert other.asked == []
    assert any("not a public address" in one for one in problems)
    other.close()


def test_a_service_that_does_not_answer_is_an_error_not_an_empty_result(services: Services, tmp_path: Path) -> None:
    fetcher = Fetcher(limits=Limits(seconds=60), allowed=services.server.allowed)
    services.broken = True
    with pytest.raises(FetchError, match=r"searxng answered none of 2 queries: .*not answer with JSON"):
        web(Searxng(services.server.url, fetcher), services, tmp_path).search([CLAIM], [QUERIES], k=5)


def test_keys_and_addresses_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    with pytest.raises(ConfigError, match=KEY):
        Brave(Fetcher())
    with pytest.raises(ConfigError, match="http://host:port"):
        Searxng("localhost", Fetcher())
    assert own_instance("http://127.0.0.1:8888") == {("127.0.0.1", 8888)}
