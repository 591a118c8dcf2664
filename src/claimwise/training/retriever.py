"""A dense retriever taught with claims and the documents that decide them (Samarinas et al. 2021, equation 2).

    loss = -log( exp(c·d⁺/τ) / Σ exp(c·d/τ) )        over the batch's passages: those of other claims, and noise

Each claim comes with a passage that decides it and with one that shares its words and does not: the noise. Vectors are
of length 1, as the embedder's are, so τ sets how sharply they are told apart. torch is imported at the top here, so
this module is itself only imported inside functions.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from claimwise.errors import InputError
from claimwise.formats.scifact import AnnotatedClaim
from claimwise.training.base import Base
from claimwise.training.graph import Weights, read_weights
from claimwise.training.network import encoder_of
from claimwise.types import Document

_LONGEST = 256


@dataclass(frozen=True, slots=True)
class Triple:
    """A claim, a passage that decides it, and one that does not."""

    claim: str
    passage: str
    noise: str


@dataclass(frozen=True, slots=True)
class Schooling:
    """How to teach."""

    epochs: int = 2
    rate: float = 2e-5
    batch: int = 16
    temperature: float = 0.05
    seed: int = 0


def triples_of(
    claims: Sequence[AnnotatedClaim],
    documents: Mapping[str, Document],
    found: Mapping[str, Sequence[str]],
    *,
    seed: int,
) -> list[Triple]:
    """Return one triple for each document with evidence; the noise is drawn from what word search finds."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    triples = []
    for one in claims:
        gold = {judgement.doc_id for judgement in one.judgements}
        if lacking := sorted(gold - documents.keys()):
            raise InputError(f"claim {one.claim.id} names the document {lacking[0]}, which the corpus does not have")
        others = [doc_id for doc_id in found[one.claim.id] if doc_id not in gold]
        if not others:
            continue
        triples += [
            Triple(one.claim.text, _text(documents[doc_id]), _text(documents[draw.choice(others)]))
            for doc_id in sorted(gold)
        ]
    return triples


def learn_embedder(
    base: Base,
    triples: Sequence[Triple],
    schooling: Schooling,
    *,
    report: Callable[[int, int, float], None] = lambda *_: None,
) -> Weights:
    """Return the weights of the taught encoder, by torch's names."""
    if not triples:
        raise InputError("there is nothing to learn from: no claim has a document that decides it")
    torch.manual_seed(schooling.seed)
    draw = random.Random(schooling.seed)  # noqa: S311 (not for secrets)
    encoder: Any = encoder_of(read_weights(base.model), base.config)
    order = [i for _ in range(schooling.epochs) for i in draw.sample(range(len(triples)), len(triples))]
    groups = [order[start : start + schooling.batch] for start in range(0, len(order), schooling.batch)]
    optimiser = torch.optim.AdamW(encoder.parameters(), lr=schooling.rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: 1 - step / len(groups))
    encoder.train()
    for step, group in enumerate(groups, start=1):
        chosen = [triples[i] for i in group]
        claims = embed(encoder, base, [one.claim for one in chosen])
        passages = embed(encoder, base, [one.passage for one in chosen] + [one.noise for one in chosen])
        loss = sampled_softmax(claims, passages, schooling.temperature)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        report(step, len(groups), loss.item())
    return {f"encoder.{name}": tensor.detach().numpy() for name, tensor in encoder.state_dict().items()}


def sampled_softmax(claims: Tensor, passages: Tensor, temperature: float) -> Tensor:
    """Return the loss of a batch; the i-th passage decides the i-th claim, and no other one does."""
    return functional.cross_entropy(claims @ passages.T / temperature, torch.arange(len(claims)))


def embed(encoder: Any, base: Base, texts: Sequence[str]) -> Tensor:  # noqa: ANN401 (transformers' types)
    """Return unit vectors: the mean over all tokens, as the embedder takes it."""
    cls, sep = (base.tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]"))
    limit = min(_LONGEST, base.limit) - 2
    rows = [
        [cls, *encoding.ids[:limit], sep]
        for encoding in base.tokenizer.encode_batch(list(texts), add_special_tokens=False)
    ]
    length = max(map(len, rows))
    tokens = torch.tensor([row + [0] * (length - len(row)) for row in rows])
    mask = torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in rows])
    states = encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
    means = (states * mask[..., None]).sum(dim=1) / mask.sum(dim=1, keepdim=True)
    return functional.normalize(means, dim=-1)


def _text(document: Document) -> str:
    return " ".join((document.title, *document.sentences))
