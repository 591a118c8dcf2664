"""`claimwise eval`: scores on benchmarks."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimwise.cli import options, output

if TYPE_CHECKING:
    from claimwise.formats.datasets import VerificationDataset
    from claimwise.pipeline.pipeline import Pipeline
    from claimwise.recipes.recipe import Recipe
    from claimwise.types import Verdict

app = typer.Typer(help="Score claimwise on benchmarks.", no_args_is_help=True)


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


class Setting(StrEnum):
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
        Setting,
        typer.Option(
            "--setting",
            help="open: search the corpus; oracle-abstract: gold abstracts are given; oracle-rationale: gold sentences "
            "too; cited: all abstracts that a claim cites are given.",
        ),
    ] = Setting.OPEN,
    k: options.DocumentsRead = None,
    predictions: Annotated[
        Path | None, typer.Option("--predictions", help="Write the predictions here, as the leaderboard takes them.")
    ] = None,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
    json_: options.Json = False,
) -> None:
    """Score a recipe on SciFact, or on a benchmark of its form: the four official metrics, and the verdicts."""
    from claimwise.evaluation.scifact import bootstrap, score_claims
    from claimwise.evaluation.verdicts import gold_verdict, reliability
    from claimwise.formats.datasets import load_verification
    from claimwise.formats.scifact import write_predictions
    from claimwise.recipes.recipe import load

    data = load_verification(dataset, split)
    chosen = load(recipe).changed(changes or ()).reading(k)
    pipeline = _pipeline(data, chosen, setting, embedder, verifier)
    verdicts = _check_all(pipeline, data)
    predicted = {verdict.claim.id: verdict.evidence for verdict in verdicts}
    if predictions is not None:
        write_predictions(predictions, predicted)
    gold = {one.claim.id: one.judgements for one in data.claims}
    scores = score_claims(gold, predicted)
    told = reliability(verdicts, {claim_id: gold_verdict(judged) for claim_id, judged in gold.items()})
    about = {"dataset": data.name, "split": split, "recipe": recipe, "setting": setting.value, "k": pipeline.k}
    verdict_scores = {
        "accuracy": told.accuracy,
        "calibration_error": told.calibration_error,
        "risk": {str(share): risk for share, risk in told.risk.items()},
        "recall": {label.value: share for label, share in told.recall.items()},
    }
    deviations = bootstrap(gold, predicted)
    if json_:
        resolved = {"settings": chosen.stages}
        output.print_json({**about, **resolved, **scores, "deviation": deviations, "verdict": verdict_scores})
        return
    title = " · ".join(map(str, about.values()))
    output.print_table(title, ["", "precision", "recall", "F1"], _score_rows(scores, deviations))
    output.console().print(
        f"verdicts: accuracy {told.accuracy:.1%}, calibration error {told.calibration_error:.3f}, "
        + ", ".join(f"risk at {share:.0%} coverage {risk:.1%}" for share, risk in told.risk.items() if share >= 0.25)
    )


def _pipeline(
    data: "VerificationDataset",
    recipe: "Recipe",
    setting: Setting,
    embedder: Path | None,
    verifier: Path | None,
) -> "Pipeline":
    """Return the recipe's pipeline over the corpus, with what the setting gives away put in."""
    from dataclasses import replace

    from claimwise.cli.corpora import open_corpus
    from claimwise.models.embedder import Embedder
    from claimwise.models.verifier import VerifierModel
    from claimwise.recipes.recipe import Config, build
    from claimwise.retrieval.oracle import OracleRetriever
    from claimwise.verification.labellers import ReadingLabeller
    from claimwise.verification.select_then_label import SelectThenLabel
    from claimwise.verification.selectors import OracleSelector

    model = Embedder(embedder)
    reader = VerifierModel(verifier)
    pipeline = build(Config(recipe, open_corpus(None, [data.corpus], model), model, reader))
    if setting is Setting.OPEN:
        return pipeline
    cited = {one.claim.id: one.cited for one in data.claims}
    evidence = {one.claim.id: tuple(gold.doc_id for gold in one.judgements) for one in data.claims}
    oracle = {claim_id: evidence[claim_id] or cited[claim_id][:1] for claim_id in cited}
    given = cited if setting is Setting.CITED else oracle
    most = max(map(len, given.values()))
    pipeline = replace(pipeline, retriever=OracleRetriever(given), k=most, reranker=None, kept=None)
    if setting is Setting.ORACLE_RATIONALE:
        selector = OracleSelector([gold for one in data.claims for gold in one.judgements])
        two_steps = pipeline.verifier
        if not isinstance(two_steps, SelectThenLabel):
            two_steps = SelectThenLabel(selector, ReadingLabeller(reader))
        pipeline = replace(pipeline, verifier=two_steps.selecting_by(selector))
    return pipeline


def _check_all(pipeline: "Pipeline", data: "VerificationDataset") -> list["Verdict"]:
    group = 8
    verdicts: list[Verdict] = []
    with output.counting("checking", len(data.claims)) as show:
        for start in range(0, len(data.claims), group):
            verdicts += pipeline.check([one.claim for one in data.claims[start : start + group]])
            show(len(verdicts), "claims")
    return verdicts


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
