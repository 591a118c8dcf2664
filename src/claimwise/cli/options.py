"""Options that several commands share."""

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimwise.errors import InputError
from claimwise.text.claims import why_not_text

if TYPE_CHECKING:
    from claimwise.recipes.recipe import Recipe as RecipeData


class OnErrorChoice(StrEnum):
    """What to do with a bad record."""

    STOP = "stop"
    SKIP = "skip"


class RetrieverChoice(StrEnum):
    """The retrievers that work on an index."""

    HYBRID = "hybrid"
    BM25 = "bm25"
    DENSE = "dense"
    TFIDF = "tfidf"


Sources = Annotated[
    list[Path],
    typer.Argument(
        help="Files or folders: JSONL, CSV, TSV, PDF, TXT, Markdown, a SciFact or BEIR corpus.", exists=False
    ),
]
EmbedderFolder = Annotated[
    Path | None, typer.Option("--embedder", help="Folder of another embedder.", show_default="the embedded one")
]
Format = Annotated[
    str | None, typer.Option("--format", help="Format of the sources.", show_default="found out from each file")
]
OnErrorOption = Annotated[
    OnErrorChoice, typer.Option("--on-error", help="Stop at the first bad record, or skip and count them.")
]
VerifierFolder = Annotated[
    Path | None, typer.Option("--verifier", help="Folder of another verifier.", show_default="the embedded one")
]
Nli = Annotated[
    str | None,
    typer.Option("--nli", help="Read with this entailment model of transformers (folder or hub name; extra hf)."),
]
Corpus = Annotated[
    list[Path] | None,
    typer.Option("--corpus", help="Files or folders to search instead of an index; may be repeated. Indexed once."),
]
Recipe = Annotated[str, typer.Option("--recipe", help="Which system checks the claim.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a setting of the recipe, as stage.key=value; may be repeated."),
]
DocumentsRead = Annotated[
    int | None,
    typer.Option("-k", min=1, max=1000, help="How many documents are read.", show_default="the recipe's number"),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
AsOf = Annotated[
    str | None, typer.Option("--as-of", help="Only documents dated before this day (YYYY-MM-DD).", metavar="DATE")
]
AllowUndated = Annotated[bool, typer.Option("--allow-undated", help="With --as-of: undated documents too.")]
SourceFilter = Annotated[
    list[str] | None, typer.Option("--source", help="Only documents from this source; may be repeated.")
]

ClaimDate = Annotated[
    str | None,
    typer.Option(
        "--date", help="When the claim was made; only documents from before that day are used.", metavar="DATE"
    ),
]
Speaker = Annotated[str | None, typer.Option("--speaker", help="Who made the claim.")]
Web = Annotated[
    str | None,
    typer.Option(
        "--web",
        help="Search the web with a SearXNG instance (its address), or brave (key in BRAVE_API_KEY).",
        metavar="URL",
    ),
]
ExcludeFactcheckers = Annotated[
    bool,
    typer.Option(
        "--exclude-factcheckers/--include-factcheckers", help="With recipe averitec: leave fact-checking sites out."
    ),
]

LlmUrl = Annotated[
    str | None,
    typer.Option(
        "--llm-url",
        help="Address of an OpenAI-compatible language model; its key comes from CLAIMWISE_LLM_KEY.",
        show_default="CLAIMWISE_LLM_URL",
    ),
]
LlmModel = Annotated[
    str | None,
    typer.Option("--llm-model", help="What the language model is called.", show_default="CLAIMWISE_LLM_MODEL"),
]
Llm = Annotated[
    bool, typer.Option("--llm", help="Let a language model make the claim ready, ask the questions and write why.")
]


def llm_settings(llm: bool, url: str | None, model: str | None) -> list[str]:
    """Return the changes to the recipe that the options of the language model ask for."""
    by = [f"{stage}.by=llm" for stage in ("preparation", "asking", "justification")] if llm else []
    return [*by, *([f"llm.url={url}"] if url else ()), *([f"llm.model={model}"] if model else ())]


def check_llm(recipe: "RecipeData", url: str | None, model: str | None) -> None:
    """Raise for a language model that is named and never asked."""
    if (url or model) and not any(settings.get("by") == "llm" for settings in recipe.stages.values()):
        raise InputError("a language model is named but not asked: add --llm, or a setting such as asking.by=llm")


def search_settings(recipe: str, web: str | None, exclude_factcheckers: bool, allow_undated: bool) -> list[str]:
    """Return the changes to the recipe that the options of the search ask for."""
    if recipe != "averitec":
        if web:
            raise InputError(f"--web works with the recipe averitec, not with {recipe}")
        return []
    by = [] if web is None else ["search.by=brave"] if web == "brave" else ["search.by=searxng", f"search.place={web}"]
    undated = ["search.allow_undated=true"] if allow_undated else []
    return [*by, *undated, f"search.exclude_factcheckers={str(exclude_factcheckers).lower()}"]


def parse_date(text: str | None) -> str | None:
    """Return the ISO form of the day of a claim."""
    from claimwise.text.dates import normalise_date

    return normalise_date(text) if text else None


def settings_of(changes: list[str] | None, nli: str | None) -> list[str]:
    """Return the changes to the recipe that the options ask for."""
    return [*(changes or ()), *([f"verification.model={nli}"] if nli else ())]


def parse_as_of(text: str | None) -> date | None:
    """Return the day that `--as-of` names."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(f"--as-of {text!r} is not a day; write it as YYYY-MM-DD, for example 2020-03-31") from None


def check_claim(claim: str) -> None:
    """Raise unless the claim is text that can be searched for."""
    if reason := why_not_text(claim):
        raise InputError(reason)
