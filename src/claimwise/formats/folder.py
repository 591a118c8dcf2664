"""The files of a folder, in a fixed order."""

from collections.abc import Iterator
from pathlib import Path

from claimwise.errors import FormatError
from claimwise.formats.problems import OnError, stop


def files(folder: str | Path, *, on_error: OnError = stop) -> Iterator[Path]:
    """Yield all files in a folder and in those inside it, sorted; hidden ones, indexes and links to folders are not."""
    try:
        entries = sorted(entry for entry in Path(folder).iterdir() if not entry.name.startswith("."))
        kinds = [(entry.is_file(), entry.is_dir() and not entry.is_symlink()) for entry in entries]
    except OSError as error:
        on_error(FormatError(f"the folder cannot be read ({error.strerror}); check its permissions", path=folder))
        return
    for entry, (is_file, is_folder) in zip(entries, kinds, strict=True):
        if entry.suffix == ".lance":  # an index may lie among its sources
            continue
        if is_file:
            yield entry
        elif is_folder:
            yield from files(entry, on_error=on_error)


def name_in(folder: str | Path, file: Path) -> str:
    """Return how a file is called inside a folder, with `/` on every system; a name that is not UTF-8 is repaired."""
    return file.relative_to(folder).as_posix().encode("utf-8", "replace").decode()
