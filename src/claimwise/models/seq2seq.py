"""Any T5-like model of the `transformers` library as a classifier: which of a few words would it say first.

It needs the extra `hf`. As in Nogueira et al. 2020, the probabilities are a softmax over the logits of the target
words alone.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import ModelError, TooLongError
from claimwise.labels import Stance
from claimwise.models.transformers import load_pretrained

_BATCH = 16
_LONGEST = 512

Prompt = tuple[str, str, str]
"""What stands before the text, the text, and what follows it: only the text is cut when all is too long."""

RELEVANCE = ("true", "false")
"""The answers to `relevance_prompt`."""
STANCES = {"true": Stance.SUPPORTS, "false": Stance.REFUTES, "weak": Stance.NOT_ENOUGH_INFO}
"""The answers to `stance_prompt`, in the order of the verifier's classes."""


def relevance_prompt(claim: str, text: str) -> Prompt:
    """Return the prompt that asks whether a text has to do with a claim (Nogueira et al. 2020)."""
    return f"Query: {claim} Document: ", text, " Relevant:"


def stance_prompt(claim: str, sentences: Sequence[str]) -> Prompt:
    """Return the prompt that asks what sentences say about a claim (Pradeep et al. 2021, section 3.3)."""
    listed = " ".join(f"sentence{number}: {sentence}" for number, sentence in enumerate(sentences, start=1))
    return f"hypothesis: {claim} ", listed, ""


class Seq2SeqModel:
    """A checkpoint, by folder or hub name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def warm_up(self) -> None:
        """Load the weights now instead of on first use."""
        _ = self._loaded

    def probabilities(self, prompts: Sequence[Prompt], words: Sequence[str]) -> NDArray[np.float64]:
        """Return the probability of each of the words for each prompt."""
        tokenizer, model = self._loaded
        targets = self.targets(words)

        import torch

        inputs = [self.encoded(prompt) for prompt in prompts]
        order = sorted(range(len(inputs)), key=lambda i: len(inputs[i]))
        found = np.zeros((len(inputs), len(words)))
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            batch = tokenizer.pad({"input_ids": [inputs[i] for i in chosen]}, return_tensors="pt").to(model.device)
            first = torch.full((len(chosen), 1), model.config.decoder_start_token_id, device=model.device)
            with torch.inference_mode():
                logits = model(**batch, decoder_input_ids=first).logits[:, 0, targets]
            found[chosen] = logits.double().softmax(dim=-1).cpu().numpy()
        return found

    def encoded(self, prompt: Prompt) -> list[int]:
        """Return the tokens of a prompt, its text cut so that all of the rest fits."""
        tokenizer, _ = self._loaded
        before, text, after = (
            tokenizer(part, add_special_tokens=False, truncation=False).input_ids if part else [] for part in prompt
        )
        room = _LONGEST - len(before) - len(after) - 1
        if room < 1:
            raise TooLongError(
                f"the claim is too long for {self.name}: {len(before)} tokens with the prompt, of {_LONGEST}"
            )
        return [*before, *text[:room], *after, tokenizer.eos_token_id]

    def targets(self, words: Sequence[str]) -> list[int]:
        """Return the token that each word begins with; they must be different words of the vocabulary."""
        tokenizer, _ = self._loaded
        pieces = [tokenizer(word, add_special_tokens=False).input_ids for word in words]
        whole = all(len(piece) == 1 and piece[0] != tokenizer.unk_token_id for piece in pieces)
        ids = [piece[0] for piece in pieces if piece]
        if not whole or len(set(ids)) != len(words):
            raise ModelError(f"the vocabulary of {self.name} lacks one of the words {', '.join(words)}")
        return ids

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        return load_pretrained(self.name, "AutoModelForSeq2SeqLM", "a sequence-to-sequence model")
