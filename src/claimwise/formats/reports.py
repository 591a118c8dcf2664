"""A verdict for people to keep: Markdown, and HTML in one file that needs no other."""

from collections.abc import Iterator, Sequence
from html import escape

from claimwise.formats.verdicts import Documents
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Document, Evidence, Verdict

NAMES = {
    VerdictLabel.SUPPORTED: "Supported",
    VerdictLabel.REFUTED: "Refuted",
    VerdictLabel.CONFLICTING: "Conflicting evidence",
    VerdictLabel.NOT_ENOUGH_EVIDENCE: "Not enough evidence",
}
GROUPS = {
    Stance.SUPPORTS: "Supporting",
    Stance.REFUTES: "Refuting",
    Stance.NOT_ENOUGH_INFO: "Undecided",
}
_STYLE = """
body { font: 1rem/1.55 Georgia, serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem } .facts { color: #595959; font-size: .9rem }
mark { background: #fff1a8 } article { margin: 1rem 0; border-left: 3px solid #ccc; padding-left: 1rem }
@media (prefers-color-scheme: dark) { body { background: #16181b; color: #e6e6e6 } .facts { color: #a8a8a8 }
mark { background: #5d5208; color: inherit } }
"""


def grouped(verdict: Verdict) -> Iterator[tuple[str, list[Evidence]]]:
    """Yield the evidence in its groups, those of the verdict's own side first."""
    order = sorted(GROUPS, key=lambda stance: (stance is Stance.NOT_ENOUGH_INFO, not _same_side(verdict, stance)))
    for stance in order:
        group = [one for one in verdict.evidence if one.label is stance]
        if group:
            yield GROUPS[stance], group


def _same_side(verdict: Verdict, stance: Stance) -> bool:
    return (verdict.label, stance) in {
        (VerdictLabel.SUPPORTED, Stance.SUPPORTS),
        (VerdictLabel.REFUTED, Stance.REFUTES),
    }


def facts(evidence: Evidence, document: Document) -> str:
    """Return a document's facts in one line."""
    shares = evidence.probabilities
    said = " ".join(f"{name} {shares[stance]:.0%}" for stance, name in _SHARES.items())
    return " · ".join([*(fact for fact in (document.id, document.date, document.source) if fact), said])


_SHARES = {Stance.SUPPORTS: "supports", Stance.REFUTES: "refutes", Stance.NOT_ENOUGH_INFO: "says nothing"}


def web_address(url: str | None) -> str | None:
    """Return the address of a web page; what else a document calls its address is not for following."""
    found = url if url and url.startswith(("http://", "https://")) else None
    return None if found is None or set(found) & set('<> \t\r\n"') else found


def as_markdown(verdict: Verdict, documents: Documents) -> str:
    """Return the verdict as Markdown."""
    lines = [f"# {_plain(verdict.claim.text)}", "", f"**{NAMES[verdict.label]}** (confidence {verdict.confidence:.0%})"]
    lines += ["", _plain(verdict.justification)]
    for name, group in grouped(verdict):
        lines += ["", f"## {name}", ""]
        for one in group:
            document = documents[one.doc_id]
            title = _plain(document.title or document.id)
            link = web_address(document.url)
            lines.append(f"- **{f'[{title}](<{link}>)' if link else title}** ({_plain(facts(one, document))})")
            lines += [f"  *{_plain(one.question)}*"] if one.question else []
            lines += [f"  > {_plain(document.sentences[i])}" for i in sorted(one.sentences)]
    if searched := _searched(verdict):
        lines += ["", f"*{_plain(searched)}*"]
    return "\n".join(lines) + "\n"


def _searched(verdict: Verdict) -> str:
    """Return in a line what was searched and by what."""
    trace = verdict.trace
    if "index" not in trace:
        return ""
    limits = [f"{name.replace('_', ' ')} {value}" for name, value in trace.get("filters", {}).items()]
    models = [f"{kind} {name}" for kind, name in trace.get("models", {}).items()]
    index = trace["index"]
    place = index.get("name") or index["location"]
    return " · ".join([f"Searched: {place}, version {index['version']}", f"recipe {trace['recipe']}", *models, *limits])


def as_html(*found: tuple[Verdict, Documents]) -> str:
    """Return verdicts as a page, deciding sentences marked in their context; a compound claim has several."""
    title = " ".join(verdict.claim.text for verdict, _ in found)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(line for verdict, documents in found for line in _section(verdict, documents))
        + "\n</body></html>\n"
    )


def _section(verdict: Verdict, documents: Documents) -> list[str]:
    body = [
        f"<h1>{escape(verdict.claim.text)}</h1>",
        f"<p><strong>{NAMES[verdict.label]}</strong> (confidence {verdict.confidence:.0%})</p>",
        f"<p>{escape(verdict.justification)}</p>",
    ]
    for name, group in grouped(verdict):
        body.append(f"<h2>{name}</h2>")
        body += [_article(one, documents[one.doc_id]) for one in group]
    if searched := _searched(verdict):
        body.append(f'<p class="facts">{escape(searched)}</p>')
    return body


def _article(evidence: Evidence, document: Document) -> str:
    title = escape(document.title or document.id)
    if link := web_address(document.url):
        title = f'<a href="{escape(link)}">{title}</a>'
    text = _marked(document.sentences, set(evidence.sentences))
    return f'<article><strong>{title}</strong><p class="facts">{escape(facts(evidence, document))}</p>{text}</article>'


def _marked(sentences: Sequence[str], deciding: set[int]) -> str:
    if not deciding:
        return ""
    shown = [f"<mark>{escape(text)}</mark>" if i in deciding else escape(text) for i, text in enumerate(sentences)]
    return f"<p>{' '.join(shown)}</p>"


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return "".join(f"\\{letter}" if letter in r"\`*_[]<>#|" else letter for letter in " ".join(text.split()))
