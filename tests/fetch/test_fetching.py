"""Fetching against real servers on this machine that do what bad servers do."""

import gzip
import ipaddress
import json
import threading
import time
import zlib
from datetime import date
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from tests.fetch.conftest import Server

from claimwise.errors import FetchError
from claimwise.fetch.addresses import is_public, resolve
from claimwise.fetch.cache import PageCache
from claimwise.fetch.fetcher import Fetcher, Limits
from claimwise.fetch.pages import decoded

ARTICLE = """<!doctype html><html><head><title>The old bridge</title>
<meta property="article:published_time" content="2019-05-04T08:00:00Z"></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></nav>
<article><h1>The old bridge</h1>
<p>The old bridge over the river was closed to cars on 3 May 2019 after engineers found cracks in two of its piers.</p>
<p>The town council said that walkers and cyclists may still use it. Repairs will take about three years, the mayor told
reporters on Friday, and will cost four million euros. Until then buses take the road through the valley instead.</p>
<p>The bridge was built in 1911 and had been repaired twice, most recently in 1988, when its railings were replaced.</p>
</article><footer>All rights reserved. Contact. Imprint.</footer></body></html>"""
WALL = """<!doctype html><html><head><title>Before you continue</title></head><body><main>
<p>We use cookies to give you the best experience. Please accept all cookies to go on to the article, or change your
cookie settings first.</p><button>Accept all cookies</button></main></body></html>"""


def fetcher(server: Server, **limits: float) -> Fetcher:
    return Fetcher(limits=Limits(**limits), allowed=server.allowed)  # type: ignore[arg-type]


def test_a_page_is_fetched(server: Server) -> None:
    server.html("/a", ARTICLE)
    found = fetcher(server).get(f"{server.url}/a")
    assert (found.url, found.content_type, found.charset) == (f"{server.url}/a", "text/html", "utf-8")
    assert found.body == ARTICLE.encode()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946"])
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/a", "gopher://example.org", "javascript:alert(1)", "//example.org",
        "http://", "http://user:secret@example.org/", "http://127.0.0.1/", "http://localhost/", "http://[::1]/",
        "http://2130706433/", "http://0x7f.1/", "http://0/", "http://169.254.169.254/latest/meta-data", "http://[",
        "http://exa mple.org/", "http://127.0.0.1:99999/",
    ],
)  # fmt: skip
def test_what_is_never_asked(url: str) -> None:
    with pytest.raises(FetchError):
        resolve(url)


def test_without_the_exception_the_same_server_is_refused(server: Server) -> None:
    server.html("/a", ARTICLE)
    with pytest.raises(FetchError, match="not a public address"):
        Fetcher().get(f"{server.url}/a")
    assert server.asked == []


def test_a_redirect_to_the_local_network_is_refused(server: Server) -> None:
    other = Server()
    other.html("/secret", ARTICLE)
    for to in (
        f"{other.url}/secret",
        f"http://localhost:{other.port}/secret",
        "http://169.254.169.254/",
        "file:///etc",
    ):
        server.redirect("/a", to)
        with pytest.raises(FetchError, match=r"not a public address|only http and https"):
            fetcher(server).get(f"{server.url}/a")
    assert other.asked == []
    other.close()


def test_redirects_are_followed_and_counted(server: Server) -> None:
    server.html("/end", ARTICLE)
    server.redirect("/a", "b", 301)
    server.redirect("/b", "/end", 307)
    server.redirect("/loop", "/loop")
    assert fetcher(server).get(f"{server.url}/a").url == f"{server.url}/end"
    with pytest.raises(FetchError, match="redirected more than 5 times"):
        fetcher(server).get(f"{server.url}/loop")


def test_a_redirect_to_what_is_no_address_is_said(server: Server) -> None:
    server.redirect("/a", "http://[")
    with pytest.raises(FetchError, match="not an address"):
        fetcher(server).get(f"{server.url}/a")


def test_keys_do_not_follow_a_redirect(server: Server) -> None:
    server.html("/end", ARTICLE)
    server.redirect("/a", "/end")
    fetcher(server).get(f"{server.url}/a", headers={"X-Key": "secret"})
    assert [one.get("X-Key") for one in server.headers] == ["secret", None]


def test_an_endless_body_ends(server: Server) -> None:
    stopped = threading.Event()

    def page(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"<p>more and more and more</p>" * 500)
        except OSError:
            stopped.set()

    server.pages["/a"] = page
    with pytest.raises(FetchError, match="larger than 100,000 bytes"):
        fetcher(server, packed=100_000).get(f"{server.url}/a")
    assert stopped.wait(10)


@pytest.mark.parametrize("part", ["head", "body"])
def test_a_server_that_drips_is_left(server: Server, part: str) -> None:
    def page(handler: BaseHTTPRequestHandler) -> None:
        head = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n"
        handler.wfile.write(head + (b"X-Slow: " if part == "head" else b"\r\n"))
        for _ in range(300):
            handler.wfile.write(b"a")
            handler.wfile.flush()
            time.sleep(0.1)

    server.pages["/a"] = page
    started = time.monotonic()
    with pytest.raises(FetchError, match=r"took longer than 1\.5 s"):
        fetcher(server, seconds=1.5).get(f"{server.url}/a")
    assert time.monotonic() - started < 15


