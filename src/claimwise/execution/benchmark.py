"""A recipe run over a benchmark in SciFact's form, end to end or stage by stage."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from claimwise.errors import ConfigError, InputError
from claimwise.evaluation.classes import class_scores
from claimwise.evaluation.scifact import bootstrap, score_claims
from claimwise.evaluation.selection import Marked, selection_scores
from claimwise.evaluation.verdicts import gold_verdict, reliability
from claimwise.formats.datasets import VerificationDataset
from claimwise.labels import Stance, VerdictLabel
from claimwise.pipeline.pipeline import Pipeline
from claimwise.recipes.recipe import Config, Recipe, build
from claimwise.retrieval.oracle import OracleRetriever
from claimwise.stages import Verifier
from claimwise.text.overlap import Overlap
from claimwise.types import Claim, Document, Evidence, Judgement, Verdict
from claimwise.verdict.two_way import TwoWayAggregator
from claimwise.verification.answers import AskingVerifier
from claimwise.verification.joint import JointVerifier
from claimwise.verification.labellers import ReadingLabeller
from claimwise.verification.select_then_label import SelectThenLabel
from claimwise.verification.selectors import ContextSelector, OracleSelector
from claimwise.verification.sentence_by_sentence import SentenceBySentence

_GROUP = 8
_CLASSES = tuple(
    label.value for label in (VerdictLabel.SUPPORTED, VerdictLabel.REFUTED, VerdictLabel.NOT_ENOUGH_EVIDENCE)
)

OnClaims = Callable[[int], None]


class Setting(StrEnum):
    """How much the system is told."""

    OPEN = "open"
    ORACLE_ABSTRACT = "oracle-abstract"
    ORACLE_RATIONALE = "oracle-rationale"
    CITED = "cited"


@dataclass(frozen=True, slots=True)
class Result:
    """What a run gave; `scores` and `deviations` are fractions, by level, metric and part."""

    k: int
    scores: dict[str, Any]
    deviations: dict[str, Any]
    verdicts: dict[str, Any]
    predicted: dict[str, Sequence[Evidence]]


def run(config: Config, data: VerificationDataset, setting: Setting, *, on_claims: OnClaims = lambda _: None) -> Result:
    """Check every claim of the benchmark and score what comes out."""
    if not data.is_annotated:
        raise InputError(f"{data.name}: these claims have no annotations, so nothing can be scored or given away")
    pipeline = pipeline_for(config, data, setting)
    verdicts = _checked(pipeline, data, on_claims)
    predicted = {verdict.claim.id: verdict.evidence for verdict in verdicts}
    gold = {one.claim.id: one.judgements for one in data.claims}
    told = reliability(verdicts, {claim_id: gold_verdict(judged) for claim_id, judged in gold.items()})
    about = {
        "accuracy": told.accuracy,
        "calibration_error": told.calibration_error,
        "risk": {str(share): risk for share, risk in told.risk.items()},
        "recall": {label.value: share for label, share in told.recall.items()},
        "classes": class_scores(
            [gold_verdict(gold[one.claim.id]).value for one in verdicts],
            [one.label.value for one in verdicts],
            _CLASSES[:2] if isinstance(pipeline.aggregator, TwoWayAggregator) else _CLASSES,
        ),
    }
    _, deviations = bootstrap(gold, predicted)
    return Result(pipeline.k, score_claims(gold, predicted), deviations, about, dict(predicted))


def predict(
    config: Config, data: VerificationDataset, *, on_claims: OnClaims = lambda _: None
) -> dict[str, Sequence[Evidence]]:
    """Return what the recipe finds for every claim, as for a blind test set."""
    verdicts = _checked(pipeline_for(config, data, Setting.OPEN), data, on_claims)
    return {verdict.claim.id: verdict.evidence for verdict in verdicts}


def _checked(pipeline: Pipeline, data: VerificationDataset, on_claims: OnClaims) -> list[Verdict]:
    verdicts: list[Verdict] = []
    for start in range(0, len(data.claims), _GROUP):
        verdicts += pipeline.check([one.claim for one in data.claims[start : start + _GROUP]])
        on_claims(len(verdicts))
    return verdicts


def pipeline_for(config: Config, data: VerificationDataset, setting: Setting) -> Pipeline:
    """Return the recipe's pipeline with what the setting gives away put in."""
    demand_documents(config.recipe)
    pipeline = build(config)
    if setting is Setting.OPEN:
        return pipeline
    cited = {one.claim.id: one.cited for one in data.claims}
    evidence = {one.claim.id: tuple(gold.doc_id for gold in one.judgements) for one in data.claims}
    oracle = {claim_id: evidence[claim_id] or cited[claim_id][:1] for claim_id in cited}
    given = cited if setting is Setting.CITED else oracle
    most = max(map(len, given.values()))
    pipeline = replace(pipeline, retriever=OracleRetriever(given), k=most, reranker=None, kept=None)
    if setting is Setting.ORACLE_RATIONALE:
        selector = OracleSelector([gold for one in data.claims for gold in one.judgements])
        pipeline = replace(pipeline, verifier=two_steps(config, pipeline.verifier).selecting_by(selector))
    return pipeline


