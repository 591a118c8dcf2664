"""Converting a base encoder: a small real one, built here, goes through the whole way."""

import json
from pathlib import Path

import numpy as np
import pytest

from claimwise.errors import InputError, ModelError
from claimwise.models.card import read_card, verify_files
from claimwise.models.embedder import Embedder
from claimwise.training.embedder import convert
from claimwise.types import Document

onnx = pytest.importorskip("onnx", reason="the extra `train` is not installed")

HIDDEN = 64


def make_base(folder: Path, texts: list[str], *, outlier: float = 0.0) -> Path:
    """Write an encoder that looks its words up and mixes them through one matrix; `outlier` spoils that matrix."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    words = sorted({word for text in texts for word in text.split()})
    vocabulary = {word: i for i, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words])}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    folder.mkdir(parents=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps({"hidden_size": HIDDEN, "max_position_embeddings": 64}))

    random = np.random.default_rng(0)
    lookup = random.normal(size=(len(vocabulary), HIDDEN)).astype(np.float32)
    mix = random.normal(size=(HIDDEN, HIDDEN)).astype(np.float32)
    mix[0, :] += outlier
    helper, kind = onnx.helper, onnx.TensorProto
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["lookup", "input_ids"], ["looked"]),
            helper.make_node("MatMul", ["looked", "mix"], ["last_hidden_state"]),
        ],
        "encoder",
        [
            helper.make_tensor_value_info("input_ids", kind.INT64, ["batch", "length"]),
            helper.make_tensor_value_info("attention_mask", kind.INT64, ["batch", "length"]),
        ],
        [helper.make_tensor_value_info("last_hidden_state", kind.FLOAT, ["batch", "length", HIDDEN])],
        [onnx.numpy_helper.from_array(lookup, "lookup"), onnx.numpy_helper.from_array(mix, "mix")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, folder / "model.onnx")
    return folder


@pytest.fixture(scope="module")
def texts(demo_documents: list[Document]) -> list[str]:
    return [sentence for document in demo_documents for sentence in document.sentences][:300]


def test_conversion_writes_a_model_that_works_and_a_card_that_proves_it(tmp_path: Path, texts: list[str]) -> None:
    base = make_base(tmp_path / "base", texts)
    card = convert(base, tmp_path / "out", name="tiny", licence="MIT", texts=texts, command="as typed")
    assert read_card(tmp_path / "out") == card
    verify_files(tmp_path / "out", card)
    assert (card.dimension, card.max_tokens, card.licence, card.command) == (HIDDEN, 64, "MIT", "as typed")
    assert card.scores["int8_vs_float"]["cosine"] > 0.99
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["card.json", "model.onnx", "tokenizer.json"]
    assert (tmp_path / "out" / "model.onnx").stat().st_size < (base / "model.onnx").stat().st_size / 2
    vectors = Embedder(tmp_path / "out").embed(texts[:3])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)


def test_a_model_that_int8_spoils_is_refused_and_nothing_is_written(tmp_path: Path, texts: list[str]) -> None:
    base = make_base(tmp_path / "base", texts, outlier=3e4)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "card.json").touch()
    with pytest.raises(ModelError, match="rank differently"):
        convert(base, tmp_path / "out", name="tiny", licence="MIT", texts=texts)
    assert [path.name for path in tmp_path.iterdir() if path.name != "base"] == ["out"]
    assert (tmp_path / "out" / "card.json").exists()


def test_a_new_conversion_takes_the_place_of_the_old_one(tmp_path: Path, texts: list[str]) -> None:
    base = make_base(tmp_path / "base", texts)
    for name in ("first", "second"):
        convert(base, tmp_path / "out", name=name, licence="MIT", texts=texts)
    assert read_card(tmp_path / "out").name == "second"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base", "out"]
    assert not (tmp_path / "out" / "old").exists()


def test_a_folder_that_is_no_model_is_never_replaced(tmp_path: Path, texts: list[str]) -> None:
    base = make_base(tmp_path / "base", texts)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").touch()
    with pytest.raises(InputError, match="is not a model"):
        convert(base, tmp_path / "home", name="tiny", licence="MIT", texts=texts)
    assert (tmp_path / "home" / "thesis.txt").exists()


def test_a_file_that_is_no_model_is_said(tmp_path: Path, texts: list[str]) -> None:
    base = make_base(tmp_path / "base", texts)
    (base / "model.onnx").write_bytes(b"junk")
    with pytest.raises(ModelError, match="cannot be quantised"):
        convert(base, tmp_path / "out", name="tiny", licence="MIT", texts=texts)


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_base_without_its_parts_is_said(tmp_path: Path, texts: list[str], missing: str) -> None:
    base = make_base(tmp_path / "base", texts)
    (base / missing).unlink()
    with pytest.raises(InputError, match="holds no"):
        convert(base, tmp_path / "out", name="tiny", licence="MIT", texts=texts)


def test_a_config_that_is_not_one_is_said(tmp_path: Path, texts: list[str]) -> None:
    base = make_base(tmp_path / "base", texts)
    (base / "config.json").write_text('{"hidden_size": "many"}')
    with pytest.raises(InputError, match="not the configuration"):
        convert(base, tmp_path / "out", name="tiny", licence="MIT", texts=texts)
