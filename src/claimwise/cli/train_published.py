"""`claimwise train pairs`, `seq2seq` and `tagger`: the models of VeriSci, Vert5erini and Quin+, on SciFact train."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from claimwise.cli import options, output

PAIRS_EXAMPLE = "Example: claimwise train pairs --stage selection --from roberta-base --out my-selector"
TAGGER_EXAMPLE = "Example: claimwise train tagger --from roberta-base --out my-tagger"
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


def tagger(
    start: From,
    out: Out,
    epochs: Epochs = 3,
    rate: Rate = 3e-5,
    batch: Size = 8,
    seed: Seed = 0,
    json_: options.Json = False,
) -> None:
    """Teach a token tagger to mark the deciding sentences of a whole document, as Quin+ does."""
    _teach("teach_tagger", "tags", start, out, epochs=epochs, rate=rate, batch=batch, seed=seed, json_=json_)


def _teach(
    way: str, stage: str, start: str, out: Path, *, epochs: int, rate: float, batch: int, seed: int, json_: bool
) -> None:
    from claimwise.cli.train_verifier import science_of
    from claimwise.errors import InputError
    from claimwise.formats.datasets import data_folder
    from claimwise.training.base import demand_torch
    from claimwise.training.published import Stage, lessons, tagging_lessons

    demand_torch()
    if out.exists() and any(out.iterdir()):
        raise InputError(f"{out} is not empty; give a folder that does not exist yet")
    from claimwise.training import finetune

    science = science_of(data_folder() / "scifact")
    course = finetune.Course(epochs=epochs, rate=rate, batch=batch, seed=seed)
    losses: list[float] = []
    with output.counting(f"teaching {stage}", None) as show:

        def report(step: int, steps: int, loss: float) -> None:
            losses.append(loss)
            show(step, f"of {steps} steps, loss {loss:.3f}")

        if way == "teach_tagger":
            found = tagging_lessons(science.claims, science.documents)
            finetune.teach_tagger(start, out, found, course, report=report)
        else:
            chosen = Stage(stage)
            ranked = {claim_id: [*documents] for claim_id, documents in science.found.items()}
            taught = lessons(chosen, science.claims, science.documents, ranked, seed=seed)
            getattr(finetune, way)(start, out, chosen, taught, course, report=report)
    if json_:
        about = {"stage": stage, "from": start, "out": str(out), "steps": len(losses)}
        output.print_json(about | {"first_loss": losses[0], "last_loss": losses[-1]})
        return
    output.console().print(
        f"{out}: {stage} learnt in {len(losses)} steps, loss {losses[0]:.3f} → {losses[-1]:.3f}", markup=False
    )
