"""Recipes are data: what they have, what may be changed, and what they build."""

import pytest

from claimwise.errors import ConfigError
from claimwise.execution.check import make_pipeline
from claimwise.labels import VerdictLabel
from claimwise.models.embedder import Embedder
from claimwise.recipes.recipe import load, names
from claimwise.store.index import Index
from claimwise.types import Claim


def test_every_recipe_loads_and_says_what_it_is() -> None:
    assert names() == ["averitec", "claimwise", "osu-fever", "quin", "verisci", "vert5erini"]
    for name in names():
        recipe = load(name)
        assert recipe.name == name
        assert recipe.summary.endswith(".")
        assert recipe.paper
        assert "k" in recipe.stages["retrieval"]


def test_settings_are_changed_in_their_own_kind() -> None:
    recipe = load("vert5erini").changed(["reranking.window=4", "selection.threshold=1", "verdict.two_way=yes"])
    assert recipe.stages["reranking"]["window"] == 4
    assert recipe.stages["selection"]["threshold"] == 1.0
    assert isinstance(recipe.stages["selection"]["threshold"], float)
    assert recipe.stages["verdict"]["two_way"] is True
    assert load("vert5erini").stages["reranking"]["window"] == 6


def test_the_number_of_documents_is_that_of_the_last_stage_that_has_one() -> None:
    assert load("verisci").reading(7).stages["retrieval"]["k"] == 7
    assert load("vert5erini").reading(7).stages["reranking"]["k"] == 7
    assert load("vert5erini").reading(7).stages["retrieval"]["k"] == 20
    assert load("vert5erini").reading(50).stages["retrieval"]["k"] == 50
    assert load("quin").reading(None) == load("quin")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("retrieval.kk=3", r"no setting 'retrieval.kk'; did you mean retrieval.k\? known are retrieval.k, selection"),
        ("nothing.k=3", "no setting 'nothing.k'"),
        ("retrieval.k=three", "takes a whole number, not 'three'"),
        ("selection.threshold=high", "takes a number"),
        ("retrieval.k=0", "at least 1, not 0"),
        ("retrieval.k=-3", "at least 1, not -3"),
        ("selection.threshold=nan", "finite"),
        ("selection.threshold=inf", "finite"),
        ("selection.threshold=7", "between 0 and 1, not 7"),
        ("selection.threshold=-0.1", "between 0 and 1"),
        ("retrieval.k", "write it as stage.key=value"),
        ("k=3", "write it as stage.key=value"),
    ],
)
def test_bad_settings_say_what_is_known(change: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load("verisci").changed([change])


def test_truth_is_spelt_out() -> None:
    with pytest.raises(ConfigError, match="takes true or false"):
        load("vert5erini").changed(["verdict.two_way=perhaps"])


def test_an_unknown_recipe_names_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="known are averitec, claimwise, osu-fever, quin, verisci, vert5erini"):
        load("nonsense")


@pytest.mark.parametrize("name", names())
def test_every_recipe_checks_a_claim(name: str, demo_index: Index, embedder: Embedder) -> None:
    pipeline = make_pipeline(name, demo_index, embedder, k=3)
    claim = Claim("1", "The measles vaccine causes autism.")
    [verdict] = pipeline.check([claim])
    assert verdict.label in VerdictLabel
    assert verdict.justification
    assert verdict.trace["recipe"] == name
    assert len(verdict.trace["retrieved"]) == 3
    assert 0 <= verdict.confidence <= 1
    assert pipeline.check([claim, Claim("2", "Goldfish remember things for months.")])[0].evidence == verdict.evidence


def test_quin_selects_by_similarity_or_in_context(demo_index: Index, embedder: Embedder) -> None:
    claim = Claim("1", "The measles vaccine causes autism.")
    for by in ("context", "similarity"):
        [verdict] = make_pipeline("quin", demo_index, embedder, settings=[f"selection.by={by}"], k=2).check([claim])
        assert len(verdict.evidence) == 2
    with pytest.raises(ConfigError, match="context or similarity"):
        make_pipeline("quin", demo_index, embedder, settings=["selection.by=magic"])


def test_verisci_can_be_shown_only_the_claim_or_only_the_sentences(demo_index: Index, embedder: Embedder) -> None:
    claim = Claim("1", "The measles vaccine causes autism.")
    shares = {}
    for given in ("both", "claim", "sentences"):
        settings = ["selection.threshold=0", f"labelling.given={given}"]
        [verdict] = make_pipeline("verisci", demo_index, embedder, settings=settings).check([claim])
        shares[given] = [one.probabilities for one in verdict.evidence]
    assert all(one == shares["claim"][0] for one in shares["claim"]), "the document is not to be seen"
    assert shares["both"] != shares["sentences"]
    with pytest.raises(ConfigError, match="both, claim, sentences"):
        make_pipeline("verisci", demo_index, embedder, settings=["labelling.given=nothing"])


def test_the_default_recipe_takes_parts_of_averitec(demo_index: Index, embedder: Embedder) -> None:
    claim = Claim("1", "The measles vaccine causes autism.")
    settings = ["asking.by=rules", "verdict.rule=paper", "justification.by=answers"]
    [verdict] = make_pipeline("claimwise", demo_index, embedder, settings=settings).check([claim])
    [plain] = make_pipeline("claimwise", demo_index, embedder).check([claim])
    assert {one.doc_id: one.label for one in verdict.evidence} == {one.doc_id: one.label for one in plain.evidence}
    deciding = [one for one in verdict.evidence if one.sentences]
    assert deciding
    for one in verdict.evidence:
        assert bool(one.question and one.answer) == (one in deciding)
    assert len({one.question for one in deciding}) == len(deciding)
    assert deciding[0].question and deciding[0].question in verdict.justification  # noqa: PT018 (for the type)
    assert not any(one.question for one in plain.evidence)


@pytest.mark.parametrize("setting", ["asking.by=magic", "verdict.rule=magic", "justification.by=magic"])
def test_parts_that_are_not_there_are_named(setting: str, demo_index: Index, embedder: Embedder) -> None:
    for name in ("claimwise", "averitec"):
        with pytest.raises(ConfigError, match=f"{setting.partition('=')[0]} is .* not 'magic'"):
            make_pipeline(name, demo_index, embedder, settings=[setting])


def test_a_language_model_that_nobody_named(
    demo_index: Index, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLAIMWISE_LLM_URL", raising=False)
    with pytest.raises(ConfigError, match="--llm-url or CLAIMWISE_LLM_URL"):
        make_pipeline("claimwise", demo_index, embedder, settings=["asking.by=llm"])
    named = ["asking.by=llm", "llm.url=http://localhost:1/v1", "llm.model=m"]
    make_pipeline("averitec", demo_index, embedder, settings=named)
