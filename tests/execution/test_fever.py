"""FEVER end to end on a few pages; parts that need weights which are not in the package are skipped."""

from pathlib import Path

import pytest

from claimwise.errors import ConfigError, InputError, ModelError
from claimwise.execution.check import make_pipeline
from claimwise.execution.fever import finder_scores, predict, score
from claimwise.formats.fever import AnnotatedClaim, Prediction, write_pages
from claimwise.formats.sources import read_documents
from claimwise.labels import Stance
from claimwise.models.embedder import Embedder
from claimwise.store.index import Index
from claimwise.store.ingest import ingest
from claimwise.types import Claim, Document, Hit, Ranking

PAGES = [
    Document("Savages_-LRB-film-RRB-", "Savages (film)", ("Savages is a 2012 American film .", "", "It stars a fox .")),
    Document("Ada_Lovelace", "Ada Lovelace", ("Ada Lovelace ( 10 December 1815 -- 1852 ) was a mathematician .",)),
    Document("Empty", "Empty", ()),
]
CLAIMS = [
    AnnotatedClaim(Claim("1", "Savages is an American film."), Stance.SUPPORTS, ((("Savages_-LRB-film-RRB-", 0),),)),
    AnnotatedClaim(Claim("2", "Ada Lovelace was a footballer."), Stance.REFUTES, ((("Ada_Lovelace", 0),),)),
    AnnotatedClaim(Claim("3", "Empty is a village."), Stance.NOT_ENOUGH_INFO),
    AnnotatedClaim(Claim("4", "東京は日本の首都です。"), Stance.NOT_ENOUGH_INFO),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Index:
    folder = tmp_path_factory.mktemp("fever")
    write_pages(folder / "dump" / "wiki-001.jsonl", PAGES[:2])
    write_pages(folder / "dump" / "wiki-002.jsonl", PAGES[2:])
    made = Index.create(folder / "index", embedder)
    ingest(made, read_documents(folder / "dump"), embedder)
    return made


def test_a_folder_of_the_dump_is_read_as_such(index: Index) -> None:
    pages = {page.id: page for page in index.all_documents()}
    assert pages.keys() == {page.id for page in PAGES}
    assert pages["Savages_-LRB-film-RRB-"].title == "Savages (film)"
    assert pages["Savages_-LRB-film-RRB-"].sentences == PAGES[0].sentences


def test_the_recipe_with_the_embedded_verifier(index: Index, embedder: Embedder) -> None:
    check(index, embedder, [])


def test_the_recipe_with_decomposable_attention(index: Index, embedder: Embedder) -> None:
    check(index, embedder, ["labelling.by=attention"])


def test_a_claim_of_ten_thousand_words(index: Index, embedder: Embedder) -> None:
    pipeline = make_pipeline("osu-fever", index, embedder, settings=["labelling.by=attention"])
    long = AnnotatedClaim(Claim("5", "Savages is a film and a word. " * 1500), Stance.NOT_ENOUGH_INFO)
    [found] = predict(pipeline, [long])
    assert found.claim_id == "5"


def test_a_claim_that_is_too_long_for_the_verifier_is_refused_by_itself(index: Index, embedder: Embedder) -> None:
    pipeline = make_pipeline("osu-fever", index, embedder)
    long = AnnotatedClaim(Claim("5", "Savages is a film. " * 2500), Stance.NOT_ENOUGH_INFO)
    with pytest.raises(InputError, match="the verifier reads at most"):
        predict(pipeline, [long])
    refused: dict[str, InputError] = {}
    found = predict(pipeline, [CLAIMS[0], long], on_refused=lambda claim, error: refused.update({claim.id: error}))
    assert found == [*predict(pipeline, CLAIMS[:1]), Prediction("5", Stance.NOT_ENOUGH_INFO)]
    assert refused.keys() == {"5"}


def check(index: Index, embedder: Embedder, settings: list[str]) -> None:
    pipeline = make_pipeline("osu-fever", index, embedder, settings=settings)
    found = predict(pipeline, CLAIMS)
    assert [one.claim_id for one in found] == ["1", "2", "3", "4"]
    assert found[2:4] == [Prediction("3", Stance.NOT_ENOUGH_INFO), Prediction("4", Stance.NOT_ENOUGH_INFO)]
    result = score(CLAIMS, {one.claim_id: one for one in found})
    assert result.scores.keys() >= {"fever_score", "label_accuracy", "evidence_f1"}
    assert result.predictions == tuple(found)


def test_an_unknown_way_to_label_says_what_is_known(index: Index, embedder: Embedder) -> None:
    with pytest.raises(ConfigError, match="verifier or attention, not 'magic'"):
        make_pipeline("osu-fever", index, embedder, settings=["labelling.by=magic"])


def test_a_missing_attention_model_is_named(index: Index, embedder: Embedder, tmp_path: Path) -> None:
    settings = ["labelling.by=attention", f"labelling.model={tmp_path / 'none'}"]
    with pytest.raises(ModelError, match="holds no model"):
        make_pipeline("osu-fever", index, embedder, settings=settings)


def test_scoring_demands_a_prediction_and_a_label_for_every_claim() -> None:
    said = {one.claim.id: Prediction(one.claim.id, Stance.SUPPORTS) for one in CLAIMS}
    assert score(CLAIMS, said).scores["label_accuracy"] == pytest.approx(0.25)
    with pytest.raises(InputError, match="no prediction for claim 4"):
        score(CLAIMS, {key: one for key, one in said.items() if key != "4"})
    with pytest.raises(InputError, match="claim 1 has no label"):
        score([AnnotatedClaim(CLAIMS[0].claim)], said)


def test_the_finder_is_scored_by_sets_pages_and_precision() -> None:
    both = AnnotatedClaim(Claim("1", "A."), Stance.SUPPORTS, ((("X", 0), ("Y", 0)), (("Z", 0),)))
    rankings = [Ranking("1", (Hit("X", 2.0), Hit("Z", 1.0))), Ranking("2", (Hit("Q", 1.0),))]
    other = AnnotatedClaim(Claim("2", "B."), Stance.REFUTES, ((("X", 0),),))
    scores = finder_scores([both, other], rankings)
    assert scores == {"recall": 0.5, "page_recall": 0.5, "precision": pytest.approx(2 / 3)}
