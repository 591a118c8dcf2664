"""`claimwise check`: the verdict on a claim, with the sentences that decide it."""

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from claimwise.cli import options, output
from claimwise.cli.corpora import check_filters, demo_corpus, open_corpus
from claimwise.cli.search import show_found

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console
    from rich.text import Text

    from claimwise.questions.preparation import Prepared
    from claimwise.types import Claim, Document, Evidence, Verdict

EXAMPLE = 'Example: claimwise check "Vitamin D prevents respiratory infections" --index my-index --explain'

_COLOURS = {"SUPPORTED": "green", "REFUTED": "red", "CONFLICTING": "yellow", "NOT_ENOUGH_EVIDENCE": "cyan"}
_INDENT = "     "


class ReportFormat(StrEnum):
    """What a verdict can be written as."""

    MARKDOWN = "md"
    HTML = "html"
    CLAIMREVIEW = "claimreview"


def check(
    claim: Annotated[str, typer.Argument(help="The claim, in a sentence.")],
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
    date: options.ClaimDate = None,
    speaker: options.Speaker = None,
    web: options.Web = None,
    exclude_factcheckers: options.ExcludeFactcheckers = True,
    llm: options.Llm = False,
    llm_url: options.LlmUrl = None,
    llm_model: options.LlmModel = None,
    format_: Annotated[
        ReportFormat | None, typer.Option("--format", help="Write the verdict as a report instead.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the probabilities of every document and how long each stage took.")
    ] = False,
    as_is: Annotated[
        bool, typer.Option("--as-is", help="Check it even if it looks like a question or an opinion.")
    ] = False,
    embedder: options.EmbedderFolder = None,
    verifier: options.VerifierFolder = None,
    nli: options.Nli = None,
    json_: options.Json = False,
) -> None:
    """Check a claim: the verdict, how sure it is, why, and the evidence on both sides."""
    from claimwise.errors import InputError
    from claimwise.execution.check import dated, demand_claim
    from claimwise.models.embedder import Embedder
    from claimwise.models.verifier import VerifierModel
    from claimwise.recipes.parts import preparer
    from claimwise.recipes.recipe import Config, build, load
    from claimwise.store.filters import Filters
    from claimwise.text.claims import is_question
    from claimwise.types import Claim

    options.check_claim(claim)
    if json_ and format_ is not None:
        raise InputError("--json and --format each say how the verdict is written: give one of them")
    if web and (index or corpus or source or as_of):
        raise InputError(
            "--web searches the web: leave out --index, --corpus and --source; --date says from before when"
        )
    recipe = "averitec" if web and recipe == "claimwise" else recipe
    settings = [
        *options.search_settings(recipe, web, exclude_factcheckers, allow_undated),
        *options.llm_settings(llm, llm_url, llm_model),
        *options.settings_of(changes, nli),
    ]
    chosen = load(recipe).changed(settings).reading(k)
    options.check_llm(chosen, llm_url, llm_model)
    asking = chosen.questions and not as_is and is_question(claim)
    if asking and format_ is not None:
        raise InputError("a question gets evidence without a verdict, and so no report; leave --format out")
    asked = [Claim("1", claim, date=options.parse_date(date), speaker=speaker)]
    prepare = None if as_is or asking else preparer(chosen)
    if prepare is not None:
        with output.waiting("reading the claim"):
            prepared = prepare(asked[0])
        asked = _told(prepared)
    elif not (as_is or asking):
        demand_claim(claim)
    filters = dated(Filters(options.parse_as_of(as_of), allow_undated, tuple(source or ())), asked[0])
    model = Embedder(embedder)
    opened = open_corpus(index, corpus or (), model) if web is None else demo_corpus(model)
    pipeline = build(Config(chosen, opened, model, VerifierModel(verifier), filters))
    if asking:
        [ranking] = pipeline.retriever.retrieve(asked, k=pipeline.k)
        if not ranking.hits:
            check_filters(opened, filters)
        documents = opened.documents([hit.doc_id for hit in ranking.hits])
        output.note("this is a question, so here is the evidence, without a verdict")
        show_found(claim, ranking, documents, explain=explain, json_=json_)
        return
    with output.waiting("starting") as status:
        verdicts = pipeline.check(asked, on_stage=status)
    if not all(verdict.evidence for verdict in verdicts):
        check_filters(opened, filters, pipeline)
    found = [(verdict, pipeline.lookup([one.doc_id for one in verdict.evidence])) for verdict in verdicts]
    _write(found, format_=format_, json_=json_, explain=explain)


