"""`claimwise train pairs` and `claimwise train seq2seq`: the models of VeriSci and of Vert5erini, on SciFact train."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimwise.cli import options, output

if TYPE_CHECKING:
    from claimwise.training.published import Lesson, Stage

PAIRS_EXAMPLE = "Example: claimwise train pairs --stage selection --from roberta-base --out my-selector"
SEQ2SEQ_EXAMPLE = "Example: claimwise train seq2seq --stage label --from t5-base --out my-labeller"

From = Annotated[str, typer.Option("--from", help="The checkpoint to begin with: a folder or a hub name.")]
Out = Annotated[Path, typer.Option("--out", help="Folder for the taught model.")]
Epochs = Annotated[int, typer.Option("--epochs", min=1, help="Passes over SciFact train.")]
Rate = Annotated[float, typer.Option("--rate", help="Learning rate.")]
Size = Annotated[int, typer.Option("--batch", min=1, help="Examples per step.")]
Seed = Annotated[int, typer.Option("--seed", help="Same seed, same weights.")]


class PairStage(StrEnum):
    """What VeriSci's two models do."""

    SELECTION = "selection"
    LABEL = "label"


class Seq2SeqStage(StrEnum):
    """What Vert5erini's three models do."""

    RELEVANCE = "relevance"
    SELECTION = "selection"
    LABEL = "label"


def pairs(
    stage: Annotated[PairStage, typer.Option("--stage", help="What the model is for.")],
    start: From,
    out: Out,
    epochs: Epochs = 3,
    rate: Rate = 1e-5,
    batch: Size = 16,
    seed: Seed = 0,
    json_: options.Json = False,
) -> None:
    """Teach a sequence-pair model to select sentences or to label them, as VeriSci does."""
    _teach("teach_pairs", stage.value, start, out, epochs=epochs, rate=rate, batch=batch, seed=seed, json_=json_)


def seq2seq(
    stage: Annotated[Seq2SeqStage, typer.Option("--stage", help="What the model is for.")],
    start: From,
    out: Out,
    epochs: Epochs = 3,
    rate: Rate = 1e-4,
    batch: Size = 16,
    seed: Seed = 0,
    json_: options.Json = False,
) -> None:
    """Teach a T5-like model to rerank, to select sentences or to label them, as Vert5erini does."""
    _teach("teach_seq2seq", stage.value, start, out, epochs=epochs, rate=rate, batch=batch, seed=seed, json_=json_)


def _teach(
    way: str, stage: str, start: str, out: Path, *, epochs: int, rate: float, batch: int, seed: int, json_: bool
) -> None:
    from claimwise.errors import InputError
    from claimwise.training.base import demand_torch
    from claimwise.training.published import Stage

    demand_torch()
    if out.exists() and any(out.iterdir()):
        raise InputError(f"{out} is not empty; give a folder that does not exist yet")
    from claimwise.training import finetune

    chosen = Stage(stage)
    lessons = _lessons(chosen, seed)
    course = finetune.Course(epochs=epochs, rate=rate, batch=batch, seed=seed)
    losses: list[float] = []
    with output.counting(f"teaching {stage}", -(-len(lessons) * epochs // batch)) as show:

        def report(step: int, _: int, loss: float) -> None:
            losses.append(loss)
            show(step, f"steps, loss {loss:.3f}")

        getattr(finetune, way)(start, out, chosen, lessons, course, report=report)
    if json_:
        about = {"stage": stage, "from": start, "out": str(out), "lessons": len(lessons)}
        output.print_json(about | {"first_loss": losses[0], "last_loss": losses[-1]})
        return
    output.console().print(
        f"{out}: {stage} learnt from {len(lessons)} lessons, loss {losses[0]:.3f} → {losses[-1]:.3f}", markup=False
    )


def _lessons(stage: "Stage", seed: int) -> "list[Lesson]":
    from claimwise.cli.train_verifier import science_of
    from claimwise.formats.datasets import data_folder
    from claimwise.training.published import lessons

    science = science_of(data_folder() / "scifact")
    return lessons(stage, science.claims, science.documents, science.found, seed=seed)
