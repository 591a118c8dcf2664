"""Every state of the page under axe-core: no violation that is serious or critical, light and dark, wide and narrow."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import Running
from .test_browser import CHROMIUM, CLAIM, LONG, check, sync_api

AXE = Path(os.environ.get("CLAIMWISE_AXE") or Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js")
pytestmark = [
    pytest.mark.verifier,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium, or set CLAIMWISE_CHROMIUM"),
    pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: npm install --prefix tests/web axe-core"),
]
PATHS = ("/", "/texts", "/compare", "/corpora", "/corpora/demo", "/history", "/docs", "/login", "/nothing")


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
    page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{page.url}: {one['id']} ({one['impact']}): {node['html'][:160]}"
        for one in found
        for node in one["nodes"][:3]
        if one["impact"] in {"serious", "critical"}
    ]


@pytest.mark.parametrize("path", PATHS)
def test_pages(page: Any, path: str) -> None:
    page.goto(path)
    assert violations(page) == []


def test_verdict_and_comparison(page: Any) -> None:
    check(page, CLAIM)
    assert violations(page) == []
    page.click("text=/^Compare/ >> css=button")
    page.wait_for_url("**/compare?id=*")
    assert violations(page) == []


def test_working_and_error(page: Any) -> None:
    page.route("**/api/check/stream", lambda _: None)
    page.goto("/")
    page.fill("#claim", CLAIM)
    page.click("button.main")
    page.wait_for_selector("#stages li")
    assert violations(page) == []
    page.unroute("**/api/check/stream")
    page.goto("/")
    page.fill("#claim", "Does tea delay sleep?")
    page.click("button.main")
    page.wait_for_selector(".failure")
    assert violations(page) == []


def test_annotated_text(page: Any) -> None:
    page.goto("/texts")
    page.fill("[name=text]", f"{CLAIM} Smoking causes lung cancer.")
    page.click("button.main")
    page.wait_for_selector("#live:not([data-live])")
    assert violations(page) == []
