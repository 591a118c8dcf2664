"""Every score that a recipe is expected to reach, measured again where data and models allow it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimwise.errors import ConfigError, FormatError, InputError, MissingExtraError
from claimwise.evaluation.retrieval import score_rankings
from claimwise.execution import averitec, fever
from claimwise.execution.benchmark import Setting, run, run_parts
from claimwise.formats.datasets import data_folder, load_retrieval, load_verification
from claimwise.recipes.recipe import Config, Expected, Recipe, build

RETRIEVAL, RERANKED, PARTS = "retrieval", "reranked", "parts"
_DEPTH = 100
_FEVER_CLAIMS = 400
"""Evenly spaced; all 9,909 would take hours."""

Open = Callable[[Path | None, Recipe], Config]
"""How a recipe is put over a benchmark's corpus; over none where it brings its own documents."""


@dataclass(frozen=True, slots=True)
class Row:
    """An expected score, what was measured, both in percent, and what came of it: OK, FAIL or SKIPPED, and why."""

    recipe: str
    expected: Expected
    measured: float | None
    outcome: str
    why: str = ""


def reproduce(
    recipe: Recipe, opened: Open, *, models: str = "embedded", on_run: Callable[[str], None] = lambda _: None
) -> Iterator[Row]:
    """Yield a row for every expected score; what shares a benchmark, split and setting is run once."""
    runs: dict[tuple[str, ...], dict[str, Any] | str] = {}
    for one in recipe.expected:
        if why := _other_models(recipe, one, models):
            yield Row(recipe.name, one, None, "SKIPPED", why)
            continue
        place = (one.benchmark, one.split, one.setting, *one.changes)
        if place not in runs:
            on_run(f"{recipe.name}: {' '.join(place)}")
            try:
                runs[place] = _measure(recipe.changed(one.changes), opened, one)
            except (ConfigError, FormatError):
                raise
            except (InputError, MissingExtraError) as error:  # what the benchmark or the model needs is not here
                runs[place] = str(error)
        found = runs[place]
        if isinstance(found, str):
            yield Row(recipe.name, one, None, "SKIPPED", found)
        else:
            yield judged(recipe.name, one, 100 * _at(found, one.metric))


def judged(recipe: str, expected: Expected, measured: float) -> Row:
    """Return the row of a measured score: it may fall short of what is expected here by the tolerance."""
    wanted = expected.here if expected.here is not None else expected.paper
    if wanted is None:
        return Row(recipe, expected, measured, "OK", "nothing to compare with")
    return Row(recipe, expected, measured, "OK" if measured >= wanted - expected.tolerance else "FAIL")


HEADER = ["score", "paper", "expected here", "measured", ""]


def cells(row: Row) -> list[str]:
    """Return a row of the table."""
    one = row.expected
    numbers = ("" if value is None else f"{value:.2f}" for value in (one.paper, one.here, row.measured))
    place = ", ".join((f"{one.benchmark} {one.split}", one.setting, *one.changes, one.metric))
    weights = " (the paper's weights)" if one.models == "paper" else ""
    return [f"{row.recipe}: {place}{weights}", *numbers, row.outcome]


def as_markdown(rows: Sequence[Row]) -> str:
    """Return the table in Markdown, with the reasons for what was skipped."""
    lines = [HEADER, ["---"] * len(HEADER), *(cells(row) for row in rows)]
    skipped = dict.fromkeys(row.why for row in rows if row.outcome == "SKIPPED")
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return "\n\n".join([table, *(f"Skipped: {why}." for why in skipped)])


def _measure(recipe: Recipe, opened: Open, one: Expected) -> dict[str, Any]:
    if one.benchmark == "averitec":
        place = averitec.store_of(one.split) if one.setting == averitec.RETRIEVED else None
        config = opened(None, averitec.over_benchmark(recipe, place))
        return averitec.run(config, averitec.load(one.split), one.setting).scores
    if one.benchmark == "fever":
        corpus, claims = fever.mini_corpus(data_folder())
        chosen = fever.spaced(claims, _FEVER_CLAIMS)
        found = fever.predict(build(opened(corpus, recipe)), chosen, on_refused=lambda *_: None)
        return dict(fever.score(chosen, {said.claim_id: said for said in found}).scores)
    data = load_verification(one.benchmark, one.split)
    config = opened(data.corpus, recipe)
    if one.setting == PARTS:
        return run_parts(config, data)
    if one.setting in (RETRIEVAL, RERANKED):
        return _retrieval(config, one, rerank=one.setting == RERANKED)
    return dict(run(config, data, Setting(one.setting)).scores)


def _retrieval(config: Config, one: Expected, *, rerank: bool) -> dict[str, float]:
    data = load_retrieval(one.benchmark, one.split)
    pipeline = build(config)
    rankings = pipeline.retriever.retrieve(data.claims, k=pipeline.k if rerank else _DEPTH)
    if rerank and pipeline.reranker is not None:
        rankings = pipeline.reranker.rerank(data.claims, rankings)
    return score_rankings(rankings, data.qrels, pooled=data.pooled)


def _at(scores: Mapping[str, Any], path: str) -> float:
    """Return the score at a path such as `abstract.label_only.f1` or `score.0.25`."""
    found: Any = scores
    while path not in found:
        step, _, path = path.partition(".")
        found = found[step]
    return float(found[path])


def _other_models(recipe: Recipe, expected: Expected, models: str) -> str:
    """Return why a score is not measured with these models; nothing where it is."""
    missing = [f"{stage}.model" for stage, settings in recipe.stages.items() if settings.get("model") == ""]
    if expected.models == "paper" and (models != "paper" or missing):
        named = " and ".join(f"--set {place}=…" for place in missing)
        return f"needs the paper's own weights: give --models paper {named}".rstrip()
    return "" if expected.models == models else "holds for the embedded models"
