"""`claimwise serve`: who may come in, what it demands, how it starts and ends."""

import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from .conftest import serving, start_server, wait_for
from .test_api import CLAIM, problem

TOKEN = "a-long-random-token-for-tests"


def command(*arguments: str | Path, code: str = "") -> subprocess.CompletedProcess[str]:
    run = f"{code}\nfrom claimwise.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", run, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.org", "::"])
def test_another_host_than_this_machine_needs_a_token(tmp_path: Path, host: str) -> None:
    result = command("serve", "--host", host, "--port", "0", "--data", tmp_path)
    assert result.returncode == 2
    assert "CLAIMWISE_TOKEN" in result.stderr


def test_a_missing_extra_says_what_to_install(tmp_path: Path) -> None:
    hidden = (
        "import importlib.util as u, claimwise.cli.serve as s\n"
        "s.find_spec = lambda name: None if name in {'fastapi', 'mcp'} else u.find_spec(name)"
    )
    for name, extra in (("serve", "web"), ("mcp", "mcp")):
        result = command(name, code=hidden)
        assert result.returncode == 2
        assert f"pip install 'claimwise[{extra}]'" in result.stderr
        assert "Traceback" not in result.stderr


def test_with_a_token_only_those_who_know_it_come_in(tmp_path: Path, cache: Path) -> None:
    with serving(tmp_path, cache, CLAIMWISE_TOKEN=TOKEN) as running, running.client() as client:
        told = client.get("/api/indexes")
        problem(told, 401)
        assert told.headers["www-authenticate"] == "Bearer"
        problem(client.get("/metrics"), 401)
        problem(client.get("/api/indexes", headers={"Authorization": "Bearer wrong"}), 401)
        assert client.get("/healthz").status_code == 200
        assert client.get("/api/indexes", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
        assert client.get("/history").headers["location"] == "/login?next=/history"
        assert client.post("/login", data={"token": "wrong"}).status_code == 401
        inside = client.post("/login", data={"token": TOKEN, "next": "/history"})
        assert inside.headers["location"] == "/history"
        cookie = inside.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert TOKEN not in cookie
        assert client.get("/history").status_code == 200
        away = client.post("/login", data={"token": TOKEN, "next": "//evil.example"})
        assert away.headers["location"] == "/"


@pytest.mark.verifier
def test_a_verdict_outlives_the_server(tmp_path: Path, cache: Path) -> None:
    first = start_server(tmp_path, cache)
    with first.client() as client:
        verdict = client.post("/api/check", json={"claim": CLAIM, "k": 2}).raise_for_status().json()
    first.end(kill=True)
    with serving(tmp_path, cache) as again, again.client() as client:
        assert client.get(f"/api/verdicts/{verdict['id']}").json() == verdict
        assert CLAIM in client.get(verdict["link"]).text


@pytest.mark.verifier
def test_a_batch_outlives_the_server(tmp_path: Path, cache: Path) -> None:
    first = start_server(tmp_path, cache)
    claims = [f"{CLAIM[:-1]} in {year}." for year in range(1990, 2000)]
    with first.client() as client:
        place = client.post("/api/batch", json={"claims": claims, "k": 2}).headers["location"]
    first.end(kill=True)
    with serving(tmp_path, cache) as again, again.client() as client:
        wait_for(lambda: client.get(place).json()["state"] == "done", seconds=300)
        assert len(client.get(f"{place}/results").text.splitlines()) == 10


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path, cache: Path) -> None:
    with serving(tmp_path, cache):
        result = command("serve", "--port", "0", "--data", tmp_path)
    assert result.returncode == 2
    assert "another process" in result.stderr


def test_a_taken_port_is_one_clear_error(tmp_path: Path, cache: Path) -> None:
    with serving(tmp_path / "a", cache) as running:
        result = command("serve", "--port", running.address.rsplit(":", 1)[1], "--data", tmp_path / "b")
    assert result.returncode == 2
    assert "--port" in result.stderr


def test_it_ends_quickly_when_told_to(tmp_path: Path, cache: Path) -> None:
    running = start_server(tmp_path, cache)
    httpx.get(f"{running.address}/healthz")
    start = time.monotonic()
    running.end()
    assert time.monotonic() - start < 20
    assert running.process.returncode in {0, -15, 143}


def test_without_a_verifier_it_says_what_to_do(tmp_path: Path, cache: Path) -> None:
    with serving(tmp_path, cache, "--verifier", tmp_path / "nowhere") as running, running.client() as client:
        told = problem(client.post("/api/check", json={"claim": CLAIM}), 503)
        assert "holds no model" in str(told["detail"])
        assert client.post("/api/search", json={"claim": CLAIM, "k": 1}).status_code == 200
