"""A BERT encoder as an ONNX graph, written node by node from its weights.

Exporters write a dozen nodes for an attention, with a mask. A sequence is read alone and unpadded here, so there is
nothing to mask, and one node of ONNX Runtime computes softmax(Q · Kᵀ / √d) · V for all heads. The graph depends on no
exporter, and so on no float model: a base that exists in int8 alone will do.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import ModelError

Weights = Mapping[str, NDArray[np.float32]]

OPSET, IR = 17, 8
_RUNTIME = "com.microsoft"
STATES = "states"


def encoder_model(weights: Weights, config: Mapping[str, Any]) -> Any:  # noqa: ANN401 (onnx has no types)
    """Return the model: token ids and kinds in, a state for every token out; `weights` are by torch's names."""
    import onnx

    if config.get("hidden_act", "gelu") != "gelu":
        raise ModelError(f"an encoder with {config['hidden_act']} instead of gelu cannot be written")
    writer = _Writer(weights, float(config.get("layer_norm_eps", 1e-12)))
    states = writer.embeddings()
    for number in range(int(config["num_hidden_layers"])):
        states = writer.layer(f"encoder.layer.{number}", states, heads=int(config["num_attention_heads"]))
    writer.node("Identity", states, out=STATES)
    number, whole = onnx.TensorProto.FLOAT, onnx.TensorProto.INT64
    graph = onnx.helper.make_graph(
        writer.nodes,
        "encoder",
        [onnx.helper.make_tensor_value_info(name, whole, [1, "length"]) for name in ("input_ids", "token_type_ids")],
        [onnx.helper.make_tensor_value_info(STATES, number, [1, "length", int(config["hidden_size"])])],
        writer.constants,
    )
    imports = [onnx.helper.make_opsetid("", OPSET), onnx.helper.make_opsetid(_RUNTIME, 1)]
    return onnx.helper.make_model(graph, opset_imports=imports, ir_version=IR)


class _Writer:
    """Nodes and constants, one after another; a node is named after the layer that it belongs to."""

    def __init__(self, weights: Weights, epsilon: float) -> None:
        self._weights = weights
        self._epsilon = epsilon
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def node(self, kind: str, *inputs: str, out: str = "", name: str = "", domain: str = "", **more: Any) -> str:  # noqa: ANN401
        """Append a node and return the name of its output."""
        import onnx

        output = out or f"value_{len(self.nodes)}"
        name = name or f"node_{len(self.nodes)}_{kind}"
        self.nodes.append(onnx.helper.make_node(kind, list(inputs), [output], name=name, domain=domain, **more))
        return output

    def constant(self, name: str, array: NDArray[Any]) -> str:
        """Append a constant and return its name."""
        import onnx

        self.constants.append(onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def embeddings(self) -> str:
        """Append the sum of what is known of a token: its piece, its kind and its place."""
        start, step = (self.constant(f"number_{i}", np.array(i, dtype=np.int64)) for i in (0, 1))
        length = self.node("Gather", self.node("Shape", "input_ids"), step, axis=0)
        places = self.node("Unsqueeze", self.node("Range", start, length, step), self.constant("axes", np.array([0])))
        tables = {"word": "input_ids", "token_type": "token_type_ids", "position": places}
        word, kind, place = (
            self.node("Gather", self.weight(f"embeddings.{table}_embeddings.weight"), rows, axis=0)
            for table, rows in tables.items()
        )
        return self.norm("embeddings.LayerNorm", self.node("Add", self.node("Add", word, kind), place))

    def layer(self, layer: str, states: str, *, heads: int) -> str:
        """Append attention and the feed-forward block, each added to what went in, and normalised."""
        parts = [self.linear(f"{layer}.attention.self.{part}", states) for part in ("query", "key", "value")]
        mixed = self.node("MultiHeadAttention", *parts, domain=_RUNTIME, num_heads=heads)
        attended = self.linear(f"{layer}.attention.output.dense", mixed)
        states = self.norm(f"{layer}.attention.output.LayerNorm", self.node("Add", attended, states))
        wide = self.node("Gelu", self.linear(f"{layer}.intermediate.dense", states), domain=_RUNTIME)
        narrow = self.linear(f"{layer}.output.dense", wide)
        return self.norm(f"{layer}.output.LayerNorm", self.node("Add", narrow, states))

    def linear(self, layer: str, data: str) -> str:
        """Append data · weightᵀ + bias."""
        path = layer.replace(".layer.", "/layer#").replace(".", "/").replace("#", ".")
        matrix = self.constant(path.replace("/", "_").replace(".", "_"), self._array(f"{layer}.weight").T)
        product = self.node("MatMul", data, matrix, name=f"/{path}/MatMul")
        return self.node("Add", product, self.weight(f"{layer}.bias"))

    def norm(self, layer: str, data: str) -> str:
        """Append the normalisation of every state."""
        scale, shift = (self.weight(f"{layer}.{part}") for part in ("weight", "bias"))
        return self.node("LayerNormalization", data, scale, shift, axis=-1, epsilon=self._epsilon)

    def weight(self, name: str) -> str:
        """Append a weight under its own name."""
        return self.constant(name, self._array(name))

    def _array(self, name: str) -> NDArray[np.float32]:
        if name not in self._weights:
            raise ModelError(f"the encoder's weights lack {name}: not a BERT-like model")
        return self._weights[name].astype(np.float32)
