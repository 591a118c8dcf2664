"""`claimwise train verifier`: from a base encoder to the verifier that ships."""

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from claimwise.cli import options, output
from claimwise.errors import InputError

if TYPE_CHECKING:
    from claimwise.training.further import Science
    from claimwise.training.loop import Plan, Progress

EXAMPLE = "Example: claimwise train verifier --from gte-small --work run --out my-verifier --name mine --resume"

_COMPARED = 200
_SEARCHED = 6
"""Every which of the claims written for training is searched for, so that texts that say nothing are read with it."""


class LabelChoice(StrEnum):
    """What the label of a document is made of."""

    SENTENCES = "sentences"
    CLS = "cls"
    BOTH = "both"


def verifier(
    base: Annotated[
        Path, typer.Option("--from", help="Folder of the base encoder: onnx/model.onnx, tokenizer.json, config.json.")
    ],
    work: Annotated[Path, typer.Option("--work", help="Folder for checkpoints and held-out readings.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the new verifier.")],
    name: Annotated[str, typer.Option("--name", help="What the verifier shall be called.")],
    licence: Annotated[str, typer.Option("--licence", help="Licence of the weights.")] = "Apache-2.0",
    folds: Annotated[
        int, typer.Option("--folds", min=1, max=5, help="How many of the five folds to train and average.")
    ] = 5,
    general_epochs: Annotated[int, typer.Option("--general-epochs", min=0, help="Passes over general pairs.")] = 1,
    general_share: Annotated[
        float, typer.Option("--general-share", min=0.01, max=1, help="Share of the large general sets to use.")
    ] = 1.0,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Passes over SciFact train.")] = 2,
    rate: Annotated[float, typer.Option("--rate", help="Learning rate on SciFact.")] = 5e-5,
    negatives: Annotated[int, typer.Option("--negatives", min=0, help="Hard negatives per claim and epoch.")] = 1,
    unlabelled: Annotated[
        bool, typer.Option("--unlabelled/--no-unlabelled", help="Learn from what unlabelled abstracts conclude.")
    ] = True,
    keep: Annotated[
        float,
        typer.Option("--keep", min=0, max=0.9, help="Share of the weights begun from, general or --go-on, in the end."),
    ] = 0.0,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Learn everything in one course of two parts instead of in stages.")
    ] = False,
    go_on: Annotated[
        Path | None,
        typer.Option("--go-on", help="Folder of a verifier to go on from, with all data mixed in one pass."),
    ] = None,
    hold: Annotated[
        float,
        typer.Option(
            "--hold", min=0, max=1, help="With --go-on: how much to hold on to what it says, learning under rounding."
        ),
    ] = 0.0,
    frozen: Annotated[int, typer.Option("--frozen", min=0, help="Lowest layers that stay as they are.")] = 4,
    half: Annotated[
        bool | None,
        typer.Option("--half/--full", help="Compute in bfloat16, or in float32; without it, as the processor can."),
    ] = None,
    label: Annotated[LabelChoice, typer.Option("--label", help="What the label is made of.")] = LabelChoice.BOTH,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same weights.")] = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was cut off.")] = False,
    json_: options.Json = False,
) -> None:
    """Train the verifier on general pairs and SciFact train, fit its thresholds on held-out folds, quantise it."""
    if hold and go_on is None:
        raise InputError("--hold holds on to what a verifier says: name it with --go-on")
    from claimwise.training.base import Base, demand_torch

    demand_torch()
    from claimwise.formats.datasets import data_folder
    from claimwise.training.assemble import Description, assemble
    from claimwise.training.general import general_samples
    from claimwise.training.half import has_bfloat16
    from claimwise.training.loop import Plan
    from claimwise.training.network import Shape
    from claimwise.training.publish import demand_place
    from claimwise.training.scifact import Mix
    from claimwise.training.verifier import (
        HELD_OUT,
        Run,
        finish,
        learn_fold,
        learn_general,
        learn_mixed,
        read_fold,
        take_up,
    )

    demand_place(out)
    if go_on is not None:
        _demand_fit(go_on, folds)
    mixed = mixed or go_on is not None
    if keep and go_on is None and (mixed or not general_epochs):
        raise InputError("--keep wants weights to keep: general ones, or a verifier named with --go-on")
    plain = Plan(learning_rate=8e-5, frozen_layers=frozen, seed=seed, half=has_bfloat16() if half is None else half)
    plan = replace(plain, learning_rate=rate, deciding=2.0)
    run = Run(
        Base(base),
        work,
        shape=Shape(label=label.value),
        general=plain,
        science=plan,
        mix=Mix(hard_negatives=negatives),
        mixed=_course(plan, going_on=go_on is not None, hold=hold) if mixed else None,
        go_on=go_on,
        general_epochs=general_epochs,
        general_share=general_share,
        epochs=epochs,
        keep=keep,
        seed=seed,
        resume=resume,
    )
    science = science_of(data_folder() / "scifact", unlabelled=unlabelled, written=mixed)
    take_up(run, science, unlabelled=unlabelled)
    start = None
    if general_epochs and not mixed:
        science = replace(science, general=general_samples(data_folder(), seed=seed, share=general_share))
        with _training("general pairs") as show:
            start = learn_general(run, data_folder(), report=show)
    for fold in range(folds):
        with _training(f"SciFact, fold {fold + 1} of {folds}") as show:
            if mixed:
                weights = learn_mixed(run, fold, science, data_folder(), report=show)
            else:
                weights = learn_fold(run, fold, science, start=start, report=show)
        with output.waiting("reading held-out claims"):
            read_fold(run, fold, science, weights)
    with output.waiting("averaging, choosing thresholds, quantising"):
        mean, settings, scores = finish(run, range(folds), science)
        description = Description(
            name=name,
            licence=licence,
            command=shlex.join(["claimwise", *sys.argv[1:]]),
            seed=seed,
            revision=_revision(),
            settings=settings,
            scores={HELD_OUT if folds == 1 else f"scifact_train_held_out_{folds}_folds": scores},
        )
        card = assemble(run.base, mean, out, label=label.value, description=description, pairs=_some_pairs(science))
    if json_:
        output.print_json(asdict(card))
        return
    parity = card.scores["int8_vs_float"]
    output.console().print(
        f"{out}: {card.name}, sha256 {card.fingerprint[:12]}…\n"
        f"int8 against float: labels agree on {parity['label_agreement']:.1%}, sentence scores differ by "
        f"{parity['sentence_distance']}",
        markup=False,
    )


