"""The embedded verifier: what a document says about a claim, as a whole and sentence by sentence, in one pass.

`training/network.py` says what the network computes; here its int8 form runs under ONNX Runtime.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import ModelError, TooLongError
from claimwise.labels import Stance
from claimwise.models.card import WEIGHTS, Card, read_card, verify_files
from claimwise.models.layout import Special, Window, bare, lay_out, longest_claim
from claimwise.models.onnx import OnnxModel, feed_of, load_tokenizer, over_threads, special_token
from claimwise.text.negation import denied
from claimwise.types import Document

CLASSES = (Stance.SUPPORTS, Stance.REFUTES, Stance.NOT_ENOUGH_INFO)
"""The order of the model's outputs."""

Logits = NDArray[np.float32]

_SILENT = (-10.0, -10.0, 10.0)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the model says: logits of the document (3) and of its sentences (n, 3), in the order of `CLASSES`.

    `decided_in` are the sentences of the window that the document's logits are from; all, where there was only one.
    """

    label: Logits
    sentences: Logits
    decided_in: range | None = None

    @property
    def candidates(self) -> range:
        """The sentences that may be the reason for what the document says."""
        return range(len(self.sentences)) if self.decided_in is None else self.decided_in


Part = tuple[Window, Logits, Logits]
"""A window, and what the model says about the whole of it and about its sentences."""


class VerifierModel:
    """The verifier's weights; the embedded ones unless a folder is given."""

    def __init__(self, folder: Path | None = None, *, threads: int | None = None) -> None:
        self.folder = folder or WEIGHTS / "verifier"
        self._threads = threads
        self._last: dict[str, list[int]] = {}

    @cached_property
    def card(self) -> Card:
        """Where the model comes from, and its limits."""
        return read_card(self.folder)

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._model, self._tokenizer

    def read(self, pairs: Sequence[tuple[str, Document]]) -> list[Reading]:
        """Return what each document says about the claim beside it; what the call before tokenised is not again.

        The network hardly tells a claim from its negation (docs/tries.md), so of a negated claim it reads what that
        denies, and the sides are swapped.
        """
        asked = [denied(claim) for claim, _ in pairs]
        readings = self._read(
            [(other or claim, document) for other, (claim, document) in zip(asked, pairs, strict=True)]
        )
        return [swapped(reading) if other else reading for other, reading in zip(asked, readings, strict=True)]

    def _read(self, pairs: Sequence[tuple[str, Document]]) -> list[Reading]:
        plans = self._plans(pairs)
        windows = [window for plan in plans for window in plan]
        lengths = [len(window.tokens) for window in windows]
        outputs = iter(over_threads(lambda i: self._run(windows[i]), lengths, threads=self._threads))
        return [
            combined([(window, *next(outputs)) for window in plan], len(document.sentences))
            for plan, (_, document) in zip(plans, pairs, strict=True)
        ]

    def windows(self, pairs: Sequence[tuple[str, Document]]) -> list[Window]:
        """Return the sequences that the model reads for these pairs."""
        return [window for plan in self._plans(pairs) for window in plan]

    def _plans(self, pairs: Sequence[tuple[str, Document]]) -> list[list[Window]]:
        ids = self._tokenised(pairs)
        return [
            lay_out(
                ids[bare(claim)],
                ids[document.title],
                [ids[sentence] for sentence in document.sentences],
                special=self._special,
                limit=self.card.max_tokens,
            )
            if document.sentences
            else []
            for claim, document in pairs
        ]

    def _tokenised(self, pairs: Sequence[tuple[str, Document]]) -> dict[str, list[int]]:
        claims = {bare(claim) for claim, _ in pairs}
        texts = claims | {text for _, one in pairs for text in (one.title, *one.sentences)}
        ids = {text: known for text, known in self._last.items() if text in texts}
        new = sorted(texts - ids.keys())
        encodings = self._tokenizer.encode_batch(new, add_special_tokens=False)
        ids |= {text: encoding.ids for text, encoding in zip(new, encodings, strict=True)}
        self._last = ids
        most = longest_claim(self.card.max_tokens)
        for claim in claims:
            if len(ids[claim]) > most:
                raise TooLongError(
                    f"the claim has {len(ids[claim])} tokens, the verifier reads at most {most}: "
                    f"split it into shorter claims ({claim[:60]}…)"
                )
        return ids

    def _run(self, window: Window) -> tuple[Logits, Logits]:
        """Return the logits of one window: of the whole, and of each sentence."""
        label, stances = self._model.run(feed_of_window(window))
        return label, stances[: len(window.spans)]

    @cached_property
    def _special(self) -> Special:
        return Special(special_token(self._tokenizer, "[CLS]"), special_token(self._tokenizer, "[SEP]"))

    @cached_property
    def _model(self) -> OnnxModel:
        verify_files(self.folder, self.card)
        model = OnnxModel(self.folder / "model.onnx")
        if not {"claim", "sentences"} <= model.inputs:
            raise ModelError(f"{self.folder} holds a model of another kind ({self.card.task}), not a verifier")
        return model

    @cached_property
    def _tokenizer(self) -> Any:  # noqa: ANN401 (tokenizers' types are incomplete)
        return load_tokenizer(self.folder)


def feed_of_window(window: Window) -> dict[str, NDArray[Any]]:
    """Return the model's inputs: the tokens, and how those of the claim and of each sentence are averaged."""
    length = len(window.tokens)
    claim = np.zeros((1, length), dtype=np.float32)
    claim[0, slice(*window.claim)] = 1 / max(1, window.claim[1] - window.claim[0])
    sentences = np.zeros((max(1, len(window.spans)), length), dtype=np.float32)
    for row, (start, end) in enumerate(window.spans):
        sentences[row, start : max(end, start + 1)] = 1 / max(1, end - start)
    return feed_of(window.tokens, window.kinds, claim=claim, sentences=sentences)


def combined(parts: Sequence[Part], count: int) -> Reading:
    """Return the reading of a document from its windows: the most decided window wins.

    A sentence in two windows takes its logits from the window that is more decided. A text without sentences has
    nothing that could be cited, and so says nothing.
    """
    if not parts:
        return Reading(np.array(_SILENT, dtype=np.float32), np.zeros((0, len(CLASSES)), dtype=np.float32))
    sentences = np.zeros((count, len(CLASSES)), dtype=np.float32)
    ordered = sorted(parts, key=lambda part: decisiveness(part[1]))
    for window, _, stances in ordered:
        if len(window.sentences):
            sentences[window.sentences.start : window.sentences.stop] = stances
    return Reading(ordered[-1][1], sentences, ordered[-1][0].sentences if len(parts) > 1 else None)


def swapped(reading: Reading) -> Reading:
    """Return the reading of the opposite claim: what supports one refutes the other."""
    sides = [CLASSES.index(stance) for stance in (Stance.REFUTES, Stance.SUPPORTS, Stance.NOT_ENOUGH_INFO)]
    return replace(reading, label=reading.label[sides], sentences=reading.sentences[:, sides])


def decisiveness(logits: Logits) -> float:
    """Return the log-odds of saying something against saying nothing."""
    return float(np.logaddexp(logits[0], logits[1]) - logits[2])


def probabilities(logits: Logits, *, temperature: float = 1.0) -> NDArray[np.float64]:
    """Return softmax(logits / temperature) over the last axis."""
    scaled = logits.astype(np.float64) / temperature
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
    return shares
