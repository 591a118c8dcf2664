"""A recipe's steps, measured one by one, and what cannot be measured."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from claimwise.errors import ConfigError, InputError
from claimwise.execution.benchmark import Setting, _labels, demand_documents, pipeline_for, run, two_steps
from claimwise.formats.datasets import VerificationDataset
from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.models.embedder import Embedder
from claimwise.models.verifier import VerifierModel
from claimwise.recipes.recipe import Config, build, load
from claimwise.store.index import Index
from claimwise.types import Claim, Document
from claimwise.verification.labellers import AttentionLabeller
from claimwise.verification.select_then_label import SelectThenLabel
from claimwise.verification.selectors import OracleSelector

CLAIM = Claim("1", "Tea wakes people.")
PAGE = Document("7", "Tea", ("Tea is a drink.", "It wakes people."))


class Reads:
    """Says that everything supports, and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[Claim, Document]] = []

    def label(self, pairs: Sequence[tuple[Claim, Document]]) -> list[Mapping[Stance, float]]:
        self.given += pairs
        return [{stance: float(stance is Stance.SUPPORTS) for stance in Stance} for _ in pairs]


def config(index: Index, embedder: Embedder, recipe: str, *changes: str) -> Config:
    return Config(load(recipe).changed(changes), index, embedder, VerifierModel())


def test_the_labeller_is_given_what_the_recipe_gives_it() -> None:
    labeller = Reads()
    verifier = SelectThenLabel(OracleSelector([]), labeller, title=False)
    assert _labels(verifier, [(CLAIM, PAGE), (CLAIM, replace(PAGE, id="8"))], [(1,), ()]) == [
        "SUPPORTS",
        "NOT_ENOUGH_INFO",
    ]
    assert labeller.given == [(CLAIM, replace(PAGE, title="", sentences=(PAGE.sentences[1],)))]
    _labels(SelectThenLabel(OracleSelector([]), labeller, given="claim"), [(CLAIM, PAGE)], [(1,)])
    assert labeller.given[-1] == (CLAIM, replace(PAGE, title="", sentences=("",)))


def test_the_steps_are_those_of_the_settings(demo_index: Index, embedder: Embedder) -> None:
    attention = config(demo_index, embedder, "osu-fever", "labelling.by=attention")
    steps = two_steps(attention, build(attention).verifier)
    assert isinstance(steps.labeller, AttentionLabeller)
    asking = config(demo_index, embedder, "claimwise", "asking.by=rules")
    assert isinstance(two_steps(asking, build(asking).verifier), SelectThenLabel)
    other = config(demo_index, embedder, "claimwise", "verification.model=some-model")
    with pytest.raises(ConfigError, match="no step that labels"):
        two_steps(other, build(other).verifier)


def test_claims_without_annotations_have_no_score(demo_index: Index, embedder: Embedder) -> None:
    blind = VerificationDataset("scifact", Path("corpus.jsonl"), (AnnotatedClaim(CLAIM),))
    with pytest.raises(InputError, match="no annotations"):
        run(config(demo_index, embedder, "claimwise"), blind, Setting.OPEN)


def test_a_recipe_that_cites_sentences_is_not_scored_on_documents(demo_index: Index, embedder: Embedder) -> None:
    data = VerificationDataset("scifact", Path("corpus.jsonl"), (AnnotatedClaim(CLAIM),))
    with pytest.raises(ConfigError, match="claimwise eval averitec"):
        pipeline_for(config(demo_index, embedder, "averitec"), data, Setting.OPEN)
    demand_documents(load("quin"))
