"""`claimwise train`: make the weights that claimwise ships, and those that its recipes can use."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from claimwise.cli import output, train_attention, train_published, train_settings, train_verifier

app = typer.Typer(help="Make the embedded models, and those of the published systems.", no_args_is_help=True)

app.command(epilog=train_verifier.EXAMPLE)(train_verifier.verifier)
app.command(epilog=train_settings.EXAMPLE)(train_settings.settings)
app.command(epilog=train_attention.EXAMPLE)(train_attention.attention)
app.command(epilog=train_published.PAIRS_EXAMPLE)(train_published.pairs)
app.command(epilog=train_published.TAGGER_EXAMPLE)(train_published.tagger)
app.command(epilog=train_published.SEQ2SEQ_EXAMPLE)(train_published.seq2seq)
app.command(epilog=train_published.ANSWERS_EXAMPLE)(train_published.answers)

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
    claims: Annotated[
        Path | None, typer.Option("--claims", help="Teach it first with these claims, in SciFact's form (extra train).")
    ] = None,
    corpus: Annotated[Path | None, typer.Option("--corpus", help="The documents of the claims.")] = None,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Passes over the claims.")] = 2,
    rate: Annotated[float, typer.Option("--rate", help="Learning rate.")] = 2e-5,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same weights.")] = 0,
    json_: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Convert a base encoder to int8, check that it ranks as the float one does, and write its card.

    With claims and their documents it is taught first to find what decides a claim.
    """
    from dataclasses import asdict
    from tempfile import TemporaryDirectory

    from claimwise.demo import CORPUS
    from claimwise.errors import InputError
    from claimwise.formats.sources import read_documents
    from claimwise.training.embedder import convert
    from claimwise.training.publish import demand_place

    if (claims is None) != (corpus is None):
        raise InputError("to teach the embedder give both --claims and --corpus")
    demand_place(out)
    texts = [sentence for document in read_documents(CORPUS) for sentence in document.sentences][:_COMPARED]
    with TemporaryDirectory() as place, output.waiting("quantising and comparing"):
        source = base
        if claims is not None and corpus is not None:
            source = _taught(
                base, claims, corpus, Path(place) / base.resolve().name, epochs=epochs, rate=rate, seed=seed
            )
        card = convert(
            source,
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


def _taught(base: Path, claims: Path, corpus: Path, place: Path, *, epochs: int, rate: float, seed: int) -> Path:
    """Return a folder with the base taught to find what decides the claims; noise comes from word search."""
    from claimwise.cli.corpora import open_corpus
    from claimwise.formats.scifact import read_claims, read_corpus
    from claimwise.models.embedder import Embedder
    from claimwise.pipeline.registry import make_retriever
    from claimwise.training.base import Base, demand_torch
    from claimwise.training.embedder import taught

    demand_torch()
    from claimwise.training.retriever import Schooling, learn_embedder, triples_of

    annotated = list(read_claims(claims))
    documents = {one.id: one for one in read_corpus(corpus)}
    old = Embedder()
    index = open_corpus(None, [corpus], old)
    rankings = make_retriever("bm25", index, old).retrieve([one.claim for one in annotated], k=10)
    found = {ranking.claim_id: [hit.doc_id for hit in ranking.hits] for ranking in rankings}
    triples = triples_of(annotated, documents, found, seed=seed)
    schooling = Schooling(epochs=epochs, rate=rate, seed=seed)
    with output.counting("teaching the embedder", None) as show:
        weights = learn_embedder(
            Base(base),
            triples,
            schooling,
            report=lambda step, steps, loss: show(step, f"of {steps} steps, loss {loss:.3f}"),
        )
    return taught(base, weights, place)
