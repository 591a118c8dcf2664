"""The command line as a user runs it: a real process."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run `claimwise ARGS…` with a cache of its own."""
    cache = tmp_path_factory.mktemp("cache")

    def _run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", "from claimwise.cli import main; main()", *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
            env=os.environ | {"CLAIMWISE_CACHE": str(cache), "COLUMNS": "120"} | environment,
        )

    return _run
