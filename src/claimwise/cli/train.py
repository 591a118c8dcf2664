"""`claimwise train`: make the weights that claimwise ships, and those that its recipes can use."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from claimwise.cli import output, train_published, train_verifier

app = typer.Typer(help="Make the embedded models, and those of the published systems.", no_args_is_help=True)

app.command(epilog=train_verifier.EXAMPLE)(train_verifier.verifier)
app.command(epilog=train_published.PAIRS_EXAMPLE)(train_published.pairs)
app.command(epilog=train_published.TAGGER_EXAMPLE)(train_published.tagger)
app.command(epilog=train_published.SEQ2SEQ_EXAMPLE)(train_published.seq2seq)

_COMPARED = 600


@app.callback()
def root() -> None:
    """Make the embedded models, and those of the published systems."""


@app.command(
    epilog="Example: claimwise train embedder --from gte-small --out my-embedder --name gte-small-int8 --licence MIT"
)
def embedder(
    base: Annotated[
        Path,
        typer.Option("--from", help="Folder of the base encoder: onnx/model.onnx, tokenizer.json, config.json."),
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the new embedder.")],
    name: Annotated[str, typer.Option("--name", help="What the embedder shall be called.")],
    licence: Annotated[str, typer.Option("--licence", help="Licence of the base encoder.")],
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", min=32, help="Longest passage.", show_default="what the base can read")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Convert a base encoder to int8, check that it ranks as the float one does, and write its card."""
    from dataclasses import asdict

    from claimwise.demo import CORPUS
    from claimwise.formats.sources import read_documents
    from claimwise.training.embedder import convert

    texts = [sentence for document in read_documents(CORPUS) for sentence in document.sentences][:_COMPARED]
    with output.waiting("quantising and comparing"):
        card = convert(
            base,
            out,
            name=name,
            licence=licence,
            texts=texts,
            max_tokens=max_tokens,
            command=shlex.join(["claimwise", *sys.argv[1:]]),
        )
    if json_:
        output.print_json(asdict(card))
        return
    parity = card.scores["int8_vs_float"]
    output.console().print(
        f"{out}: {card.name}, {card.dimension} dimensions, sha256 {card.fingerprint[:12]}…\n"
        f"int8 against float: mean cosine {parity['cosine']}, top-10 overlap {parity['top10_overlap']:.0%}",
        markup=False,
    )
