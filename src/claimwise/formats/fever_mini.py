"""A mini-Wikipedia out of FEVER's own annotations: every page with the sentences that annotators cited from it.

The dump of 5.4 million pages cannot be had everywhere. Two files can, and between them they hold the gold sentences:

    fever_dev_joined.jsonl  all claims of the shared task's dev set; `evidence_text` is the text of all gold sentences,
                            in no order; half of the claims, paper_dev, have `evidence` with pages and lines too
    train_sample/           pairs of claim and sentence from the training set, with page and line

Which part of a joined text is which line is found by elimination: a text of one sentence is that sentence; what is
known already is taken out of the longer ones, until nothing changes. Where several are left over they are given to
the pages whose titles they name, the first lines first. This is not the full-Wikipedia task: the pages are few and hold
little besides evidence.
"""

import ast
import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimwise.errors import FormatError, InputError
from claimwise.formats import fields
from claimwise.formats.fever import AnnotatedClaim, Place, title_of, to_claim, unescape
from claimwise.formats.lines import decode, each, open_bytes, read_objects
from claimwise.labels import Stance
from claimwise.text.tokens import words
from claimwise.types import Claim, Document

JOINED = Path("fever") / "fever_dev_joined.jsonl"
SAMPLE = Path("fever") / "train_sample"

_END = re.compile(r"(?<=[.!?]) (?=(?:``|[A-Z\"'(\[0-9]))")


