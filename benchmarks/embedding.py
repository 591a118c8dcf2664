"""Embedding throughput: claimwise (int8, ONNX Runtime) against sentence-transformers (float32, torch).

python benchmarks/embedding.py --base FOLDER [--texts 400]

The same base model (FOLDER is the one that `claimwise train embedder --from` takes), the same texts, each system in
turn, three rounds in one run, the best of each. Needs torch, transformers and sentence-transformers, which claimwise
itself does not. The base's weights are read out of its ONNX file into torch; that both then say the same is checked.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer import modules as models
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from claimwise.formats.datasets import data_folder
from claimwise.formats.sources import read_documents
from claimwise.models.embedder import Embedder
from common import machine, table

NEIGHBOURS = 10


def torch_weights(path: Path) -> dict[str, torch.Tensor]:
    """Return the weights of an ONNX BERT by the names that torch gives them.

    Exporters keep the names of biases, norms and embeddings; a matrix that is multiplied loses its own, but its node is
    named after the layer, and it stands transposed.
    """
    graph = onnx.load(path).graph
    tensors = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights = {name: torch.from_numpy(array.copy()) for name, array in tensors.items() if "." in name}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in tensors:
            layer = node.name.strip("/").removesuffix("/MatMul").replace("/", ".")
            weights[f"{layer}.weight"] = torch.from_numpy(tensors[node.input[1]].T.copy())
    return weights


def sentence_transformer(base: Path, folder: Path) -> SentenceTransformer:
    """Make the same encoder for sentence-transformers."""
    config = BertConfig(**json.loads((base / "config.json").read_text()))
    model = BertModel(config, add_pooling_layer=False)
    weights = torch_weights(base / "onnx" / "model.onnx")
    missing, _ = model.load_state_dict(weights, strict=False)
    if [name for name in missing if "position_ids" not in name]:
        raise SystemExit(f"the ONNX file lacks weights: {missing[:5]}")
    model.save_pretrained(folder)
    PreTrainedTokenizerFast(
        tokenizer_file=str(base / "tokenizer.json"), pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    transformer = models.Transformer(str(folder), max_seq_length=256)
    return SentenceTransformer(modules=[transformer, models.Pooling(config.hidden_size), models.Normalize()])


def neighbours(vectors: NDArray[np.float32]) -> list[set[int]]:
    similarity = vectors @ vectors.T
    np.fill_diagonal(similarity, -1)
    return [set(row) for row in np.argsort(-similarity, axis=1)[:, :NEIGHBOURS].tolist()]


def main() -> None:
    import tempfile

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=400)
    options = parser.parse_args()
    documents = [one for one, _ in zip(read_documents(data_folder() / "scifact"), range(options.texts), strict=False)]
    kinds = {
        "sentences": [one.sentences[-1] for one in documents],
        "passages": [" ".join(one.sentences)[:1200] for one in documents],
    }
    with tempfile.TemporaryDirectory() as folder:
        other = sentence_transformer(options.base, Path(folder))
        embedder = Embedder()
        systems: dict[str, Callable[[list[str]], Any]] = {
            "claimwise": embedder.embed,
            "sentence-transformers": lambda texts: other.encode(texts, batch_size=32, show_progress_bar=False),
        }
        print(machine(), f"torch {torch.__version__}, {torch.get_num_threads()} threads")
        rows = []
        for kind, texts in kinds.items():
            best = dict.fromkeys(systems, float("inf"))
            vectors = {}
            for _ in range(3):
                for name, embed in systems.items():
                    start = time.perf_counter()
                    vectors[name] = np.asarray(embed(texts))
                    best[name] = min(best[name], time.perf_counter() - start)
            ours, theirs = vectors.values()
            overlap = np.mean([len(a & b) for a, b in zip(neighbours(ours), neighbours(theirs), strict=True)])
            cosine = float((ours * theirs).sum(axis=1).mean())
            rates = [len(texts) / seconds for seconds in best.values()]
            rows.append(
                [kind, f"{rates[0]:.0f}", f"{rates[1]:.0f}", f"{rates[0] / rates[1]:.2f}", f"{cosine:.4f}",
                 f"{overlap / NEIGHBOURS:.0%}"]
            )  # fmt: skip
    print(table(["texts", "claimwise /s", "sentence-transformers /s", "ratio", "mean cosine", "top-10 shared"], rows))


if __name__ == "__main__":
    main()
