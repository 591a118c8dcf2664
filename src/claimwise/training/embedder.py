"""A base encoder made into the embedded embedder: weights and activations in int8, checked against the float model.

Weights are quantised per output channel, activations dynamically, both to int8; the weights' range is halved
(`reduce_range`), because processors without VNNI add products in 16 bits and would saturate.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from claimwise.errors import ModelError
from claimwise.models.card import Card, sha256_of, write_card
from claimwise.models.embedder import Embedder, Vectors
from claimwise.training.base import Base
from claimwise.training.export import quantise
from claimwise.training.graph import Weights, write_encoder
from claimwise.training.publish import publishing

_NEIGHBOURS = 10
_ENOUGH_OVERLAP = 0.85


@dataclass(frozen=True, slots=True)
class Parity:
    """How alike two embedders are: mean cosine of their vectors, share of nearest neighbours in common."""

    cosine: float
    neighbour_overlap: float


def convert(
    base: Path,
    out: Path,
    *,
    name: str,
    licence: str,
    texts: Sequence[str],
    max_tokens: int | None = None,
    command: str = "",
) -> Card:
    """Quantise the encoder in the folder `base` into `out`, and return its card.

    The folder holds `onnx/model.onnx` or `model.onnx`, `tokenizer.json` and `config.json`. `texts` are what both
    models embed for comparison; when they rank them differently nothing is written.
    """
    source = Base(base)
    model, config = source.model, source.config
    limit = min(max_tokens or config["max_position_embeddings"], config["max_position_embeddings"])
    with publishing(out) as work:
        exact = work / "float"
        exact.mkdir()
        quantise(model, work / "model.onnx")
        shutil.copy(model, exact / "model.onnx")
        for folder in (work, exact):
            shutil.copy(base / "tokenizer.json", folder / "tokenizer.json")
            write_card(folder, _card(folder, name, base, licence, limit, config["hidden_size"], command))
        parity = compare(Embedder(exact), Embedder(work), texts)
        if parity.neighbour_overlap < _ENOUGH_OVERLAP:
            raise ModelError(
                f"int8 and float rank differently: only {parity.neighbour_overlap:.0%} of the {_NEIGHBOURS} nearest "
                f"neighbours agree, {_ENOUGH_OVERLAP:.0%} are needed; nothing was written"
            )
        card = _card(work, name, base, licence, limit, config["hidden_size"], command, parity)
        write_card(work, card)
        shutil.rmtree(exact)
    return card


def taught(base: Path, weights: Weights, place: Path) -> Path:
    """Write a base encoder with other weights into the folder `place`, ready to be converted, and return it."""
    source = Base(base)
    _ = source.config
    place.mkdir(parents=True)
    write_encoder(source.model, weights, place / "model.onnx")
    for name in ("tokenizer.json", "config.json"):
        shutil.copy(base / name, place / name)
    return place


def compare(reference: Embedder, candidate: Embedder, texts: Sequence[str]) -> Parity:
    """Embed the texts with both and compare the vectors and each text's nearest neighbours."""
    expected, actual = reference.embed(texts), candidate.embed(texts)
    shared = [
        len(set(ours) & set(theirs)) / _NEIGHBOURS
        for ours, theirs in zip(_neighbours(actual), _neighbours(expected), strict=True)
    ]
    return Parity(float((expected * actual).sum(axis=1).mean()), float(np.mean(shared)))


def _neighbours(vectors: Vectors) -> list[list[int]]:
    similarity = vectors @ vectors.T
    np.fill_diagonal(similarity, -1.0)
    return [row.tolist() for row in np.argsort(-similarity, axis=1)[:, :_NEIGHBOURS]]


def _card(
    folder: Path,
    name: str,
    base: Path,
    licence: str,
    max_tokens: int,
    dimension: int,
    command: str,
    parity: Parity | None = None,
) -> Card:
    scores = {}
    if parity:
        agreement = {"cosine": round(parity.cosine, 4), "top10_overlap": round(parity.neighbour_overlap, 4)}
        scores["int8_vs_float"] = agreement
    return Card(
        name=name,
        task="embed texts and sentences as unit vectors",
        base=f"{base.resolve().name}, model.onnx sha256 {sha256_of(Base(base).model)}",
        licence=licence,
        max_tokens=max_tokens,
        dimension=dimension,
        command=command,
        files={file: sha256_of(folder / file) for file in ("model.onnx", "tokenizer.json")},
        scores=scores,
    )
