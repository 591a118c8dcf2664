r"""FEVER's files: claims with annotated evidence, predictions as its leaderboard takes them, and the Wikipedia dump.

    claims       {"id": 3, "claim": "…", "label": "SUPPORTS", "evidence": [[[annotation, evidence, "Page", 2], …], …]}
    predictions  {"id": 3, "predicted_label": "SUPPORTS", "predicted_evidence": [["Page", 2]]}
    pages        {"id": "Page_-LRB-film-RRB-", "text": "…", "lines": "0\tFirst sentence .\tlink\ttarget\n1\t"}

A sentence is named by its page and its number there; a claim has alternative sets of them, each of which is enough.
Page names keep the form that the files give them, as ids; titles and sentences are unescaped (`-LRB-` is an opening
parenthesis, `_` in a title a space). Thorne et al. 2018, https://aclanthology.org/N18-1074
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as short
from typing import Any

from claimwise.errors import InputError
from claimwise.formats import fields
from claimwise.formats.lines import each, read_objects, write_objects
from claimwise.formats.problems import OnError, stop
from claimwise.labels import Stance, VerdictLabel
from claimwise.types import Claim, Document, Verdict

MOST_SENTENCES = 5
"""How many sentences of a prediction the official scorer looks at."""

LINKS = "fever_links"
"""The key of a disambiguation page's metadata under which the titles stand that it leads to."""

Place = tuple[str, int]
"""A sentence: the id of its page and its number there."""

_WORDS = {Stance.SUPPORTS: "SUPPORTS", Stance.REFUTES: "REFUTES", Stance.NOT_ENOUGH_INFO: "NOT ENOUGH INFO"}
_STANCES = {word: stance for stance, word in _WORDS.items()}
_SIDES = {VerdictLabel.SUPPORTED: Stance.SUPPORTS, VerdictLabel.REFUTED: Stance.REFUTES}
_ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "-COLON-": ":",
}
_ESCAPED = re.compile("|".join(_ESCAPES))
_SIGNS = {sign: name for name, sign in _ESCAPES.items()}
_SIGN = re.compile(f"[{re.escape(''.join(_SIGNS))}]")
_REFERS = re.compile(
    r"\b(?:may|can|could) (?:also )?(?:refer to|mean|stand for)\b[^.,]{0,40}[.:]?\s*$|\bis a disambiguation page\b"
)


@dataclass(frozen=True, slots=True)
class AnnotatedClaim:
    """A claim, what annotators say of it (nothing in a blind test set), and the sets of sentences that prove it."""

    claim: Claim
    label: Stance | None = None
    evidence: tuple[tuple[Place, ...], ...] = ()

    @property
    def pages(self) -> frozenset[str]:
        """All pages that the evidence is on."""
        return frozenset(page for one in self.evidence for page, _ in one)


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system says of a claim, and the sentences that it cites, best first."""

    claim_id: str
    label: Stance
    evidence: tuple[Place, ...] = ()


def read_claims(path: str | Path, *, on_error: OnError = stop) -> Iterator[AnnotatedClaim]:
    """Yield the claims of a file, with their annotations where it has them."""
    rows = read_objects(path, on_error=on_error)
    return each(rows, to_claim, path=path, identify=lambda item: item.claim.id, on_error=on_error)


def write_claims(path: str | Path, claims: Iterable[AnnotatedClaim]) -> None:
    """Write claims with their annotations, the numbers of annotations left open."""
    write_objects(path, map(_claim_record, claims))


def read_predictions(path: str | Path, *, on_error: OnError = stop) -> dict[str, Prediction]:
    """Return the predictions of a file, by the claim's id."""
    rows = read_objects(path, on_error=on_error)
    found = each(rows, _prediction, path=path, identify=lambda item: item.claim_id, on_error=on_error)
    return {one.claim_id: one for one in found}


def write_predictions(path: str | Path, predictions: Iterable[Prediction]) -> None:
    """Write predictions as the leaderboard takes them."""
    write_objects(path, map(_prediction_record, predictions))


def read_pages(path: str | Path, *, on_error: OnError = stop) -> Iterator[Document]:
    """Yield the pages of one file of the dump, one at a time and without a memory of those before.

    The nameless, empty record that the dump begins with is passed over; a page with a name but no text is a title.
    """
    rows = read_objects(path, on_error=on_error)
    kept = (row for row in rows if any(str(row[1].get(key) or "").strip() for key in ("id", "text", "lines")))
    return each(kept, _page, path=path, on_error=on_error)


def write_pages(path: str | Path, pages: Iterable[Document]) -> None:
    """Write pages as the dump has them; there is no place for url, date and metadata other than links."""
    write_objects(path, map(_page_record, pages))


def prediction_of(verdict: Verdict) -> Prediction:
    """Return a verdict as FEVER asks for it: one of three labels, and the five sentences that say most.

    FEVER knows no conflict: there the side with more probability over all documents is taken.
    """
    said = [one for one in verdict.evidence if one.label is not Stance.NOT_ENOUGH_INFO]
    label = _SIDES.get(verdict.label, Stance.NOT_ENOUGH_INFO)
    if verdict.label is VerdictLabel.CONFLICTING:
        label = max(_SIDES.values(), key=lambda side: sum(one.probabilities[side] for one in said))
    scored = [
        (score, (one.doc_id, sentence))
        for one in said
        for sentence, score in zip(one.sentences, one.sentence_scores, strict=True)
    ]
    scored.sort(key=lambda pair: -pair[0])
    return Prediction(verdict.claim.id, label, tuple(place for _, place in scored[:MOST_SENTENCES]))


