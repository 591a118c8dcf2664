"""`claimwise serve`: who may come in, what it demands, how it starts and ends."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimwise.errors import ConfigError
from claimwise.web.settings import Settings, demand_token

from .conftest import Running, serving, wait_for
from .test_api import CLAIM, problem

pytestmark = pytest.mark.slow
TOKEN = "a-long-random-token-for-tests"


def command(*arguments: str | Path, code: str = "") -> subprocess.CompletedProcess[str]:
    run = f"{code}\nfrom claimwise.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", run, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.org", "::"])
def test_another_host_than_this_machine_needs_a_token(tmp_path: Path, host: str) -> None:
    with pytest.raises(ConfigError, match="CLAIMWISE_TOKEN"):
        demand_token(host, Settings(data=tmp_path))
    with pytest.raises(ConfigError, match="CLAIMWISE_TOKEN"):
        demand_token("127.0.0.1", Settings(data=tmp_path, hosts=(host,)))
    with pytest.raises(ConfigError, match="too short"):
        demand_token(host, Settings(data=tmp_path, token="1234"))
    demand_token(host, Settings(data=tmp_path, token=TOKEN))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1", "[::1]"])
def test_this_machine_needs_none(tmp_path: Path, host: str) -> None:
    demand_token(host, Settings(data=tmp_path, hosts=(host,)))


def test_the_command_refuses_to_serve_others_without_a_token(tmp_path: Path) -> None:
    result = command("serve", "--host", "0.0.0.0", "--port", "0", "--data", tmp_path)
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
        assert client.get("/compare?id=a&id=b").headers["location"] == "/login?next=/compare%3Fid%3Da%26id%3Db"
        assert client.get(f"/history?q={'x' * 600}").headers["location"] == "/login?next=/history"
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


def test_verdicts_and_batches_outlive_the_server(tmp_path: Path, cache: Path) -> None:
    claims = [f"{CLAIM[:-1]} in {year}." for year in range(1990, 1996)]
    with serving(tmp_path, cache) as first, first.client() as client:
        verdict = client.post("/api/check", json={"claim": CLAIM, "k": 2}).raise_for_status().json()
        place = client.post("/api/batch", json={"claims": claims, "k": 2}).headers["location"]
        first.end(kill=True)
    with serving(tmp_path, cache) as again, again.client() as client:
        assert client.get(f"/api/verdicts/{verdict['id']}").json() == verdict
        assert CLAIM in client.get(verdict["link"]).text
        wait_for(lambda: client.get(place).json()["state"] == "done", seconds=300)
        results = [json.loads(line) for line in client.get(f"{place}/results").text.splitlines()]
        assert [one["claim"]["text"] for one in results] == claims


def test_a_second_server_on_the_same_data_is_refused(server: Running) -> None:
    result = command("serve", "--port", "0", "--data", server.home)
    assert result.returncode == 2
    assert "another process" in result.stderr


def test_a_taken_port_is_one_clear_error(server: Running, tmp_path: Path) -> None:
    result = command("serve", "--port", server.address.rsplit(":", 1)[1], "--data", tmp_path)
    assert result.returncode == 2
    assert "--port" in result.stderr


def test_without_a_verifier_it_says_what_to_do_and_ends_quickly(tmp_path: Path, cache: Path) -> None:
    with serving(tmp_path, cache, "--verifier", tmp_path / "nowhere") as running, running.client() as client:
        told = problem(client.post("/api/check", json={"claim": CLAIM}), 503)
        assert "holds no model" in str(told["detail"])
        assert client.post("/api/search", json={"claim": CLAIM, "k": 1}).status_code == 200
        start = time.monotonic()
        running.end()
        assert time.monotonic() - start < 60
        assert running.process.returncode in {0, -15, 143}
