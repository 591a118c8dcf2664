"""The embedded embedder itself: real weights, real vectors."""

from pathlib import Path

import numpy as np
import pytest

from claimwise.errors import ModelError
from claimwise.models.card import read_card, verify_files
from claimwise.models.embedder import Embedder
from claimwise.models.onnx import over_threads
from claimwise.types import Document


def test_the_shipped_weights_are_the_ones_on_the_card(embedder: Embedder) -> None:
    verify_files(embedder.folder, embedder.card)


def test_vectors_are_unit_and_similar_texts_are_near(embedder: Embedder) -> None:
    near, same, far = embedder.embed(["Aspirin thins the blood.", "Aspirin prevents clotting.", "Saturn has rings."])
    assert np.linalg.norm([near, same, far], axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert near @ same > near @ far + 0.1


def test_order_and_batch_do_not_change_a_vector(embedder: Embedder) -> None:
    texts = ["short", "a text that is rather longer than the first " * 5, "middle length text here"]
    together = embedder.embed(texts)
    alone = np.concatenate([embedder.embed([text]) for text in texts])
    assert np.array_equal(together, alone)


def test_documents_become_passages_with_a_vector_per_sentence(embedder: Embedder) -> None:
    short = Document("s", "Title", ("One sentence.", "Another one."))
    long = Document("l", "Title", tuple(f"This is sentence {i} of a document that is long." for i in range(120)))
    [[only], many] = embedder.embed_documents([short, long])
    assert only.sentences == range(2)
    assert only.sentence_vectors.shape == (2, embedder.card.dimension)
    assert len(many) > 1
    assert many[0].sentences.start == 0
    assert many[-1].sentences.stop == 120
    assert all(len(passage.sentences) == len(passage.sentence_vectors) for passage in many)


def test_a_sentence_vector_points_to_its_own_sentence(embedder: Embedder) -> None:
    sentences = ("The heart pumps blood.", "Whales are mammals.", "Paris is the capital of France.")
    [[passage]] = embedder.embed_documents([Document("d", "Facts", sentences)])
    similarity = embedder.embed(list(sentences)) @ passage.sentence_vectors.T
    assert similarity.argmax(axis=1).tolist() == [0, 1, 2]


def test_nothing_is_too_odd_to_embed(embedder: Embedder) -> None:
    odd = ["", " ", "\x00", "🦠" * 50, "x" * 100_000, "word " * 50_000]
    assert np.isfinite(embedder.embed(odd)).all()
    documents = [Document("d", "t" * 5000, ("", "y " * 50_000, "z")), Document("e", "", ())]
    for passages in embedder.embed_documents(documents):
        for passage in passages:
            assert np.isfinite(passage.vector).all()
            assert np.isfinite(passage.sentence_vectors).all()


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.card.dimension)
    assert embedder.embed_documents([]) == []


def test_a_missing_model_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"card\.json is missing"):
        Embedder(tmp_path).embed(["x"])


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_damaged_model_is_said(tmp_path: Path, embedder: Embedder, name: str) -> None:
    for path in embedder.folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / name).write_bytes(b"damaged")
    with pytest.raises(ModelError, match=name):
        verify_files(tmp_path, read_card(tmp_path))
    with pytest.raises(ModelError, match=name):
        Embedder(tmp_path).embed(["x"])


def test_a_damaged_card_is_said(tmp_path: Path) -> None:
    for content in ("{", "[]", '{"name": "x"}'):
        (tmp_path / "card.json").write_text(content)
        with pytest.raises(ModelError, match="damaged"):
            read_card(tmp_path)


def test_results_of_threads_come_back_in_order() -> None:
    assert over_threads(lambda i: i * i, [5, 1, 9, 3], threads=3) == [0, 1, 4, 9]
    assert over_threads(lambda i: i, []) == []


def test_an_error_in_a_thread_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        over_threads(lambda i: 1 // i, [1, 1], threads=2)
