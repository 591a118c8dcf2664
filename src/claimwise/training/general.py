"""General entailment and FEVER-like pairs as samples: what the verifier learns before it reads science.

Only data that may train shipped weights is read: MNLI and SNLI dev, FEVER-Symmetric, the sample of FEVER train, the
half of FEVER dev that is not `paper_dev`, FM2 dev, and PubMedQA with its questions turned into claims.
"""

import ast
import csv
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from claimwise.errors import InputError
from claimwise.labels import Stance
from claimwise.text.overlap import Overlap
from claimwise.text.sentences import split
from claimwise.training.samples import Sample, among, pair, passage

_ENTAILMENT = {
    "entailment": Stance.SUPPORTS,
    "contradiction": Stance.REFUTES,
    "neutral": Stance.NOT_ENOUGH_INFO,
    "SUPPORTS": Stance.SUPPORTS,
    "REFUTES": Stance.REFUTES,
    "NOT ENOUGH INFO": Stance.NOT_ENOUGH_INFO,
}
_ANSWERS = {"yes": Stance.SUPPORTS, "no": Stance.REFUTES}
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-COLON-": ":", "``": '"', "''": '"'}
_AUXILIARY = re.compile(r"^(?:do|does|did|is|are|was|were|can|could|may|might|will|would|should|has|have|had)\s+", re.I)


_LARGE = ("mnli", "snli", "fever_train", "fever_dev", "fever_undecided")


def general_samples(folder: Path, *, seed: int, share: float = 1.0) -> list[Sample]:
    """Return the samples that the data folder gives, in a fixed order; of the large sets only a share."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    readers: dict[str, Callable[[Path, random.Random], Iterator[Sample]]] = {
        "nli/mnli_dev.csv": _entailment,
        "nli/snli_dev.csv": _entailment,
        "nli/fever_symmetric_dev.jsonl": _symmetric,
        "fever/train_sample": _fever_train,
        "fever/fever_dev_joined.jsonl": _fever_dev,
        "fm2/dev.jsonl": _fool_me_twice,
        "pubmedqa/ori_pqal.json": _pubmed_questions,
    }
    samples: list[Sample] = []
    for name, read in readers.items():
        if not (folder / name).exists():
            raise InputError(f"{folder / name} is missing; the first stage of training reads it")
        samples += read(folder / name, draw)
    return [one for one in samples if share >= 1 or not one.origin.startswith(_LARGE) or draw.random() < share]


def _entailment(path: Path, _: random.Random) -> Iterator[Sample]:
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            if row["label"] in _ENTAILMENT:  # SNLI has pairs on which its annotators did not agree
                label = _ENTAILMENT[row["label"]]
                yield pair(row["hypothesis"].strip(), row["premise"].strip(), label, origin=path.stem)


def _symmetric(path: Path, _: random.Random) -> Iterator[Sample]:
    for row in json_lines(path):
        label = _ENTAILMENT[row["label"]]
        yield pair(_detokenised(row["claim"]), _detokenised(row["evidence"]), label, origin="fever_symmetric")


def _fever_train(folder: Path, draw: random.Random) -> Iterator[Sample]:
    """Yield the pairs, which have a page each in a second file."""
    rows = []
    with (
        (folder / "train_balanced_10000_samples.csv").open(encoding="utf-8", newline="") as texts,
        (folder / "train_balanced_10000_samples_pointers.csv").open(encoding="utf-8", newline="") as pointers,
    ):
        for text, pointer in zip(csv.DictReader(texts), csv.DictReader(pointers), strict=True):
            page, _ = ast.literal_eval(pointer["evidence"])
            rows.append((text["claim"], _title(page), _detokenised(text["sentence"]), _ENTAILMENT[text["label"]]))
    yield from _with_company(rows, draw, origin="fever_train")


def _fever_dev(path: Path, draw: random.Random) -> Iterator[Sample]:
    """Yield the pairs, and the claims that Wikipedia does not decide, each with the text nearest to it."""
    rows, undecided = fever_half(path)
    yield from _with_company(rows, draw, origin="fever_dev")
    texts = Overlap([f"{title} {text}" for _, title, text, _ in rows])
    for claim in undecided:
        for i in texts.nearest(claim, 1):
            _, title, text, _ = rows[i]
            yield pair(claim, text, Stance.NOT_ENOUGH_INFO, origin="fever_undecided", title=title)


def fever_half(path: Path) -> tuple[list[tuple[str, str, str, Stance]], list[str]]:
    """Return the half of FEVER's dev set that is not paper_dev: (claim, title, text, label), and undecided claims."""
    allowed = [row for row in json_lines(path) if "evidence" not in row]
    rows = [
        (
            row["claim"],
            _title((row["evidence_pages"] or [""])[0]),
            _detokenised(row["evidence_text"]),
            _ENTAILMENT[row["label"]],
        )
        for row in allowed
        if row["evidence_text"]
    ]
    return rows, [row["claim"] for row in allowed if not row["evidence_text"]]


