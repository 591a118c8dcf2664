"""The training loop: AdamW with warm-up and linear decay, checkpoints, and resuming from them.

A run that is killed and resumed does the same steps in the same order with the same random numbers.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from claimwise.errors import InputError
from claimwise.training.batches import IGNORED, Example, Targets, batches_of, collate
from claimwise.training.half import halved
from claimwise.training.network import VerifierNetwork, freeze
from claimwise.training.rounding import Rounding
from claimwise.training.teachers import Teachers


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train."""

    learning_rate: float = 5e-5
    head_rate: float = 5e-4
    warm_up: float = 0.06
    decay: float = 0.01
    batch_tokens: int = 2048
    sentence_loss: float = 1.0
    deciding: float = 1.0
    """How much more a deciding sentence weighs than one that says nothing; those are far more."""
    ranking: float = 0.0
    """How much it weighs that deciding sentences are above the others of their text."""
    smoothing: float = 0.0
    seed: int = 0
    frozen_layers: int = 0
    taught: float = 0.0
    """How much of the loss is the distance from what teachers say, instead of from what people marked."""
    half: bool = False
    """Whether the encoder computes in bfloat16: twice as fast where a processor has it, slow where it does not."""
    rounded_from: float = 1.0
    """The share of the steps after which inputs and weights are rounded as in int8."""
    checkpoint_seconds: float = 180.0


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run is."""

    step: int
    steps: int
    loss: float
    seconds_left: float


def train(
    network: VerifierNetwork,
    epochs: Sequence[Sequence[Example]],
    plan: Plan,
    *,
    teachers: Sequence[VerifierNetwork] = (),
    checkpoint: Path | None = None,
    resume: bool = False,
    report: Callable[[Progress], None] = lambda _: None,
) -> None:
    """Train the network in place, on the examples of one epoch after another."""
    school = Teachers(teachers, plan.taught)
    torch.manual_seed(plan.seed)
    batches = _batches(epochs, plan)
    freeze(network, plan.frozen_layers)
    optimiser = _optimiser(network, plan)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate(step, len(batches), plan.warm_up))
    parts = {"network": network, "optimiser": optimiser, "schedule": schedule}
    done = _restore(checkpoint, parts, plan) if checkpoint and resume else 0
    rounding = Rounding(network.encoder)
    network.train()
    begun, saved, running = time.monotonic(), time.monotonic(), 0.0
    for step in range(done, len(batches)):
        rounding.on = step >= plan.rounded_from * len(batches)
        batch, targets = collate(batches[step], sentence=network.shape.sentence)
        with halved(network.encoder, enabled=plan.half):
            label, stances = network(batch)
        rounding.forget()
        loss = school.joined(loss_of(label, stances, targets, plan), label, stances, batch)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        running = loss.item() if step == done else 0.98 * running + 0.02 * loss.item()
        now = time.monotonic()
        left = (now - begun) / (step + 1 - done) * (len(batches) - step - 1)
        report(Progress(step + 1, len(batches), running, left))
        if checkpoint and (now - saved > plan.checkpoint_seconds or step + 1 == len(batches)):
            _save(checkpoint, parts, plan, step + 1)
            saved = now
    rounding.on = False
    network.eval()


def _batches(epochs: Sequence[Sequence[Example]], plan: Plan) -> list[list[Example]]:
    return [
        batch
        for epoch, examples in enumerate(epochs)
        for batch in batches_of(examples, tokens=plan.batch_tokens, seed=plan.seed, epoch=epoch)
    ]


def loss_of(label: Tensor, stances: Tensor, targets: Targets, plan: Plan) -> Tensor:
    """Return the mean loss of the labels plus that of the sentences, in which every text weighs the same."""
    label, stances = label + targets.given, stances + targets.given[:, None, :]
    parts = [torch.zeros(())]
    if (targets.labels != IGNORED).any():
        parts.append(
            functional.cross_entropy(label, targets.labels, ignore_index=IGNORED, label_smoothing=plan.smoothing)
        )
    known = targets.stances != IGNORED
    if known.any():
        each = functional.cross_entropy(
            stances.transpose(1, 2),
            targets.stances,
            weight=torch.tensor([plan.deciding, plan.deciding, 1.0]),
            ignore_index=IGNORED,
            reduction="none",
        )
        per_text = each.sum(dim=1) / known.sum(dim=1).clamp(min=1).sqrt()
        parts.append(plan.sentence_loss * per_text.sum() / known.any(dim=1).sum())
    if plan.ranking:
        parts.append(plan.ranking * ranking_loss(stances, targets.stances))
    return torch.stack(parts).sum()


def ranking_loss(stances: Tensor, targets: Tensor) -> Tensor:
    """Return how surprising the deciding sentences are among all of their text, by their log-odds of saying anything.

    Texts in which every sentence decides, or none, say nothing about the order.
    """
    odds = torch.logaddexp(stances[..., 0], stances[..., 1]) - stances[..., 2]
    known, deciding = targets != IGNORED, (targets == 0) | (targets == 1)
    mixed = deciding.any(dim=1) & (known & ~deciding).any(dim=1)
    if not mixed.any():
        return torch.zeros(())
    chosen, every = (odds.masked_fill(~mask, -1e4).logsumexp(dim=1) for mask in (deciding, known))
    return (every - chosen)[mixed].sum() / len(targets)


def _optimiser(network: VerifierNetwork, plan: Plan) -> torch.optim.Optimizer:
    groups: dict[tuple[bool, bool], list[Tensor]] = {}
    for name, parameter in network.named_parameters():
        if not parameter.requires_grad:
            continue
        plain = parameter.ndim < 2
        groups.setdefault((name.startswith("encoder."), plain), []).append(parameter)
    return torch.optim.AdamW(
        [
            {
                "params": parameters,
                "lr": plan.learning_rate if encoder else plan.head_rate,
                "weight_decay": 0.0 if plain else plan.decay,
            }
            for (encoder, plain), parameters in groups.items()
        ]
    )


def _rate(step: int, steps: int, warm_up: float) -> float:
    """Return the share of the full learning rate: up over the warm-up, then down to zero."""
    rise = max(1, round(steps * warm_up))
    return (step + 1) / rise if step < rise else max(0.0, (steps - step) / max(1, steps - rise))


def _save(path: Path, parts: dict[str, Any], plan: Plan, step: int) -> None:
    state = {name: part.state_dict() for name, part in parts.items()}
    state |= {"step": step, "plan": asdict(plan), "random": torch.get_rng_state()}
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    torch.save(state, new)
    new.replace(path)


def _restore(path: Path, parts: dict[str, Any], plan: Plan) -> int:
    """Put a checkpoint back and return the number of steps done; a run that has none begins anew."""
    if not path.is_file():
        return 0
    state = torch.load(path, weights_only=True)
    if Plan(**state["plan"]) != replace(plan, checkpoint_seconds=state["plan"]["checkpoint_seconds"]):
        raise InputError(f"{path} is of a run with other settings; resume with the same, or begin without --resume")
    for name, part in parts.items():
        part.load_state_dict(state[name])
    torch.set_rng_state(state["random"])
    return int(state["step"])
