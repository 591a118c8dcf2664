"""Claims that were written for training, over texts that others published (`training/claims/README.md`).

A file has a block for every text, and a line for every claim: what the text says about it (S, R or N), the sentences
that decide (`;` between those that are enough alone, `+` between those that are needed together), and the claim:

    #4983
    S 3;8|Preterm infants have a less ordered white matter at term.
    R 3|Preterm infants have a more ordered white matter at term.
    N -|White matter of preterm infants catches up by the age of two.

Only the claims are kept here: the texts are SciFact's abstracts that no claim of train or dev cites, passages of Fool
Me Twice, and PubMedQA's abstracts, which are read from the folder of benchmark data. `forms.txt` has other forms of the
claims of SciFact train, supported and refuted by the same sentences, under the ids of claim and document:

    #120/14606752
    R|Antidepressants make migraine worse.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
_FORM = re.compile(r"(?P<label>[SR])\|(?P<claim>.+)")
_STANCES = {"S": Stance.SUPPORTS, "R": Stance.REFUTES, "N": Stance.NOT_ENOUGH_INFO}
_KEPT = {"scifact_near": 1.0, "scifact_rationale": 0.25, "scifact_sentence": 0.25}
"""Of rationales and of silent sentences alone only a share is read."""
_KEPT_BACK = 25


@dataclass(frozen=True, slots=True)
class Shares:
    """How many of the claims are read with a part of their text, and how many with all of it."""

    part: float
    whole: float


SHARES = {
    "broad": Shares(0.3, 0.4),
    "scifact": Shares(0.1, 0.08),
    "fm2": Shares(0.3, 0.05),
    "pubmedqa": Shares(0.3, 0.1),
}
"""Claims that a whole abstract bears out teach which sentences decide, so they are read whole most often."""


@dataclass(frozen=True, slots=True)
class Written:
    """Claims with what one text says about each, the texts by their ids, and what retrieval finds for some claims."""

    name: str
    claims: Sequence[AnnotatedClaim]
    documents: Mapping[str, Document]
    found: Mapping[str, Sequence[str]] = field(default_factory=dict)


def written_samples(written: Written, shares: Shares, *, seed: int) -> list[Sample]:
    """Return some of the claims with a part of their text, some with all of it, and what was found for them."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    found = {one.claim.id: written.found.get(one.claim.id, ()) for one in written.claims}
    mix = Mix(hard_negatives=1, pieces=False, opposites=0.0)
    some, all_ = ([one for one in written.claims if draw.random() < share] for share in (shares.part, shares.whole))
    decided = [one for one in some if one.judgements]
    short = [
        one
        for one in near_samples(decided, written.documents, found, mix=mix, seed=seed)
        if draw.random() < _KEPT[one.origin]
    ]
    silent = [one for one in some if not one.judgements]
    short += near_samples(silent, written.documents, dict.fromkeys(found, ()), mix=mix, seed=seed)
    return short + scifact_samples(all_, written.documents, found, mix=mix, seed=seed)


def all_written(data: Path, abstracts: Mapping[str, Document], *, kept_back: bool = False) -> list[Written]:
    """Return what may be learnt from, over SciFact's abstracts first, or what is kept back to measure with.

    `data` is the folder of all benchmark data; one text of 25 is kept back, by its id.
    """
    sets = [
        written_over("broad", abstracts),
        written_over("scifact", abstracts),
        written_over("fm2", fool_me_twice(data / "fm2" / "dev.jsonl")),
        written_over("pubmedqa", pubmed_abstracts(data / "pubmedqa" / "ori_pqal.json")),
    ]
    return [
        replace(
            some,
            claims=[one for one in some.claims if (crc32(one.cited[0].encode()) % _KEPT_BACK == 0) is kept_back],
        )
        for some in sets
    ]


def written_over(name: str, documents: Mapping[str, Document]) -> Written:
    """Return the claims of `training/claims/<name>.txt`; `documents` must have the texts that they are about."""
    claims = list(_claims(_text_of(name), f"{name}.txt", documents))
    used = {doc_id for one in claims for doc_id in one.cited}
    return Written(name, claims, {doc_id: documents[doc_id] for doc_id in sorted(used)})


def other_forms(claims: Sequence[AnnotatedClaim]) -> list[AnnotatedClaim]:
    """Return other forms of these claims, each under the id of its claim and with the one document that decides it."""
    gold = {(one.claim.id, judged.doc_id): judged for one in claims for judged in one.judgements}
    forms: list[AnnotatedClaim] = []
    key, place = ("", ""), "forms.txt"
    for number, line in enumerate(_text_of("forms").splitlines(), 1):
        if line.startswith("#"):
            claim_id, _, doc_id = line[1:].strip().partition("/")
            key = (claim_id, doc_id)
        elif not (found := _FORM.fullmatch(line)):
            raise InputError(f"{place}, line {number}: expected a label and a claim, as in `S|Tea soothes.`")
        elif key in gold:
            judgement = replace(gold[key], label=_STANCES[found["label"]])
            forms.append(AnnotatedClaim(Claim(key[0], found["claim"]), (key[1],), (judgement,)))
    return forms


def _text_of(name: str) -> str:
    return resources.files("claimwise.training").joinpath("claims", f"{name}.txt").read_text(encoding="utf-8")


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
