"""Batches: every claim once, whatever happens in between."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from claimwise.errors import FormatError, InputError
from claimwise.execution.batch import run_batch
from claimwise.execution.check import check, make_pipeline
from claimwise.labels import VerdictLabel
from claimwise.models.embedder import Embedder
from claimwise.pipeline.pipeline import Pipeline
from claimwise.store.filters import Filters
from claimwise.store.index import Index
from claimwise.types import Claim

CLAIMS = [Claim(str(i), f"Goldfish have a memory of {i} seconds.") for i in range(2, 14)]


@pytest.fixture(scope="module")
def pipeline(demo_index: Index, embedder: Embedder) -> Pipeline:
    return make_pipeline("claimwise", demo_index, embedder, k=2)


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def ids(path: Path) -> list[str]:
    return [row["claim"]["id"] for row in lines(path)]  # type: ignore[index]


def test_every_claim_has_a_line_in_order(pipeline: Pipeline, tmp_path: Path) -> None:
    summary = run_batch(lambda _: pipeline, CLAIMS, tmp_path / "out.jsonl", resume=False)
    assert ids(tmp_path / "out.jsonl") == [claim.id for claim in CLAIMS]
    assert summary.checked == len(CLAIMS)
    assert sum(summary.verdicts.values()) == len(CLAIMS)


def test_what_is_no_claim_is_refused_and_the_rest_goes_on(pipeline: Pipeline, tmp_path: Path) -> None:
    claims = [CLAIMS[0], Claim("q", "Do goldfish remember?"), CLAIMS[1]]
    summary = run_batch(lambda _: pipeline, claims, tmp_path / "out.jsonl", resume=False)
    assert [row["verdict"] == "REFUSED" for row in lines(tmp_path / "out.jsonl")] == [False, True, False]
    assert (summary.checked, summary.refused) == (2, 1)


def test_an_output_that_exists_is_not_overwritten(pipeline: Pipeline, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run_batch(lambda _: pipeline, CLAIMS[:2], out, resume=False)
    with pytest.raises(InputError, match="--resume"):
        run_batch(lambda _: pipeline, CLAIMS, out, resume=False)
    assert len(lines(out)) == 2


def test_resuming_does_only_what_is_missing_and_mends_a_cut_line(pipeline: Pipeline, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run_batch(lambda _: pipeline, CLAIMS[:3], out, resume=False)
    whole = out.read_bytes()
    out.write_bytes(whole[:-40])
    summary = run_batch(lambda _: pipeline, CLAIMS[:5], out, resume=True)
    assert ids(out) == [claim.id for claim in CLAIMS[:5]]
    assert (summary.resumed, summary.checked) == (2, 3)


def test_claims_that_were_changed_are_not_taken_for_done(pipeline: Pipeline, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run_batch(lambda _: pipeline, CLAIMS[:2], out, resume=False)
    before = out.read_bytes()
    with pytest.raises(InputError, match=f"claim {CLAIMS[1].id} is not the one"):
        run_batch(lambda _: pipeline, [CLAIMS[0], replace(CLAIMS[1], text="Foxes fly.")], out, resume=True)
    assert out.read_bytes() == before


def test_verdicts_that_were_reached_otherwise_are_not_mixed(pipeline: Pipeline, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    about = {"recipe": "one", "index": {"location": "here", "version": 1}, "models": {"verifier": "x"}}
    later = about | {"index": {"location": "here", "version": 2}}
    run_batch(lambda _: replace(pipeline, about=about), CLAIMS[:1], out, resume=False)
    run_batch(lambda _: replace(pipeline, about=later), CLAIMS[:2], out, resume=True)
    with pytest.raises(InputError, match="recipe one, not two"):
        run_batch(lambda _: replace(pipeline, about=about | {"recipe": "two"}), CLAIMS[:3], out, resume=True)
    other = about | {"settings": {"retrieval.k": 3}}
    with pytest.raises(InputError, match="settings"):
        run_batch(lambda _: replace(pipeline, about=other), CLAIMS[:3], out, resume=True)
    limited = about | {"filters": {"as_of": "2010-01-01"}}
    with pytest.raises(InputError, match="filters"):
        run_batch(lambda _: replace(pipeline, about=limited), CLAIMS[:3], out, resume=True)
    assert len(lines(out)) == 2


def test_a_trace_names_the_settings_that_were_changed(demo_index: Index, embedder: Embedder) -> None:
    assert make_pipeline("claimwise", demo_index, embedder).about["settings"] == {}
    assert make_pipeline("claimwise", demo_index, embedder, k=3).about["settings"] == {"retrieval.k": 3}


def test_where_nothing_is_found_nothing_is_known(demo_index: Index, embedder: Embedder) -> None:
    nothing = make_pipeline("claimwise", demo_index, embedder, filters=Filters(date(1800, 1, 1)))
    [verdict] = nothing.check([CLAIMS[0]])
    assert (verdict.label, verdict.confidence, verdict.evidence) == (VerdictLabel.NOT_ENOUGH_EVIDENCE, 0.0, ())


def test_an_opinion_is_checked_where_one_asks_for_it(pipeline: Pipeline, tmp_path: Path) -> None:
    opinion = Claim("x", "Tea should not be hot.")
    for as_is, verdicts in ((False, {"REFUSED"}), (True, {one.value for one in VerdictLabel})):
        out = tmp_path / f"{as_is}.jsonl"
        run_batch(lambda _: pipeline, [opinion], out, resume=False, as_is=as_is)
        assert lines(out)[0]["verdict"] in verdicts


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_and_a_pipe_are_said(pipeline: Pipeline, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a file"):
        run_batch(lambda _: pipeline, CLAIMS, Path("/dev/full"), resume=False)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="not a file"):
        run_batch(lambda _: pipeline, CLAIMS, pipe, resume=True)


def test_a_file_of_another_kind_is_left_alone(pipeline: Pipeline, tmp_path: Path) -> None:
    out = tmp_path / "notes.jsonl"
    out.write_text('{"note": 1}\n')
    with pytest.raises(FormatError, match="line 1"):
        run_batch(lambda _: pipeline, CLAIMS, out, resume=True)
    assert out.read_text() == '{"note": 1}\n'


@pytest.mark.parametrize("text", ['{"note": 1}', "Dear diary"])
def test_a_file_without_a_whole_line_is_left_alone_too(pipeline: Pipeline, tmp_path: Path, text: str) -> None:
    out = tmp_path / "notes.jsonl"
    out.write_text(text)
    with pytest.raises(FormatError, match="not a line of a batch"):
        run_batch(lambda _: pipeline, CLAIMS, out, resume=True)
    assert out.read_text() == text


def test_a_place_that_cannot_be_written_is_said(pipeline: Pipeline, tmp_path: Path) -> None:
    for out in (tmp_path / "missing" / "out.jsonl", tmp_path):
        with pytest.raises(InputError, match="cannot be written"):
            run_batch(lambda _: pipeline, CLAIMS, out, resume=True)


def test_a_claim_that_is_too_long_is_refused_and_the_rest_goes_on(pipeline: Pipeline, tmp_path: Path) -> None:
    claims = [CLAIMS[0], Claim("long", "Goldfish remember " + "very " * 600 + "much."), CLAIMS[1]]
    summary = run_batch(lambda _: pipeline, claims, tmp_path / "out.jsonl", resume=False)
    assert (summary.checked, summary.refused) == (2, 1)
    assert "at most" in str(lines(tmp_path / "out.jsonl")[1]["reason"])


def test_claims_of_different_dates_are_not_read_together(pipeline: Pipeline, tmp_path: Path) -> None:
    asked: list[str | None] = []

    def pipeline_for(claim: Claim) -> Pipeline:
        asked.append(claim.date)
        return pipeline

    days = [None, "2019", "2019", "2021-03", None]
    claims = [replace(claim, date=day) for claim, day in zip(CLAIMS, days, strict=False)]
    run_batch(pipeline_for, claims, tmp_path / "out.jsonl", resume=False)
    assert asked == [None, "2019", "2021-03", None]
    assert ids(tmp_path / "out.jsonl") == [claim.id for claim in claims]


@pytest.mark.slow
def test_a_batch_killed_at_any_moment_is_finished_by_resuming(demo_index: Index, tmp_path: Path) -> None:
    claims = tmp_path / "claims.jsonl"
    claims.write_text("".join(json.dumps({"id": one.id, "claim": one.text}) + "\n" for one in CLAIMS))
    out = tmp_path / "out.jsonl"
    command = [
        sys.executable, "-c", "from claimwise.cli import main; main()", "batch", str(claims), "--out", str(out),
        "--index", demo_index.location, "-k", "2", "--resume",
    ]  # fmt: skip
    killed = 0
    for at_least in (1, 5, 9):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < deadline:
            if out.exists() and out.read_bytes().count(b"\n") >= at_least:
                os.kill(process.pid, signal.SIGKILL)
                killed += 1
                break
            time.sleep(0.002)
        process.wait()
    assert killed >= 2
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert ids(out) == [claim.id for claim in CLAIMS]


def test_check_from_python(demo_index: Index) -> None:
    verdict = check("The measles vaccine causes autism.", index=demo_index.location, k=5)
    assert verdict.label in set(VerdictLabel)
    assert 0 < verdict.confidence < 1
    assert verdict.justification
    assert set(verdict.trace["seconds"]) == {"retrieving", "reading", "deciding"}
    with pytest.raises(InputError, match="question"):
        check("Does the measles vaccine cause autism?", index=demo_index.location)
    with pytest.raises(InputError, match="no document in the index is from the source 'x'"):
        check("Vaccines cause autism.", index=demo_index.location, filters=Filters(sources=("x",)))
    with pytest.raises(InputError, match="not both"):
        check("Vaccines cause autism.", index=demo_index.location, corpus=["x.jsonl"])


def test_a_claim_with_a_date_is_checked_against_what_is_older(demo_index: Index) -> None:
    claim = Claim("1", "The measles vaccine causes autism.", date="2015")
    verdict = check(claim, index=demo_index.location, k=5)
    days = [document.date for document in demo_index.documents([one.doc_id for one in verdict.evidence])]
    assert days
    assert all(day is not None and day < "2016" for day in days)
    assert verdict.trace["filters"]["as_of"] == "2015-12-31"
