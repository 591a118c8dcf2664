"""`claimwise eval fever` and `claimwise eval artifacts`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from claimwise.cli import options, output
from claimwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimwise.execution.fever import FeverResult
    from claimwise.formats.fever import AnnotatedClaim, Prediction

FEVER_EXAMPLE = "Example: claimwise eval fever --recipe osu-fever --limit 300"
ARTIFACTS_EXAMPLE = "Example: claimwise eval artifacts train.jsonl --label-field label"


def fever(
    recipe: options.Recipe = "osu-fever",
    changes: options.Settings = None,
    claims: Annotated[
        Path | None,
        typer.Option("--claims", help="Claims in FEVER's form.", show_default="paper_dev, over the mini-Wikipedia"),
    ] = None,
    index: Annotated[str | None, typer.Option("--index", help="An index of the pages, with --claims.")] = None,
    given: Annotated[
        Path | None, typer.Option("--score", help="Score this file of predictions instead of running a recipe.")
    ] = None,
    predictions: Annotated[
        Path | None, typer.Option("--predictions", help="Write the predictions here, as the leaderboard takes them.")
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Only so many claims, evenly spaced.")] = None,
    k: options.DocumentsRead = None,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
    json_: options.Json = False,
) -> None:
    """Score a recipe on FEVER: FEVER score, label accuracy, evidence precision, recall and F1, by the official rules.

    Without --claims and --index the corpus is a mini-Wikipedia made of the annotators' own sentences: easier than
    searching all of Wikipedia. Claims without labels, as of a blind test set, are only predicted.
    """
    from claimwise.execution.fever import is_annotated, score
    from claimwise.formats.fever import read_claims, read_predictions, write_predictions

    if given is not None:
        if claims is None:
            raise InputError("to score a file of predictions give the claims too, with --claims")
        asked = list(read_claims(claims))
        _show({"predictions": str(given), "claims": len(asked)}, score(asked, read_predictions(given)), json_=json_)
        return
    if (claims is None) != (index is None):
        raise InputError("give both --claims and --index, or neither for the mini-Wikipedia")
    if claims is not None and not is_annotated(list(read_claims(claims))) and predictions is None:
        raise InputError(f"{claims} has no labels: its claims can only be predicted, with --predictions FILE")
    about, checked, found = _run(recipe, changes, claims, index, limit, k, embedder, verifier)
    if predictions is not None:
        write_predictions(predictions, found)
    if is_annotated(checked):
        _show(about, score(checked, {one.claim_id: one for one in found}), json_=json_)
    else:
        output.note(f"{predictions}: {len(found)} claims predicted; without labels there is no score")


def artifacts(
    dataset: Annotated[str, typer.Argument(help="A JSONL, JSON, CSV or TSV file, or scifact, healthver or covidfact.")],
    split: Annotated[str, typer.Option("--split", help="Which claims of a named dataset.")] = "train",
    text_field: Annotated[str, typer.Option("--text-field", help="Where a file has the claim.")] = "claim",
    label_field: Annotated[str, typer.Option("--label-field", help="Where a file has the label.")] = "label",
    top: Annotated[int, typer.Option("--top", min=1, help="How many words per label.")] = 10,
    least: Annotated[int, typer.Option("--least", min=1, help="Only words of so many claims.")] = 20,
    json_: options.Json = False,
) -> None:
    """Show which words of a claim give its label away without evidence: pointwise mutual information."""
    from dataclasses import asdict

    from claimwise.evaluation.artifacts import artifacts as found_in

    found = found_in(_labelled(dataset, split, text_field, label_field), top=top, least=least)
    if json_:
        output.print_json({label: [asdict(one) for one in group] for label, group in found.items()})
        return
    for label, group in found.items():
        rows = [[one.word, str(one.count), f"{one.share:.0%}", f"{one.pmi:.2f}"] for one in group]
        output.print_table(label, ["word", "claims", "of this label", "PMI"], rows)


def _labelled(dataset: str, split: str, text_field: str, label_field: str) -> "list[tuple[str, str]]":
    from claimwise.evaluation.verdicts import gold_verdict
    from claimwise.formats import fields
    from claimwise.formats.array import read_array
    from claimwise.formats.datasets import load_verification
    from claimwise.formats.lines import each, read_objects, suffix
    from claimwise.formats.table import read_table

    if not Path(dataset).is_file():
        data = load_verification(dataset, split)
        return [(one.claim.text, gold_verdict(one.judgements).value) for one in data.claims]

    def pair(_: int, record: fields.Record) -> tuple[str, str]:
        return fields.some_text(record, text_field), fields.some_text(record, label_field)

    kind = suffix(dataset)
    if kind == ".json":
        return list(read_array(dataset, pair))
    rows = read_table(dataset) if kind in (".csv", ".tsv") else read_objects(dataset)
    return list(each(rows, pair, path=dataset))


def _run(
    recipe: str,
    changes: list[str] | None,
    claims: Path | None,
    index: str | None,
    limit: int | None,
    k: int | None,
    embedder: Path | None,
    verifier: Path | None,
) -> "tuple[dict[str, Any], Sequence[AnnotatedClaim], list[Prediction]]":
    from claimwise.cli.corpora import open_corpus
    from claimwise.execution.benchmark import demand_documents
    from claimwise.execution.check import make_pipeline
    from claimwise.execution.fever import mini_corpus, predict, spaced
    from claimwise.formats.datasets import data_folder
    from claimwise.formats.fever import read_claims
    from claimwise.models.embedder import Embedder
    from claimwise.models.verifier import VerifierModel
    from claimwise.recipes.recipe import load

    resolved = load(recipe).changed(changes or ()).reading(k)
    demand_documents(resolved)
    model = Embedder(embedder)
    if claims is None:
        with output.waiting("putting the mini-Wikipedia together"):
            corpus, asked = mini_corpus(data_folder())
        opened = open_corpus(None, [corpus], model)
    else:
        asked, opened = tuple(read_claims(claims)), open_corpus(index, [], model)
    asked = spaced(asked, limit)
    pipeline = make_pipeline(recipe, opened, model, verifier=VerifierModel(verifier), settings=changes or (), k=k)
    refused: dict[str, str] = {}
    with output.counting("checking", len(asked)) as show:
        found = predict(
            pipeline,
            asked,
            on_claims=lambda done: show(done, "claims"),
            on_refused=lambda claim, error: refused.update({claim.id: str(error)}),
        )
    about = {"recipe": recipe, "settings": resolved.stages, "claims": len(asked), "refused": refused}
    return about, asked, found


def _show(about: dict[str, Any], result: "FeverResult", *, json_: bool) -> None:
    if json_:
        output.print_json({**about, **result.scores, **result.tables})
        return
    title = [str(about[key]) for key in ("recipe", "predictions", "claims") if key in about]
    output.print_scores(" · ".join(title), {"": result.scores})
    refused = about.get("refused", {})
    for claim, reason in refused.items():
        output.console().print(f"claim {claim} counts as not enough information: {reason}", markup=False)
    classes = result.tables["classes"]
    rows = [
        [name, *(f"{100 * parts[part]:.2f}" for part in ("precision", "recall", "f1"))]
        for name, parts in classes.items()
    ]
    output.print_table("by label", ["", "precision", "recall", "F1"], rows)
    counts = result.tables["contingency"]
    output.print_table(
        "gold (rows) and said (columns)",
        ["", *counts],
        [[name, *map(str, row.values())] for name, row in counts.items()],
    )
