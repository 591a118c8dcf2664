"""Pictures of every state of the page, made with the system's Chromium: `make screenshots`.

python docs/make_screenshots.py [--verifier FOLDER] [--out docs/screenshots] [--address http://127.0.0.1:8484]

Without an address a server is started on a data folder of its own. Only the pictures that the docs show are taken;
`--every` takes all states: empty, working, errors, long texts, and all of them dark and on a narrow screen.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

CHROMIUM = os.environ.get("CLAIMWISE_CHROMIUM") or shutil.which("chromium")
CLAIMS = {
    "supported": "Women sometimes took part in the fights in the arenas of ancient Rome.",
    "refuted": "Viking warriors went into battle wearing helmets with horns.",
    "not-enough-evidence": "Hot water freezes faster than cold water under ordinary conditions.",
}
ASPIRIN = [
    ("physicians", "Aspirin in 22,000 physicians", "1989",
     "Aspirin or a dummy pill was taken every other day for five years. "
     "Aspirin reduces the risk of heart attack in healthy adults by almost half."),
    ("elderly", "Aspirin in 19,000 older adults", "2018",
     "Older adults without heart disease took aspirin or a dummy pill every day for five years. "
     "Aspirin did not reduce the risk of heart attack in healthy adults. Serious bleeding was more common with it."),
    ("walking", "Walking and heart health", "2015",
     "Adults who walk half an hour a day live longer. The effect is seen at every age."),
    ("screens", "Screens and eyesight", "2020",
     "Reading from screens in the evening tires the eyes. It does no lasting harm to eyesight."),
    ("weather", "Cold weather and joints", "2017",
     "Many people with arthritis report more pain on cold days. Weather records show only a weak link."),
]  # fmt: skip
TEXT = (
    "It was a long evening. Viking warriors went into battle wearing helmets with horns, the speaker said. "
    "Women sometimes took part in the fights in the arenas of ancient Rome.\n\nDoes that surprise you? "
    "The Great Pyramid of Giza took about 20 years to build. I would have liked to hear more about that."
)


@contextmanager
def started(verifier: str | None) -> Iterator[str]:
    """Run a server on a data folder of its own."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-c", "from claimwise.cli import main; main()", "serve", "--port", "0"]
        command += ["--data", home, *(["--verifier", verifier] if verifier else [])]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)  # noqa: S603 (our own command)
        assert process.stderr is not None
        try:
            told = process.stderr.readline()
            found = re.search(r"http://\S+", told)
            if found is None:
                raise SystemExit(told + process.stderr.read())
            while not json.load(urlopen(f"{found[0]}/healthz"))["ready"]:  # noqa: S310 (our own server)
                time.sleep(0.5)
            yield found[0]
        finally:
            process.terminate()
            process.wait()


class Camera:
    """Takes pictures of whole pages."""

    def __init__(self, page: Any, address: str, out: Path) -> None:  # noqa: ANN401 (playwright is optional here)
        self.page, self.address, self.out = page, address, out

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(self.address + path)

    def take(self, name: str) -> None:
        """Take a picture of the page."""
        self.page.screenshot(path=self.out / f"{name}.png", full_page=True)
        sys.stdout.write(f"{name}\n")

    def check(self, claim: str, corpus: str | None = None) -> None:
        """Check a claim and wait for its verdict."""
        self.go("/")
        self.page.fill("#claim", claim)
        if corpus:
            self.page.click("summary")
            self.page.select_option("[name=index]", corpus)
        self.page.click("button.main")
        self.page.wait_for_url("**/verdicts/*", timeout=300_000)


def main_states(camera: Camera) -> None:
    """Take what the docs show."""
    page = camera.page
    camera.check(CLAIMS["refuted"])
    camera.take("refuted")
    corpus(camera)
    camera.check("Aspirin reduces the risk of heart attack in healthy adults.", "hearts")
    camera.take("disagreeing")
    page.click("text=Compare with its negation")
    page.wait_for_url("**/compare?id=*", timeout=300_000)
    camera.take("compare")
    camera.go("/texts")
    page.fill("[name=text]", TEXT)
    page.click("button.main")
    page.wait_for_selector("#live:not([data-live])", timeout=300_000)
    camera.take("text")


def corpus(camera: Camera) -> None:
    """Make a corpus whose documents disagree."""
    page = camera.page
    camera.go("/corpora")
    page.fill("[name=name]", "hearts")
    page.click("button.main")
    if "/corpora/hearts" not in page.url:
        return
    fields = ("id", "title", "date", "text")
    rows = "".join(json.dumps(dict(zip(fields, one, strict=True))) + "\n" for one in ASPIRIN).encode()
    page.set_input_files("[name=files]", {"name": "trials.jsonl", "mimeType": "text/plain", "buffer": rows})
    page.click("button.main")
    page.wait_for_selector(".upload.done", timeout=300_000)
    camera.take("corpus")


def other_states(camera: Camera) -> None:
    """Take all other states."""
    page = camera.page
    camera.go("/")
    camera.take("empty")
    for name in ("supported", "not-enough-evidence"):
        camera.check(CLAIMS[name])
        camera.take(name)
    page.route("**/api/check/stream", lambda _: None)
    camera.go("/")
    page.fill("#claim", CLAIMS["supported"])
    page.click("button.main")
    page.wait_for_selector("#stages li")
    camera.take("working")
    page.unroute("**/api/check/stream")
    camera.go("/")
    page.fill("#claim", "Does tea delay sleep?")
    page.click("button.main")
    page.wait_for_selector(".failure")
    camera.take("error")
    camera.go("/verdicts/0000000000000000")
    camera.take("not-found")
    camera.go("/?claim=Vitamin%20C")
    page.click("summary")
    camera.take("options")
    camera.check("Antidisestablishmentarianism" * 8 + " causes " + "very " * 60 + "long claims.")
    camera.take("long")
    for path, name in (
        ("/docs", "api"),
        ("/corpora", "corpora"),
        ("/texts", "texts"),
        ("/compare", "compare-form"),
        ("/history", "history"),
    ):
        camera.go(path)
        camera.take(name)


def main() -> None:
    """Take the pictures."""
    from playwright.sync_api import sync_playwright

    options = argparse.ArgumentParser()
    options.add_argument("--verifier")
    options.add_argument("--address")
    options.add_argument("--out", type=Path, default=Path(__file__).parent / "screenshots")
    options.add_argument("--every", action="store_true")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])

        def camera(out: Path, **how: Any) -> Camera:  # noqa: ANN401
            return Camera(browser.new_page(**how), address, out)

        with started(given.verifier) if given.address is None else _at(given.address) as address:
            wide = {"viewport": {"width": 1180, "height": 720}}
            main_states(camera(given.out, **wide))
            if given.every:
                other_states(camera(given.out, **wide))
                for name, how in (
                    ("narrow", {"viewport": {"width": 360, "height": 740}}),
                    ("dark", {**wide, "color_scheme": "dark"}),
                ):
                    (given.out / name).mkdir(exist_ok=True)
                    again = camera(given.out / name, **how)
                    main_states(again)
                    other_states(again)
        browser.close()


@contextmanager
def _at(address: str) -> Iterator[str]:
    yield address


if __name__ == "__main__":
    main()
