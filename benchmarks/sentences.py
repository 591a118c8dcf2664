"""Which sentence splitter? Ours beside those on PyPI: boundaries of SciFact's abstracts, and speed.

Run `python benchmarks/sentences.py`; it takes about a minute. Each abstract is joined with single spaces and divided
again; inner boundaries are compared as offsets that do not count white space (micro precision, recall, F1) on the
documents with an odd position in the file: our rules were written while looking at the even ones. `F1 - ours` is a
95 % bootstrap interval over documents. Speed is the best of three interleaved rounds over 200 abstracts.

The result and the decision are in docs/benchmarks.md.
"""

import importlib.metadata
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from claimwise.text.sentences import split

Splitter = Callable[[str], list[str]]
Counts = npt.NDArray[np.int64]

DATA = Path(os.environ.get("CLAIMWISE_DATA") or Path(__file__).resolve().parents[1].parent / "shared" / "data")
RELEASED = {  # the newest release of each on PyPI, looked up on 2026-11-15
    "sentencex": ("1.0.32", "2026-09-28"),
    "syntok": ("1.4.4", "2022-03-12"),
    "pysbd": ("0.3.4", "2021-02-11"),
    "spacy": ("3.8.18", "2026-10-26"),
    "blingfire": ("0.1.8", "2021-09-24"),
    "nltk": ("3.10.4", "2026-10-21"),
}
TIMED, ROUNDS, RESAMPLES = 200, 3, 2000


def sentencex() -> Splitter:
    import sentencex

    return lambda text: list(sentencex.segment("en", text))


def syntok() -> Splitter:
    from syntok import segmenter

    return lambda text: [
        "".join(token.spacing + token.value for token in sentence)
        for paragraph in segmenter.process(text)
        for sentence in paragraph
    ]


def pysbd() -> Splitter:
    import pysbd

    segmenter = pysbd.Segmenter(language="en", clean=False)
    return lambda text: list(segmenter.segment(text))


def spacy() -> Splitter:
    import spacy

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    return lambda text: [sentence.text for sentence in pipeline(text).sents]


def blingfire() -> Splitter:
    import blingfire

    return lambda text: str(blingfire.text_to_sentences(text)).split("\n")


def nltk() -> Splitter:
    import nltk

    with tempfile.TemporaryDirectory() as folder:  # nltk refuses data that others may write
        copy = Path(folder) / "tokenizers" / "punkt_tab"
        shutil.copytree(DATA / "nltk_data" / "tokenizers" / "punkt_tab", copy, copy_function=shutil.copyfile)
        for path in (copy, *copy.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        nltk.data.path.insert(0, folder)
        tokenizer = nltk.tokenize.PunktTokenizer("english")
    return lambda text: list(tokenizer.tokenize(text))


def load() -> dict[str, Splitter]:
    splitters: dict[str, Splitter] = {"ours": split}
    for make in (sentencex, syntok, pysbd, spacy, blingfire, nltk):
        try:
            splitters[make.__name__] = make()
        except (ImportError, OSError) as error:
            print(f"{make.__name__} is left out: {error}")
    return splitters


def abstracts() -> list[list[str]]:
    path = DATA / "scifact" / "corpus.jsonl"
    if not path.exists():
        sys.exit(f"SciFact is not at {path}: set CLAIMWISE_DATA to the folder that holds scifact/corpus.jsonl")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [[sentence for sentence in row["abstract"] if sentence.strip()] for row in rows[1::2]]


def boundaries(sentences: list[str]) -> set[int]:
    lengths = [len("".join(sentence.split())) for sentence in sentences]
    return set(np.cumsum([length for length in lengths if length])[:-1].tolist())


def count(splitter: Splitter, documents: list[list[str]]) -> Counts:
    """Return, for each document, how many boundaries are shared, found and given."""
    rows = []
    for document in documents:
        gold, found = boundaries(document), boundaries(splitter(" ".join(document)))
        rows.append((len(gold & found), len(found), len(gold)))
    return np.array(rows)


def f1(counts: Counts) -> float:
    shared, found, given = counts.sum(axis=0)
    return float(2 * shared / (found + given))


def interval(theirs: Counts, ours: Counts) -> str:
    draws = np.random.default_rng(0).integers(0, len(ours), size=(RESAMPLES, len(ours)))
    low, high = np.percentile([f1(theirs[draw]) - f1(ours[draw]) for draw in draws], [2.5, 97.5])
    return f"{low:+.4f} … {high:+.4f}"


def sentences_per_second(splitters: dict[str, Splitter], texts: list[str]) -> dict[str, float]:
    best = dict.fromkeys(splitters, 0.0)
    for _ in range(ROUNDS):
        for name, splitter in splitters.items():
            start = time.perf_counter()
            found = sum(len(splitter(text)) for text in texts)
            best[name] = max(best[name], found / (time.perf_counter() - start))
    return best


def version(name: str) -> tuple[str, str]:
    if name == "ours":
        return "-", "-"
    installed = importlib.metadata.version(name)
    known, released = RELEASED[name]
    return installed, released if installed == known else "unknown"


def main() -> None:
    documents, splitters = abstracts(), load()
    speed = sentences_per_second(splitters, [" ".join(document) for document in documents[:TIMED]])
    counts = {name: count(splitter, documents) for name, splitter in splitters.items()}
    print("| splitter | version | last release | P | R | F1 | F1 - ours | sentences/s | ratio to ours |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in sorted(splitters, key=lambda name: -f1(counts[name])):
        shared, found, given = counts[name].sum(axis=0)
        installed, released = version(name)
        apart = "-" if name == "ours" else interval(counts[name], counts["ours"])
        print(
            f"| {name} | {installed} | {released} | {shared / found:.4f} | {shared / given:.4f}"
            f" | {f1(counts[name]):.4f} | {apart} | {speed[name]:,.0f} | {speed[name] / speed['ours']:.3f} |"
        )


if __name__ == "__main__":
    main()
