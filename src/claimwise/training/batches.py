"""Samples as padded batches of about equal length, in an order that depends only on the seed and the epoch."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from claimwise.labels import Stance
from claimwise.models.layout import Special, Window, bare, lay_out
from claimwise.models.verifier import CLASSES
from claimwise.training.network import Batch
from claimwise.training.samples import Sample

IGNORED = -100


@dataclass(frozen=True, slots=True)
class Example:
    """A window of a sample with its targets, as class numbers."""

    window: Window
    label: int
    stances: tuple[int, ...]
    odds: float = 0.5


@dataclass(frozen=True, slots=True)
class Targets:
    """What a batch should say; `IGNORED` where nobody knows."""

    labels: torch.Tensor
    stances: torch.Tensor
    given: torch.Tensor
    """What the claim alone gives away, to be added to logits (b, 3)."""


def examples_of(samples: Sequence[Sample], tokenizer: Any, *, limit: int) -> list[Example]:  # noqa: ANN401
    """Tokenise samples and lay them out; a window without a deciding sentence says nothing about the claim."""
    special = Special(tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]"))
    texts = sorted({text for one in samples for text in (bare(one.claim), one.title, *one.sentences)})
    encoded = tokenizer.encode_batch(texts, add_special_tokens=False)
    ids = {text: encoding.ids for text, encoding in zip(texts, encoded, strict=True)}
    examples = []
    for sample in samples:
        pieces = [ids[text] for text in sample.sentences]
        cuts = lay_out(ids[bare(sample.claim)][: limit // 2], ids[sample.title], pieces, special=special, limit=limit)
        examples += [
            _example(sample, window, alone=len(cuts) == 1) for window in cuts if _is_whole(window, sample, cuts)
        ]
    return [one for one in examples if one.label != IGNORED or any(stance != IGNORED for stance in one.stances)]


def _is_whole(window: Window, sample: Sample, cuts: Sequence[Window]) -> bool:
    """Tell whether it is known what a window says: not of a piece of a long sentence that decides."""
    [first, *rest] = window.sentences or [0]
    pieces = not rest and sum(other.sentences == window.sentences for other in cuts) > 1
    return not (pieces and sample.stances[first] in (Stance.SUPPORTS, Stance.REFUTES))


def _example(sample: Sample, window: Window, *, alone: bool) -> Example:
    stances = tuple(_number(sample.stances[i]) for i in window.sentences)
    label = _number(sample.label)
    if not alone and label != IGNORED and label not in stances:
        label = IGNORED if IGNORED in stances else CLASSES.index(Stance.NOT_ENOUGH_INFO)
    return Example(window, label, stances, sample.odds)


def _number(stance: Stance | None) -> int:
    return IGNORED if stance is None else CLASSES.index(stance)


def batches_of(examples: Sequence[Example], *, tokens: int, seed: int, epoch: int) -> list[list[Example]]:
    """Return batches of examples of like length, none with more than `tokens` tokens, in a random order."""
    draw = random.Random(f"{seed}/{epoch}")  # noqa: S311 (not for secrets)
    jitter = {id(one): len(one.window.tokens) * draw.uniform(0.9, 1.1) for one in examples}
    batches: list[list[Example]] = []
    longest = 0
    for one in sorted(examples, key=lambda one: jitter[id(one)]):
        longest = max(longest, len(one.window.tokens))
        if not batches or longest * (len(batches[-1]) + 1) > tokens:
            batches.append([])
            longest = len(one.window.tokens)
        batches[-1].append(one)
    draw.shuffle(batches)
    return batches


def collate(examples: Sequence[Example], *, sentence: str = "mean") -> tuple[Batch, Targets]:
    """Pad examples to one batch."""
    count = len(examples)
    length = max(len(one.window.tokens) for one in examples)
    most = max(1, *(len(one.stances) for one in examples))
    tokens, kinds, mask = (torch.zeros(count, length, dtype=torch.long) for _ in range(3))
    claim, sentences = torch.zeros(count, length), torch.zeros(count, most, length)
    stances = torch.full((count, most), IGNORED)
    for row, one in enumerate(examples):
        window = one.window
        tokens[row, : len(window.tokens)] = torch.tensor(window.tokens)
        kinds[row, : len(window.tokens)] = torch.tensor(window.kinds)
        mask[row, : len(window.tokens)] = 1
        claim[row, slice(*window.claim)] = 1 / max(1, window.claim[1] - window.claim[0])
        for i, (start, end) in enumerate(window.spans):
            if sentence == "sep" or end == start:
                sentences[row, i, end] = 1
            else:
                sentences[row, i, start:end] = 1 / (end - start)
        stances[row, : len(one.stances)] = torch.tensor(one.stances, dtype=torch.long)
    present = sentences.sum(dim=-1) > 0
    labels = torch.tensor([one.label for one in examples])
    odds = torch.tensor([one.odds for one in examples])
    given = torch.stack([(2 * odds).log(), (2 - 2 * odds).log(), torch.zeros(count)], dim=1)
    return Batch(tokens, kinds, mask, claim, sentences, present), Targets(labels, stances, given)