@dataclass(frozen=True, slots=True)
class JoinedClaim:
    """A claim with the text of its evidence; `sets` are known for paper_dev only."""

    claim: Claim
    label: Stance
    pages: tuple[str, ...]
    text: str
    sets: tuple[tuple[Place, ...], ...]
    in_paper_dev: bool

    @property
    def places(self) -> frozenset[Place]:
        """All sentences of all sets."""
        return frozenset(place for one in self.sets for place in one)


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and one sentence of its evidence."""

    claim: str
    label: Stance
    place: Place
    sentence: str


@dataclass(frozen=True, slots=True)
class MiniWikipedia:
    """Pages, and the claims of paper_dev whose evidence is all on them."""

    pages: tuple[Document, ...]
    claims: tuple[AnnotatedClaim, ...]


def read_joined(path: str | Path) -> Iterator[JoinedClaim]:
    """Yield the claims of the joined file."""
    return each(read_objects(path), _joined, path=path, identify=lambda one: one.claim.id)


def read_sample(folder: str | Path) -> list[Pair]:
    """Return the pairs of the training sample: texts from one table, pages and lines from the other."""
    texts, pointers = (sorted(Path(folder).glob(pattern)) for pattern in ("*samples.csv", "*pointers.csv"))
    if not texts or not pointers:
        raise FormatError("holds no *samples.csv and *pointers.csv; check the path", path=folder)
    told, places = list(_rows(texts[0])), list(_rows(pointers[0]))
    if len(told) != len(places):
        raise FormatError(f"has {len(places)} rows, and {texts[0].name} has {len(told)}", path=pointers[0])
    return list(each(enumerate(zip(told, places, strict=True), 2), _pair, path=pointers[0]))


def mini_wikipedia(data: Path) -> MiniWikipedia:
    """Build the pages from both files, and keep the claims that can be decided on them."""
    joined = list(read_joined(data / JOINED))
    known = {pair.place: pair.sentence for pair in read_sample(data / SAMPLE)}
    known = known_sentences(joined, known)
    pages = build_pages(known, _unplaced(joined, known))
    ids = {page.id for page in pages}
    claims = (AnnotatedClaim(one.claim, one.label, one.sets) for one in joined if one.in_paper_dev)
    return MiniWikipedia(tuple(pages), tuple(one for one in claims if one.pages <= ids))


def known_sentences(joined: Sequence[JoinedClaim], known: Mapping[Place, str]) -> dict[Place, str]:
    """Return the text of every gold sentence that can be told apart in the joined texts."""
    found = dict(known)
    waiting = [one for one in joined if one.sets]
    progress = True
    while progress:
        progress = False
        still = []
        for one in waiting:
            missing = [place for place in one.places if place not in found]
            rest = _without(one.text, [found[place] for place in one.places if place in found])
            if len(missing) == 1 and rest:
                found[missing[0]] = rest
                progress = True
            elif len(missing) > 1:
                still.append(one)
        waiting = still
    for one in waiting:
        _share_out(one, found)
    return found


def build_pages(known: Mapping[Place, str], unplaced: Iterable[tuple[str, str]]) -> list[Document]:
    """Return pages in the order of their ids; lines that are not known are empty, sentences without one come last."""
    lines: dict[str, dict[int, str]] = {}
    for (page, line), sentence in known.items():
        lines.setdefault(page, {})[line] = sentence
    for page, sentence in unplaced:
        own = lines.setdefault(page, {})
        if sentence not in own.values():
            own[max(own, default=-1) + 1] = sentence
    return [
        Document(page, title_of(page), tuple(own.get(line, "") for line in range(max(own) + 1)))
        for page, own in sorted(lines.items())
    ]


def _joined(number: int, record: fields.Record) -> JoinedClaim:
    one = to_claim(number, record)
    if one.label is None:
        raise InputError("has no 'label'")
    pages = tuple(fields.texts(record, "evidence_pages"))
    text = unescape(fields.text(record, "evidence_text"))
    return JoinedClaim(one.claim, one.label, pages, text, one.evidence, "evidence" in record)


def _rows(path: Path) -> Iterator[Mapping[str, str]]:
    with open_bytes(path) as file:
        yield from csv.DictReader(decode(file.read()).splitlines())


def _pair(_: int, rows: tuple[Mapping[str, str], Mapping[str, str]]) -> Pair:
    text, pointer = rows
    try:
        page, line = ast.literal_eval(pointer["evidence"])
        number = int(line)
        label, claim, sentence = Stance(text["label"]), text["claim"], unescape(text["sentence"])
    except (KeyError, ValueError, TypeError, SyntaxError) as error:
        raise InputError(f"is not a pair of claim and sentence: {error}") from error
    if pointer["claim"] != claim:
        raise InputError("the two tables are not of the same claims")
    return Pair(claim, label, (page, number), sentence)


def _without(text: str, sentences: Iterable[str]) -> str:
    """Return a text with known sentences taken out, the longest first, for one may be part of another."""
    for sentence in sorted(sentences, key=len, reverse=True):
        text = text.replace(sentence, " ", 1)
    return " ".join(text.split())


def _share_out(one: JoinedClaim, found: dict[Place, str]) -> None:
    """Give what is left of a joined text to its lines, if it falls into just as many sentences."""
    missing = sorted((place for place in one.places if place not in found), key=lambda place: (place[1], place[0]))
    rest = _without(one.text, [found[place] for place in one.places if place in found])
    pieces = [piece for piece in _END.split(rest) if piece.strip()]
    if len(pieces) != len(missing):
        return
    for place in missing:
        best = max(pieces, key=lambda piece: _named(title_of(place[0]), piece))
        pieces.remove(best)
        found[place] = best


def _named(title: str, sentence: str) -> float:
    """Return how much of a title a sentence names."""
    wanted = set(words(title))
    return len(wanted & set(words(sentence))) / max(1, len(wanted))


def _unplaced(joined: Iterable[JoinedClaim], known: Mapping[Place, str]) -> Iterator[tuple[str, str]]:
    """Yield sentences of the other half of dev, on claims with a single page; their lines are not known."""
    of_page: dict[str, list[str]] = {}
    for (page, _), sentence in known.items():
        of_page.setdefault(page, []).append(sentence)
    for one in joined:
        if one.in_paper_dev or len(one.pages) != 1 or not one.text:
            continue
        rest = _without(one.text, of_page.get(one.pages[0], ()))
        for piece in _END.split(rest):
            if len(words(piece)) > 2:
                yield one.pages[0], piece
