"""Models written as a whole or not at all."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from claimwise.errors import InputError


def demand_place(out: Path) -> None:
    """Raise unless a model can be written there: asked before it is taught, for teaching takes long."""
    is_free = not out.exists() or (out / "card.json").is_file() or (out.is_dir() and not any(out.iterdir()))
    if not is_free:
        raise InputError(f"{out} exists and is not a model; give a folder that does not exist yet")


@contextmanager
def publishing(out: Path) -> Iterator[Path]:
    """Yield a folder to write a model into, which takes the place of `out` when all went well, and else vanishes."""
    demand_place(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    work = Path(mkdtemp(prefix=".model-", dir=out.parent))
    try:
        yield work
        if out.exists():
            out.rename(work / "old")
        work.chmod(0o755)
        work.rename(out)
        shutil.rmtree(out / "old", ignore_errors=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)