def _course(plan: "Plan", *, going_on: bool, hold: float) -> "Plan":
    """Return how everything is learnt in one course; what only holds on is rounded from the start."""
    rates = replace(plan, head_rate=2e-4 if going_on else 5e-4, ranking=0.5)
    return replace(rates, taught=hold, rounded_from=0.0 if hold else 0.65)


def _demand_fit(go_on: Path, folds: int) -> None:
    """Raise unless held-out claims are still held out when a verifier goes on."""
    from claimwise.models.card import read_card

    read_card(go_on)
    if folds != 1:
        raise InputError("a verifier that goes on has learnt from all folds but the first: add --folds 1")


def science_of(folder: Path, *, unlabelled: bool = False, written: bool = False) -> "Science":
    """Return SciFact train with the documents that hybrid retrieval ranks first for each claim.

    With `written` also the claims that were written for training; a part of those is searched for, too. Claims of dev
    are read only to leave the documents that they cite out of the unlabelled ones.
    """
    from claimwise.cli.corpora import open_corpus
    from claimwise.formats.scifact import read_claims, read_corpus
    from claimwise.models.embedder import Embedder
    from claimwise.pipeline.registry import make_retriever
    from claimwise.training.further import Science
    from claimwise.training.written import all_written, other_forms

    claims = list(read_claims(folder / "claims_train.jsonl"))
    documents = {one.id: one for one in read_corpus(folder / "corpus.jsonl")}
    made = all_written(folder.parent, documents) if written else []
    asked = [one.claim for some in made[:2] for one in some.claims if one.judgements][::_SEARCHED]
    embedder = Embedder()
    index = open_corpus(None, [folder / "corpus.jsonl"], embedder)
    with output.waiting("searching for hard negatives"):
        rankings = make_retriever("hybrid", index, embedder).retrieve([*(one.claim for one in claims), *asked], k=20)
    found = {ranking.claim_id: {hit.doc_id: hit.score for hit in ranking.hits} for ranking in rankings}
    nearest = {one.id: found.pop(one.id) for one in asked}
    made = [
        replace(some, found={key: [one for one in keys if one in some.documents][:5] for key, keys in nearest.items()})
        for some in made
    ]
    dev = folder / "claims_dev.jsonl"
    known = [*claims, *(read_claims(dev) if dev.is_file() else ())]
    cited = {doc_id for one in known for doc_id in one.cited}
    rest = [one for one in documents.values() if one.id not in cited] if unlabelled else []
    return Science(claims, documents, found, rest, written=made, forms=other_forms(claims) if written else ())


def _some_pairs(science: "Science") -> Sequence[tuple[str, Any]]:
    """Return pairs of claims and documents found for them, for comparing int8 with float."""
    firsts = [(one.claim.text, science.documents[next(iter(science.found[one.claim.id]))]) for one in science.claims]
    return firsts[:_COMPARED]


@contextmanager
def _training(what: str) -> Iterator[Callable[["Progress"], None]]:
    """Show a bar with the loss; where there is no terminal, a line every minute."""
    import time

    last = 0.0

    with output.counting(what, None) as show:

        def report(progress: "Progress") -> None:
            nonlocal last
            show(
                progress.step, f"of {progress.steps} steps, loss {progress.loss:.3f}, {_minutes(progress.seconds_left)}"
            )
            if not sys.stderr.isatty() and time.monotonic() - last > 60:
                last = time.monotonic()
                output.note(f"{what}: step {progress.step} of {progress.steps}, loss {progress.loss:.3f}")

        yield report


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.0f} min left"


def _revision() -> str | None:
    """Return the git revision of the code, where it is a checkout."""
    import shutil
    import subprocess

    git = shutil.which("git")
    if git is None:
        return None
    here = Path(__file__).parent
    command = [git, "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)  # noqa: S603 (nothing in it is given by a user)
    return done.stdout.strip() or None
