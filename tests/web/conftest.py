"""A real server in a process of its own, as a user runs it, and a client that speaks to it."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

TEA = "Drinking tea before going to bed delays sleep."


@dataclass
class Running:
    """A server that runs."""

    address: str
    process: subprocess.Popen[str]
    home: Path

    def client(self, **options: object) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=120, **options)  # type: ignore[arg-type]

    def end(self, *, kill: bool = False) -> None:
        (self.process.kill if kill else self.process.terminate)()
        self.process.wait(timeout=120)


Start = Callable[..., Running]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the demo corpus is indexed once; one's own cache, if `CLAIMWISE_CACHE` names it."""
    chosen = os.environ.get("CLAIMWISE_CACHE")
    return Path(chosen) if chosen else tmp_path_factory.mktemp("cache")


def start_server(home: Path, cache: Path, *arguments: str | Path, **environment: str) -> Running:
    command = [sys.executable, "-c", "from claimwise.cli import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(home), *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"CLAIMWISE_CACHE": str(cache)} | environment,
    )
    assert process.stderr is not None
    told = ""
    for line in process.stderr:
        told += line
        if found := re.search(r"http://\S+", line):
            return Running(found[0], process, home)
    raise AssertionError(f"the server ended: {told}")


@contextmanager
def serving(home: Path, cache: Path, *arguments: str | Path, **environment: str) -> Iterator[Running]:
    running = start_server(home, cache, *arguments, **environment)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.end()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Running]:
    """One server for the tests that leave it as it is, or add to it."""
    with serving(tmp_path_factory.mktemp("home"), cache) as running:
        httpx.get(f"{running.address}/api/indexes", timeout=600)  # answers when the demo corpus is indexed
        yield running


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def wait_for(condition: Callable[[], bool], *, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.2)
