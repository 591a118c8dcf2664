"""`claimwise eval averitec`: AVeriTeC's official scores."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from claimwise.cli import options, output
from claimwise.errors import InputError

if TYPE_CHECKING:
    from claimwise.recipes.recipe import Config, Recipe

EXAMPLE = "Example: claimwise eval averitec --split dev --evidence retrieved --json"


class EvidenceChoice(StrEnum):
    """Where the evidence comes from."""

    GOLD = "gold"
    RETRIEVED = "retrieved"


def averitec(
    split: Annotated[str, typer.Option("--split", help="Which claims: train or dev.")] = "dev",
    evidence: Annotated[
        EvidenceChoice,
        typer.Option("--evidence", help="gold: the annotators' questions and answers; retrieved: our own."),
    ] = EvidenceChoice.RETRIEVED,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            help="Pages of each claim: a folder of ID.json files, or one file of sentences.",
            show_default="the sentences retrieved for dev, from the data folder",
        ),
    ] = None,
    predictions: Annotated[
        Path | None,
        typer.Option("--predictions", help="Score this submission (2023 or 2024 form) instead of running anything."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write our predictions here, in the form of 2023.")] = None,
    errors: Annotated[
        Path | None,
        typer.Option("--errors", help="Write where questions, evidence or verdict failed here: .md, or JSON."),
    ] = None,
    tune: Annotated[
        bool, typer.Option("--tune", help="Fit the thresholds of the verdict to gold evidence instead; train only.")
    ] = False,
    exclude_factcheckers: Annotated[
        bool,
        typer.Option(
            "--exclude-factcheckers/--include-factcheckers",
            help="Leave pages of fact-checking sites out; the benchmark's own store is scored as it is.",
        ),
    ] = False,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Only the first so many claims.")] = None,
    changes: options.Settings = None,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
    json_: options.Json = False,
) -> None:
    """Score questions, answers, verdicts and justifications on AVeriTeC, as its official script does."""
    from claimwise.evaluation.meteor import Meteor
    from claimwise.execution import averitec as runs
    from claimwise.formats.averitec import read_predictions, write_predictions_2023
    from claimwise.recipes.recipe import load

    claims = runs.load(split, limit=limit)
    about: dict[str, Any] = {"dataset": "averitec", "split": split}
    if predictions is not None:
        said = {one.claim_id: one for one in read_predictions(predictions)}
        chosen = [runs.case_of(said[one.claim.id]) for one in claims if one.claim.id in said]
        from claimwise.evaluation.averitec import score_cases

        with output.waiting("scoring"):
            scores = score_cases([runs.gold_case(one) for one in claims], chosen)
        _show({**about, "predictions": str(predictions)}, scores, json_=json_)
        return
    place = None if evidence is EvidenceChoice.GOLD or tune else store or runs.store_of(split)
    recipe = runs.over_benchmark(load("averitec"), place, exclude_factcheckers=exclude_factcheckers)
    config = _config(recipe.changed(changes or ()), embedder, verifier)
    if tune:
        if split != "train":
            raise InputError("--tune fits thresholds, and only train is for that: add --split train")
        with output.counting("reading", len(claims)) as show:
            output.print_json(runs.tune(config, claims, on_claims=lambda done: show(done, "claims")))
        return
    Meteor().warm_up()
    with output.counting("checking", len(claims)) as show:
        result = runs.run(config, claims, evidence.value, on_claims=lambda done: show(done, "claims"))
    found = runs.errors(claims, result)
    about |= {"evidence": evidence.value, "seconds_per_claim": round(result.seconds, 3)}
    shown = {"settings": config.recipe.stages, "lost": found["causes"], "confusion": found["confusion"]}
    _show(about, result.scores | shown, json_=json_)
    if out is not None:
        write_predictions_2023(out, result.predictions)
    if errors is not None:
        runs.write_errors(errors, found)


def _config(recipe: "Recipe", embedder: Path | None, verifier: Path | None) -> "Config":
    from claimwise.cli.corpora import demo_corpus
    from claimwise.models.embedder import Embedder
    from claimwise.models.verifier import VerifierModel
    from claimwise.recipes.recipe import Config

    model = Embedder(embedder)
    return Config(recipe, demo_corpus(model), model, VerifierModel(verifier))


def _show(about: dict[str, Any], scores: dict[str, Any], *, json_: bool) -> None:
    if json_:
        output.print_json({**about, **scores})
        return
    rows = [[name, f"{scores[name]:.4f}"] for name in ("question", "question_answer", "macro_f1", "accuracy")]
    rows += [[f"F1 {name.replace('_', ' ').lower()}", f"{value:.4f}"] for name, value in scores["f1"].items()]
    rows += [["justification", f"{scores['justification']:.4f}"]]
    rows += [[f"AVeriTeC score @{level}", f"{value:.4f}"] for level, value in scores["score"].items()]
    output.print_table(" · ".join(map(str, about.values())), ["", "score"], rows)
    by_type = [
        [
            name,
            str(one["claims"]),
            f"{one['question_answer']:.4f}",
            f"{one['accuracy']:.4f}",
            f"{one['score']['0.25']:.4f}",
        ]
        for name, one in scores["by_type"].items()
    ]
    output.print_table("by type of claim", ["", "claims", "question+answer", "accuracy", "score @0.25"], by_type)
