"""Decomposable attention (Parikh et al. 2016) as Luken et al. 2018 use it: claim and sentence, word against word.

Words are the embedder's word pieces, each with a vector and with a trained vector of the kind of name that it is part
of; a pronoun of the sentence stands for the title of its page. `training/attention.py` says what the network computes;
here it runs under ONNX Runtime, with the tokenizer of the embedded embedder, whose token vectors it was made from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.models.card import WEIGHTS, Card, read_card, verify_files
from claimwise.models.onnx import OnnxModel, load_tokenizer, over_threads
from claimwise.models.verifier import probabilities
from claimwise.text.analysis import Analysis, Kind, Token, analyse

TOKENIZER = WEIGHTS / "embedder"

NOTHING = 0
"""The number of the piece that stands before every text, for words that match nothing; also of no kind of name."""

KINDS = {kind: number for number, kind in enumerate(Kind, 1)}
MOST_PIECES = 200
"""What lies beyond is cut off: the network compares every piece with every other."""

_PRONOUNS = frozenset({"he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their"})


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text as numbers: its word pieces, and the kind of name that each belongs to."""

    ids: tuple[int, ...]
    kinds: tuple[int, ...]


class PieceReader:
    """Turns claims and sentences into pieces."""

    def __init__(self, tokenizer: Any) -> None:  # noqa: ANN401 (tokenizers' types are incomplete)
        self._tokenizer = tokenizer

    def claim(self, text: str) -> Pieces:
        """Return the pieces of a claim."""
        analysis = analyse(text)
        return self._pieces(list(zip(analysis.tokens, kinds_of(analysis), strict=True)))

    def sentence(self, text: str, title: str) -> Pieces:
        """Return the pieces of a sentence, the title in the place of pronouns."""
        analysis = analyse(text)
        about = [(token, KINDS[Kind.OTHER]) for token in analyse(title.partition(" (")[0]).tokens]
        named: list[tuple[Token, int]] = []
        for token, kind in zip(analysis.tokens, kinds_of(analysis), strict=True):
            is_pronoun = bool(about) and token.text.lower() in _PRONOUNS
            named += about if is_pronoun else [(token, kind)]
        return self._pieces(named)

    def _pieces(self, tokens: Sequence[tuple[Token, int]]) -> Pieces:
        tokens = tokens[:MOST_PIECES]
        ids, kinds = [NOTHING], [NOTHING]
        encoded = self._tokenizer.encode_batch([token.text for token, _ in tokens], add_special_tokens=False)
        for (_, kind), encoding in zip(tokens, encoded, strict=True):
            ids += encoding.ids
            kinds += [kind] * len(encoding.ids)
        return Pieces(tuple(ids[:MOST_PIECES]), tuple(kinds[:MOST_PIECES]))


def kinds_of(analysis: Analysis) -> list[int]:
    """Return the number of the kind of name that each token is part of."""
    kinds = [NOTHING] * len(analysis.tokens)
    for name in analysis.names:
        kinds[name.start : name.end] = [KINDS[name.kind]] * (name.end - name.start)
    return kinds


class AttentionModel:
    """The network's weights; the embedded ones unless a folder is given."""

    def __init__(self, folder: Path | None = None, *, threads: int | None = None) -> None:
        self.folder = folder or WEIGHTS / "attention"
        self._threads = threads

    @cached_property
    def card(self) -> Card:
        """Where the model comes from."""
        return read_card(self.folder)

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._model, self._reader

    def probabilities(self, texts: Sequence[tuple[str, str, str]]) -> NDArray[np.float64]:
        """Return the probabilities of the stances for each claim, title and sentence."""
        if not texts:
            return np.zeros((0, 3), dtype=np.float64)
        read = [(self._reader.claim(claim), self._reader.sentence(text, title)) for claim, title, text in texts]
        lengths = [len(one.ids) * len(other.ids) for one, other in read]
        logits = over_threads(lambda i: self._run(*read[i]), lengths, threads=self._threads)
        return probabilities(np.stack(logits))

    def _run(self, claim: Pieces, sentence: Pieces) -> NDArray[np.float32]:
        feed = {
            "claim": claim.ids,
            "claim_kinds": claim.kinds,
            "sentence": sentence.ids,
            "sentence_kinds": sentence.kinds,
        }
        return self._model.run({name: np.array([values], dtype=np.int64) for name, values in feed.items()})[0]

    @cached_property
    def _model(self) -> OnnxModel:
        verify_files(self.folder, self.card)
        return OnnxModel(self.folder / "model.onnx")

    @cached_property
    def _reader(self) -> PieceReader:
        return PieceReader(load_tokenizer(TOKENIZER))
