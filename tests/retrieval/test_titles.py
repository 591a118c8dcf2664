"""The document finder and its title maps in the store."""

from pathlib import Path

import pytest

from claimwise.errors import StoreError
from claimwise.formats.fever import LINKS
from claimwise.models.embedder import Embedder
from claimwise.retrieval.titles import TitleRetriever
from claimwise.stages import Retriever
from claimwise.store import titles as title_maps
from claimwise.store.filters import Filters
from claimwise.store.index import Index
from claimwise.store.ingest import ingest
from claimwise.store.titles import Titles, short_names, stripped
from claimwise.types import Claim, Document

PAGES = [
    Document("Soul_Food_-LRB-film-RRB-", "Soul Food (film)", ("Soul Food is a film .",)),
    Document("Soul_Food_-LRB-album-RRB-", "Soul Food (album)", ("Soul Food is an album .",)),
    Document("Calcaneal_spur", "Calcaneal spur", ("A calcaneal spur is a bone .",)),
    Document("Trouble_with_the_Curve", "Trouble with the Curve", ("It is a film .",)),
    Document(
        "Mercury", "Mercury", ("Mercury may refer to :",), metadata={LINKS: ["Mercury (planet)", "Freddie Mercury"]}
    ),
    Document("Mercury_-LRB-planet-RRB-", "Mercury (planet)", ("Mercury is a planet .",)),
    Document("Freddie_Mercury", "Freddie Mercury", ("He sang .",), date="1946"),
    Document("Empty", "Empty page", ()),
    Document("Édouard_Séguin", "Édouard Séguin", ("He was a physician .",)),
    Document("Floyd_Mayweather_Jr.", "Floyd Mayweather Jr.", ("He is a boxer .",)),
    Document("Simi_Valley,_California", "Simi Valley, California", ("It is a city .",)),
    Document("Yin_and_yang", "Yin and yang", ("They are two .",)),
    Document("Markup", '<b>O\'Neil</b> & "Sons" {{x}}', ("It is a firm .",)),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Index:
    made = Index.create(tmp_path_factory.mktemp("wiki") / "index", embedder)
    ingest(made, PAGES, embedder)
    return made


def found(index: Index, claim: str, *, backup: bool = True, filters: Filters | None = None) -> list[str]:
    retriever = TitleRetriever(index, backup=backup, filters=filters or Filters())
    [ranking] = retriever.retrieve([Claim("1", claim)], k=10)
    for hit in ranking.hits:
        assert sum(hit.parts.values()) == pytest.approx(hit.score)
    return [hit.doc_id for hit in ranking.hits]


def test_it_is_a_retriever(index: Index) -> None:
    assert isinstance(TitleRetriever(index), Retriever)
    assert TitleRetriever(index).retrieve([], k=3) == []


def test_an_exact_title(index: Index) -> None:
    assert found(index, "Trouble with the Curve is a television show.")[0] == "Trouble_with_the_Curve"


def test_the_backup_map_and_the_parenthesis_that_the_claim_names(index: Index) -> None:
    film, album = "Soul_Food_-LRB-film-RRB-", "Soul_Food_-LRB-album-RRB-"
    assert found(index, "Soul Food was liked.", backup=False) == []
    assert set(found(index, "Soul Food was liked.")) == {film, album}
    assert found(index, "Soul Food is a film.", backup=False) == [film]
    assert found(index, "Soul Food was directed by a fox.") == [film, album]
    assert found(index, "Soul Food (album) was liked.", backup=False) == [album]


def test_lower_case_and_the_singular(index: Index) -> None:
    assert found(index, "Doctors see calcaneal spurs on x-rays.") == ["Calcaneal_spur"]


def test_accents_full_stops_commas_and_unlucky_tags_do_not_matter(index: Index) -> None:
    for claim in ("Edouard Seguin worked in France.", "Édouard Séguin worked.", "E\u0301douard Se\u0301guin died."):
        assert found(index, claim) == ["Édouard_Séguin"]
    assert found(index, "The career record is that of Floyd Mayweather Jr.") == ["Floyd_Mayweather_Jr."]
    assert found(index, "In 2012, Simi Valley, California was richer.") == ["Simi_Valley,_California"]
    assert found(index, "Yin and yang show a balance.") == ["Yin_and_yang"]


def test_a_claim_that_names_no_page_falls_back_on_words(index: Index) -> None:
    claim = "Flojd Maywether works as a boxer."
    assert found(index, claim)[0] == "Floyd_Mayweather_Jr."
    assert found(index, claim, backup=False) == []
    assert found(index, claim, filters=Filters(sources=("elsewhere",))) == []


def test_a_disambiguation_page_is_followed(index: Index) -> None:
    ids = found(index, "Mercury is hot.")
    assert "Mercury" not in ids
    assert {"Mercury_-LRB-planet-RRB-", "Freddie_Mercury"} <= set(ids)


def test_an_empty_page_and_a_title_with_markup_can_be_found(index: Index) -> None:
    pages = Titles(index).find(["EMPTY  page", '<b>O\'Neil</b> & "Sons" {{x}}', "'; DROP TABLE titles; --", "", " "])
    assert {page.doc_id for group in pages.values() for page in group} == {"Empty", "Markup"}


@pytest.mark.parametrize("claim", ["東京は日本の首都です。", "\x00\u2028🦠", "The Great Wall saw Soul Food. " * 2500])
def test_strange_claims_are_no_error(index: Index, claim: str) -> None:
    [ranking] = TitleRetriever(index).retrieve([Claim("1", claim)], k=5)
    assert len(ranking.hits) <= 5


def test_filters_hold(index: Index) -> None:
    assert found(index, "Freddie Mercury sang.", filters=Filters(sources=("elsewhere",))) == []


def test_the_maps_live_in_the_store_and_follow_the_passages(tmp_path: Path, embedder: Embedder) -> None:
    place = tmp_path / "index"
    made = Index.create(place, embedder)
    ingest(made, PAGES[:1], embedder)
    assert "soul food" in Titles(made).find(["Soul Food"])
    assert (place / "titles.lance").is_dir()
    version = len(list((place / "titles.lance" / "_versions").iterdir()))
    Titles(Index.open(place)).warm_up()
    assert len(list((place / "titles.lance" / "_versions").iterdir())) == version
    ingest(made, PAGES[:4], embedder)
    assert "calcaneal spur" in Titles(Index.open(place)).find(["Calcaneal spur"])


def test_titles_are_made_while_another_writes_and_stay_when_they_are_made_anew(
    tmp_path: Path, embedder: Embedder
) -> None:
    made = Index.create(tmp_path / "index", embedder)
    ingest(made, PAGES[:1], embedder)
    reader = Index.open(tmp_path / "index")
    reader.pin()
    titles = Titles(reader)
    with made.writing():
        assert "soul food" in titles.find(["Soul Food"])
    made.remove([PAGES[0].id])
    ingest(made, PAGES[2:3], embedder)
    assert "soul food" not in Titles(made).find(["Soul Food"])
    assert "soul food" in titles.find(["Soul Food"])


@pytest.mark.parametrize("buckets_per_pass", [1, 3, 1000])
def test_every_title_is_in_its_bucket_in_however_many_passes_they_are_made(
    tmp_path: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch, buckets_per_pass: int
) -> None:
    monkeypatch.setattr(title_maps, "_PAGES_PER_BUCKET", 2)
    monkeypatch.setattr(title_maps, "_BUCKETS_PER_PASS", buckets_per_pass)
    made = Index.create(tmp_path / "index", embedder)
    ingest(made, PAGES, embedder)
    pages = Titles(made).find([page.title for page in PAGES])
    assert {page.doc_id for group in pages.values() for page in group} == {page.id for page in PAGES}
    assert sorted(path.name for path in (tmp_path / "index").glob("*.lance")) == ["passages.lance", "titles.lance"]


def test_an_index_without_documents_says_so(tmp_path: Path, embedder: Embedder) -> None:
    with pytest.raises(StoreError, match="holds no documents"):
        Titles(Index.create(tmp_path / "index", embedder)).find(["Anything"])


def test_the_parenthesis_at_the_end_goes() -> None:
    assert stripped("Soul Food (film)") == "Soul Food"
    assert stripped("(500) Days of Summer") == "(500) Days of Summer"
    assert stripped("A (b) (c)") == "A (b)"


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("Soul Food (film)", ["Soul Food"]),
        ("Burbank, California", ["Burbank"]),
        ("Henry III of England", ["Henry III"]),
        ("Manchester United F.C.", ["Manchester United"]),
        ("The Mormons", ["The Mormon", "Mormons", "Mormon"]),
        ("House of Cards", ["House of Card"]),
        ("Glass", []),
    ],
)
def test_short_names_leave_out_what_tells_pages_apart(title: str, short: list[str]) -> None:
    assert set(short_names(title)) == set(short)
