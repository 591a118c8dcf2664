"""`claimwise eval`: scores on benchmarks."""

from pathlib import Path
from typing import Annotated

import typer

from claimwise.cli import options, output

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
