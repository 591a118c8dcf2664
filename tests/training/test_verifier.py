"""Training the verifier, for real, on a tiny base: it learns, resumes, exports and fits."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from claimwise.errors import InputError
from claimwise.evaluation.scifact import score_claims
from claimwise.formats.scifact import AnnotatedClaim
from claimwise.labels import Stance
from claimwise.models.card import Card, read_card, sha256_of, write_card
from claimwise.models.verifier import Reading, VerifierModel
from claimwise.types import Claim, Document, Judgement

torch = pytest.importorskip("torch", reason="the extra `train` is not installed; `make test-train` brings it")
pytest.importorskip("transformers", reason="the extra `train` is not installed; `make test-train` brings it")

from tests.training.conftest import toy_samples  # noqa: E402

from claimwise.training.assemble import Description, assemble  # noqa: E402
from claimwise.training.base import Base  # noqa: E402
from claimwise.training.batches import Example, collate, examples_of  # noqa: E402
from claimwise.training.calibration import fit_confidence  # noqa: E402
from claimwise.training.further import Science  # noqa: E402
from claimwise.training.graph import read_verifier, write_verifier  # noqa: E402
from claimwise.training.half import halved  # noqa: E402
from claimwise.training.heldout import (  # noqa: E402
    Read,
    area,
    components,
    cross_predicted,
    fit,
    predictions,
    read_pairs,
)
from claimwise.training.loop import Plan, Progress, train  # noqa: E402
from claimwise.training.network import Shape, VerifierNetwork  # noqa: E402
from claimwise.training.samples import Sample  # noqa: E402
from claimwise.training.verifier import (  # noqa: E402
    HELD_OUT,
    Run,
    average,
    learn_mixed,
    load_reads,
    mixed,
    save_reads,
    settings_of,
    take_up,
)

PLAN = Plan(learning_rate=2e-3, head_rate=2e-3, batch_tokens=1024)


def network_of(base: Path, shape: Shape | None = None) -> VerifierNetwork:
    return Run(Base(base), base, shape=shape or Shape()).network()


def examples(base: Path, samples: list[Sample]) -> list[Example]:
    return examples_of(samples, Base(base).tokenizer, limit=192)


@pytest.fixture(scope="module")
def taught(tiny_base: Path) -> VerifierNetwork:
    """A network that has learnt the toy world."""
    network = network_of(tiny_base)
    train(network, [examples(tiny_base, toy_samples(1200, seed=epoch)) for epoch in range(8)], PLAN)
    return network


def documents_of(samples: list[Sample]) -> list[tuple[str, Document]]:
    return [(one.claim, Document(str(i), one.title, one.sentences)) for i, one in enumerate(samples)]


def test_it_learns_labels_and_deciding_sentences(tiny_base: Path, taught: VerifierNetwork) -> None:
    unseen = toy_samples(200, seed=99)
    readings = read_pairs(taught, documents_of(unseen), Base(tiny_base))
    right = [
        list(Stance)[int(one.label.argmax())] is sample.label for one, sample in zip(readings, unseen, strict=True)
    ]
    assert np.mean(right) > 0.9
    told = [
        int((-one.sentences[:, 2]).argmax()) == sample.stances.index(sample.label)
        for one, sample in zip(readings, unseen, strict=True)
        if sample.label is not Stance.NOT_ENOUGH_INFO
    ]
    assert np.mean(told) > 0.9


def test_bfloat16_says_nearly_the_same_and_leaves_the_encoder_as_it_was(tiny_base: Path) -> None:
    network = network_of(tiny_base).eval()
    batch, _ = collate(examples(tiny_base, toy_samples(8)))
    before = network.encoder.config._attn_implementation
    with torch.no_grad():
        exact, _ = network(batch)
        with halved(network.encoder, enabled=True):
            rounded, _ = network(batch)
        again, _ = network(batch)
    assert 0 < (rounded - exact).abs().max() < 0.05
    assert torch.equal(again, exact)
    assert network.encoder.config._attn_implementation == before


@pytest.mark.slow
def test_it_learns_in_bfloat16_too(tiny_base: Path) -> None:
    network = network_of(tiny_base)
    kinds = []
    for layer in (network.encoder.encoder.layer[0].intermediate.dense, network.inner):
        layer.register_forward_hook(lambda _, __, out: kinds.append(out.dtype))
    epochs = [examples(tiny_base, toy_samples(1200, seed=epoch)) for epoch in range(8)]
    train(network, epochs, replace(PLAN, half=True))
    assert kinds[:2] == [torch.bfloat16, torch.float32], "the encoder in bfloat16, the heads as ever"
    unseen = toy_samples(200, seed=99)
    readings = read_pairs(network, documents_of(unseen), Base(tiny_base))
    right = [
        list(Stance)[int(one.label.argmax())] is sample.label for one, sample in zip(readings, unseen, strict=True)
    ]
    assert np.mean(right) > 0.9


@pytest.mark.slow
def test_a_network_learns_from_what_another_says(tiny_base: Path, taught: VerifierNetwork) -> None:
    """Marks that are all wrong do no harm where the loss is the distance from a teacher alone."""
    turned: dict[Stance | None, Stance] = {Stance.SUPPORTS: Stance.REFUTES, Stance.REFUTES: Stance.SUPPORTS}
    epochs = [
        [
            replace(
                one,
                label=turned.get(one.label, one.label),
                stances=tuple(turned.get(stance, stance) for stance in one.stances),
            )
            for one in samples
        ]
        for samples in (toy_samples(1200, seed=epoch) for epoch in range(8))
    ]
    unseen = documents_of(toy_samples(150, seed=99))
    wanted = [int(one.label.argmax()) for one in read_pairs(taught, unseen, Base(tiny_base))]
    agreement = {}
    for share in (0.0, 1.0):
        pupil = network_of(tiny_base)
        teachers = [taught] if share else []
        train(pupil, [examples(tiny_base, one) for one in epochs], replace(PLAN, taught=share), teachers=teachers)
        said = [int(one.label.argmax()) for one in read_pairs(pupil, unseen, Base(tiny_base))]
        agreement[share] = np.mean([one == other for one, other in zip(said, wanted, strict=True)])
    assert agreement[1.0] > 0.9
    assert agreement[0.0] < 0.6
    with pytest.raises(ValueError, match="share of the loss"):
        train(network_of(tiny_base), [], PLAN, teachers=[taught])


def test_a_text_of_one_sentence_says_what_the_sentence_says(tiny_base: Path) -> None:
    network = network_of(tiny_base, Shape(label="sentences")).eval()
    [example] = examples(tiny_base, [replace(toy_samples(1)[0], sentences=("it rains .",), stances=(None,))])
    with torch.inference_mode():
        label, stances = network(collate([example])[0])
    assert torch.allclose(label.softmax(dim=-1), stances[:, 0].softmax(dim=-1), atol=1e-6)


def test_padding_changes_nothing(tiny_base: Path) -> None:
    network = network_of(tiny_base).eval()
    short, long = examples(
        tiny_base, [replace(toy_samples(1)[0], sentences=("it rains .",), stances=(None,)), *toy_samples(1)]
    )
    with torch.inference_mode():
        alone = network(collate([short])[0])[0][0]
        together = network(collate([long, short])[0])[0][1]
    assert torch.allclose(alone, together, atol=1e-5)


@pytest.mark.parametrize("shape", [Shape(), Shape(sentence="sep"), Shape(label="cls"), Shape(label="sentences")])
def test_every_shape_learns_something(tiny_base: Path, shape: Shape) -> None:
    losses: list[float] = []
    train(
        network_of(tiny_base, shape),
        [examples(tiny_base, toy_samples(300, seed=epoch)) for epoch in range(4)],
        PLAN,
        report=lambda progress: losses.append(progress.loss),
    )
    assert losses[-1] < 0.9 * losses[0]


def test_a_run_that_was_killed_and_resumed_ends_as_the_uninterrupted_one(tiny_base: Path, tmp_path: Path) -> None:
    epochs = [examples(tiny_base, toy_samples(200, seed=epoch)) for epoch in range(2)]
    plan = replace(PLAN, checkpoint_seconds=0.0)
    whole = network_of(tiny_base)
    train(whole, epochs, plan)

    def die(progress: Progress) -> None:
        if progress.step == 9:
            raise KeyboardInterrupt

    first = network_of(tiny_base)
    with pytest.raises(KeyboardInterrupt):
        train(first, epochs, plan, checkpoint=tmp_path / "run.pt", report=die)
    second = network_of(tiny_base)
    steps: list[int] = []
    train(second, epochs, plan, checkpoint=tmp_path / "run.pt", resume=True, report=lambda now: steps.append(now.step))
    assert steps[0] == 9
    for name, tensor in whole.state_dict().items():
        assert torch.allclose(tensor, second.state_dict()[name], atol=1e-6), name


def test_frozen_layers_stay_as_they_are(tiny_base: Path) -> None:
    network = network_of(tiny_base)
    before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    train(network, [examples(tiny_base, toy_samples(60))], replace(PLAN, frozen_layers=1))
    changed = {name for name, tensor in network.state_dict().items() if not torch.equal(tensor, before[name])}
    assert not any(name.startswith(("encoder.embeddings", "encoder.encoder.layer.0")) for name in changed)
    assert any(name.startswith("encoder.encoder.layer.1") for name in changed)


def test_the_shipped_form_says_what_the_network_says(tiny_base: Path, taught: VerifierNetwork, tmp_path: Path) -> None:
    samples = toy_samples(60, seed=5)
    pairs = documents_of(samples)
    weights = {name: tensor.numpy() for name, tensor in taught.state_dict().items()}
    about = Description("tiny", "none", "test", 0, None, {"decide_at": 0.4}, {})
    card = assemble(Base(tiny_base), weights, tmp_path / "out", label="both", description=about, pairs=pairs)
    assert card.scores["int8_vs_float"]["label_agreement"] >= 0.98
    shipped = VerifierModel(tmp_path / "out").read(pairs)
    exact = read_pairs(taught, pairs, Base(tiny_base))
    for ours, theirs in zip(shipped, exact, strict=True):
        assert np.abs(ours.label - theirs.label).max() < 1.0
        assert ours.sentences.shape == theirs.sentences.shape
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_written_graph_computes_what_the_network_computes(
    tiny_base: Path, taught: VerifierNetwork, tmp_path: Path
) -> None:
    pairs = documents_of(toy_samples(20, seed=6))
    weights = {name: tensor.numpy() for name, tensor in taught.state_dict().items()}
    write_verifier(weights, Base(tiny_base).config, tmp_path / "model.onnx", label="both")
    shutil.copy(tiny_base / "tokenizer.json", tmp_path)
    files = {name: sha256_of(tmp_path / name) for name in ("model.onnx", "tokenizer.json")}
    write_card(tmp_path, Card("tiny", "test", "none", "none", Base(tiny_base).limit, 32, "test", files))
    exact = read_pairs(taught, pairs, Base(tiny_base))
    for ours, theirs in zip(VerifierModel(tmp_path).read(pairs), exact, strict=True):
        assert np.abs(ours.label - theirs.label).max() < 1e-3
        assert np.abs(ours.sentences - theirs.sentences).max() < 1e-3
    known = read_verifier(tmp_path / "model.onnx")
    assert known.keys() == weights.keys()
    assert all(np.array_equal(known[name], weights[name]) for name in weights)


def test_settings_are_fitted_on_readings(tiny_base: Path, taught: VerifierNetwork, tmp_path: Path) -> None:
    samples = toy_samples(120, seed=7)
    readings = read_pairs(taught, documents_of(samples), Base(tiny_base))
    reads = [Read(str(i), str(i), 0, reading) for i, reading in enumerate(readings)]
    gold = {
        str(i): [Judgement(str(i), str(i), one.label, ((one.stances.index(one.label),),))]
        if one.label is not None and one.label is not Stance.NOT_ENOUGH_INFO
        else []
        for i, one in enumerate(samples)
    }
    settings, scores = fit(reads, gold, k=1)
    assert scores["abstract"]["label_rationale"]["f1"] > 0.8
    calibration = fit_confidence(predictions(reads, settings, k=1), gold)
    assert calibration.slope > 0
    save_reads(tmp_path / "reads.json", reads)
    again = load_reads(tmp_path / "reads.json")
    assert fit(again, gold, k=1) == (settings, scores)
    assert asdict(settings)["decide_at"] > 0
    parts = components(reads, gold)
    assert min(parts["evidence_auc"], parts["sentence_auc"]) > 0.9
    assert parts["stance"] > 0.75
    assert parts["top_sentence"] > 0.85


def test_how_many_sentences_are_chosen_is_fitted_by_the_score_of_sentences() -> None:
    """In every fourth text the second sentence decides, so that abstracts score higher with two; sentences do not."""
    reads, gold = [], {}
    for i in range(16):
        says = i < 8
        rows = [[odds, -9.0, 0.0] for odds in (6.0, 4.0, -3.0)] if says else [[-5.0, -9.0, 0.0]] * 3
        label = np.array([5.0, -5.0, 0.0] if says else [-5.0, -5.0, 5.0], dtype=np.float32)
        reads.append(Read(str(i), str(i), 0, Reading(label, np.array(rows, dtype=np.float32))))
        rationale = ((1,),) if i % 4 == 0 else ((0,),)
        gold[str(i)] = [Judgement(str(i), str(i), Stance.SUPPORTS, rationale)] if says else []
    settings, scores = fit(reads, gold, k=1)
    assert settings.select_within < 2
    assert scores["sentence"]["selection"]["f1"] == pytest.approx(0.75)
    wide = score_claims(gold, predictions(reads, replace(settings, select_within=3.0), k=1))
    both = [
        one["sentence"]["selection_label"]["f1"] + one["abstract"]["label_rationale"]["f1"] for one in (scores, wide)
    ]
    assert both[1] > both[0]


def test_cross_validation_predicts_claims_that_settings_were_not_fitted_to() -> None:
    """Two sentences decide in one half of the texts and one in the other, so that neither half teaches the other."""
    reads, gold = [], {}
    for i in range(16):
        rows = np.array([[odds, -9.0, 0.0] for odds in (6.0, 4.0, -3.0)], dtype=np.float32)
        reads.append(Read(str(i), str(i), 0, Reading(np.array([5.0, -5.0, 0.0], dtype=np.float32), rows)))
        gold[str(i)] = [Judgement(str(i), str(i), Stance.SUPPORTS, ((0, 1) if i < 8 else (0,),))]
    alike, apart = ({claim_id: int(claim_id) // size % 2 for claim_id in gold} for size in (1, 8))
    fitted = fit(reads, gold, k=1)[1]["sentence"]["selection"]["f1"]
    for parts, expected in ((alike, fitted), (apart, 1 / 3)):
        scores = score_claims(gold, cross_predicted(reads, gold, parts, k=1))
        assert scores["sentence"]["selection"]["f1"] == pytest.approx(expected)


def test_the_area_under_the_curve_counts_pairs_in_order() -> None:
    assert area([0.9, 0.8, 0.1], [True, True, False]) == 1.0
    assert area([0.1, 0.9], [True, False]) == 0.0
    assert area([0.5, 0.5, 0.7, 0.2], [True, False, True, False]) == pytest.approx(3.5 / 4)


def test_the_average_of_networks_is_between_them(tiny_base: Path, tmp_path: Path) -> None:
    for i in range(2):
        network = network_of(tiny_base)
        torch.nn.init.constant_(network.label.weight, float(i))
        torch.save(network.state_dict(), tmp_path / f"{i}.pt")
    assert np.allclose(average([tmp_path / "0.pt", tmp_path / "1.pt"])["label.weight"], 0.5)
    first, second = (torch.load(tmp_path / f"{i}.pt", weights_only=True) for i in range(2))
    assert np.allclose(mixed(first, second, 0.25)["label.weight"], 0.75)


def test_a_verifier_that_goes_on_keeps_a_share_of_what_it_was(
    tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = [AnnotatedClaim(Claim(str(i), f"claim {i}"), (f"doc {i}",)) for i in range(10)]

    def course(_: Path, __: Science, chosen: Sequence[AnnotatedClaim], **___: object) -> list[list[Sample]]:
        assert 0 < len(chosen) < len(claims)
        return [toy_samples(20)]

    monkeypatch.setattr("claimwise.training.verifier.course_samples", course)
    run = Run(Base(tiny_base), tmp_path / "exact", mixed=PLAN)
    both = [run, replace(run, work=tmp_path / "half", keep=0.5)]
    files = [learn_mixed(one, 0, Science(claims, {}, {}), tmp_path, report=lambda _: None) for one in both]
    begun, taught, kept = run.network().state_dict(), *(torch.load(one, weights_only=True) for one in files)
    name = "stance.weight"
    assert torch.allclose(kept[name], (begun[name] + taught[name]) / 2, atol=1e-5)
    assert not torch.allclose(taught[name], begun[name], atol=1e-3)


@pytest.mark.slow
def test_the_command_trains_a_verifier_from_files(
    tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_toy_scifact(tmp_path / "data" / "scifact")
    monkeypatch.setenv("CLAIMWISE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CLAIMWISE_CACHE", str(tmp_path / "cache"))
    command = [
        sys.executable, "-c", "from claimwise.cli import main; main()", "train", "verifier", "--from", str(tiny_base),
        "--work", str(tmp_path / "work"), "--out", str(tmp_path / "out"), "--name", "tiny", "--general-epochs", "0",
        "--folds", "2", "--epochs", "2", "--frozen", "0", "--rate", "0.002", "--json",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    card = json.loads(done.stdout)
    assert card["name"] == "tiny"
    assert set(card["settings"]) >= {"temperature", "decide_at", "select_within", "slope"}
    assert VerifierModel(tmp_path / "out").read([("the fox is red .", Document("x", "", ("the fox is red .",)))])
    again = subprocess.run([*command, "--resume"], capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["files"] == card["files"]
    command = [*command[:4], "settings", "--verifier", str(tmp_path / "out"), "--json"]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "held out" in refused.stderr
    shipped = read_card(tmp_path / "out")
    write_card(tmp_path / "out", replace(shipped, scores={HELD_OUT: {}}))
    fitted = subprocess.run(command, capture_output=True, text=True, check=False)
    assert fitted.returncode == 0, fitted.stderr
    told = json.loads(fitted.stdout)
    assert told["settings"].keys() == card["settings"].keys()
    assert {"sentence", "abstract", "cross_validated"} <= told["scores"].keys()
    assert read_card(tmp_path / "out").settings == shipped.settings
    subprocess.run([*command, "--write"], capture_output=True, check=True)
    assert read_card(tmp_path / "out").settings == told["settings"]
    assert read_card(tmp_path / "out").files == card["files"]
    assert read_card(tmp_path / "out").scores == {HELD_OUT: told["scores"]}


def test_settings_are_not_fitted_to_a_few_claims() -> None:
    science = Science([AnnotatedClaim(Claim(str(i), "tea"), ("1",)) for i in range(9)], {}, {})
    reads = [
        Read(one.claim.id, "1", 0, Reading(np.zeros(3, np.float32), np.zeros((1, 3), np.float32)))
        for one in science.claims
    ]
    with pytest.raises(InputError, match="9 held-out claims are too few"):
        settings_of(reads, science)


def write_toy_scifact(folder: Path) -> None:
    folder.mkdir(parents=True)
    words = {Stance.SUPPORTS: "SUPPORT", Stance.REFUTES: "CONTRADICT"}
    claims, documents = [], []
    for i, sample in enumerate(toy_samples(60)):
        label = words.get(sample.label or Stance.NOT_ENOUGH_INFO)
        deciding = [j for j, stance in enumerate(sample.stances) if stance is not Stance.NOT_ENOUGH_INFO]
        evidence = {str(i): [{"sentences": deciding, "label": label}]} if label else {}
        claims.append({"id": i, "claim": sample.claim, "evidence": evidence, "cited_doc_ids": [i]})
        documents.append({"doc_id": i, "title": f"day {i}", "abstract": list(sample.sentences)})
    for name, rows in (("claims_train", claims), ("corpus", documents)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_a_work_folder_goes_on_only_with_what_was_begun_in_it(tiny_base: Path, tmp_path: Path) -> None:
    run = Run(Base(tiny_base), tmp_path / "work", seed=1)
    science = Science([], {}, {})
    take_up(run, science, unlabelled=True)
    (run.work / "fold-0.pt").touch()
    take_up(replace(run, resume=True), science, unlabelled=True)
    assert (run.work / "fold-0.pt").exists()
    with pytest.raises(InputError, match=r"other settings \(seed\)"):
        take_up(replace(run, resume=True, seed=2), science, unlabelled=True)
    changed = replace(science, claims=[AnnotatedClaim(Claim("1", "Tea soothes."), ())])
    with pytest.raises(InputError, match=r"other settings \(claims\)"):
        take_up(replace(run, resume=True), changed, unlabelled=True)
    with pytest.raises(InputError, match="add --resume"):
        take_up(replace(run, seed=2), science, unlabelled=True)
    assert (run.work / "fold-0.pt").exists()


def test_windows_that_teach_nothing_are_left_out(tiny_base: Path) -> None:
    [sample, *_] = toy_samples(1, seed=0)
    assert examples(tiny_base, [replace(sample, label=None, stances=(None,) * len(sample.stances))]) == []
