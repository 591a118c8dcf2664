"""Many claims, one after another, each verdict written before the next group is begun.

The output is the state: a line is a claim done, so a batch that was killed goes on behind the last whole line. A line
that was cut off in the middle is taken away and its claim done again.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from claimwise.errors import FormatError, InputError, TooLongError
from claimwise.formats.verdicts import verdict_record
from claimwise.pipeline.pipeline import Pipeline
from claimwise.text.claims import why_not_a_claim
from claimwise.types import Claim, Verdict

GROUP = 4
"""Claims that go through the pipeline together: more gain nothing, fewer are lost when a batch is killed."""

_BEGINNING = b'{"claim": {'  # of every line


@dataclass(frozen=True, slots=True)
class Summary:
    """What a batch did; `verdicts` counts those of all lines in the output."""

    checked: int = 0
    resumed: int = 0
    refused: int = 0
    verdicts: Mapping[str, int] = field(default_factory=dict)


def run_batch(
    pipeline_for: Callable[[Claim], Pipeline],
    claims: Sequence[Claim],
    out: Path,
    *,
    resume: bool,
    as_is: bool = False,
    on_claim: Callable[[Summary], None] = lambda _: None,
) -> Summary:
    """Check every claim that the output does not have yet; what cannot be checked gets a line that says why.

    `pipeline_for` gives the pipeline of a claim; claims of the same date share theirs. With `as_is` even what looks
    like a question or an opinion is checked.
    """
    with _output_errors(out):
        done = _done(out, resume=resume)
    _demand_same(done, pipeline_for, claims, out)
    with _output_errors(out):
        stream = out.open("ab")
    verdicts = Counter(one.verdict for one in done.values())
    summary = Summary(resumed=len(done), verdicts=dict(verdicts))
    with stream:
        for group in _groups(_waiting(claims, done, out), GROUP):
            pipeline = pipeline_for(group[0])
            records = [*_records(pipeline, group, as_is=as_is)]
            with _output_errors(out):
                stream.writelines(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)
                stream.flush()
                os.fsync(stream.fileno())
            verdicts.update(record["verdict"] for record in records)
            refused = sum(record["verdict"] == "REFUSED" for record in records)
            summary = Summary(
                summary.checked + len(records) - refused, summary.resumed, summary.refused + refused, dict(verdicts)
            )
            on_claim(summary)
    return summary


def _waiting(claims: Iterable[Claim], done: Mapping[str, "_Done"], out: Path) -> Iterator[Claim]:
    """Yield the claims that have no verdict yet; one whose text is another now was not done."""
    for claim in claims:
        if claim.id not in done:
            yield claim
        elif done[claim.id].text != claim.text:
            raise InputError(
                f"claim {claim.id} is not the one that {out} has a verdict on: the claims were changed since; "
                "give another file"
            )


def _demand_same(
    done: Mapping[str, "_Done"], pipeline_for: Callable[[Claim], Pipeline], claims: Sequence[Claim], out: Path
) -> None:
    """Raise if a claim would now be checked in another way than it was: one file would hold two kinds of verdicts."""
    known = next((claim for claim in claims if claim.id in done and done[claim.id].made), None)
    if known is None:
        return
    before, now = done[known.id].made, _made(pipeline_for(known).about)
    if now and before != now:
        other = ", ".join(f"{name} {was}, not {now[name]}" for name, was in before.items() if was != now[name])
        raise InputError(
            f"{out} holds verdicts that were reached otherwise ({other}); go on as begun, or give another file"
        )


def _made(about: Mapping[str, Any]) -> dict[str, str]:
    """Return what a trace says about how its verdict was reached, but for what may change while a batch runs."""
    if not {"recipe", "models", "index"} <= about.keys():
        return {}
    return {
        "recipe": about["recipe"],
        "index": about["index"]["location"],
        "verifier": about["models"]["verifier"],
        "settings": json.dumps(about.get("settings", {})),
        "filters": json.dumps(about.get("filters", {}), sort_keys=True),
    }


def _records(pipeline: Pipeline, group: Sequence[Claim], *, as_is: bool) -> Iterator[dict[str, Any]]:
    """Yield the record of each claim of a group, in order."""
    reasons = {claim.id: None if as_is else why_not_a_claim(claim.text) for claim in group}
    sound = [claim for claim in group if reasons[claim.id] is None]
    verdicts: dict[str, Verdict] = {}
    for claim, said in zip(sound, _checked(pipeline, sound), strict=True):
        if isinstance(said, Verdict):
            verdicts[claim.id] = said
        else:
            reasons[claim.id] = str(said)
    documents = pipeline.lookup(sorted({one.doc_id for verdict in verdicts.values() for one in verdict.evidence}))
    for claim in group:
        if claim.id in verdicts:
            yield verdict_record(verdicts[claim.id], documents)
        else:
            yield {"claim": {"id": claim.id, "text": claim.text}, "verdict": "REFUSED", "reason": reasons[claim.id]}


def _checked(pipeline: Pipeline, claims: Sequence[Claim]) -> list[Verdict | TooLongError]:
    """Return the verdict on each claim, or why there is none."""
    try:
        return [*pipeline.check(claims)] if claims else []
    except TooLongError as error:
        if len(claims) == 1:
            return [error]
        return [said for claim in claims for said in _checked(pipeline, [claim])]


class _Done(NamedTuple):
    """What a line of the output says."""

    text: str
    verdict: str
    made: Mapping[str, str]


def _done(out: Path, *, resume: bool) -> dict[str, _Done]:
    """Return the verdict of every claim in the output, after taking away a line that was cut off."""
    if not out.exists():
        return {}
    if not out.is_file():
        raise InputError(f"{out}: cannot be written: it is not a file, and a batch that was cut off goes on from one")
    raw = out.read_bytes()
    if raw and not resume:
        raise InputError(f"{out} exists; add --resume to go on with it, or give another file")
    whole = raw[: raw.rfind(b"\n") + 1]
    done = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            record = json.loads(line)
            told = record["claim"]
            made = _made(record.get("trace") or {})
            done[str(told["id"])] = _Done(str(told["text"]), str(record["verdict"]), made)
        except (ValueError, KeyError, TypeError) as error:
            raise FormatError(f"this is not a line of a batch's output ({error})", path=out, line=number) from error
    if len(whole) < len(raw):
        rest = raw[len(whole) :]
        if not (rest.startswith(_BEGINNING) or _BEGINNING.startswith(rest)):
            number = whole.count(b"\n") + 1
            raise FormatError("this is not a line of a batch's output; give another file", path=out, line=number)
        with out.open("r+b") as stream:
            stream.truncate(len(whole))
    return done


def _groups(claims: Iterable[Claim], size: int) -> Iterator[list[Claim]]:
    """Yield the claims a few at a time, never those of different dates together."""
    for _, same in groupby(claims, key=lambda claim: claim.date):
        while group := list(islice(same, size)):
            yield group


@contextmanager
def _output_errors(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{out}: cannot be written ({error.strerror}); check the folder and its permissions"
        ) from error
