"""A recipe run over FEVER's claims, and the mini-Wikipedia as a corpus."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimwise.errors import InputError, TooLongError
from claimwise.evaluation.fever import Answer, fever_scores, fever_tables
from claimwise.formats.fever import AnnotatedClaim, Prediction, prediction_of, write_pages
from claimwise.formats.fever_mini import mini_wikipedia
from claimwise.labels import Stance
from claimwise.pipeline.pipeline import Pipeline
from claimwise.store.cache import cache_folder
from claimwise.types import Claim, Ranking

_GROUP = 16


@dataclass(frozen=True, slots=True)
class FeverResult:
    """What a run gave: scores and tables are fractions and counts."""

    scores: dict[str, float]
    tables: dict[str, Any]
    predictions: tuple[Prediction, ...]


def predict(
    pipeline: Pipeline,
    claims: Sequence[AnnotatedClaim],
    *,
    on_claims: Callable[[int], None] = lambda _: None,
    on_refused: Callable[[Claim, TooLongError], None] | None = None,
) -> list[Prediction]:
    """Return what a pipeline says of each claim, in order.

    A claim that is too long to be read is an error; with `on_refused` it is reported there instead,
    and what FEVER's form asks for is filled in: not enough information, nothing cited.
    """
    found: list[Prediction] = []
    for start in range(0, len(claims), _GROUP):
        group = [one.claim for one in claims[start : start + _GROUP]]
        try:
            found += [prediction_of(verdict) for verdict in pipeline.check(group)]
        except TooLongError:
            if on_refused is None:
                raise
            found += [_one_by_one(pipeline, claim, on_refused) for claim in group]
        on_claims(len(found))
    return found


def _one_by_one(pipeline: Pipeline, claim: Claim, on_refused: Callable[[Claim, TooLongError], None]) -> Prediction:
    try:
        [verdict] = pipeline.check([claim])
    except TooLongError as error:
        on_refused(claim, error)
        return Prediction(claim.id, Stance.NOT_ENOUGH_INFO)
    return prediction_of(verdict)


def spaced(claims: Sequence[AnnotatedClaim], most: int | None) -> tuple[AnnotatedClaim, ...]:
    """Return so many of the claims, evenly spaced, or all."""
    if not most or most >= len(claims):
        return tuple(claims)
    return tuple(claims[i * len(claims) // most] for i in range(most))


def is_annotated(claims: Sequence[AnnotatedClaim]) -> bool:
    """Tell claims with labels from those of a blind test set; labels on some of them only are an error."""
    bare = next((one.claim.id for one in claims if one.label is None), None)
    if bare is not None and any(one.label is not None for one in claims):
        raise InputError(f"claim {bare} has no label, others have: give a file with labels for all claims, or for none")
    return bare is None


def score(claims: Sequence[AnnotatedClaim], predictions: Mapping[str, Prediction]) -> FeverResult:
    """Score predictions, which are joined with the claims by id; every labelled claim must have one."""
    answers = []
    for one in claims:
        if one.label is None:
            raise InputError(f"claim {one.claim.id} has no label; scores need a file with labels and evidence")
        said = predictions.get(one.claim.id)
        if said is None:
            raise InputError(f"there is no prediction for claim {one.claim.id}; every claim needs one")
        answers.append(Answer(one.label, one.evidence, said.label, said.evidence))
    ordered = tuple(predictions[one.claim.id] for one in claims)
    return FeverResult(fever_scores(answers), fever_tables(answers), ordered)


def finder_scores(claims: Sequence[AnnotatedClaim], rankings: Sequence[Ranking]) -> dict[str, float]:
    """Return how well pages were found, over the claims that can be decided.

    `recall` is the share of claims of which all pages of one set were found, `page_recall` the share of all gold pages,
    `precision` the share of found pages that are gold.
    """
    complete = gold = right = said = 0
    decidable = [
        (one, ranking) for one, ranking in zip(claims, rankings, strict=True) if one.label is not Stance.NOT_ENOUGH_INFO
    ]
    for one, ranking in decidable:
        found = {hit.doc_id for hit in ranking.hits}
        complete += any({page for page, _ in group} <= found for group in one.evidence)
        gold, said, right = gold + len(one.pages), said + len(found), right + len(one.pages & found)
    return {
        "recall": complete / max(1, len(decidable)),
        "page_recall": right / max(1, gold),
        "precision": right / max(1, said),
    }


def mini_corpus(data: Path) -> tuple[Path, tuple[AnnotatedClaim, ...]]:
    """Return the mini-Wikipedia as a file of the dump's form, kept in the cache, and its claims."""
    mini = mini_wikipedia(data)
    path = cache_folder() / "fever-mini" / "wiki-001.jsonl"
    write_pages(path, mini.pages)
    return path, mini.claims
