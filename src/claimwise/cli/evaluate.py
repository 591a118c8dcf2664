"""`claimwise eval`: scores on benchmarks."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimwise.cli import averitec as averitec_command
from claimwise.cli import evaluate_fever, options, output
from claimwise.errors import InputError

if TYPE_CHECKING:
    from claimwise.formats.datasets import VerificationDataset
    from claimwise.recipes.recipe import Config

app = typer.Typer(help="Score claimwise on benchmarks.", no_args_is_help=True)


app.command(epilog=evaluate_fever.FEVER_EXAMPLE)(evaluate_fever.fever)
app.command(epilog=evaluate_fever.ARTIFACTS_EXAMPLE)(evaluate_fever.artifacts)


@app.callback()
def root() -> None:
    """Score claimwise on benchmarks."""


@app.command(epilog="Example: claimwise eval retrieval --dataset scifact --split dev --retriever hybrid")
def retrieval(
    dataset: Annotated[
        str, typer.Option("--dataset", help="scifact, healthver, covidfact, or a folder in BEIR's form.")
    ] = "scifact",
    split: Annotated[str, typer.Option("--split", help="Which claims, such as train, dev or test.")] = "dev",
    retriever: Annotated[
        options.RetrieverChoice, typer.Option("--retriever", help="How to search.")
    ] = options.RetrieverChoice.HYBRID,
    index: Annotated[
        str | None, typer.Option("--index", help="An index of the corpus.", show_default="made once, in the cache")
    ] = None,
    run: Annotated[Path | None, typer.Option("--run", help="Write the ranking here, in TREC's form.")] = None,
    embedder: options.EmbedderFolder = None,
    json_: options.Json = False,
) -> None:
    """Score a retriever: recall, MRR and nDCG@10 against the gold documents of a benchmark."""
    from claimwise.evaluation.retrieval import CUTOFFS, score_rankings
    from claimwise.formats import trec
    from claimwise.formats.datasets import load_retrieval
    from claimwise.formats.estimate import estimate
    from claimwise.models.embedder import Embedder
    from claimwise.pipeline.registry import make_retriever
    from claimwise.store.cache import cached_index
    from claimwise.store.index import Index

    data = load_retrieval(dataset, split)
    model = Embedder(embedder)
    if index is None:
        with output.indexing_progress(estimate([data.corpus])) as show:
            opened = cached_index([data.corpus], model, on_batch=show)
    else:
        opened = Index.open(index)
    with output.waiting(f"searching for {len(data.claims)} claims"):
        rankings = make_retriever(retriever.value, opened, model).retrieve(data.claims, k=max(CUTOFFS))
    scores = score_rankings(rankings, data.qrels, pooled=data.pooled)
    beir = score_rankings(rankings, data.beir_qrels, pooled=False)
    if run is not None:
        trec.write_run(run, rankings, tag=f"claimwise-{retriever.value}")
    about = {"dataset": data.name, "split": split, "retriever": retriever.value}
    if json_:
        output.print_json({**about, **scores, "beir": beir})
        return
    columns = {"gold evidence": scores} if data.pooled else {}
    output.print_scores(" · ".join(about.values()), columns | {"BEIR's definitions": beir})


class SettingChoice(StrEnum):
    """How much the system is told."""

    OPEN = "open"
    ORACLE_ABSTRACT = "oracle-abstract"
    ORACLE_RATIONALE = "oracle-rationale"
    CITED = "cited"


@app.command(epilog="Example: claimwise eval scifact --split dev --recipe claimwise --setting open")
def scifact(
    dataset: Annotated[
        str, typer.Option("--dataset", help="scifact, healthver, covidfact, or a folder in SciFact's form.")
    ] = "scifact",
    split: Annotated[str, typer.Option("--split", help="Which claims, such as train or dev.")] = "dev",
    recipe: options.Recipe = "claimwise",
    changes: options.Settings = None,
    setting: Annotated[
        SettingChoice,
        typer.Option(
            "--setting",
            help="open: search the corpus; oracle-abstract: gold abstracts are given; oracle-rationale: gold sentences "
            "too; cited: all abstracts that a claim cites are given.",
        ),
    ] = SettingChoice.OPEN,
    k: options.DocumentsRead = None,
    predictions: Annotated[
        Path | None, typer.Option("--predictions", help="Write the predictions here, as the leaderboard takes them.")
    ] = None,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
    json_: options.Json = False,
) -> None:
    """Score a recipe on SciFact, or on a benchmark of its form: the four official metrics, and the verdicts.

    Claims without annotations, as of a blind test set, are only predicted.
    """
    from claimwise.execution.benchmark import Setting, predict, run
    from claimwise.formats.datasets import load_verification
    from claimwise.formats.scifact import write_predictions

    data = load_verification(dataset, split)
    if not data.is_annotated and (predictions is None or setting is not SettingChoice.OPEN):
        raise InputError(
            f"the claims of {data.name}, {split}, have no annotations: they can only be predicted (--predictions)"
        )
    config = _config(data, recipe, changes, k, embedder, verifier)
    if not data.is_annotated and predictions is not None:
        with output.counting("checking", len(data.claims)) as show:
            write_predictions(predictions, predict(config, data, on_claims=lambda done: show(done, "claims")))
        output.note(f"{predictions}: {len(data.claims)} claims predicted; without annotations there is no score")
        if json_:
            output.print_json({"dataset": data.name, "split": split, "recipe": recipe, "predicted": len(data.claims)})
        return
    with output.counting("checking", len(data.claims)) as show:
        result = run(config, data, Setting(setting.value), on_claims=lambda done: show(done, "claims"))
    if predictions is not None:
        write_predictions(predictions, result.predicted)
    about = {"dataset": data.name, "split": split, "recipe": recipe, "setting": setting.value, "k": result.k}
    if json_:
        resolved = {"settings": config.recipe.stages}
        more = {"deviation": result.deviations, "verdict": result.verdicts}
        output.print_json({**about, **resolved, **result.scores, **more})
        return
    title = " · ".join(map(str, about.values()))
    output.print_table(title, ["", "precision", "recall", "F1"], _score_rows(result.scores, result.deviations))
    told = result.verdicts
    output.console().print(
        f"verdicts: accuracy {told['accuracy']:.1%}, calibration error {told['calibration_error']:.3f}, "
        + ", ".join(
            f"risk at {float(share):.0%} coverage {risk:.1%}"
            for share, risk in told["risk"].items()
            if float(share) >= 0.25
        )
    )


@app.command(epilog="Example: claimwise eval parts --dataset scifact --split dev --recipe verisci")
def parts(
    dataset: Annotated[
        str, typer.Option("--dataset", help="scifact, healthver, covidfact, or a folder in SciFact's form.")
    ] = "scifact",
    split: Annotated[str, typer.Option("--split", help="Which claims, such as train or dev.")] = "dev",
    recipe: options.Recipe = "claimwise",
    changes: options.Settings = None,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
    json_: options.Json = False,
) -> None:
    """Score a recipe's stages alone: the selection of sentences on gold abstracts, the label of given sentences."""
    from claimwise.execution.benchmark import run_parts
    from claimwise.formats.datasets import load_verification

    data = load_verification(dataset, split)
    config = _config(data, recipe, changes, None, embedder, verifier)
    with output.waiting("reading"):
        found = run_parts(config, data)
    about = {"dataset": data.name, "split": split, "recipe": recipe}
    if json_:
        output.print_json({**about, "settings": config.recipe.stages, **found})
        return
    rows = [
        [f"selection by {unit}", *(f"{100 * scores[part]:.2f}" for part in ("precision", "recall", "f1"))]
        for unit, scores in found["selection"].items()
    ]
    output.print_table(" · ".join(about.values()), ["", "precision", "recall", "F1"], rows)
    for kind, scores in found["label"].items():
        output.console().print(
            f"label of {kind} sentences: accuracy {scores['accuracy']:.1%}, macro F1 {100 * scores['macro_f1']:.2f}"
        )


