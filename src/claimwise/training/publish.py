"""Models written as a whole or not at all."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from claimwise.errors import InputError


@contextmanager
def publishing(out: Path) -> Iterator[Path]:
    """Yield a folder to write a model into, which takes the place of `out` when all went well, and else vanishes."""
    if out.exists() and not (out / "card.json").is_file():
        raise InputError(f"{out} exists and is not a model; give a folder that does not exist yet")
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
