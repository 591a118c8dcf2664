"""The front door: the documents of any file or folder, whatever format it has."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePath

from claimwise.errors import ConfigError, FormatError
from claimwise.formats import beir, fever, jsonl, pdf, plain, scifact, table
from claimwise.formats.folder import files, name_in
from claimwise.formats.lines import read_objects, stem, suffix
from claimwise.formats.problems import OnError, Skip, stop
from claimwise.types import Document

FORMATS = ("scifact", "beir", "fever", "jsonl", "csv", "text", "markdown", "pdf")
_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".pdf": "pdf",
}
_DATASETS = ("scifact", "beir")


def read_documents(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 (the word that people look for)
    on_error: OnError = stop,
) -> Iterator[Document]:
    """Yield the documents of a file or folder; each has a `source`, by default the name of the file or folder.

    A folder with the `corpus.jsonl` of SciFact or BEIR is that corpus. Of any other folder all files are read whose
    format is known, or is the one that was given; a file that cannot be read goes to `on_error`, like a bad record.
    """
    if format is not None and format not in FORMATS:
        raise ConfigError(f"there is no format {format!r}; these are known: {', '.join(FORMATS)}")
    return _read(Path(path), format, on_error)


def read_all(
    paths: Iterable[str | Path],
    *,
    format: str | None = None,  # noqa: A002 (as above)
    on_error: OnError = stop,
) -> Iterator[Document]:
    """Yield the documents of several files or folders; an id that two of them use goes to `on_error`."""
    readers = [(path, read_documents(path, format=format, on_error=on_error)) for path in paths]
    return readers[0][1] if len(readers) == 1 else _distinct(readers, on_error)


def _distinct(readers: Iterable[tuple[str | Path, Iterable[Document]]], on_error: OnError) -> Iterator[Document]:
    taken: set[str] = set()
    for path, documents in readers:
        for document in documents:
            if document.id in taken:
                on_error(FormatError(f"the id {document.id!r} is taken by a document of another file", path=path))
            else:
                taken.add(document.id)
                yield document


def detect(path: str | Path) -> str:
    """Return the name of a file's format, from how its name ends and, for JSON lines, from its first record."""
    known = _BY_SUFFIX.get(suffix(path))
    if known is None:
        raise FormatError(f"its name does not tell its format; give one of {', '.join(FORMATS)}", path=path)
    return _dialect(path) if known == "jsonl" else known


def _dialect(path: str | Path) -> str:
    _, record = next(read_objects(path, on_error=Skip()), (0, {}))
    if {"doc_id", "abstract"} <= record.keys():
        return "scifact"
    if {"id", "text", "lines"} <= record.keys():
        return "fever"
    return "beir" if {"_id", "text"} <= record.keys() else "jsonl"


def _read(path: Path, wanted: str | None, on_error: OnError) -> Iterator[Document]:
    if not os.path.exists(path):  # noqa: PTH110 (Path.exists raises where a name is too long)
        raise FormatError("there is no such file or folder; check the path", path=path)
    is_empty = True
    for document in _from_folder(path, wanted, on_error) if path.is_dir() else _from_file(path, wanted, on_error):
        is_empty = False
        yield document
    if is_empty:
        hint = f"; files that end in {', '.join(_BY_SUFFIX)} can be" if path.is_dir() else ""
        raise FormatError(f"no document could be read from it{hint}", path=path)


def _from_folder(folder: Path, wanted: str | None, on_error: OnError) -> Iterator[Document]:
    if corpus := _corpus(folder, wanted):
        yield from _from_file(corpus, wanted, on_error, source=_name(folder))
        return
    if _is_dump(folder, wanted):  # too many pages to remember their ids; of two with one id the later counts
        for file in files(folder, on_error=on_error):
            yield from _from_member(folder, file, "fever", on_error)
        return
    members = ((file, _from_member(folder, file, wanted, on_error)) for file in files(folder, on_error=on_error))
    yield from _distinct(members, on_error)


def _name(folder: Path) -> str:
    return name_in(folder.resolve().parent, folder.resolve())


def _corpus(folder: Path, wanted: str | None) -> Path | None:
    """Return the corpus of a dataset, if the folder holds one or is said to."""
    found = next((path for ending in ("", ".gz") if (path := folder / f"corpus.jsonl{ending}").is_file()), None)
    if wanted in _DATASETS:
        return found or folder / "corpus.jsonl"
    return found if found and wanted is None and detect(found) in _DATASETS else None


def _is_dump(folder: Path, wanted: str | None) -> bool:
    """Tell whether a folder is said to be, or looks like, the dump that FEVER's claims were written from."""
    first = next(iter(sorted(folder.glob("wiki-*.jsonl*"))), None)
    return wanted == "fever" or (wanted is None and first is not None and detect(first) == "fever")


def _from_member(folder: Path, file: Path, wanted: str | None, on_error: OnError) -> Iterator[Document]:
    """Yield what a file of a folder holds, if its format is wanted; a file that fails is like a bad record."""
    try:
        found = detect(file) if suffix(file) in _BY_SUFFIX else None
        if found and found == (wanted or found):
            yield from _from_file(file, found, on_error, name=name_in(folder, file), source=_name(folder))
    except FormatError as error:
        on_error(error)


def _from_file(
    path: Path, known: str | None, on_error: OnError, *, name: str | None = None, source: str | None = None
) -> Iterator[Document]:
    name = name or name_in(path.parent, path)
    source = source or stem(name)
    for document in _open(path, known or detect(path), name, on_error):
        yield document if document.source else replace(document, metadata={**document.metadata, "source": source})


def _open(path: Path, known: str, name: str, on_error: OnError) -> Iterator[Document]:
    rows_name = PurePath(name).with_name(stem(name)).as_posix()
    match known:
        case "scifact":
            return scifact.read_corpus(path, on_error=on_error)
        case "beir":
            return beir.read_corpus(path, on_error=on_error)
        case "fever":
            return fever.read_pages(path, on_error=on_error)
        case "jsonl":
            return jsonl.read_documents(path, name=rows_name, on_error=on_error)
        case "csv":
            return table.read_documents(path, name=rows_name, on_error=on_error)
        case "pdf":
            return pdf.read_documents(path, name=name, on_error=on_error)
    return plain.read_documents(path, name=name, markdown=known == "markdown", on_error=on_error)
