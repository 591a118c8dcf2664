"""The floors of the house: who may import whom, how long things may be, and what is not imported at start."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import claimwise

ROOT = Path(claimwise.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

FLOORS = {
    "types": 0, "labels": 0, "stages": 0, "errors": 0, "demo": 0,
    "text": 1, "formats": 1,
    "models": 2, "store": 2, "fetch": 2,
    "retrieval": 3, "reranking": 3, "search": 3, "questions": 3, "verification": 3, "verdict": 3, "justification": 3,
    "pipeline": 4, "evaluation": 4,
    "recipes": 5, "training": 5, "execution": 5,
    "cli": 6, "web": 6,
}  # fmt: skip
NEIGHBOURS = {("formats", "text"), ("store", "models"), ("execution", "recipes")}
"""Rooms on one floor where the first may use the second."""

RECORDS_ONLY = {"evaluation"}
HEAVY = {
    "onnxruntime",
    "torch",
    "transformers",
    "tokenizers",
    "lancedb",
    "onnx",
    "pdfminer",
    "ir_measures",
    "openai",
    "nltk",
    "scipy",
    "trafilatura",
}
MODEL_RUNTIMES = {"onnxruntime", "torch", "transformers", "openai"}
MODEL_ROOMS = {"models", "training"}
TORCH_MODULES = {
    f"training/{name}.py"
    for name in (
        "network",
        "half",
        "rounding",
        "teachers",
        "batches",
        "loop",
        "heldout",
        "verifier",
        "finetune",
        "retriever",
        "attention",
    )
}
"""Torch classes are made at import: these import torch at the top, and so are themselves imported inside functions."""


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports_of(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in line {node.lineno}"
            for alias in node.names:
                yield f"{node.module}.{alias.name}", node.lineno


def may_import(room: str, other: str) -> bool:
    if room == other or room == "__init__":
        return True
    if room in RECORDS_ONLY:
        return FLOORS[other] == 0
    return FLOORS[other] < FLOORS[room] or (FLOORS[other] == FLOORS[room] == 0) or (room, other) in NEIGHBOURS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_from_the_floors_below(path: Path) -> None:
    room = room_of(path)
    assert room == "__init__" or room in FLOORS, f"the room {room} has no floor"
    for name, line in imports_of(ast.parse(path.read_text(encoding="utf-8"))):
        parts = name.split(".")
        if parts[0] == "claimwise" and len(parts) > 1 and parts[1] in FLOORS:
            assert may_import(room, parts[1]), f"{path}:{line}: {room} may not import {parts[1]}"
        if parts[0] in MODEL_RUNTIMES:
            assert room in MODEL_ROOMS, f"{path}:{line}: only {MODEL_ROOMS} may import {parts[0]}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_heavy_packages_are_imported_inside_functions(path: Path) -> None:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        for name, _ in imports_of(node) if isinstance(node, ast.Import | ast.ImportFrom) else ():
            if str(path.relative_to(ROOT)) in TORCH_MODULES:
                continue
            assert name.split(".")[0] not in HEAVY, f"{path}:{node.lineno}: import {name} where it is used"
            home = "/".join(name.split(".")[1:3]) + ".py"
            assert home not in TORCH_MODULES, f"{path}:{node.lineno}: import {name} where it is used"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_stay_short(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 500
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.end_lineno and room_of(path) != "cli":
            assert node.end_lineno - node.lineno <= 45, f"{path}:{node.lineno}: {node.name} is too long"


def test_help_imports_nothing_heavy() -> None:
    code = "import sys, claimwise, claimwise.cli.app; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not (HEAVY | {"numpy", "pyarrow", "rich"}) & set(loaded)


def test_the_rule_itself_can_fail() -> None:
    assert not may_import("text", "models")
    assert not may_import("cli", "web")
    assert not may_import("retrieval", "verification")
    assert may_import("store", "models")
    assert not may_import("models", "store")
