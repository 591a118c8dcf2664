"""`claimwise train attention`: the decomposable attention of the recipe osu-fever, on FEVER's allowed data."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from claimwise.cli import options, output

EXAMPLE = "Example: claimwise train attention --out my-attention"


def attention(
    out: Annotated[Path, typer.Option("--out", help="Folder for the model.")],
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Passes over the lessons.")] = 12,
    hidden: Annotated[int, typer.Option("--hidden", min=8, help="Width of the network.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same weights.")] = 0,
    json_: options.Json = False,
) -> None:
    """Teach decomposable attention what a sentence says about a claim, on FEVER, as the Ohio State system does."""
    from dataclasses import asdict

    from claimwise.formats.datasets import data_folder
    from claimwise.training.attention_course import Plan, demand_torch, make_attention

    demand_torch()
    plan = Plan(epochs=epochs, hidden=hidden, seed=seed, command=shlex.join(["claimwise", *sys.argv[1:]]))
    with output.counting("teaching attention", epochs) as show:

        def report(epoch: int, loss: float, accuracy: float) -> None:
            show(epoch, f"epochs, loss {loss:.3f}, held out {accuracy:.1%}")

        card = make_attention(data_folder(), out, plan, report=report)
    if json_:
        output.print_json(asdict(card))
        return
    right, lessons = card.scores["held_out_accuracy"], card.scores["lessons"]
    output.console().print(f"{out}: {lessons} lessons, accuracy {right:.1%} on held-out claims", markup=False)
