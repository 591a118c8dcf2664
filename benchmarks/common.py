"""What the benchmarks share: where the data is, how a table looks, what machine this is."""

import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

WORK = Path(__file__).parent / "work"
"""Indexes and other things that a benchmark makes and may use again; not in git."""


def machine() -> str:
    """Return the processor, its cores and flags that matter for int8, in a line."""
    cpu, flags = platform.processor(), ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        text = info.read_text()
        cpu = next((line.split(":")[1].strip() for line in text.splitlines() if line.startswith("model name")), cpu)
        flags = ", ".join(flag for flag in ("avx2", "avx512f", "avx512_vnni", "amx_int8") if flag in text)
    return f"{cpu}, {os.cpu_count()} cores ({flags}), Python {sys.version.split()[0]}"


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile, in milliseconds."""
    p50, p95 = np.percentile(np.array(seconds) * 1000, [50, 95])
    return float(p50), float(p95)
