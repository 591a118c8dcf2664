"""The verifier as a torch module: an encoder, a stance for every sentence, and the label of the whole.

A sentence is the mean of its token states s, the claim the mean of its own c; `[s, c, s·c, |s-c|]` goes through a small
perceptron to three logits z (supports, refutes, no information). What the whole text says is made of them and of the
`[CLS]` state:

    label = [log Σ exp(zS - zN), log Σ exp(zR - zN), 0] + head([CLS])        sums over the sentences

so that a text of one sentence says what the sentence says, one deciding sentence is enough in a long text, and the
second term, which begins at zero, learns what only the whole tells. torch is imported at the top here, so this module
is itself only imported inside functions.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from claimwise.errors import ModelError

LABELS = 3


@dataclass(frozen=True, slots=True)
class Shape:
    """The choices that training compares: how a sentence is represented, and what the label is made of."""

    sentence: str = "mean"  # or "sep", the state of the separator behind it
    label: str = "both"  # or "sentences", or "cls"


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded windows; `sentences[b, i, t]` averages the tokens t of sentence i, and is zero where there is none."""

    tokens: Tensor
    kinds: Tensor
    mask: Tensor
    claim: Tensor
    sentences: Tensor
    present: Tensor


class VerifierNetwork(nn.Module):  # type: ignore[misc]  # torch is not always installed
    """Encoder and heads."""

    def __init__(self, encoder: nn.Module, *, hidden: int, shape: Shape, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        self.shape = shape
        self.dropout = nn.Dropout(dropout)
        self.inner = nn.Linear(4 * hidden, hidden)
        self.stance = nn.Linear(hidden, LABELS)
        self.whole = nn.Linear(hidden, hidden)
        self.label = nn.Linear(hidden, LABELS)
        nn.init.zeros_(self.label.weight)
        nn.init.zeros_(self.label.bias)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return the label's logits (b, 3) and the sentences' (b, i, 3)."""
        states = self.encoder(
            input_ids=batch.tokens, token_type_ids=batch.kinds, attention_mask=batch.mask
        ).last_hidden_state.float()
        with torch.autocast("cpu", enabled=False):
            return self._heads(states, batch)

    def _heads(self, states: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        sentences = batch.sentences @ states
        claim = (batch.claim[:, None, :] @ states).expand_as(sentences)
        features = torch.cat([sentences, claim, sentences * claim, (sentences - claim).abs()], dim=-1)
        stances = self.stance(self.dropout(functional.gelu(self.inner(self.dropout(features)))))
        return self._label(states[:, 0], stances, batch.present), stances

    def _label(self, cls: Tensor, stances: Tensor, present: Tensor) -> Tensor:
        whole = self.label(self.dropout(torch.tanh(self.whole(self.dropout(cls)))))
        if self.shape.label == "cls":
            return whole
        decisive = stances[..., :2] - stances[..., 2:]
        pooled = decisive.masked_fill(~present[..., None], -1e4).logsumexp(dim=1)
        pooled = torch.cat([pooled, torch.zeros_like(pooled[:, :1])], dim=1)
        return pooled if self.shape.label == "sentences" else pooled + whole


def encoder_of(weights: dict[str, Any], config: dict[str, Any]) -> nn.Module:
    """Return a BERT encoder with the weights of a base model, without dropout: that costs a fifth of the time."""
    from transformers import BertConfig, BertModel

    config = config | {"attention_probs_dropout_prob": 0.0, "hidden_dropout_prob": 0.0}
    model = BertModel(BertConfig(**config, attn_implementation="eager"), add_pooling_layer=False)
    missing, _ = model.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()}, strict=False)
    if missing := [name for name in missing if "position_ids" not in name]:
        raise ModelError(f"the base model is no BERT: it lacks the weights {', '.join(missing[:5])}")
    return model


def freeze(network: VerifierNetwork, layers: int) -> None:
    """Leave the embeddings and the first layers as they are: they cost a forward pass only."""
    if not layers:
        return
    encoder: Any = network.encoder
    for part in (encoder.embeddings, *encoder.encoder.layer[:layers]):
        part.requires_grad_(requires_grad=False)
