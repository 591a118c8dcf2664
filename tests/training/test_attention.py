"""Decomposable attention: it learns, its ONNX form says the same, masks hide what is not there."""

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed; `make test-train` brings it")

from claimwise.errors import ModelError  # noqa: E402
from claimwise.labels import Stance  # noqa: E402
from claimwise.models.attention import TOKENIZER, AttentionModel, PieceReader, Pieces  # noqa: E402
from claimwise.models.onnx import load_tokenizer  # noqa: E402
from claimwise.models.verifier import CLASSES, probabilities  # noqa: E402
from claimwise.training import attention  # noqa: E402
from claimwise.training.attention_course import Plan, make_of_lessons  # noqa: E402
from claimwise.training.fever import Lesson, fever_lessons  # noqa: E402
from claimwise.training.vectors import small, token_vectors  # noqa: E402

COLOURS = ("red", "blue", "green", "black", "white", "yellow")


def toy_lessons(count: int, *, seed: int) -> list[Lesson]:
    """Return claims about a colour; the sentence says it, another one, or nothing of colours."""
    draw = random.Random(seed)
    lessons = []
    for number in range(count):
        said, unsaid = draw.sample(COLOURS, 2)
        label = draw.choice(list(Stance))
        told = {Stance.SUPPORTS: said, Stance.REFUTES: unsaid}.get(label, "old")
        lessons.append(Lesson(f"The fox {number} is {said}.", "Fox", f"It is {told} .", label))
    return lessons


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("attention") / "model"
    card = make_of_lessons(toy_lessons(900, seed=1), out, Plan(epochs=40, hidden=48, command="test"))
    assert card.scores["held_out_accuracy"] > 0.9
    return out


def test_it_learns_and_runs_without_torch(taught: Path) -> None:
    lessons = toy_lessons(60, seed=2)
    shares = AttentionModel(taught).probabilities([(one.claim, one.title, one.sentence) for one in lessons])
    assert shares.sum(axis=1) == pytest.approx(1.0)
    right = [CLASSES[int(row.argmax())] is one.label for row, one in zip(shares, lessons, strict=True)]
    assert np.mean(right) > 0.9


def test_the_folder_is_small_and_damage_is_found(taught: Path) -> None:
    assert sum(path.stat().st_size for path in taught.iterdir()) < 5_000_000
    model = taught.parent / "damaged"
    model.mkdir()
    (model / "card.json").write_text((taught / "card.json").read_text())
    (model / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ModelError, match="damaged"):
        AttentionModel(model).warm_up()


def test_onnx_says_what_torch_says_and_padding_changes_nothing(tmp_path: Path) -> None:
    torch.manual_seed(3)
    table = np.random.default_rng(0).integers(-127, 127, (50, 12)).astype(np.int8)
    network = attention.DecomposableAttention(table, 0.01, hidden=16, dropout=0.2).eval()
    pairs = [
        (Pieces((0, 5, 7), (0, 1, 0)), Pieces((0, 9), (0, 2))),
        (Pieces((0, 3), (0, 0)), Pieces((0, 8, 4, 2), (0,) * 4)),
    ]
    examples = [attention.Example(claim, sentence, 0) for claim, sentence in pairs]
    with torch.no_grad():
        together = network(*attention._tensors(examples)).numpy()
    attention.export(network, tmp_path / "model.onnx")
    model = attention_model(tmp_path)
    alone = np.stack([model._run(claim, sentence) for claim, sentence in pairs])
    assert alone == pytest.approx(together, abs=1e-4)
    assert probabilities(alone).sum(axis=1) == pytest.approx(1.0)


def attention_model(folder: Path) -> AttentionModel:
    from claimwise.models.card import Card, sha256_of, write_card

    files = {"model.onnx": sha256_of(folder / "model.onnx")}
    write_card(folder, Card("n", "t", "b", "l", max_tokens=1, dimension=1, command="", files=files))
    return AttentionModel(folder)


def test_pronouns_stand_for_the_title_and_names_have_kinds() -> None:
    reader = PieceReader(load_tokenizer(TOKENIZER))
    named, plain = reader.sentence("Ada wrote it .", "Ada"), reader.sentence("Ada wrote Ada .", "Ada")
    assert named.ids == plain.ids
    assert len(set(reader.claim("Ada went to France in 1999.").kinds)) == 4
    assert reader.claim("").ids == (0,)


def test_vectors_are_small_and_near_words_stay_near() -> None:
    tokenizer = load_tokenizer(TOKENIZER)
    vectors = token_vectors(TOKENIZER / "model.onnx", tokenizer.get_vocab_size())
    table, scale = small(vectors, width=96)
    assert table.shape == (tokenizer.get_vocab_size(), 96)
    king, queen, seven = (table[tokenizer.token_to_id(word)] * scale for word in ("king", "queen", "seven"))
    assert king @ queen > king @ seven
    assert not table[0].any()


@pytest.mark.slow
def test_lessons_of_the_real_data_hold_no_claim_of_paper_dev(shared_data: Path) -> None:
    from claimwise.formats.fever_mini import JOINED, read_joined

    lessons = fever_lessons(shared_data)
    measured = {one.claim.text for one in read_joined(shared_data / JOINED) if one.in_paper_dev}
    allowed = {one.claim.text for one in read_joined(shared_data / JOINED) if not one.in_paper_dev}
    assert {one.label for one in lessons} == set(Stance)
    assert not {one.claim for one in lessons} & (measured - allowed)