def run_parts(config: Config, data: VerificationDataset, *, seed: int = 0) -> dict[str, Any]:
    """Score the recipe's selector on gold abstracts, and its labeller on each kind of input.

    As in Wadden et al. 2020, table 3, and Samarinas et al. 2021: rationale selection by sentence and by word; the label
    of the gold sentences, of the selected ones and of the whole abstract. What says nothing comes from abstracts that a
    claim cites without evidence: of these none or one sentence, the one most like the claim, is the gold input.
    """
    verifier = two_steps(config, build(config).verifier)
    pairs, judged = _given(config, data)
    selections = verifier.selector.select(pairs)
    marks = [
        Marked(document.sentences, frozenset(chosen.sentences), frozenset(gold))
        for (_, document), chosen, gold in zip(pairs, selections, (one.sentences for one in judged), strict=True)
        if gold
    ]
    overlap = Overlap([sentence for _, document in pairs for sentence in document.sentences])
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    chosen_by = {
        "gold": [one.sentences or _most_alike(pair, overlap, draw) for one, pair in zip(judged, pairs, strict=True)],
        "selected": [one.sentences for one in selections],
        "whole": [tuple(range(len(document.sentences))) for _, document in pairs],
    }
    truth = [one.label.value for one in judged]
    return {
        "selection": selection_scores(marks),
        "label": {
            kind: class_scores(truth, _labels(verifier, pairs, chosen), tuple(stance.value for stance in Stance))
            for kind, chosen in chosen_by.items()
        },
    }


def demand_documents(recipe: Recipe) -> None:
    """Raise for a recipe whose evidence is not of the documents that a benchmark names."""
    if recipe.sentences:
        raise ConfigError(f"recipe {recipe.name} cites sentences, not documents; `claimwise eval averitec` scores such")


def two_steps(config: Config, verifier: Verifier) -> SelectThenLabel | SentenceBySentence:
    """Return a verifier as a selector and a labeller, which it is, or which the embedded model is both of.

    Its sentences are then those of one pass, on either side, for the side that the joint verifier asks of is not known.
    """
    if isinstance(verifier, SelectThenLabel | SentenceBySentence):
        return verifier
    if isinstance(verifier, AskingVerifier):
        return two_steps(config, verifier.verifier)
    if isinstance(verifier, JointVerifier):
        return SelectThenLabel(ContextSelector(config.verifier), ReadingLabeller(config.verifier, sided=True))
    raise ConfigError(f"recipe {config.recipe.name} with these settings has no step that labels given sentences")


@dataclass(frozen=True, slots=True)
class _Judged:
    label: Stance
    sentences: tuple[int, ...]


def _given(config: Config, data: VerificationDataset) -> tuple[list[tuple[Claim, Document]], list[_Judged]]:
    """Return every claim with every abstract that it cites, and what annotators say of it."""
    documents = config.lookup(sorted({doc_id for one in data.claims for doc_id in one.cited}))
    pairs, judged = [], []
    for one in data.claims:
        gold = {judgement.doc_id: judgement for judgement in one.judgements}
        for doc_id in one.cited:
            pairs.append((one.claim, documents[doc_id]))
            rationales = gold[doc_id].rationales if doc_id in gold else ()
            label = gold[doc_id].label if doc_id in gold else Stance.NOT_ENOUGH_INFO
            judged.append(_Judged(label, tuple(sorted({i for rationale in rationales for i in rationale}))))
    return pairs, judged


def _most_alike(pair: tuple[Claim, Document], overlap: Overlap, draw: random.Random) -> tuple[int, ...]:
    claim, document = pair
    shares = [overlap.share(claim.text, sentence) for sentence in document.sentences]
    order = sorted(range(len(shares)), key=lambda i: -shares[i])
    return tuple(order[: draw.choice((0, 1))])


def _labels(
    verifier: SelectThenLabel | SentenceBySentence,
    pairs: Sequence[tuple[Claim, Document]],
    chosen: Sequence[tuple[int, ...]],
) -> list[str]:
    """Return what the verifier says of each pair when these sentences are selected."""
    given = [
        Judgement(claim.id, document.id, Stance.NOT_ENOUGH_INFO, (sentences,))
        for (claim, document), sentences in zip(pairs, chosen, strict=True)
    ]
    return [one.label.value for one in verifier.selecting_by(OracleSelector(given)).verify(pairs)]