def unescape(text: str) -> str:
    """Return text with brackets and colons for the names that the dump writes for them."""
    return _ESCAPED.sub(lambda match: _ESCAPES[match[0]], text)


def escape(text: str) -> str:
    """Return text as the dump writes it."""
    return _SIGN.sub(lambda match: _SIGNS[match[0]], text)


def title_of(page: str) -> str:
    """Return the title that a page's id stands for."""
    return unescape(page).replace("_", " ")


def id_of(title: str) -> str:
    """Return the id of the page with this title."""
    return escape(title).replace(" ", "_")


def is_disambiguation(title: str, sentences: Sequence[str]) -> bool:
    """Tell a page that only lists others of the same name: its first sentence says so, or its title."""
    first = next((sentence for sentence in sentences if sentence.strip()), "")
    return title.endswith("(disambiguation)") or _REFERS.search(first) is not None


def to_claim(_: int, record: fields.Record) -> AnnotatedClaim:
    """Build a claim from a record with the fields above."""
    claim = Claim(fields.identifier(fields.require(record, "id")), fields.some_text(record, "claim"))
    label = None if record.get("label") is None else _stance(record["label"])
    groups = record.get("evidence") or []
    if not isinstance(groups, list) or not all(isinstance(group, list) for group in groups):
        raise InputError(f"'evidence' must be a list of lists, not {short(groups)}")
    sets = (tuple(place for entry in group if (place := _annotation(entry))) for group in groups)
    return AnnotatedClaim(claim, label, tuple(one for one in sets if one))


def _annotation(entry: object) -> Place | None:
    """Return the sentence that an annotation names; where nothing was found it names none."""
    if not isinstance(entry, list) or len(entry) != 4:
        raise InputError(f"evidence must be [annotation, evidence, page, line], not {short(entry)}")
    page, line = entry[2:]
    return None if page is None else _place([page, line])


def _place(entry: object) -> Place:
    if not isinstance(entry, list) or len(entry) != 2:
        raise InputError(f"a sentence must be [page, line], not {short(entry)}")
    page, line = entry
    if not isinstance(page, str) or isinstance(line, bool) or not isinstance(line, int) or line < 0:
        raise InputError(f"a sentence must be a page's name and a line's number, not {short(entry)}")
    return page, line


def _stance(word: object) -> Stance:
    stance = _STANCES.get(word.strip().upper()) if isinstance(word, str) else None
    if stance is None:
        raise InputError(f"the label {short(word)} is not one of {', '.join(_STANCES)}")
    return stance


def _claim_record(item: AnnotatedClaim) -> dict[str, Any]:
    record: dict[str, Any] = {"id": _number(item.claim.id), "claim": item.claim.text}
    if item.label is not None:
        groups = [[[None, None, page, line] for page, line in one] for one in item.evidence]
        record |= {"label": _WORDS[item.label], "evidence": groups or [[[None, None, None, None]]]}
    return record


def _prediction(_: int, record: fields.Record) -> Prediction:
    cited = fields.require(record, "predicted_evidence")
    if not isinstance(cited, list):
        raise InputError(f"'predicted_evidence' must be a list of [page, line], not {short(cited)}")
    label = _stance(fields.require(record, "predicted_label"))
    return Prediction(fields.identifier(fields.require(record, "id")), label, tuple(map(_place, cited)))


def _prediction_record(one: Prediction) -> dict[str, Any]:
    cited = [[page, line] for page, line in one.evidence]
    return {"id": _number(one.claim_id), "predicted_label": _WORDS[one.label], "predicted_evidence": cited}


def _page(_: int, record: fields.Record) -> Document:
    page = fields.identifier(fields.require(record, "id"))
    title = title_of(page)
    sentences, links = _lines(fields.text(record, "lines"))
    found = {LINKS: links} if links and is_disambiguation(title, sentences) else {}
    return Document(page, title, tuple(sentences), metadata=found)


def _lines(text: str) -> tuple[list[str], list[str]]:
    """Return the sentences and the titles that they link to.

    A line that does not begin with the number that is due goes on with the sentence before: it holds a line end.
    """
    sentences: list[str] = []
    links: list[str] = []
    for line in text.split("\n"):
        cells = [unescape(cell) for cell in line.split("\t")]
        if len(cells) > 1 and cells[0] == str(len(sentences)):
            sentences.append(cells[1])
            links += cells[3::2]
        elif sentences and line.strip():
            told, linked = (cells[:1], cells[2::2]) if len(cells) % 2 else (cells, [])  # links come in pairs
            sentences[-1] = f"{sentences[-1]} {' '.join(filter(None, told))}".strip()
            links += linked
    return sentences, list(dict.fromkeys(filter(None, links)))


def _page_record(page: Document) -> dict[str, Any]:
    links = page.metadata.get(LINKS, ())
    cells = [[str(number), escape(" ".join(sentence.split()))] for number, sentence in enumerate(page.sentences)]
    if cells:
        cells[-1] += [escape(part) for link in links for part in (link, link)]
    text = escape(" ".join(filter(None, page.sentences)))
    return {"id": page.id, "text": text, "lines": "\n".join("\t".join(line) for line in cells)}


def _number(text: str) -> int | str:
    """Return an id as the files have it: a number where it is one."""
    short_enough = text.isascii() and text.isdigit() and len(text) < 19
    return int(text) if short_enough and str(int(text)) == text else text
