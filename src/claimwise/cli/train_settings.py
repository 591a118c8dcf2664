"""`claimwise train settings`: thresholds and calibration of a verifier that exists, fitted anew."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from claimwise.cli import options, output
from claimwise.errors import InputError

EXAMPLE = "Example: claimwise train settings --verifier my-verifier --write"


def settings(
    folder: Annotated[
        Path | None, typer.Option("--verifier", help="Folder of the verifier.", show_default="the embedded one")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Put them into the verifier's card.")] = False,
    json_: options.Json = False,
) -> None:
    """Fit a verifier's thresholds and calibration anew, on the fifth of SciFact train that it has not learnt from.

    What they score by cross-validation is what they score on a fifth of these claims when fitted to the others. A
    verifier that was averaged over several folds has learnt from all claims, so that nothing is left to fit to.
    """
    from claimwise.training.base import demand_torch

    demand_torch()
    from claimwise.cli.train_verifier import science_of
    from claimwise.formats.datasets import data_folder
    from claimwise.models.card import write_card
    from claimwise.models.verifier import VerifierModel
    from claimwise.training.folds import folds_of
    from claimwise.training.verifier import HELD_OUT, read_claims, settings_of

    model = VerifierModel(folder)
    card = model.card
    if HELD_OUT not in card.scores:
        raise InputError(
            f"{model.folder} was not made with a fold held out; `claimwise train verifier --folds 1` keeps a fifth of "
            "the claims to fit to"
        )
    if write and not os.access(model.folder, os.W_OK):
        raise InputError(f"{model.folder} cannot be written to; copy it elsewhere and name the copy with --verifier")
    science = science_of(data_folder() / "scifact")
    folds = folds_of(science.claims)
    with output.waiting("reading held-out claims"):
        reads = read_claims(model, [one.claim for one in science.claims if folds[one.claim.id] == 0], science)
    with output.waiting("fitting"):
        values, scores = settings_of(reads, science)
    if write:
        write_card(model.folder, replace(card, settings=values, scores=card.scores | {HELD_OUT: scores}))
    if json_:
        output.print_json({"settings": values, "scores": scores})
        return
    lines = [f"{name} {value:g}" + _before(card.settings.get(name), value) for name, value in values.items()]
    lines += [
        f"{what}: {_told(one)}"
        for what, one in (("fitted", scores), ("by cross-validation", scores["cross_validated"]))
    ]
    lines.append(
        f"written to {model.folder / 'card.json'}" if write else "nothing was written; --write puts them into the card"
    )
    output.console().print("\n".join(lines), markup=False, highlight=False)


def _before(old: float | None, new: float) -> str:
    return "" if old == new else f" (was {old:g})" if old is not None else " (new)"


def _told(scores: dict[str, Any]) -> str:
    sentence, abstract = scores["sentence"]["selection_label"]["f1"], scores["abstract"]["label_rationale"]["f1"]
    return f"selection+label {sentence:.1%}, label+rationale {abstract:.1%}"
