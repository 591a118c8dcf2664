"""The further stage: what a claim gives away, short samples, whole pages, and a verifier that goes on learning."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.training.bias import claim_odds
from claimwise.training.further import Part, Science, science_samples
from claimwise.training.pages import page_samples
from claimwise.training.samples import pair
from claimwise.training.scifact import Mix, near_samples
from claimwise.types import Claim, Document, Judgement


def test_a_claim_that_gives_its_label_away_is_known_by_its_words() -> None:
    names = [f"name{i}" for i in range(200)]
    samples = [pair(f"{name} is only a film", "…", Stance.REFUTES, origin="x") for name in names]
    samples += [pair(f"{name} is a film", "…", Stance.SUPPORTS, origin="x") for name in names]
    odds = claim_odds(samples)
    assert np.mean([odds[one.claim] > 0.5 for one in samples if one.label is Stance.SUPPORTS]) > 0.95
    assert np.mean([odds[one.claim] < 0.5 for one in samples if one.label is Stance.REFUTES]) > 0.95


def test_a_claim_that_gives_nothing_away_is_even() -> None:
    samples = [
        pair(f"name{i} is a film", "…", Stance.SUPPORTS if i % 2 else Stance.REFUTES, origin="x") for i in range(400)
    ]
    assert np.mean(np.abs(np.array(list(claim_odds(samples).values())) - 0.5)) < 0.15


def test_a_claim_without_a_side_has_odds_too() -> None:
    assert 0 < claim_odds([pair("Tea is hot", "…", Stance.NOT_ENOUGH_INFO, origin="x")])["Tea is hot"] < 1


def test_short_samples_hold_a_rationale_and_its_neighbours() -> None:
    sentences = tuple(f"Sentence {i} about tea and pain." for i in range(8))
    documents = {name: Document(name, "Title", sentences) for name in "ab"}
    claim = AnnotatedClaim(
        Claim("1", "Tea reduces pain."), ("a", "b"), (Judgement("1", "a", Stance.SUPPORTS, ((4,),)),)
    )
    samples = near_samples([claim], documents, {"1": ["a", "b"]}, mix=Mix(opposites=0.0), seed=3)
    near = [one for one in samples if one.origin == "scifact_near" and one.label is Stance.SUPPORTS]
    assert near
    for one in near:
        assert len(one.sentences) <= 5
        assert [text for text, stance in zip(one.sentences, one.stances, strict=True) if stance is one.label] == [
            sentences[4]
        ]
    silent = [one for one in samples if one.label is Stance.NOT_ENOUGH_INFO]
    assert {one.origin for one in silent} == {"scifact_near", "scifact_sentence"}
    assert not any(sentences[4] in one.sentences for one in silent if one.origin == "scifact_sentence")


def test_pages_are_read_without_what_measures(tmp_path: Path) -> None:
    rows = [
        ("Ann is a singer.", "SUPPORTS", ["Ann"], "Ann is a singer . Ann sings ."),
        ("Ann is a cook.", "REFUTES", ["Ann"], "Ann never cooked ."),
        ("Ben sells tea.", "NOT ENOUGH INFO", [], None),
        ("Bob is Ann 's brother.", "SUPPORTS", ["Bob"], "Bob is a brother of Ann ."),
    ]
    (tmp_path / "fever").mkdir()
    with (tmp_path / "fever" / "fever_dev_joined.jsonl").open("w") as stream:
        for i, (claim, label, pages, text) in enumerate(rows * 20):
            row = {"id": i, "claim": claim, "label": label, "evidence_pages": pages, "evidence_text": text}
            stream.write(json.dumps(row) + "\n")
        measured = row | {"claim": "Measured is measured.", "evidence": [[["Ann", 0]]]}
        stream.write(json.dumps(measured) + "\n")
    samples = list(page_samples(tmp_path, seed=0))
    assert {one.origin for one in samples} == {"fever_page", "fever_silent_page"}
    assert not any(one.claim.startswith("Measured") for one in samples)
    own = next(one for one in samples if one.origin == "fever_page" and one.claim == "Ann is a cook.")
    assert own.title == "Ann"
    assert dict(zip(own.sentences, own.stances, strict=True))["Ann never cooked."] is Stance.REFUTES
    assert {one.label for one in samples if one.origin == "fever_silent_page"} == {Stance.NOT_ENOUGH_INFO}


def test_other_forms_of_held_out_claims_are_held_out() -> None:
    document = Document("a", "Tea", tuple(f"Sentence {i} about tea." for i in range(5)))
    claims = [
        AnnotatedClaim(
            Claim(name, f"Tea number {name} soothes."), ("a",), (Judgement(name, "a", Stance.SUPPORTS, ((2,),)),)
        )
        for name in ("learnt", "held out")
    ]
    forms = [replace(one, claim=replace(one.claim, text=f"Another form of {one.claim.id}.")) for one in claims]
    science = Science(claims, {"a": document}, {"learnt": {}, "held out": {}}, forms=forms)
    part = Part(0.0, 0.0, 0.0, near=1, whole=1, forms=1.0)
    samples = science_samples(science, claims[:1], part, mix=Mix(), seed=0)
    told = {one.claim for one in samples}
    assert "Another form of learnt." in told
    assert not any("held out" in claim for claim in told)


class TestWithTorch:
    """What needs torch."""

    @pytest.fixture(autouse=True)
    def _torch(self) -> None:
        pytest.importorskip("torch", reason="the extra `train` is not installed; `make test-train` brings it")
        pytest.importorskip("transformers", reason="the extra `train` is not installed")

    def test_what_the_claim_gives_away_is_worth_less(self, tiny_base: Path) -> None:
        """The network gets less of a push towards a label that the claim's words predict already."""
        import torch
        from tests.training.conftest import toy_samples

        from claimwise.training.base import Base
        from claimwise.training.batches import collate, examples_of
        from claimwise.training.loop import Plan, loss_of

        [plain] = [one for one in toy_samples(20) if one.label is Stance.SUPPORTS][:1]
        losses = {}
        for odds in (0.1, 0.5, 0.9):
            examples = examples_of([replace(plain, odds=odds)], Base(tiny_base).tokenizer, limit=192)
            _, targets = collate(examples)
            logits = torch.zeros(1, 3), torch.zeros(1, targets.stances.shape[1], 3)
            losses[odds] = float(loss_of(*logits, targets, Plan(sentence_loss=0.0)))
        assert losses[0.9] < losses[0.5] < losses[0.1]
        assert losses[0.5] == pytest.approx(np.log(3), abs=1e-5)

    def test_the_order_of_sentences_counts_where_there_is_one(self) -> None:
        import torch

        from claimwise.training.loop import ranking_loss

        stances = torch.tensor([[[4.0, 0.0, 0.0], [0.0, 0.0, 4.0]]])
        right, wrong = (float(ranking_loss(stances, torch.tensor([targets]))) for targets in ([0, 2], [2, 0]))
        assert right < 0.1 < 4 < wrong
        assert float(ranking_loss(stances, torch.tensor([[2, 2]]))) == 0

    @pytest.mark.slow
    def test_a_shipped_verifier_is_taken_up_again(self, tiny_base: Path, tmp_path: Path) -> None:
        from tests.training.conftest import toy_samples

        from claimwise.training.assemble import Description, assemble
        from claimwise.training.base import Base
        from claimwise.training.batches import examples_of
        from claimwise.training.heldout import read_pairs
        from claimwise.training.loop import Plan, train
        from claimwise.training.verifier import Run

        run = Run(Base(tiny_base), tmp_path)
        network = run.network()
        plan = Plan(learning_rate=2e-3, head_rate=2e-3, batch_tokens=1024, frozen_layers=1)
        for epoch in range(6):
            train(network, [examples_of(toy_samples(800, seed=epoch), run.base.tokenizer, limit=192)], plan)
        pairs = [(one.claim, Document("x", one.title, one.sentences)) for one in toy_samples(40, seed=9)]
        weights = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
        about = Description("tiny", "none", "test", 0, None, {}, {})
        assemble(run.base, weights, tmp_path / "out", label="both", description=about, pairs=pairs)
        again = replace(run, go_on=tmp_path / "out").network()
        for ours, theirs in zip(read_pairs(again, pairs, run.base), read_pairs(network, pairs, run.base), strict=True):
            assert np.abs(ours.label - theirs.label).max() < 0.8
        exact, back = network.state_dict(), again.state_dict()
        assert all(exact[name].equal(back[name]) for name in exact if name.startswith("encoder.encoder.layer.0."))

    @pytest.mark.slow
    def test_a_course_has_short_pairs_first_and_whole_abstracts_later(self) -> None:
        """What a part holds is what its shares say; claims that are held out are in none."""
        from claimwise.formats.datasets import data_folder
        from claimwise.formats.scifact import read_claims, read_corpus
        from claimwise.training.further import course_samples

        data = data_folder()
        if not (data / "nli").is_dir():
            pytest.skip("no benchmark data: set CLAIMWISE_DATA to its folder")
        documents = {one.id: one for one in read_corpus(data / "scifact" / "corpus.jsonl")}
        claims = list(read_claims(data / "scifact" / "claims_train.jsonl"))[:30]
        found = {one.claim.id: dict.fromkeys(list(documents)[:5], 1.0) for one in claims}
        science = Science(claims, documents, found)
        course = (Part(0.02, 0.0, 0.0, near=1, whole=0), Part(0.0, 0.02, 0.0, near=0, whole=1))
        short, long = course_samples(data, science, claims[:20], mix=Mix(), seed=0, course=course)
        assert {"mnli_dev", "scifact_near"} <= {one.origin for one in short}
        assert not any(one.origin in ("scifact", "fever_page") for one in short)
        assert {"scifact", "fever_page"} <= {one.origin for one in long}
        assert max(len(one.sentences) for one in long) > 5
        held_out = {one.claim.text for one in claims[20:]}
        assert not any(one.claim in held_out for one in [*short, *long])
        odds = {one.odds for one in short if one.origin == "mnli_dev"}
        assert min(odds) < 0.5 < max(odds)

    def test_rounding_gives_what_int8_gives_and_lets_gradients_pass(self) -> None:
        """Rounded inputs and weights have as few values as int8 has, near the exact ones."""
        import torch

        from claimwise.training.rounding import Rounding

        torch.manual_seed(0)
        layer = torch.nn.Linear(16, 8)
        encoder = torch.nn.Sequential(layer)
        texts = torch.randn(2, 300, 16)
        exact = encoder(texts)
        rounding = Rounding(encoder)
        assert encoder(texts).equal(exact)
        rounding.on = True
        rounded = encoder(texts)
        assert 0 < (rounded - exact).abs().max() < 0.1
        assert len(rounding.inputs(texts)[0].unique()) <= 256
        again = Rounding(encoder)
        assert encoder(texts).equal(exact)
        again.on = True
        assert encoder(texts).equal(rounded)
        rounded.sum().backward()
        assert layer.weight.grad is not None
        assert layer.weight.grad.abs().sum() > 0
