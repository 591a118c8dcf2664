"""Any sequence-pair entailment model of the `transformers` library, by folder or hub name (extra `hf`)."""

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


class EntailmentModel:
    """A model with three labels: entailment, contradiction, neutral, in any order and under their usual names."""

    def __init__(self, name: str, *, device: str = "cpu") -> None:
        self.name = name
        self._device = device

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._loaded

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the probabilities that each text supports, refutes or says nothing about the claim beside it.

        A pair is (claim, text). A text that is too long is cut off at its end, a claim never.
        """
        import torch

        tokenizer, model, order = self._loaded
        found = [np.zeros((0, len(CLASSES)))]
        for start in range(0, len(pairs), _BATCH):
            chosen = pairs[start : start + _BATCH]
            batch = tokenizer(
                [text for _, text in chosen],
                [claim for claim, _ in chosen],
                truncation="only_first",
                max_length=self._longest(tokenizer, model),
                padding=True,
                return_tensors="pt",
            ).to(self._device)
            with torch.inference_mode():
                found.append(model(**batch).logits.double().softmax(dim=-1).cpu().numpy()[:, order])
        return np.concatenate(found)

    @staticmethod
    def _longest(tokenizer: Any, model: Any) -> int:  # noqa: ANN401 (transformers' types)
        positions = getattr(model.config, "max_position_embeddings", 512)
        return int(min(tokenizer.model_max_length, positions))

    @cached_property
    def _loaded(self) -> tuple[Any, Any, list[int]]:
        try:
            from transformers import AutoModelForSequenceClassification, AutoTokenizer
        except ImportError:
            raise MissingExtraError(f"the entailment model {self.name}", "hf") from None
        try:
            tokenizer = AutoTokenizer.from_pretrained(self.name)
            model = AutoModelForSequenceClassification.from_pretrained(self.name)
        except (OSError, ValueError) as error:
            raise ModelError(
                f"{self.name} is neither a folder with a sequence-pair model nor one that the hub gives: {error}"
            ) from error
        return tokenizer, model.to(self._device).eval(), _order(self.name, model.config.id2label)


def _order(name: str, labels: dict[int, str]) -> list[int]:
    """Return where in the model's output each of our classes stands."""
    stances = {_WORDS.get(str(word).lower()): number for number, word in labels.items()}
    if set(stances) != set(CLASSES):
        shown = ", ".join(map(str, labels.values()))
        raise ModelError(f"{name} is not an entailment model: its labels are {shown}")
    return [stances[stance] for stance in CLASSES]
