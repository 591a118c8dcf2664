"""`claimwise batch`: a file of claims, checked one after another."""

from pathlib import Path
from typing import Annotated

import typer

from claimwise.cli import options, output
from claimwise.cli.corpora import check_filters, open_corpus

EXAMPLE = "Example: claimwise batch claims.jsonl --out verdicts.jsonl --index my-index"


def batch(
    claims: Annotated[
        Path,
        typer.Argument(
            help="A .jsonl file with a claim in each line, or a .txt file; a claim's `date` limits it as --as-of does."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", help="Where the verdicts go, one JSON object a line.")],
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an output that was cut off; nothing is done twice.")
    ] = False,
    index: Annotated[
        str | None, typer.Option("--index", help="The index to search.", show_default="the demo corpus")
    ] = None,
    corpus: options.Corpus = None,
    recipe: options.Recipe = "claimwise",
    changes: options.Settings = None,
    k: options.DocumentsRead = None,
    as_of: options.AsOf = None,
    allow_undated: options.AllowUndated = False,
    source: options.SourceFilter = None,
    as_is: Annotated[
        bool, typer.Option("--as-is", help="Check even what looks like a question or an opinion.")
    ] = False,
    on_error: options.OnErrorOption = options.OnErrorChoice.STOP,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
    nli: options.Nli = None,
    json_: options.Json = False,
) -> None:
    """Check every claim of a file; each verdict is written when it is reached, so nothing is lost."""
    from dataclasses import asdict
    from functools import lru_cache

    from claimwise.errors import ConfigError, InputError
    from claimwise.execution.batch import run_batch
    from claimwise.execution.check import dated, make_pipeline
    from claimwise.formats.claims import read_claims
    from claimwise.formats.problems import Skip, stop
    from claimwise.models.embedder import Embedder
    from claimwise.models.verifier import VerifierModel
    from claimwise.pipeline.pipeline import Pipeline
    from claimwise.store.filters import Filters

    skipped = Skip()
    wanted = list(read_claims(claims, on_error=stop if on_error is options.OnErrorChoice.STOP else skipped))
    if not wanted:
        raise InputError(f"{claims} holds no claims")
    filters = Filters(options.parse_as_of(as_of), allow_undated, tuple(source or ()))
    model = Embedder(embedder)
    opened = open_corpus(index, corpus or (), model)
    settings = options.settings_of(changes, nli)
    if any(setting.startswith("preparation.") for setting in settings):
        raise ConfigError(
            "a batch takes claims as they stand: `claimwise check` prepares one first; leave preparation out"
        )
    reader = VerifierModel(verifier)

    @lru_cache(maxsize=2)
    def pipeline(limits: Filters) -> Pipeline:
        return make_pipeline(recipe, opened, model, verifier=reader, settings=settings, k=k, filters=limits)

    check_filters(opened, filters, pipeline(filters))  # what cannot be is said before anything is written
    with output.counting("checking", len(wanted)) as show:
        summary = run_batch(
            lambda claim: pipeline(dated(filters, claim)),
            wanted,
            out,
            resume=resume,
            as_is=as_is,
            on_claim=lambda now: show(now.checked + now.resumed + now.refused, ""),
        )
    if json_:
        output.print_json({**asdict(summary), "skipped": skipped.count})
        return
    counts = ", ".join(f"{count} {name.lower().replace('_', ' ')}" for name, count in sorted(summary.verdicts.items()))
    again = f" ({summary.resumed} were done before)" if summary.resumed else ""
    lost = f"; {skipped.count} bad lines skipped" if skipped.count else ""
    output.console().print(
        f"{out}: {summary.checked + summary.resumed + summary.refused} claims{again}: {counts}{lost}"
    )