app.command("averitec", epilog=averitec_command.EXAMPLE)(averitec_command.averitec)


def _config(
    data: "VerificationDataset",
    recipe: str,
    changes: list[str] | None,
    k: int | None,
    embedder: Path | None,
    verifier: Path | None,
) -> "Config":
    """Return the recipe over the benchmark's corpus."""
    from claimwise.cli.corpora import open_corpus
    from claimwise.models.embedder import Embedder
    from claimwise.models.verifier import VerifierModel
    from claimwise.recipes.recipe import Config, load

    chosen = load(recipe).changed(changes or ()).reading(k)
    model = Embedder(embedder)
    return Config(chosen, open_corpus(None, [data.corpus], model), model, VerifierModel(verifier))


def _score_rows(
    scores: "dict[str, dict[str, dict[str, float]]]", deviations: "dict[str, dict[str, dict[str, float]]]"
) -> list[list[str]]:
    """Return the rows of the table, in percent, each F1 with its standard deviation over claims."""
    return [
        [
            f"{level} {metric.replace('_', ' + ').replace('label + only', 'label only')}",
            *(f"{100 * parts[part]:.2f}" for part in ("precision", "recall")),
            f"{100 * parts['f1']:.2f} ± {100 * deviations[level][metric]['f1']:.1f}",
        ]
        for level, metrics in scores.items()
        for metric, parts in metrics.items()
    ]