def _told(prepared: "Prepared") -> "list[Claim]":
    """Return the claims that a text holds, and tell what was done to it; what cannot be checked is an error."""
    from claimwise.errors import InputError

    if prepared.refused:
        raise InputError(prepared.refused)
    about = ", ".join(kind.value for kind in prepared.kinds)
    output.note("; ".join([f"checked as: {about}", *prepared.changes]))
    return list(prepared.claims)


def _write(
    found: "list[tuple[Verdict, Mapping[str, Document]]]",
    *,
    format_: ReportFormat | None,
    json_: bool,
    explain: bool,
) -> None:
    """Write the verdicts: of a compound claim there are several, which as JSON are a list."""
    from claimwise.formats.claimreview import claim_review
    from claimwise.formats.reports import as_html, as_markdown
    from claimwise.formats.verdicts import verdict_record

    if json_ or format_ is ReportFormat.CLAIMREVIEW:
        as_json = claim_review if format_ is ReportFormat.CLAIMREVIEW else verdict_record
        records = [as_json(verdict, documents) for verdict, documents in found]
        output.print_json(records[0] if len(records) == 1 else records)
        return
    if format_ is ReportFormat.HTML:
        sys.stdout.write(as_html(*found))
        return
    for verdict, documents in found:
        if format_ is ReportFormat.MARKDOWN:
            sys.stdout.write(as_markdown(verdict, documents))
        else:
            show(verdict, documents, explain=explain)


def show(verdict: "Verdict", documents: "Mapping[str, Document]", *, explain: bool) -> None:
    """Print a verdict for people."""
    from rich.text import Text

    from claimwise.formats.reports import NAMES, grouped

    console = output.console()
    colour = _COLOURS[verdict.label.value]
    console.print()
    console.print(Text(output.printable(verdict.claim.text), style="bold"))
    console.print(
        Text.assemble(
            (NAMES[verdict.label].upper(), f"bold {colour}"), (f"  confidence {verdict.confidence:.0%}", "dim")
        )
    )
    console.print(Text(output.printable(verdict.justification)))
    for name, group in grouped(verdict):
        undecided = name == "Undecided"
        console.print()
        console.print(Text(f"{name} ({len(group)})", style="underline"))
        for one in group if explain or not undecided else group[:3]:
            _show_evidence(console, one, documents[one.doc_id], explain=explain)
        if undecided and len(group) > 3 and not explain:
            console.print(Text(f"  … and {len(group) - 3} more; --explain shows them", style="dim"))
    console.print()
    console.print(Text(_trace_line(verdict.trace) if explain else _short_trace(verdict.trace), style="dim"))


def _show_evidence(console: "Console", evidence: "Evidence", document: "Document", *, explain: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from claimwise.formats.reports import facts

    title = output.printable(document.title or document.id)
    about = facts(evidence, document) if explain else " · ".join(fact for fact in (document.id, document.date) if fact)
    if evidence.question:
        console.print(Text(f"  {output.printable(evidence.question)}", style="italic"))
    console.print(Text.assemble("  ", (title, "bold"), ("  " + output.printable(about), "dim")))
    if document.url and document.url not in about:
        console.print(Text(f"{_INDENT}{output.printable(document.url)}", style="blue"))
    for text in _in_context(evidence, document):
        console.print(Padding(text, (0, 0, 0, len(_INDENT))) if console.is_terminal else Text(_INDENT) + text)


def _in_context(evidence: "Evidence", document: "Document") -> "list[Text]":
    """Return the deciding sentences, marked, best first."""
    from rich.text import Text

    if evidence.answer and not evidence.sentences:
        return [Text(output.printable(evidence.answer))]
    return [Text(output.printable(document.sentences[i]), style="yellow") for i in evidence.sentences]


def _short_trace(trace: "Mapping[str, Any]") -> str:
    return f"searched {trace['index']['name']} in {sum(trace['seconds'].values()):.1f} s"


def _trace_line(trace: "Mapping[str, Any]") -> str:
    seconds = ", ".join(f"{stage} {spent:.2f} s" for stage, spent in trace["seconds"].items())
    index = trace["index"]
    repeated = f" · {len(trace['duplicates'])} near-duplicates left out" if trace["duplicates"] else ""
    place = "" if index["name"] == index["location"] else f" ({index['location']})"
    return f"{index['name']}{place}, version {index['version']} · {seconds}{repeated}"
