"""`claimwise train pairs`, `seq2seq`, `tagger` and `answers`: models of the published systems.

VeriSci's, Vert5erini's and Quin+'s learn from SciFact train, AVeriTeC's reranker from AVeriTeC train.
"""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimwise.cli import options, output

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimwise.training.finetune import Report

PAIRS_EXAMPLE = "Example: claimwise train pairs --stage selection --from roberta-base --out my-selector"
TAGGER_EXAMPLE = "Example: claimwise train tagger --from roberta-base --out my-tagger"
ANSWERS_EXAMPLE = "Example: claimwise train answers --from bert-base-uncased --out my-reranker"
SEQ2SEQ_EXAMPLE = "Example: claimwise train seq2seq --stage label --from t5-base --out my-labeller"

From = Annotated[str, typer.Option("--from", help="The checkpoint to begin with: a folder or a hub name.")]
Out = Annotated[Path, typer.Option("--out", help="Folder for the taught model.")]
Epochs = Annotated[int, typer.Option("--epochs", min=1, help="Passes over the claims.")]
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


def answers(
    start: From,
    out: Out,
    claims: Annotated[
        Path | None,
        typer.Option(
            "--claims",
            help="Claims with questions and answers, in AVeriTeC's form.",
            show_default="AVeriTeC train, from the data folder",
        ),
    ] = None,
    epochs: Epochs = 3,
    rate: Rate = 2e-5,
    batch: Size = 16,
    seed: Seed = 0,
    json_: options.Json = False,
) -> None:
    """Teach a sequence-pair model to tell a claim's own questions and answers from corrupted ones, as AVeriTeC does."""
    from claimwise.formats.averitec import read_claims
    from claimwise.formats.datasets import data_folder
    from claimwise.training.answers import answer_lessons
    from claimwise.training.published import Stage

    _demand(out)
    from claimwise.training import finetune

    found = answer_lessons(list(read_claims(claims or data_folder() / "averitec" / "train.json")), seed=seed)
    course = finetune.Course(epochs=epochs, rate=rate, batch=batch, seed=seed)

    def teach(report: "Report") -> None:
        finetune.teach_pairs(start, out, Stage.SELECTION, found, course, report=report)

    _taught("answers", start, out, teach, json_=json_)


def _teach(
    way: str, stage: str, start: str, out: Path, *, epochs: int, rate: float, batch: int, seed: int, json_: bool
) -> None:
    """Teach one of the models that learn from SciFact train."""
    from claimwise.cli.train_verifier import science_of
    from claimwise.formats.datasets import data_folder
    from claimwise.training.published import Stage, lessons, tagging_lessons

    _demand(out)
    from claimwise.training import finetune

    science = science_of(data_folder() / "scifact")
    course = finetune.Course(epochs=epochs, rate=rate, batch=batch, seed=seed)

    def teach(report: "Report") -> None:
        if way == "teach_tagger":
            found = tagging_lessons(science.claims, science.documents)
            finetune.teach_tagger(start, out, found, course, report=report)
            return
        chosen = Stage(stage)
        ranked = {claim_id: [*documents] for claim_id, documents in science.found.items()}
        taught = lessons(chosen, science.claims, science.documents, ranked, seed=seed)
        getattr(finetune, way)(start, out, chosen, taught, course, report=report)

    _taught(stage, start, out, teach, json_=json_)


def _demand(out: Path) -> None:
    """Raise unless torch is here and the folder for the model is new."""
    from claimwise.errors import InputError
    from claimwise.training.base import demand_torch

    demand_torch()
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out} is not an empty folder; give one that does not exist yet")


def _taught(stage: str, start: str, out: Path, teach: "Callable[[Report], None]", *, json_: bool) -> None:
    """Teach, showing the steps, and tell how the loss fell."""
    losses: list[float] = []
    with output.counting(f"teaching {stage}", None) as show:

        def report(step: int, steps: int, loss: float) -> None:
            losses.append(loss)
            show(step, f"of {steps} steps, loss {loss:.3f}")

        teach(report)
    if json_:
        about = {"stage": stage, "from": start, "out": str(out), "steps": len(losses)}
        output.print_json(about | {"first_loss": losses[0], "last_loss": losses[-1]})
        return
    output.console().print(
        f"{out}: {stage} learnt in {len(losses)} steps, loss {losses[0]:.3f} → {losses[-1]:.3f}", markup=False
    )
