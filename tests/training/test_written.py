"""The claims written for training: their format, what is made of them, and that they keep off what measures."""

import re
from collections import Counter
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from claimwise.errors import InputError
from claimwise.formats.datasets import data_folder
from claimwise.formats.scifact import AnnotatedClaim, read_claims, read_corpus
from claimwise.labels import Stance
from claimwise.training import written
from claimwise.types import Claim, Document, Judgement

NEGATIVE = re.compile(r"\b(?:not|no|never|without|neither|nor|none|lacks?|fails?|cannot)\b", re.IGNORECASE)
LINE = re.compile(r"[SRN] (?:-|\d+(?:[;+]\d+)*)\|\S.{10,}")
FOLDER = resources.files("claimwise.training").joinpath("claims")


def lines(name: str) -> list[str]:
    return FOLDER.joinpath(f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def documents() -> dict[str, Document]:
    texts = tuple(f"Sentence {i} about tea and pain." for i in range(9))
    return {name: Document(name, "Tea", texts) for name in ("a", "b", "c")}


def put(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "own.txt").write_text(text)
    monkeypatch.setattr("claimwise.training.written.resources.files", lambda _: tmp_path)


def test_sentences_are_alternatives_or_belong_together(
    documents: dict[str, Document], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put("#a\nS 2;4+5|Tea soothes.\nN -|Tea is green.\n#b\nR 0|Tea hurts.\n", monkeypatch, tmp_path)
    found = written.written_over("own", documents)
    assert [one.claim.text for one in found.claims] == ["Tea soothes.", "Tea is green.", "Tea hurts."]
    assert [one.cited for one in found.claims] == [("a",), ("a",), ("b",)]
    assert found.claims[0].judgements[0].rationales == ((2,), (4, 5))
    assert found.claims[1].judgements == ()
    assert found.claims[2].judgements[0].label is Stance.REFUTES
    assert set(found.documents) == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("#z\nS 1|Tea soothes.", "own.txt, line 1: there is no text z"),
        ("#a\nS Tea soothes.", "own.txt, line 2: expected a label"),
        ("#a\nS 9|Tea soothes.", "own.txt, line 2: a has only 9 sentences"),
    ],
)
def test_a_bad_line_is_named(
    text: str, said: str, documents: dict[str, Document], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put(text, monkeypatch, tmp_path)
    with pytest.raises(InputError, match=said):
        written.written_over("own", documents)


def test_every_claim_is_read_with_a_part_of_its_text_and_some_with_all(
    documents: dict[str, Document], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put("#a\nS 2;4|Tea soothes.\nR 2|Tea hurts.\nN -|Tea is green.\n", monkeypatch, tmp_path)
    found = written.written_over("own", documents)
    short = written.written_samples(found, written.Shares(1.0, 0.0), seed=0)
    labels = {one.claim: one.label for one in short if one.origin == "scifact_near"}
    assert labels == {
        "Tea soothes.": Stance.SUPPORTS,
        "Tea hurts.": Stance.REFUTES,
        "Tea is green.": Stance.NOT_ENOUGH_INFO,
    }
    assert max(len(one.sentences) for one in short) < 9
    whole = written.written_samples(found, written.Shares(0.0, 1.0), seed=0)
    assert {len(one.sentences) for one in whole} == {9}
    assert [one.label for one in whole] == [Stance.SUPPORTS, Stance.REFUTES, Stance.NOT_ENOUGH_INFO]
    assert [i for i, stance in enumerate(whole[0].stances) if stance is Stance.SUPPORTS] == [2, 4]


def test_what_was_found_for_a_claim_says_nothing_about_it(
    documents: dict[str, Document], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put("#a\nS 2|Tea soothes.\n#b\nS 3|Tea hurts.\n", monkeypatch, tmp_path)
    made = written.written_over("own", documents)
    made = replace(made, found={"own.txt, line 2": ["a", "b"]})
    samples = written.written_samples(made, written.Shares(0.0, 1.0), seed=0)
    labels = [(one.claim, one.label) for one in samples]
    assert labels.count(("Tea soothes.", Stance.NOT_ENOUGH_INFO)) == 1
    assert labels.count(("Tea hurts.", Stance.NOT_ENOUGH_INFO)) == 0


def test_other_forms_have_the_sentences_of_their_claim(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "forms.txt").write_text("#7/a\nS|Tea is soothing.\nR|Tea hurts.\n#8/a\nS|Unknown.\n")
    monkeypatch.setattr("claimwise.training.written.resources.files", lambda _: tmp_path)
    gold = Judgement("7", "a", Stance.SUPPORTS, ((2,), (4,)))
    known = AnnotatedClaim(Claim("7", "Tea soothes."), ("a", "b"), (gold,))
    forms = written.other_forms([known])
    assert [(one.claim.id, one.claim.text) for one in forms] == [("7", "Tea is soothing."), ("7", "Tea hurts.")]
    assert [one.judgements for one in forms] == [(gold,), (replace(gold, label=Stance.REFUTES),)]
    assert {one.cited for one in forms} == {("a",)}


def test_a_bad_form_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "forms.txt").write_text("#7/a\nTea is soothing.\n")
    monkeypatch.setattr("claimwise.training.written.resources.files", lambda _: tmp_path)
    with pytest.raises(InputError, match=r"forms.txt, line 2: expected a label and a claim"):
        written.other_forms([])


@pytest.mark.parametrize("name", ["broad", "scifact", "fm2", "pubmedqa"])
def test_the_wording_does_not_give_the_label_away(name: str) -> None:
    claims = [line for line in lines(name) if not line.startswith("#")]
    assert not [line for line in claims if not LINE.fullmatch(line)]
    count = Counter(line[0] for line in claims)
    negative = Counter(line[0] for line in claims if NEGATIVE.search(line))
    assert 0.9 < count["S"] / count["R"] < 1.1
    assert abs(negative["S"] / count["S"] - negative["R"] / count["R"]) < 0.12


def test_no_abstract_that_train_or_dev_cites_is_written_about() -> None:
    try:
        folder = data_folder() / "scifact"
    except InputError as error:
        pytest.skip(str(error))
    cited = {
        doc_id
        for split in ("train", "dev")
        for one in read_claims(folder / f"claims_{split}.jsonl")
        for doc_id in (*one.cited, *(gold.doc_id for gold in one.judgements))
    }
    used = {line[1:] for name in ("broad", "scifact") for line in lines(name) if line.startswith("#")}
    assert used <= {one.id for one in read_corpus(folder / "corpus.jsonl")} - cited


def test_every_form_belongs_to_a_claim_of_train() -> None:
    try:
        folder = data_folder() / "scifact"
    except InputError as error:
        pytest.skip(str(error))
    claims = list(read_claims(folder / "claims_train.jsonl"))
    assert len(written.other_forms(claims)) == sum(not line.startswith("#") for line in lines("forms"))


def test_all_written_claims_fit_the_texts_they_name() -> None:
    try:
        folder = data_folder()
    except InputError as error:
        pytest.skip(str(error))
    abstracts = {one.id: one for one in read_corpus(folder / "scifact" / "corpus.jsonl")}
    learnt, kept_back = (written.all_written(folder, abstracts, kept_back=which) for which in (False, True))
    for one, other in zip(learnt, kept_back, strict=True):
        about = [{doc_id for claim in some.claims for doc_id in claim.cited} for some in (one, other)]
        assert not about[0] & about[1]
        assert about[0] | about[1] == set(one.documents)
        assert 10 < len(one.claims) / len(other.claims) < 50
