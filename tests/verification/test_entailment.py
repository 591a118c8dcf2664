"""Entailment models of `transformers`, tried on a tiny one that is made and taught here."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claimwise.errors import ModelError, TooLongError
from claimwise.execution.check import make_pipeline
from claimwise.labels import Stance, VerdictLabel
from claimwise.models.embedder import Embedder
from claimwise.models.transformers import EntailmentModel
from claimwise.store.index import Index
from claimwise.store.ingest import ingest
from claimwise.types import Claim, Document
from claimwise.verification.entailment import EntailmentVerifier

torch = pytest.importorskip("torch", reason="the extra `hf` is not installed; `make test-train` brings it")
transformers = pytest.importorskip("transformers", reason="the extra `hf` is not installed")

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "cats", "dogs", "purr", "bark", "not", "do", "rain", "falls"]
LABELS = {0: "contradiction", 1: "neutral", 2: "entailment"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny BERT that has learnt that "do not" contradicts, the same words entail, and rain says nothing."""
    place = tmp_path_factory.mktemp("nli")
    tokenizer = make_tokenizer()
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=32, num_labels=3, initializer_range=0.3, hidden_dropout_prob=0.0,
        id2label=LABELS, label2id={word: i for i, word in LABELS.items()},
    )  # fmt: skip
    torch.manual_seed(0)
    model = transformers.BertForSequenceClassification(config)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)
    draw = random.Random(0)
    for _ in range(250):
        rows = [example(draw) for _ in range(24)]
        batch = tokenizer([row[0] for row in rows], [row[1] for row in rows], padding=True, return_tensors="pt")
        loss = model(**batch, labels=torch.tensor([row[2] for row in rows])).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    model.save_pretrained(place)
    tokenizer.save_pretrained(place)
    return place


def make_tokenizer() -> Any:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import BertProcessing

    plain = Tokenizer(WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    plain.pre_tokenizer = Whitespace()
    plain.post_processor = BertProcessing(("[SEP]", WORDS.index("[SEP]")), ("[CLS]", WORDS.index("[CLS]")))
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]",
        model_max_length=32, model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )  # fmt: skip


def example(draw: random.Random) -> tuple[str, str, int]:
    claim = draw.choice(["cats purr", "dogs bark", "cats bark", "dogs purr"])
    animal, sound = claim.split()
    return draw.choice([(claim, claim, 2), (f"{animal} do not {sound}", claim, 0), ("rain falls", claim, 1)])


def test_labels_are_put_in_our_order(folder: Path) -> None:
    pairs = [("cats purr", "cats purr"), ("cats purr", "cats do not purr"), ("cats purr", "rain falls")]
    shares = EntailmentModel(str(folder)).probabilities(pairs)
    assert shares.argmax(axis=1).tolist() == [0, 1, 2]
    assert np.allclose(shares.sum(axis=1), 1)


def test_the_verifier_names_the_sentence_that_decides(folder: Path) -> None:
    verifier = EntailmentVerifier(EntailmentModel(str(folder)))
    documents = [
        Document("a", "", ("rain falls", "cats do not purr")),
        Document("b", "", ("cats purr", "rain falls")),
        Document("c", "", ("rain falls",)),
        Document("d", "", ()),
    ]
    found = verifier.verify([(Claim("1", "cats purr"), document) for document in documents])
    assert [one.label for one in found] == [
        Stance.REFUTES, Stance.SUPPORTS, Stance.NOT_ENOUGH_INFO, Stance.NOT_ENOUGH_INFO,
    ]  # fmt: skip
    assert [one.sentences for one in found] == [(1,), (0,), (), ()]


def test_a_long_text_is_cut_and_the_claim_is_not(folder: Path) -> None:
    [share] = EntailmentModel(str(folder)).probabilities([("cats purr", "cats purr " + "rain falls " * 200)])
    assert share.shape == (3,)
    with pytest.raises(TooLongError, match="reads fewer than 29"):
        EntailmentModel(str(folder)).probabilities([("cats purr " * 15, "cats purr")])


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    config = transformers.BertConfig(vocab_size=13, hidden_size=8, num_hidden_layers=1, num_attention_heads=1,
                                     intermediate_size=8, num_labels=2)  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(tmp_path)
    make_tokenizer().save_pretrained(tmp_path)
    with pytest.raises(ModelError, match="its labels are LABEL_0, LABEL_1"):
        EntailmentModel(str(tmp_path)).warm_up()
    with pytest.raises(ModelError, match="neither a folder"):
        EntailmentModel(str(tmp_path / "nothing")).warm_up()


def test_check_reads_with_an_entailment_model(folder: Path, tmp_path: Path, embedder: Embedder) -> None:
    index = Index.create(tmp_path / "index", embedder)
    ingest(index, [Document("a", "", ("rain falls", "cats do not purr")), Document("b", "", ("rain falls",))], embedder)
    [verdict] = make_pipeline("claimwise", index, embedder, settings=[f"verification.model={folder}"]).check(
        [Claim("1", "cats purr")]
    )
    assert verdict.label is VerdictLabel.REFUTED
    assert verdict.trace["models"]["verifier"] == str(folder)
    assert "“cats do not purr”" in verdict.justification
