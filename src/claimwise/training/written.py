"""Claims that were written for training, over texts that others published (`training/claims/README.md`).

A file has a block for every text, and a line for every claim: what the text says about it (S, R or N), the sentences
that decide (`;` between those that are enough alone, `+` between those that are needed together), and the claim:

    #4983
    S 3;8|Preterm infants have a less ordered white matter at term.
    R 3|Preterm infants have a more ordered white matter at term.
    N -|White matter of preterm infants catches up by the age of two.

Only the claims are kept here: the texts are SciFact's abstracts that no claim of train or dev cites, passages of Fool
Me Twice, and PubMedQA's abstracts, which are read from the folder of benchmark data.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from zlib import crc32

from claimwise.errors import InputError
from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.text.sentences import split
from claimwise.training.general import json_lines
from claimwise.training.samples import Sample
from claimwise.training.scifact import Mix, near_samples, scifact_samples
from claimwise.types import Claim, Document, Judgement

_LINE = re.compile(r"(?P<label>[SRN]) (?P<places>-|\d+(?:[;+]\d+)*)\|(?P<claim>.+)")
_STANCES = {"S": Stance.SUPPORTS, "R": Stance.REFUTES, "N": Stance.NOT_ENOUGH_INFO}
_KEPT = {"scifact_near": 1.0, "scifact_rationale": 0.25, "scifact_sentence": 0.25}
"""Of rationales and of silent sentences alone only a share is read."""
_KEPT_BACK = 25


@dataclass(frozen=True, slots=True)
class Written:
    """Claims with what one text says about each, the texts by their ids, and what retrieval finds for some claims."""

    claims: Sequence[AnnotatedClaim]
    documents: Mapping[str, Document]
    found: Mapping[str, Sequence[str]] = field(default_factory=dict)


def written_samples(written: Written, *, whole: float, seed: int) -> list[Sample]:
    """Return every claim with a part of its text, and the `whole` share of the claims with all of it, too."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    found = {one.claim.id: written.found.get(one.claim.id, ()) for one in written.claims}
    mix = Mix(hard_negatives=0, pieces=False, opposites=0.0)
    decided = [one for one in written.claims if one.judgements]
    short = [
        one
        for one in near_samples(decided, written.documents, found, mix=mix, seed=seed)
        if draw.random() < _KEPT[one.origin]
    ]
    silent = [one for one in written.claims if not one.judgements]
    short += near_samples(silent, written.documents, dict.fromkeys(found, ()), mix=mix, seed=seed)
    drawn = [one for one in written.claims if draw.random() < whole]
    return short + scifact_samples(drawn, written.documents, found, mix=mix, seed=seed)


def all_written(data: Path, abstracts: Mapping[str, Document], *, kept_back: bool = False) -> list[Written]:
    """Return what may be learnt from, over SciFact's abstracts first, or what is kept back to measure with.

    `data` is the folder of all benchmark data; one text of 25 is kept back, by its id.
    """
    sets = [
        written_over("scifact", abstracts),
        written_over("fm2", fool_me_twice(data / "fm2" / "dev.jsonl")),
        written_over("pubmedqa", pubmed_abstracts(data / "pubmedqa" / "ori_pqal.json")),
    ]
    return [
        Written(
            [one for one in some.claims if (crc32(one.cited[0].encode()) % _KEPT_BACK == 0) is kept_back],
            some.documents,
        )
        for some in sets
    ]


def written_over(name: str, documents: Mapping[str, Document]) -> Written:
    """Return the claims of `training/claims/<name>.txt`; `documents` must have the texts that they are about."""
    file = resources.files("claimwise.training").joinpath("claims", f"{name}.txt")
    claims = list(_claims(file.read_text(encoding="utf-8"), f"{name}.txt", documents))
    used = {doc_id for one in claims for doc_id in one.cited}
    return Written(claims, {doc_id: documents[doc_id] for doc_id in sorted(used)})


def fool_me_twice(path: Path) -> dict[str, Document]:
    """Return what was retrieved for each claim of FM2, and its gold sentences behind it, by the claim's id."""
    documents = {}
    for row in json_lines(path):
        texts = [one["text"] for one in row["retrieved_evidence"]]
        texts += [one["text"] for one in row["gold_evidence"] if one["text"] not in texts]
        documents[row["id"]] = Document(row["id"], row["wikipedia_page"], tuple(texts))
    return documents


def pubmed_abstracts(path: Path) -> dict[str, Document]:
    """Return PubMedQA's abstracts, their conclusions last, with the question as the title."""
    return {
        key: Document(
            key, row["QUESTION"], tuple(text for part in (*row["CONTEXTS"], row["LONG_ANSWER"]) for text in split(part))
        )
        for key, row in json.loads(path.read_text(encoding="utf-8")).items()
    }


def _claims(text: str, name: str, documents: Mapping[str, Document]) -> Iterator[AnnotatedClaim]:
    doc_id = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            doc_id = line[1:].strip()
            if doc_id not in documents:
                raise InputError(f"{name}, line {number}: there is no text {doc_id}")
        elif line:
            yield _claim(line, f"{name}, line {number}", documents[doc_id])


def _claim(line: str, place: str, document: Document) -> AnnotatedClaim:
    found = _LINE.fullmatch(line)
    if not found:
        raise InputError(f"{place}: expected a label, sentences and a claim, as in `S 3;8|Tea soothes.`")
    claim, label = Claim(place, found["claim"]), _STANCES[found["label"]]
    if found["places"] == "-":
        return AnnotatedClaim(claim, (document.id,))
    rationales = tuple(tuple(map(int, one.split("+"))) for one in found["places"].split(";"))
    if max(i for one in rationales for i in one) >= len(document.sentences):
        raise InputError(f"{place}: {document.id} has only {len(document.sentences)} sentences")
    return AnnotatedClaim(claim, (document.id,), (Judgement(place, document.id, label, rationales),))
