"""Many people at once: a crowd of clients against a real server, compared with one client alone.

python benchmarks/load.py [--clients 50] [--seconds 60] [--verifier FOLDER]

Every client sends claims of the demo corpus one after another; a 429 is obeyed by waiting as long as it says. Any other
error is counted, and makes the exit code 1. The server's memory is read every second.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np
import psutil

from claimwise.demo import CORPUS
from common import machine, percentiles, table


@dataclass
class Run:
    """What a crowd met with."""

    seconds: float
    statuses: Counter[int | str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)

    @property
    def throughput(self) -> float:
        """Verdicts in a second."""
        return len(self.latencies) / self.seconds

    @property
    def errors(self) -> int:
        """Answers that are neither a verdict nor a 429."""
        return sum(count for status, count in self.statuses.items() if status not in {200, 429})


@contextmanager
def server(verifier: str | None) -> Iterator[tuple[str, psutil.Process]]:
    """Start a server as a user does; print when it took requests, and when its models were loaded."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-c", "from claimwise.cli import main; main()", "serve", "--port", "0"]
        command += ["--data", home, *(["--verifier", verifier] if verifier else [])]
        start = time.monotonic()
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found is not None
        try:
            httpx.get(found[0], timeout=30).raise_for_status()
            page = time.monotonic() - start
            while not httpx.get(f"{found[0]}/healthz", timeout=30).json()["ready"]:
                time.sleep(0.2)
            print(f"first page after {page:.1f} s, models loaded after {time.monotonic() - start:.1f} s")
            yield found[0], psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait()


def crowd(address: str, process: psutil.Process, claims: list[str], *, clients: int, seconds: float) -> Run:
    run, end, lock = Run(seconds), time.monotonic() + seconds, threading.Lock()

    def visit(number: int) -> None:
        with httpx.Client(base_url=address, timeout=120) as client:
            turn = number
            while time.monotonic() < end:
                turn += clients
                start = time.monotonic()
                try:
                    answer = client.post("/api/check", json={"claim": claims[turn % len(claims)]})
                    status: int | str = answer.status_code
                    pause = float(answer.headers.get("retry-after", 0))
                except httpx.HTTPError as error:
                    status, pause = type(error).__name__, 1.0
                with lock:
                    run.statuses[status] += 1
                    if status == 200:
                        run.latencies.append(time.monotonic() - start)
                time.sleep(min(pause, max(0.0, end - time.monotonic())))

    threads = [threading.Thread(target=visit, args=[number]) for number in range(clients)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        run.memory.append(process.memory_info().rss)
        time.sleep(1)
    run.seconds = seconds + max(0.0, time.monotonic() - end)
    return run


def growth(memory: list[int]) -> float:
    """Return by how much memory grows in a minute, in MB, over the second half of a run."""
    half = memory[len(memory) // 2 :]
    return float(np.polyfit(range(len(half)), half, 1)[0]) * 60 / 1e6 if len(half) > 2 else 0.0


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--verifier")
    given = options.parse_args()
    lines = (Path(CORPUS).with_name("claims.jsonl")).read_text(encoding="utf-8").splitlines()
    claims = [json.loads(line)["claim"] for line in lines]
    with server(given.verifier) as (address, process):
        alone = crowd(address, process, claims, clients=1, seconds=min(20.0, given.seconds))
        many = crowd(address, process, claims, clients=given.clients, seconds=given.seconds)
    print(machine())
    rows = []
    for name, run in (("1 client", alone), (f"{given.clients} clients", many)):
        p50, p95 = percentiles(run.latencies or [0.0])
        rows.append([name, f"{run.throughput:.2f}", f"{p50:.0f}", f"{p95:.0f}", run.statuses[200], run.statuses[429],
                     run.errors, f"{max(run.memory) / 1e6:.0f}", f"{growth(run.memory):+.1f}"])  # fmt: skip
    header = ["", "verdicts/s", "p50 ms", "p95 ms", "200", "429", "errors", "memory MB", "MB/min"]
    print(table(header, rows))
    ratio = many.throughput / max(alone.throughput, 1e-9)
    slower = percentiles(many.latencies or [0.0])[1] / max(percentiles(alone.latencies or [0.0])[1], 1e-9)
    print(f"\nwith {given.clients} clients against one: throughput {ratio:.2f} times, p95 {slower:.1f} times")
    if alone.errors + many.errors:
        sys.exit(f"errors: {dict(alone.statuses + many.statuses)}")


if __name__ == "__main__":
    os.environ.setdefault("LANCEDB_LOG", "error")
    main()
