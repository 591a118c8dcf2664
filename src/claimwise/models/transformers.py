"""Any sequence-pair classifier of the `transformers` library, by folder or hub name (extra `hf`)."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import MissingExtraError, ModelError
from claimwise.labels import Stance
from claimwise.models.verifier import CLASSES

_WORDS = {
    "entailment": Stance.SUPPORTS,
    "entails": Stance.SUPPORTS,
    "supports": Stance.SUPPORTS,
    "support": Stance.SUPPORTS,
    "supported": Stance.SUPPORTS,
    "contradiction": Stance.REFUTES,
    "contradicts": Stance.REFUTES,
    "refutes": Stance.REFUTES,
    "refuted": Stance.REFUTES,
    "neutral": Stance.NOT_ENOUGH_INFO,
    "not enough info": Stance.NOT_ENOUGH_INFO,
    "not_enough_info": Stance.NOT_ENOUGH_INFO,
    "nei": Stance.NOT_ENOUGH_INFO,
}
_BATCH = 16


class PairClassifier:
    """A model that sorts pairs of texts into classes."""

    def __init__(self, name: str, *, device: str = "cpu") -> None:
        self.name = name
        self._device = device

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._loaded

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the probability of each class for each (claim, text), which the model sees as (text, claim).

        A text that is too long is cut off at its end, a claim never.
        """
        import torch

        tokenizer, model = self._loaded
        found = [np.zeros((0, len(self.classes)))]
        for start in range(0, len(pairs), _BATCH):
            chosen = pairs[start : start + _BATCH]
            batch = tokenizer(
                [text for _, text in chosen],
                [claim for claim, _ in chosen],
                truncation="only_first",
                max_length=_longest(tokenizer, model),
                padding=True,
                return_tensors="pt",
            ).to(self._device)
            with torch.inference_mode():
                found.append(model(**batch).logits.double().softmax(dim=-1).cpu().numpy())
        return np.concatenate(found)

    @property
    def classes(self) -> list[str]:
        """What the model calls its classes, in their order."""
        return [str(word) for _, word in sorted(self._loaded[1].config.id2label.items())]

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        try:
            from transformers import AutoModelForSequenceClassification, AutoTokenizer
        except ImportError:
            raise MissingExtraError(f"the model {self.name}", "hf") from None
        try:
            tokenizer = AutoTokenizer.from_pretrained(self.name)
            model = AutoModelForSequenceClassification.from_pretrained(self.name)
        except (OSError, ValueError) as error:
            raise ModelError(
                f"{self.name} is neither a folder with a sequence-pair model nor one that the hub gives: {error}"
            ) from error
        return tokenizer, model.to(self._device).eval()


class EntailmentModel:
    """A model with three classes: entailment, contradiction, neutral, in any order.

    They are known by their usual names, or by the names that `labels` gives to the model's classes in their order.
    """

    def __init__(self, name: str, *, labels: Sequence[str] = (), device: str = "cpu") -> None:
        self.name = name
        self._labels = labels
        self._pairs = PairClassifier(name, device=device)

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._order

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the probabilities that each text supports, refutes or says nothing about the claim beside it."""
        return self._pairs.probabilities(pairs)[:, self._order]

    @cached_property
    def _order(self) -> list[int]:
        """Where in the model's output each of our classes stands."""
        labels = list(self._labels) or self._pairs.classes
        stances = {_WORDS.get(word.lower().strip()): number for number, word in enumerate(labels)}
        if set(stances) != set(CLASSES) or len(labels) != len(self._pairs.classes):
            shown = ", ".join(labels)
            raise ModelError(f"{self.name} is not an entailment model: its labels are {shown}")
        return [stances[stance] for stance in CLASSES]


def _longest(tokenizer: Any, model: Any) -> int:  # noqa: ANN401 (transformers' types)
    positions = getattr(model.config, "max_position_embeddings", 512)
    return int(min(tokenizer.model_max_length, positions))
