"""Decomposable attention as a torch module, and how it is taught (Parikh et al. 2016; Luken et al. 2018, section 4).

Claim a and sentence b are sequences of vectors, each the word's own, fixed, beside a trained one for its kind of name,
projected to one width. With F, G, H perceptrons of two layers:

    e_ij = F(a_i) · F(b_j)                       attend
    p_i = Σ_j softmax_j(e_ij) b_j,  q_j = Σ_i softmax_i(e_ij) a_i
    v = Σ_i G([a_i, p_i]),  w = Σ_j G([b_j, q_j])   compare, aggregate
    label = H([v, w])

Adam at 0.002, batches of 140, dropout 0.2, as in the paper. torch is imported at the top here, so this module is itself
only imported inside functions.
"""

import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from claimwise.models.attention import KINDS, NOTHING, Pieces

LABELS = 3

Report = Callable[[int, float, float], None]


@dataclass(frozen=True, slots=True)
class Example:
    """A claim, a sentence and the number of their label."""

    claim: Pieces
    sentence: Pieces
    label: int


@dataclass(frozen=True, slots=True)
class Course:
    """How long and how fast."""

    epochs: int = 12
    rate: float = 0.002
    batch: int = 140
    dropout: float = 0.2
    hidden: int = 200
    seed: int = 0


class DecomposableAttention(nn.Module):  # type: ignore[misc]  # torch is not always installed
    """The network over word vectors in int8, `table` times `scale`."""

    def __init__(self, table: NDArray[np.int8], scale: float, *, hidden: int, dropout: float, kind: int = 16) -> None:
        super().__init__()
        self.register_buffer("table", torch.from_numpy(table))
        self.scale = scale
        self.kinds = nn.Embedding(len(KINDS) + 1, kind)
        self.project = nn.Linear(table.shape[1] + kind, hidden, bias=False)
        self.attend = _perceptron(hidden, hidden, dropout)
        self.compare = _perceptron(2 * hidden, hidden, dropout)
        self.decide = nn.Sequential(_perceptron(2 * hidden, hidden, dropout), nn.Linear(hidden, LABELS))

    def forward(
        self,
        claim: Tensor,
        claim_kinds: Tensor,
        sentence: Tensor,
        sentence_kinds: Tensor,
        claim_mask: Tensor | None = None,
        sentence_mask: Tensor | None = None,
    ) -> Tensor:
        """Return the logits (b, 3); masks are True where there is a word, and may be left out where all are."""
        a, b = self._vectors(claim, claim_kinds), self._vectors(sentence, sentence_kinds)
        scores = self.attend(a) @ self.attend(b).transpose(1, 2)
        p = _masked(scores, sentence_mask, 1).softmax(dim=2) @ b
        q = _masked(scores, claim_mask, 2).softmax(dim=1).transpose(1, 2) @ a
        v = _summed(self.compare(torch.cat([a, p], dim=2)), claim_mask)
        w = _summed(self.compare(torch.cat([b, q], dim=2)), sentence_mask)
        logits: Tensor = self.decide(torch.cat([v, w], dim=1))
        return logits

    def _vectors(self, ids: Tensor, kinds: Tensor) -> Tensor:
        words = self.table[ids].float() * self.scale
        projected: Tensor = self.project(torch.cat([words, self.kinds(kinds)], dim=2))
        return projected


def _perceptron(width: int, hidden: int, dropout: float) -> nn.Module:
    layers = [nn.Dropout(dropout), nn.Linear(width, hidden), nn.ReLU()]
    return nn.Sequential(*layers, nn.Dropout(dropout), nn.Linear(hidden, hidden), nn.ReLU())


def _masked(scores: Tensor, mask: Tensor | None, dim: int) -> Tensor:
    return scores if mask is None else scores.masked_fill(~mask.unsqueeze(dim), -1e4)


def _summed(values: Tensor, mask: Tensor | None) -> Tensor:
    return values.sum(dim=1) if mask is None else (values * mask.unsqueeze(2)).sum(dim=1)


