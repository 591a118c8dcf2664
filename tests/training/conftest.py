"""A tiny base encoder, made here, and a toy world in which claims can be learnt."""

import json
import random
from pathlib import Path

import pytest

from claimwise.labels import Stance
from claimwise.training.samples import Sample, passage

COLOURS = ("red", "blue", "green", "black")
THINGS = ("fox", "car", "hat", "cup", "dog", "bag", "pen", "box")


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a BERT with two small layers and random weights, as a base model comes."""
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed; `make test-train` brings it")
    transformers = pytest.importorskip("transformers", reason="the extra `train` is not installed")
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    folder = tmp_path_factory.mktemp("base")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "is", "not", "it", "rains", ".", *COLOURS, *THINGS]
    tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
        max_position_embeddings=192,
    )  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config.to_dict()))

    class Plain(transformers.BertModel):  # type: ignore[misc, name-defined]
        def forward(self, ids: object, mask: object, kinds: object) -> object:
            states = super().forward(input_ids=ids, attention_mask=mask, token_type_ids=kinds)
            return states.last_hidden_state

    torch.manual_seed(1)
    model = Plain(config, add_pooling_layer=False).eval()
    with torch.no_grad():
        for parameter in model.parameters():  # the exporter would merge weights that are equal, as fresh biases are
            parameter += 0.02 * torch.randn_like(parameter)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    ids = torch.ones(1, 8, dtype=torch.long)
    torch.onnx.export(
        model,
        (ids, torch.ones_like(ids), torch.zeros_like(ids)),
        folder / "model.onnx",
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes={name: {0: "batch", 1: "length"} for name in [*names, "last_hidden_state"]},
        opset_version=14,
        dynamo=False,
    )
    return folder


def toy_samples(count: int, *, seed: int = 0) -> list[Sample]:
    """Claims about the colour of a thing; one sentence of three tells it, or another colour, or nothing does."""
    draw = random.Random(seed)
    samples = []
    for _ in range(count):
        thing, other = draw.sample(THINGS, 2)
        said, unsaid = draw.sample(COLOURS, 2)
        label = draw.choice(list(Stance))
        colour = {Stance.SUPPORTS: said, Stance.REFUTES: unsaid}.get(label)
        telling = [f"the {thing} is {colour} ."] if colour else ["it rains ."]
        sentences = [*telling, f"the {other} is {draw.choice(COLOURS)} .", "it rains ."]
        draw.shuffle(sentences)
        deciding = [sentences.index(telling[0])] if colour else []
        samples.append(passage(f"the {thing} is {said} .", "", sentences, label, deciding, origin="toy"))
    return samples
