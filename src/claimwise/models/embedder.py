"""The embedder: texts, passages and their sentences as unit vectors whose dot product is their similarity.

A passage is read once. Its own vector is the mean over all its token states; the vector of each of its sentences comes
from the mean over that sentence's token states in the same pass ("late chunking", Günther et al. 2024), and so costs no
second pass over the text and knows its context. It knows too much of it: all sentences of a passage look alike. So most
of what they share is taken out again:

    sentence vector = unit(sentence mean - 0.7 · passage mean)

`benchmarks/sentence_vectors.py` shows what that gains.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.models.card import WEIGHTS, Card, read_card, verify_files
from claimwise.models.onnx import OnnxModel, load_tokenizer, over_threads, special_token
from claimwise.text.passages import windows
from claimwise.types import Document

Vectors = NDArray[np.float32]
Span = tuple[int, int]

_TITLE_TOKENS = 64
_SPECIAL_TOKENS = 2
_SHARED = 0.7


@dataclass(frozen=True, slots=True)
class EmbeddedPassage:
    """A window of a document's sentences with its vector and one vector per sentence."""

    sentences: range
    vector: Vectors
    sentence_vectors: Vectors


@dataclass(frozen=True, slots=True)
class _Reading:
    """One sequence for the model, and the token spans whose means are wanted."""

    tokens: list[int]
    spans: list[Span]


class Embedder:
    """A sentence encoder under ONNX Runtime; the embedded one unless a folder is given.

    A text has one vector, whatever else is embedded with it.
    """

    def __init__(self, folder: Path | None = None, *, threads: int | None = None) -> None:
        self.folder = folder or WEIGHTS / "embedder"
        self._threads = threads

    @cached_property
    def card(self) -> Card:
        """Where the model comes from, and its limits."""
        return read_card(self.folder)

    @property
    def fingerprint(self) -> str:
        """What an index records of the embedder that made its vectors."""
        return self.card.fingerprint

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._model, self._tokenizer

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per text; what lies beyond the model's window is cut off."""
        if not texts:
            return np.zeros((0, self.card.dimension), dtype=np.float32)
        room = self.card.max_tokens - _SPECIAL_TOKENS
        readings = [self._reading([ids[:room]], prefix=[]) for ids in self._encode(texts)]
        return np.concatenate([vectors[:1] for vectors in self._read(readings)])

    def embed_documents(self, documents: Sequence[Document]) -> list[list[EmbeddedPassage]]:
        """Cut each document into passages that fit the model, and embed them; each text is tokenised once."""
        plans = [self._plan(document) for document in documents]
        vectors = iter(self._read([reading for plan in plans for _, reading in plan]))
        return [
            [
                EmbeddedPassage(window, found[0], _unit(found[1:] - _SHARED * found[0]))
                for (window, _), found in zip(plan, vectors, strict=False)
            ]
            for plan in plans
        ]

    def _plan(self, document: Document) -> list[tuple[range, _Reading]]:
        """Return the windows of a document, each with the tokens that the model shall read for it."""
        title, *sentences = self._encode([document.title, *document.sentences])
        title = title[: min(_TITLE_TOKENS, self.card.max_tokens // 4)]
        room = self.card.max_tokens - len(title) - _SPECIAL_TOKENS
        sentences = [ids[:room] for ids in sentences]
        cuts = windows([len(ids) for ids in sentences], limit=room) or [range(0)]  # a title alone is a passage too
        return [(cut, self._reading([sentences[i] for i in cut], prefix=title)) for cut in cuts]

    def _reading(self, pieces: Sequence[list[int]], *, prefix: list[int]) -> _Reading:
        """Return `[CLS] prefix pieces… [SEP]` with the span of the whole and of every piece."""
        tokens = [self._cls, *prefix]
        spans: list[Span] = []
        for piece in pieces:
            spans.append((len(tokens), len(tokens) + len(piece)))
            tokens += piece
        tokens.append(self._sep)
        return _Reading(tokens, [(0, len(tokens)), *spans])

    def _read(self, readings: Sequence[_Reading]) -> list[Vectors]:
        """Return the unit vectors of the spans of each reading."""
        model = self._model

        def read(i: int) -> Vectors:
            return _span_means(model.read(readings[i].tokens)[0], readings[i].spans)

        return over_threads(read, [len(reading.tokens) for reading in readings], threads=self._threads)

    def _encode(self, texts: Sequence[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts), add_special_tokens=False)]

    @cached_property
    def _cls(self) -> int:
        return special_token(self._tokenizer, "[CLS]")

    @cached_property
    def _sep(self) -> int:
        return special_token(self._tokenizer, "[SEP]")

    @cached_property
    def _model(self) -> OnnxModel:
        verify_files(self.folder, self.card)
        return OnnxModel(self.folder / "model.onnx")

    @cached_property
    def _tokenizer(self) -> Any:  # noqa: ANN401 (tokenizers' types are incomplete)
        return load_tokenizer(self.folder)


def _span_means(states: Vectors, spans: Sequence[Span]) -> Vectors:
    """Return the unit vector of the mean state of each span; an empty span takes the whole."""
    means = np.stack([states[slice(*(span if span[1] > span[0] else spans[0]))].mean(axis=0) for span in spans])
    return _unit(means)


def _unit(vectors: Vectors) -> Vectors:
    """Scale vectors to length 1."""
    unit: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return unit