def test_a_zip_bomb_is_not_unpacked(server: Server) -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)
    assert len(bomb) < 100_000
    server.html("/gzip", bomb, Content_Encoding="gzip")
    server.html("/deflate", zlib.compress(b"\0" * 50_000_000), Content_Encoding="deflate")
    for path in ("/gzip", "/deflate"):
        with pytest.raises(FetchError, match="unpacks to more than 1,000,000 bytes"):
            fetcher(server, unpacked=1_000_000).get(server.url + path)


def test_a_page_that_was_cut_off_is_no_page(server: Server) -> None:
    raw = ARTICLE.encode()

    def stump(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(raw)))
        handler.end_headers()
        handler.wfile.write(raw[:500])

    server.pages["/stump"] = stump
    server.html("/packed", gzip.compress(raw)[:-20], Content_Encoding="gzip")
    for path in ("/stump", "/packed"):
        with pytest.raises(FetchError, match="cut off"):
            fetcher(server).get(f"{server.url}{path}")


def test_a_page_may_be_packed_in_parts(server: Server) -> None:
    server.html("/parts", gzip.compress(b"<p>One</p>") + gzip.compress(b"<p>Two</p>"), Content_Encoding="gzip")
    assert fetcher(server).get(f"{server.url}/parts").body == b"<p>One</p><p>Two</p>"


def test_packed_pages_are_unpacked(server: Server) -> None:
    server.html("/a", gzip.compress(ARTICLE.encode()), Content_Encoding="gzip")
    server.html("/b", b"\x1f\x8b damaged", Content_Encoding="gzip")
    server.html("/c", b"...", Content_Encoding="br")
    assert fetcher(server).get(f"{server.url}/a").body == ARTICLE.encode()
    for path in ("/b", "/c"):
        with pytest.raises(FetchError):
            fetcher(server).get(server.url + path)


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/octet-stream", ""])
def test_only_text_is_taken(server: Server, kind: str) -> None:
    server.html("/a", ARTICLE, Content_Type=kind)
    with pytest.raises(FetchError, match="not text"):
        fetcher(server).get(f"{server.url}/a")


def test_a_status_that_is_not_200_is_an_error(server: Server) -> None:
    with pytest.raises(FetchError, match="answered with status 404"):
        fetcher(server).get(f"{server.url}/none")


@pytest.mark.parametrize(
    ("body", "charset", "expected"),
    [
        ("Zürich".encode(), "utf-8", "Zürich"),
        ("Zürich".encode("latin-1"), "utf-8", "Zürich"),  # the header is wrong
        ("Zürich".encode("latin-1"), "nonsense", "Zürich"),
        ("Zürich".encode("latin-1"), None, "Zürich"),
        ("\ufeffZürich".encode("utf-16"), "utf-8", "\ufeffZürich"),
        (b'<meta charset="windows-1251">' + "Киев".encode("cp1251"), "utf-8", '<meta charset="windows-1251">Киев'),
    ],
)
def test_wrong_charsets(body: bytes, charset: str | None, expected: str) -> None:
    assert decoded(body, charset).lstrip("\ufeff") == expected.lstrip("\ufeff")


def test_a_page_becomes_a_document_and_is_kept(server: Server, tmp_path: Path) -> None:
    pytest.importorskip("trafilatura")
    server.html("/a", ARTICLE)
    cache = PageCache(tmp_path, fetcher(server), today=lambda: date(2026, 1, 2))
    page = cache.page(f"{server.url}/a")
    assert page.title == "The old bridge"
    assert page.date == "2019-05-04"
    assert any(sentence.startswith("The old bridge over the river was closed") for sentence in page.sentences)
    assert not any("Imprint" in sentence or "Sport" in sentence for sentence in page.sentences)
    assert page.metadata["fetched"] == "2026-01-02"
    assert cache.page(f"{server.url}/a") == page
    assert server.asked == ["/a"]
    offline = PageCache(tmp_path, Fetcher(), offline=True)
    assert offline.page(f"{server.url}/a") == page
    with pytest.raises(FetchError, match="nothing is fetched offline"):
        offline.page(f"{server.url}/b")


def test_a_page_that_was_tampered_with_is_fetched_again(server: Server, tmp_path: Path) -> None:
    pytest.importorskip("trafilatura")
    server.html("/a", ARTICLE)
    cache = PageCache(tmp_path, fetcher(server))
    page = cache.page(f"{server.url}/a")
    [path] = tmp_path.rglob("*.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(record | {"sentences": ["Something else."]}), encoding="utf-8")
    assert cache.kept(f"{server.url}/a") is None
    assert cache.page(f"{server.url}/a") == page
    path.write_text("{", encoding="utf-8")
    assert cache.page(f"{server.url}/a") == page
    assert len(server.asked) == 3


def test_walls_and_empty_pages_are_errors(server: Server, tmp_path: Path) -> None:
    pytest.importorskip("trafilatura")
    server.html("/wall", WALL)
    server.html("/empty", "<html><body></body></html>")
    for path in ("/wall", "/empty"):
        with pytest.raises(FetchError, match=r"a wall|no main text"):
            PageCache(tmp_path, fetcher(server)).page(server.url + path)
    assert list(tmp_path.rglob("*.json")) == []
