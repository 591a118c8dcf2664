"""`claimwise search`: the documents that speak to a claim."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from claimwise.cli import options, output

if TYPE_CHECKING:
    from rich.text import Text

    from claimwise.models.embedder import Embedder
    from claimwise.store.index import Index
    from claimwise.types import Document, Hit

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
    from claimwise.errors import InputError
    from claimwise.models.embedder import Embedder
    from claimwise.pipeline.registry import make_retriever
    from claimwise.store.filters import Filters
    from claimwise.types import Claim

    if not claim.strip():
        raise InputError('the claim is empty; write it as a sentence, for example "Vitamin C prevents colds"')
    filters = Filters(options.parse_as_of(as_of), allow_undated, tuple(source or ()))
    model = Embedder(embedder)
    opened = _open(index, model)
    finder = make_retriever(retriever.value, opened, model, filters=filters)
    [ranking] = finder.retrieve([Claim("1", claim)], k=k)
    documents = opened.documents([hit.doc_id for hit in ranking.hits])
    pairs = list(zip(ranking.hits, documents, strict=True))
    if json_:
        output.print_json([_as_json(hit, document) for hit, document in pairs])
    elif not pairs:
        output.console().print("nothing found")
    else:
        _show(claim, pairs, explain=explain)


def _open(index: str | None, embedder: "Embedder") -> "Index":
    from claimwise.demo import CORPUS
    from claimwise.formats.estimate import estimate
    from claimwise.store.cache import cached_index
    from claimwise.store.index import Index

    if index is not None:
        return Index.open(index)
    output.note("searching the demo corpus; --index DIR searches your own documents")
    with output.indexing_progress(estimate([CORPUS])) as show:
        return cached_index([CORPUS], embedder, on_batch=show)


def _as_json(hit: "Hit", document: "Document") -> dict[str, Any]:
    return {
        "doc_id": hit.doc_id,
        "title": document.title,
        "score": round(hit.score, 6),
        "parts": {name: round(value, 6) for name, value in hit.parts.items()},
        "sentences": [{"index": i, "text": document.sentences[i]} for i in hit.sentences],
        "url": document.url,
        "date": document.date,
        "source": document.source,
    }


def _show(claim: str, pairs: Sequence[tuple["Hit", "Document"]], *, explain: bool) -> None:
    from rich.text import Text

    from claimwise.text.tokens import words

    console = output.console()
    wanted = frozenset(words(claim))
    for rank, (hit, document) in enumerate(pairs, start=1):
        console.print(Text.assemble((f"{rank:>3}. ", "dim"), (document.title or document.id, "bold")))
        facts = [document.id, document.date, document.source, f"score {hit.score:.3f}"]
        console.print(Text("     " + " · ".join(fact for fact in facts if fact), style="dim"))
        if explain:
            parts = "  ".join(f"{name} {value:.3f}" for name, value in hit.parts.items())
            console.print(Text(f"     {parts}", style="cyan"))
        for i in sorted(hit.sentences):
            console.print(Text("     ").append_text(_highlighted(document.sentences[i], wanted)))
        console.print()


def _highlighted(sentence: str, wanted: frozenset[str]) -> "Text":
    """Return the sentence with the words of the claim marked."""
    from rich.text import Text

    text = Text(sentence)
    text.highlight_words(sorted(wanted, key=len, reverse=True), style="bold yellow", case_sensitive=False)
    return text