def begin(table: NDArray[np.int8], scale: float, course: Course) -> DecomposableAttention:
    """Return a network that has learnt nothing yet, the same for the same seed."""
    torch.manual_seed(course.seed)
    return DecomposableAttention(table, scale, hidden=course.hidden, dropout=course.dropout)


def teach(
    network: DecomposableAttention,
    examples: Sequence[Example],
    held_out: Sequence[Example],
    course: Course,
    *,
    report: Report = lambda *_: None,
) -> float:
    """Teach the network; keep the weights of the epoch that does best on `held_out`, and return its accuracy."""
    torch.manual_seed(course.seed)
    draw = random.Random(course.seed)  # noqa: S311 (not for secrets)
    optimiser = torch.optim.Adam(network.parameters(), lr=course.rate)
    best, kept = -1.0, network.state_dict()
    for epoch in range(course.epochs):
        network.train()
        losses = []
        for batch in _batches(examples, course.batch, draw):
            loss = functional.cross_entropy(network(*_tensors(batch)), torch.tensor([one.label for one in batch]))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            losses.append(float(loss.detach()))
        accuracy = accuracy_of(network, held_out)
        report(epoch + 1, sum(losses) / len(losses), accuracy)
        if accuracy > best:
            best, kept = accuracy, {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(kept)
    return best


def accuracy_of(network: DecomposableAttention, examples: Sequence[Example]) -> float:
    """Return the share of examples whose likeliest label is right."""
    network.eval()
    right = 0
    with torch.no_grad():
        for start in range(0, len(examples), 256):
            batch = examples[start : start + 256]
            found = network(*_tensors(batch)).argmax(dim=1).tolist()
            right += sum(one.label == label for one, label in zip(batch, found, strict=True))
    return right / max(1, len(examples))


def export(network: DecomposableAttention, path: Path) -> None:
    """Write the network for ONNX Runtime, for one pair at a time."""
    network.eval()
    ids = torch.ones(1, 5, dtype=torch.long)
    names = ["claim", "claim_kinds", "sentence", "sentence_kinds"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the newer exporter needs onnxscript as well
        torch.onnx.export(
            network,
            (ids, ids, torch.ones(1, 7, dtype=torch.long), torch.ones(1, 7, dtype=torch.long)),
            path,
            input_names=names,
            output_names=["logits"],
            dynamic_axes={name: {1: f"{name.split('_')[0]}_length"} for name in names},
            opset_version=14,
            dynamo=False,
        )


def _batches(examples: Sequence[Example], size: int, draw: random.Random) -> Iterator[list[Example]]:
    """Yield batches in a new order, of sentences of about the same length."""
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].sentence.ids) + draw.random() * 10)
    groups = [order[start : start + size] for start in range(0, len(order), size)]
    draw.shuffle(groups)
    for group in groups:
        yield [examples[i] for i in group]


def _tensors(batch: Sequence[Example]) -> tuple[Tensor, ...]:
    claims, sentences = [one.claim for one in batch], [one.sentence for one in batch]
    claim, claim_kinds, claim_mask = _padded(claims)
    sentence, sentence_kinds, sentence_mask = _padded(sentences)
    return claim, claim_kinds, sentence, sentence_kinds, claim_mask, sentence_mask


def _padded(texts: Sequence[Pieces]) -> tuple[Tensor, Tensor, Tensor]:
    longest = max(len(one.ids) for one in texts)
    gaps = [longest - len(one.ids) for one in texts]
    ids = torch.tensor([[*one.ids, *[NOTHING] * gap] for one, gap in zip(texts, gaps, strict=True)])
    kinds = torch.tensor([[*one.kinds, *[NOTHING] * gap] for one, gap in zip(texts, gaps, strict=True)])
    mask = torch.tensor([[True] * len(one.ids) + [False] * gap for one, gap in zip(texts, gaps, strict=True)])
    return ids, kinds, mask
