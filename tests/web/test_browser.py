"""The page in a real browser: Debian's Chromium against a real server with the embedded models."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fpdf import FPDF

from .conftest import Running, serving

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

CHROMIUM = os.environ.get("CLAIMWISE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium, or set CLAIMWISE_CHROMIUM"),
]
CLAIM = "Inactivated influenza vaccines cannot cause influenza."
CONFLICT = b"".join(
    json.dumps({"id": name, "title": title, "date": date, "text": text}).encode() + b"\n"
    for name, title, date, text in (
        ("a", "A trial in forty adults", "2019", "Drinking tea before going to bed delayed sleep by half an hour."),
        ("b", "A larger trial", "2022", "Drinking tea before going to bed did not delay sleep."),
    )
)
LONG = 180_000
HOSTILE = (
    "<script>document.title = 'owned'</script>",
    "<img src=x onerror=\"document.title = 'owned'\">",
    "</mark></p><h1>Not a heading</h1>",
    "{{ 7 * 7 }} {% raw %} ${7*7}",
    "javascript:alert(1)",
    "\u202egnitirw sdrawkcab",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any, server: Running) -> Iterator[Any]:
    """Open pages that may not fail silently: an error in a script, or against the policy, fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def opened(**how: Any) -> Any:
        context = browser.new_context(base_url=server.address, **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LONG)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda told: errors.append(told.text) if "Content Security Policy" in told.text else None)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def page(open_page: Any) -> Any:
    return open_page()


def check(page: Any, claim: str, corpus: str | None = None) -> None:
    page.goto("/")
    page.fill("#claim", claim)
    if corpus:
        page.click("summary")
        page.select_option("[name=index]", corpus)
    page.click("button.main")
    page.wait_for_url("**/verdicts/*")


def upload(page: Any, corpus: str, name: str, content: bytes) -> None:
    page.goto("/corpora")
    page.fill("[name=name]", corpus)
    page.click("button.main")
    page.wait_for_url(f"**/corpora/{corpus}")
    page.set_input_files("[name=files]", {"name": name, "mimeType": "application/octet-stream", "buffer": content})
    page.click("button.main")
    page.wait_for_selector(".upload.done")


def test_check_a_claim_and_watch_it(page: Any) -> None:
    page.goto("/")
    page.fill("#claim", CLAIM)
    page.evaluate(
        "() => { window.seen = []; new MutationObserver(() => sessionStorage.seen = document.querySelector('#stages')"
        ".innerText).observe(document.querySelector('#stages'), {childList: true, subtree: true}) }"
    )
    page.click("button.main")
    page.wait_for_url("**/verdicts/*")
    seen = page.evaluate("sessionStorage.seen")
    for stage in ("Retrieving", "Reading 10 documents", "Deciding"):
        assert stage in seen
    assert page.inner_text("h1") == CLAIM
    assert "confidence" in page.inner_text(".ruling")
    assert page.locator(".card").count() == 10
    assert page.locator(".bar svg[role=img]").first.get_attribute("aria-label")
    page.click(".trace summary")
    assert "126" in page.inner_text(".trace")


def test_open_evidence_and_export(page: Any) -> None:
    check(page, CLAIM)
    if not page.locator("details.undecided").get_attribute("open"):
        page.locator("details.undecided > summary").click()
    page.locator(".whole summary").first.click()
    assert page.locator(".whole[open] .quote").first.inner_text()
    for name in ("JSON", "Markdown", "ClaimReview", "HTML"):
        with page.expect_download() as download:
            page.click(f".keep .inline >> text={name}")
        assert Path(download.value.path()).stat().st_size > 200


def test_the_permanent_link_after_a_restart(browser: Any, tmp_path: Path, cache: Path) -> None:
    with serving(tmp_path, cache) as first:
        page = browser.new_page(base_url=first.address)
        page.set_default_timeout(LONG)
        check(page, CLAIM)
        link = page.get_attribute(".permanent", "href")
        shown = page.inner_text("main")
        first.end(kill=True)
    with serving(tmp_path, cache) as again:
        page.goto(again.address + link)
        assert page.inner_text("main") == shown
    page.close()