def _with_company(
    rows: Sequence[tuple[str, str, str, Stance]], draw: random.Random, *, origin: str
) -> Iterator[Sample]:
    """Yield each pair; every sixth text among texts of other claims, and a claim in twelve with those alone."""
    for i, (claim, title, text, label) in enumerate(rows):
        sample = pair(claim, text, label, origin=origin, title=title)
        others = [rows[draw.randrange(len(rows))][2] for _ in range(draw.randint(1, 4))]
        yield among(sample, others, draw) if i % 6 == 0 else sample
        if i % 12 == 0:
            yield passage(claim, title, others, Stance.NOT_ENOUGH_INFO, (), origin=f"{origin}_others")


def _fool_me_twice(path: Path, _: random.Random) -> Iterator[Sample]:
    """Yield each claim with its gold sentences, and with all sentences that were retrieved for it."""
    for row in json_lines(path):
        label = _ENTAILMENT[row["label"]]
        gold = [one["text"] for one in row["gold_evidence"]]
        title = row.get("wikipedia_page", "")
        if not gold:
            continue
        yield passage(row["text"], title, gold, label, range(len(gold)), origin="fm2")
        found = [one["text"] for one in row["retrieved_evidence"]]
        texts = [*found, *(text for text in gold if text not in found)]
        deciding = [i for i, text in enumerate(texts) if text in gold]
        yield passage(row["text"], title, texts, label, deciding, origin="fm2_retrieved")
        rest = [text for text in texts if text not in gold]
        if rest:
            yield passage(row["text"], title, rest[:4], Stance.NOT_ENOUGH_INFO, (), origin="fm2_rest")


def _pubmed_questions(path: Path, _: random.Random) -> Iterator[Sample]:
    """Yield each answered question as a claim, with its abstract, and with the conclusion alone.

    Nobody marked sentences: the conclusion's are taken as deciding, of the others nothing is known.
    """
    for row in json.loads(path.read_text(encoding="utf-8")).values():
        label = _ANSWERS.get(row["final_decision"])
        claim = _statement(row["QUESTION"])
        if label is None or not claim:
            continue
        body = [sentence for section in row["CONTEXTS"] for sentence in split(section)]
        end = list(split(row["LONG_ANSWER"]))
        whole = passage(claim, "", [*body, *end], label, range(len(body), len(body) + len(end)), origin="pubmedqa")
        known = tuple(stance if stance is label else None for stance in whole.stances)
        yield replace(whole, stances=known)
        yield passage(claim, "", end, label, range(len(end)), origin="pubmedqa_conclusion")


def _statement(question: str) -> str:
    """Return a yes-or-no question as a telegraphic statement: `Does X help Y?` becomes `X help Y.`."""
    text = question.strip().rstrip("?").strip()
    found = _AUXILIARY.match(text)
    if not found:
        return ""
    rest = text[found.end() :]
    return rest[:1].upper() + rest[1:] + "."


def _title(page: str) -> str:
    return _detokenised(page.replace("_", " "))


def _detokenised(text: str) -> str:
    """Return FEVER's Treebank tokens as plain text."""
    for token, plain in _BRACKETS.items():
        text = text.replace(token, plain)
    text = re.sub(r"\s+([.,;:!?%)\]])", r"\1", text)
    text = re.sub(r"([(\[])\s+", r"\1", text)
    return re.sub(r"\s+('s|n't|'re|'ve)\b", r"\1", text).strip()


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file, one a line."""
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)
