"""Benchmarks by name or folder: the corpus, the claims and what is gold."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from claimwise.errors import InputError
from claimwise.formats import beir, scifact
from claimwise.labels import Stance
from claimwise.types import Claim

_NAMED = ("scifact", "healthver", "covidfact")


@dataclass(frozen=True, slots=True)
class RetrievalDataset:
    """A retrieval benchmark; `qrels` are its own gold, `beir_qrels` what BEIR counts, where that differs."""

    name: str
    corpus: Path
    claims: tuple[Claim, ...]
    qrels: Mapping[str, Mapping[str, int]]
    beir_qrels: Mapping[str, Mapping[str, int]]
    pooled: bool


def load_retrieval(name: str, split: str) -> RetrievalDataset:
    """Return a benchmark: `scifact`, `healthver` or `covidfact` from the data folder, or a folder in BEIR's form."""
    if name in _NAMED:
        return _scifact_like(name, data_folder() / name, split)
    folder = Path(name)
    if not (folder / "queries.jsonl").is_file():
        raise InputError(
            f"there is no dataset {name!r}: give one of {', '.join(_NAMED)}, "
            "or a folder in BEIR's form (corpus.jsonl, queries.jsonl, qrels/SPLIT.tsv)"
        )
    qrels = beir.read_qrels(folder / "qrels" / f"{split}.tsv")
    claims = tuple(claim for claim in beir.read_queries(folder / "queries.jsonl") if claim.id in qrels)
    unknown = qrels.keys() - {claim.id for claim in claims}
    if unknown:
        raise InputError(
            f"{folder}: the qrels name {len(unknown)} queries that queries.jsonl lacks, as {min(unknown)!r}"
        )
    return RetrievalDataset(folder.name, folder / "corpus.jsonl", claims, qrels, qrels, pooled=False)


@dataclass(frozen=True, slots=True)
class VerificationDataset:
    """A verification benchmark in SciFact's form."""

    name: str
    corpus: Path
    claims: tuple[scifact.AnnotatedClaim, ...]

    @property
    def is_annotated(self) -> bool:
        """Whether anything is said of the claims: a blind test set has only their text."""
        return any(one.judgements or one.cited for one in self.claims)


def load_verification(name: str, split: str) -> VerificationDataset:
    """Return a benchmark: `scifact`, `healthver` or `covidfact` from the data folder, or a folder in SciFact's form."""
    folder = data_folder() / name if name in _NAMED else Path(name)
    claims = folder / f"claims_{split}.jsonl"
    if not claims.is_file() or not (folder / "corpus.jsonl").is_file():
        raise InputError(
            f"there is no dataset {name!r} with a split {split!r}: give one of {', '.join(_NAMED)}, "
            f"or a folder in SciFact's form (corpus.jsonl, claims_{split}.jsonl)"
        )
    return VerificationDataset(folder.name, folder / "corpus.jsonl", tuple(scifact.read_claims(claims)))


def data_folder() -> Path:
    """Return the folder of benchmark data: `CLAIMWISE_DATA`, or `data` or `../shared/data` below where we stand."""
    chosen = os.environ.get("CLAIMWISE_DATA")
    candidates = [Path(chosen)] if chosen else [Path("data"), Path("../shared/data")]
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise InputError(
        f"no benchmark data in {' or '.join(map(str, candidates))}; set CLAIMWISE_DATA to the folder that holds "
        "scifact/corpus.jsonl and scifact/claims_dev.jsonl"
    )


def _scifact_like(name: str, folder: Path, split: str) -> RetrievalDataset:
    """Gold are the abstracts with evidence; BEIR counts every abstract that the claim cites."""
    annotated = list(scifact.read_claims(folder / f"claims_{split}.jsonl"))
    evidence = {
        one.claim.id: {gold.doc_id: 1 for gold in one.judgements if gold.label is not Stance.NOT_ENOUGH_INFO}
        for one in annotated
    }
    cited = {one.claim.id: dict.fromkeys(one.cited, 1) for one in annotated}
    claims = tuple(one.claim for one in annotated)
    return RetrievalDataset(name, folder / "corpus.jsonl", claims, evidence, cited, pooled=True)
