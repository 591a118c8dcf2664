"""From trained networks to the verifier that ships: averaged, quantised, compared with the float one, described."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.errors import ModelError
from claimwise.models.card import Card, sha256_of, write_card
from claimwise.models.verifier import Reading, VerifierModel, probabilities
from claimwise.training.base import Base
from claimwise.training.export import layers_of, quantise
from claimwise.training.graph import Weights, write_verifier
from claimwise.training.publish import publishing
from claimwise.types import Document

_ENOUGH_AGREEMENT = 0.98
_MOST_DISTANCE = 0.05
_FILES = ("model.onnx", "tokenizer.json")
_KEPT_EXACT = 3
"""One layer in so many, the lowest, stays in float: what is rounded there is lost to all above (docs/tries.md)."""

DATA = {
    "SciFact claims, train": "CC BY 4.0; abstracts ODC-By 1.0",
    "MultiNLI dev": "mostly OANC",
    "SNLI dev": "CC BY-SA 4.0",
    "FEVER train sample; the half of FEVER dev that is not paper_dev": "CC BY-SA 3.0",
    "FEVER-Symmetric dev": "CC BY-SA 3.0",
    "Fool Me Twice dev": "Apache-2.0",
    "PubMedQA, labelled": "MIT",
    "claims written for training by a language model, over SciFact, Fool Me Twice and PubMedQA": "Apache-2.0",
}
"""What the shipped verifier learns from, with licences."""


@dataclass(frozen=True, slots=True)
class Parity:
    """How alike two verifiers are: the share of documents with the same label, the mean distance of sentence scores."""

    label_agreement: float
    sentence_distance: float


@dataclass(frozen=True, slots=True)
class Description:
    """What the card shall say."""

    name: str
    licence: str
    command: str
    seed: int
    revision: str | None
    settings: Mapping[str, float]
    scores: Mapping[str, Any]


def assemble(
    base: Base,
    weights: Weights,
    out: Path,
    *,
    label: str,
    description: Description,
    pairs: Sequence[tuple[str, Document]],
) -> Card:
    """Write the verifier into the folder `out`, unless int8 and float disagree on the pairs, and return its card."""
    with publishing(out) as work:
        exact = write_both(base, weights, work, label=label, description=description)
        parity = compare(VerifierModel(exact).read(pairs), VerifierModel(work).read(pairs))
        if parity.label_agreement < _ENOUGH_AGREEMENT:
            raise ModelError(
                f"int8 and float agree on {parity.label_agreement:.1%} of {len(pairs)} documents, "
                f"{_ENOUGH_AGREEMENT:.0%} are needed; nothing was written"
            )
        if parity.sentence_distance > _MOST_DISTANCE:
            raise ModelError(
                f"sentence scores of int8 and float are {parity.sentence_distance:.3f} apart on average, at most "
                f"{_MOST_DISTANCE} is allowed; nothing was written"
            )
        card = _card(work, base, description, parity)
        write_card(work, card)
        shutil.rmtree(exact)
    return card


def write_both(base: Base, weights: Weights, folder: Path, *, label: str, description: Description) -> Path:
    """Write the verifier in int8 into the folder and in float into one inside it, whose path is returned."""
    exact = folder / "float"
    exact.mkdir()
    heads = write_verifier(weights, base.config, exact / "model.onnx", label=label)
    lowest = layers_of(exact / "model.onnx", int(base.config["num_hidden_layers"]) // _KEPT_EXACT)
    quantise(exact / "model.onnx", folder / "model.onnx", keep=[*heads, *lowest])
    for one in (folder, exact):
        shutil.copy(base.folder / "tokenizer.json", one / "tokenizer.json")
        write_card(one, _card(one, base, description, None))
    return exact


def compare(expected: Sequence[Reading], actual: Sequence[Reading]) -> Parity:
    """Compare what two verifiers say about the same documents."""
    same = [int(a.label.argmax()) == int(b.label.argmax()) for a, b in zip(expected, actual, strict=True)]
    distances = [
        np.abs(_saying(a) - _saying(b)).mean() for a, b in zip(expected, actual, strict=True) if len(a.sentences)
    ]
    return Parity(float(np.mean(same)), float(np.mean(distances)))


def _saying(reading: Reading) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    share: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = 1.0 - probabilities(reading.sentences)[:, 2]
    return share


def _card(folder: Path, base: Base, description: Description, parity: Parity | None) -> Card:
    scores = dict(description.scores)
    if parity is not None:
        scores["int8_vs_float"] = {name: round(value, 4) for name, value in asdict(parity).items()}
    return Card(
        name=description.name,
        task="say what a document says about a claim, and which of its sentences decide",
        base=f"{base.folder.name}, model.onnx sha256 {sha256_of(base.model)}",
        licence=description.licence,
        max_tokens=base.limit,
        dimension=base.hidden,
        command=description.command,
        files={file: sha256_of(folder / file) for file in _FILES},
        scores=scores,
        settings=dict(description.settings),
        data=dict(DATA),
        seed=description.seed,
        revision=description.revision,
    )