def test_upload_a_pdf_and_find_its_sentence(page: Any) -> None:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=12)
    pdf.multi_cell(0, 8, "Forty adults took part. Drinking peppermint tea before going to bed delays sleep by an hour.")
    upload(page, "pdfs", "tea.pdf", bytes(pdf.output()))
    assert "tea.pdf" in page.inner_text(".documents")
    check(page, "Drinking peppermint tea before going to bed delays sleep.", "pdfs")
    assert page.locator(".card").count() == 1
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    assert "peppermint tea before going to bed delays sleep by an hour" in page.inner_text(".card")
    page.goto("/corpora/pdfs")
    page.click(".documents button")
    page.wait_for_selector("text=No documents yet")


def test_annotate_a_text(page: Any) -> None:
    page.goto("/texts")
    page.fill("[name=text]", f"Good morning. {CLAIM} Is that so? Smoking causes lung cancer.")
    page.click("button.main")
    page.wait_for_selector("#live:not([data-live])")
    assert "2 claims found" in page.inner_text(".summary")
    assert page.locator(".claim-in-text a").count() == 2
    assert "Good morning." in page.inner_text(".annotated")
    page.locator(".claim-in-text a").first.click()
    page.wait_for_url("**/verdicts/*")
    assert page.inner_text("h1") == CLAIM


def test_compare_with_the_negation_and_from_the_history(page: Any) -> None:
    check(page, "Vitamin D reduces respiratory infections.")
    page.click("text=Compare with its negation")
    page.wait_for_url("**/compare?id=*")
    assert page.locator(".pair > section").count() == 2
    assert "does not reduce" in page.inner_text(".pair")
    page.goto("/history")
    boxes = page.locator("input[type=checkbox]")
    boxes.nth(0).check()
    boxes.nth(1).check()
    page.click("text=Compare the two chosen")
    page.wait_for_url("**/compare?id=*")


def test_keyboard_only(page: Any) -> None:
    page.goto("/")
    assert page.evaluate("document.activeElement.id") == "claim"
    page.keyboard.type(CLAIM)
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/verdicts/*")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    for _ in range(60):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", page.evaluate("document.activeElement.outerHTML")
        if page.evaluate("document.activeElement.closest('.trace') !== null"):
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('.trace').open")


def test_nothing_runs_off_a_narrow_screen(open_page: Any) -> None:
    page = open_page(viewport={"width": 360, "height": 640})
    check(page, "Pneumonoultramicroscopicsilicovolcanoconiosis" * 4 + " causes colds.")
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for path in ("/", "/texts", "/compare", "/corpora", "/corpora/demo", "/history", "/docs", "/nothing"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_without_javascript(open_page: Any) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/")
    page.fill("#claim", CLAIM)
    page.click("button.main")
    assert page.inner_text("h1") == CLAIM
    page.click("details.trace summary")
    assert page.is_visible(".trace dl")
    page.goto("/")
    page.fill("#claim", "Does tea delay sleep?")
    page.click("button.main")
    assert "is a question" in page.inner_text(".failure")
    assert page.input_value("#claim") == "Does tea delay sleep?"
    page.goto("/texts")
    page.fill("[name=text]", CLAIM)
    page.click("button.main")
    assert "1 claim found" in page.inner_text(".summary")


def test_an_error_is_told_and_the_claim_stays(page: Any) -> None:
    page.goto("/")
    page.fill("#claim", "Does tea delay sleep?")
    page.click("button.main")
    page.wait_for_selector(".failure")
    assert "is a question" in page.inner_text(".failure")
    assert page.input_value("#claim") == "Does tea delay sleep?"
    assert page.is_enabled("button.main")
    assert page.evaluate("document.activeElement.id") == "claim"


def test_a_hostile_document_is_only_text(page: Any) -> None:
    record = {
        "id": HOSTILE[0],
        "title": HOSTILE[1] + HOSTILE[2],
        "url": "javascript:document.title='owned'",
        "source": HOSTILE[3],
        "sentences": [f"Drinking tea delays sleep {one}." for one in HOSTILE],
    }
    upload(page, "hostile", "evil.jsonl", json.dumps(record).encode())
    title = page.title()
    check(page, "Drinking tea delays sleep.", "hostile")
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    for text in (HOSTILE[0], HOSTILE[1], "{{ 7 * 7 }}"):
        assert text in page.inner_text(".card")
    assert page.locator("main script, main img, main h1:not(.claim), .card a[href^=javascript]").count() == 0
    page.goto("/corpora/hostile")
    page.click(".documents a")
    page.wait_for_selector(".document")
    assert page.locator("main script, main img, main a[href^=javascript]").count() == 0
    assert "owned" not in (page.evaluate("document.title.split('<')[0]"), title)
