"""TREC's files, as trec_eval and every search toolkit read them.

    runs   query Q0 document rank score tag
    qrels  query 0 document relevance

Fields stand between white space, so that no id may hold any.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from operator import attrgetter, itemgetter
from pathlib import Path

from claimwise.errors import FormatError, InputError
from claimwise.formats import fields
from claimwise.formats.lines import each, read_lines, write_lines
from claimwise.formats.problems import OnError, stop
from claimwise.types import Hit, Ranking

Qrels = dict[str, dict[str, int]]
"""How relevant a document is to a query: `qrels[query][document]`."""


def read_run(path: str | Path, *, on_error: OnError = stop) -> list[Ranking]:
    """Return one ranking per query, in the order of the file, each by falling score; equals keep their order."""
    rows = each(read_lines(path, on_error=on_error), _scored, path=path, identify=itemgetter(0, 1), on_error=on_error)
    hits: dict[str, list[Hit]] = {}
    for query, document, score in rows:
        hits.setdefault(query, []).append(Hit(document, score))
    best_first = attrgetter("score")
    return [Ranking(query, tuple(sorted(found, key=best_first, reverse=True))) for query, found in hits.items()]


def write_run(path: str | Path, rankings: Iterable[Ranking], *, tag: str = "claimwise") -> None:
    """Write rankings; a run has no place for a query without hits."""
    write_lines(path, (line for ranking in rankings for line in _run_lines(ranking, tag)))


def read_qrels(path: str | Path, *, on_error: OnError = stop) -> Qrels:
    """Return the relevance of each judged document, by query and document."""
    return gather(read_lines(path, on_error=on_error), _judged, path=path, on_error=on_error)


def write_qrels(path: str | Path, qrels: Mapping[str, Mapping[str, int]]) -> None:
    """Write judgements of relevance."""
    judged = ((query, document, score) for query, scores in qrels.items() for document, score in scores.items())
    write_lines(path, (f"{_word(query)} 0 {_word(document)} {score}" for query, document, score in judged))


def gather(
    numbered: Iterable[tuple[int, str]],
    build: Callable[[int, str], tuple[str, str, int]],
    *,
    path: str | Path,
    on_error: OnError,
) -> Qrels:
    """Collect judgements from lines; a file without any is an error."""
    qrels: Qrels = {}
    for query, document, score in each(numbered, build, path=path, identify=itemgetter(0, 1), on_error=on_error):
        qrels.setdefault(query, {})[document] = score
    if not qrels:
        raise FormatError("holds no judgement of relevance that can be used", path=path)
    return qrels


def _scored(_: int, line: str) -> tuple[str, str, float]:
    parts = line.split()
    if len(parts) != 6:
        raise InputError(f"has {len(parts)} fields; a run needs six: query Q0 document rank score tag")
    try:
        score = float(parts[4])
    except ValueError as error:
        raise InputError(f"the score {parts[4][:40]!r} is not a number") from error
    if not isfinite(score):
        raise InputError(f"the score {parts[4]!r} is not finite")
    return parts[0], parts[2], score


def _judged(_: int, line: str) -> tuple[str, str, int]:
    parts = line.split()
    if len(parts) != 4:
        raise InputError(f"has {len(parts)} fields; qrels need four: query 0 document relevance")
    return parts[0], parts[2], fields.whole_number(parts[3])


def _run_lines(ranking: Ranking, tag: str) -> Iterator[str]:
    for rank, hit in enumerate(ranking.hits, 1):
        yield f"{_word(ranking.claim_id)} Q0 {_word(hit.doc_id)} {rank} {float(hit.score)!r} {_word(tag)}"


def _word(name: str) -> str:
    """Return an id or tag that can stand between white space."""
    if name.split() != [name] or name.startswith("\ufeff"):
        raise InputError(f"{name!r} cannot stand in a TREC file: it is empty or holds white space; choose another id")
    return name
