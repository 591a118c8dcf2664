"""`claimwise search`: the documents that speak to a claim."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from claimwise.cli import options, output
from claimwise.cli.corpora import check_filters, open_corpus
from claimwise.text.tokens import words

if TYPE_CHECKING:
    from rich.text import Text

    from claimwise.types import Document, Hit, Ranking

EXAMPLE = 'Example: claimwise search "Vitamin D prevents respiratory infections" --index my-index -k 5 --explain'


def search(
    claim: Annotated[str, typer.Argument(help="The claim, in a sentence.")],
    index: Annotated[
        str | None, typer.Option("--index", help="The index to search.", show_default="the demo corpus")
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, max=1000, help="How many documents.")] = 10,
    retriever: Annotated[
        options.RetrieverChoice, typer.Option("--retriever", help="How to search.")
    ] = options.RetrieverChoice.HYBRID,
    as_of: options.AsOf = None,
    allow_undated: options.AllowUndated = False,
    source: options.SourceFilter = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show what each retriever contributed.")] = False,
    embedder: options.EmbedderFolder = None,
    json_: options.Json = False,
) -> None:
    """Find the documents that speak to a claim, with the sentences that match."""
    from claimwise.models.embedder import Embedder
    from claimwise.pipeline.registry import make_retriever
    from claimwise.store.filters import Filters
    from claimwise.types import Claim

    options.check_claim(claim)
    filters = Filters(options.parse_as_of(as_of), allow_undated, tuple(source or ()))
    model = Embedder(embedder)
    opened = open_corpus(index, (), model)
    finder = make_retriever(retriever.value, opened, model, filters=filters)
    [ranking] = finder.retrieve([Claim("1", claim)], k=k)
    if not ranking.hits:
        check_filters(opened, filters)
    show_found(claim, ranking, opened.documents([hit.doc_id for hit in ranking.hits]), explain=explain, json_=json_)


def show_found(claim: str, ranking: "Ranking", documents: Sequence["Document"], *, explain: bool, json_: bool) -> None:
    """Print the documents of a ranking with the sentences that match."""
    from claimwise.formats.found import hit_record, with_sentences

    pairs = [
        (with_sentences(hit, document, claim), document) for hit, document in zip(ranking.hits, documents, strict=True)
    ]
    if json_:
        output.print_json([hit_record(hit, document) for hit, document in pairs])
    elif not pairs:
        output.console().print("nothing found")
    else:
        _show(claim, pairs, explain=explain)


def _show(claim: str, pairs: Sequence[tuple["Hit", "Document"]], *, explain: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    console = output.console()
    wanted = frozenset(words(claim))
    for rank, (hit, document) in enumerate(pairs, start=1):
        console.print(Text.assemble((f"{rank:>3}. ", "dim"), (output.printable(document.title or document.id), "bold")))
        facts = [document.id, document.date, document.source, f"score {hit.score:.3f}"]
        console.print(Text("     " + " · ".join(output.printable(fact) for fact in facts if fact), style="dim"))
        if explain:
            parts = "  ".join(f"{name} {value:.3f}" for name, value in hit.parts.items())
            console.print(Text(f"     {parts}", style="cyan"))
        for i in sorted(hit.sentences):
            sentence = _highlighted(document.sentences[i], wanted)
            console.print(Padding(sentence, (0, 0, 0, 5)) if console.is_terminal else Text("     ") + sentence)
        console.print()


def _highlighted(sentence: str, wanted: frozenset[str]) -> "Text":
    """Return the sentence with the words of the claim marked."""
    from rich.text import Text

    text = Text(output.printable(sentence))
    for match in re.finditer(r"\w+", text.plain):
        if match[0].lower() in wanted:
            text.stylize("bold yellow", *match.span())
    return text
