"""Every state of the page under axe-core: no violation that is serious or critical, light and dark, wide and narrow."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import Running, wait_for
from .test_browser import CHROMIUM, CLAIM, CONFLICT, LONG, sync_api

AXE = Path(os.environ.get("CLAIMWISE_AXE") or Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium, or set CLAIMWISE_CHROMIUM"),
    pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: npm install --prefix tests/web axe-core"),
]
QUESTION = "Does tea delay sleep?"


@pytest.fixture(scope="module")
def states(server: Running) -> list[str]:
    """The addresses of all states that have one; the verdicts are reached once and shown in every way."""
    with server.client() as client:
        client.post("/api/indexes", json={"name": "axe"}).raise_for_status()
        sent = client.post("/api/indexes/axe/documents", files=[("files", ("tea.jsonl", CONFLICT))])
        wait_for(lambda: client.get(sent.headers["location"]).json()["state"] == "done")
        asked = [{"claim": CLAIM}, {"claim": "Drinking tea before going to bed delays sleep.", "index": "axe"}]
        verdicts = [client.post("/api/check", json=one).raise_for_status().json() for one in asked]
        text = client.post("/api/texts", json={"text": f"{CLAIM} Good night."}).headers["location"]
        wait_for(lambda: client.get(text).json()["state"] == "done")
    pages = ["/", "/texts", "/compare", "/corpora", "/corpora/demo", "/corpora/axe", "/history", "/docs", "/login"]
    compared = "&".join(f"id={one['id']}" for one in verdicts)
    return [*pages, "/nothing", *(one["link"] for one in verdicts), f"/compare?{compared}", text.removeprefix("/api")]


@pytest.fixture(scope="module", params=["light", "dark", "narrow"])
def page(request: pytest.FixtureRequest, server: Running) -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(
            base_url=server.address,
            bypass_csp=True,  # axe itself is put into the page
            color_scheme="dark" if request.param == "dark" else "light",
            viewport={"width": 360 if request.param == "narrow" else 1180, "height": 800},
        )
        page = context.new_page()
        page.set_default_timeout(LONG)
        yield page
        browser.close()


def violations(page: Any) -> list[str]:
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    page.add_script_tag(path=AXE)
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{page.url}: {one['id']} ({one['impact']}): {node['html'][:160]}"
        for one in found
        for node in one["nodes"][:3]
        if one["impact"] in {"serious", "critical"}
    ]


def test_every_page(page: Any, states: list[str]) -> None:
    found = []
    for path in states:
        page.goto(path)
        found += violations(page)
    assert not found, "\n".join(found)


def test_working_and_error(page: Any) -> None:
    page.route("**/api/check/stream", lambda _: None)
    page.goto("/")
    page.fill("#claim", QUESTION)
    page.click("button.main")
    page.wait_for_selector("#stages li")
    assert violations(page) == []
    page.unroute("**/api/check/stream")
    page.goto("/")
    page.fill("#claim", QUESTION)
    page.click("button.main")
    page.wait_for_selector(".failure")
    assert violations(page) == []
