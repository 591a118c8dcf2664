"""Weights out of the ONNX graph of a BERT encoder, and trained ones with the verifier's heads into one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.training.encoder import encoder_model

Weights = dict[str, NDArray[np.float32]]


def read_weights(path: Path) -> Weights:
    """Return the weights of an ONNX BERT by the names that torch gives them, int8 ones put back into floats.

    Exporters keep the names of biases, norms and embeddings, under `bert.` where the model is a classifier; a matrix
    that is multiplied loses its own, but its node is named after the layer, and it stands transposed.
    """
    graph, arrays = _loaded(path)
    weights = {name.removeprefix("bert."): array.copy() for name, array in arrays.items() if "." in name}
    for tensor, layer in _multiplied(graph, arrays).items():
        weights[f"{layer}.weight"] = arrays[tensor].T.copy()
    return weights


def read_verifier(path: Path) -> Weights:
    """Return the weights of a verifier that ships, by the names of `training/network.py`, its int8 ones put back."""
    _, arrays = _loaded(path)
    weights = {f"encoder.{name}": array for name, array in read_weights(path).items()}
    for name, array in arrays.items():
        layer, _, part = name.removeprefix("head_").rpartition("_")
        if name.startswith("head_") and part in ("weight", "bias"):
            weights[f"{layer}.{part}"] = array.T.copy()
    return weights


def _loaded(path: Path) -> tuple[Any, Weights]:
    """Return a model's graph and its constants, those in int8 as floats under the names that they had before."""
    import onnx

    graph = onnx.load(path).graph
    arrays = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    floats = {
        name.removesuffix("_quantized"): (array.astype(np.float32) - arrays[_part(name, "zero_point")])
        * arrays[_part(name, "scale")]
        for name, array in arrays.items()
        if name.endswith("_quantized")
    }
    rest = {name: array for name, array in arrays.items() if not name.endswith(("_quantized", "_scale", "_zero_point"))}
    return graph, rest | floats


def _part(quantised: str, part: str) -> str:
    return quantised.removesuffix("_quantized") + f"_{part}"


def _multiplied(graph: Any, arrays: Weights) -> dict[str, str]:  # noqa: ANN401 (onnx has no types)
    """Return the layer of each matrix, by the tensor's name."""
    found = {}
    for node in graph.node:
        tensor = node.input[1].removesuffix("_quantized") if len(node.input) > 1 else ""
        name = node.name.removesuffix("_quant")
        if tensor in arrays and name.endswith("/MatMul"):
            found[tensor] = name.strip("/").removesuffix("/MatMul").replace("/", ".").removeprefix("bert.")
    return found


def write_encoder(base: Path, weights: Weights, out: Path) -> None:
    """Write the base's graph with trained weights."""
    import onnx

    model = onnx.load(base)
    _replace_weights(model.graph, weights)
    onnx.save(model, out)


def write_verifier(weights: Weights, config: Mapping[str, Any], out: Path, *, label: str) -> list[str]:
    """Write the encoder's graph and the verifier's heads; return the names of the heads' nodes.

    `weights` are by torch's names, those of the encoder under `encoder.`. What the heads compute is written down in
    `training/network.py`; `label` is its choice of what the label is made of.
    """
    import onnx

    own = {name.removeprefix("encoder."): array for name, array in weights.items() if name.startswith("encoder.")}
    model = encoder_model(own, config)
    heads = _Heads(model.graph, weights)
    states = model.graph.output[0].name
    cls = heads.node("Gather", states, heads.constant("zero", np.array(0, dtype=np.int64)), axis=1)
    whole = heads.linear("label", heads.node("Tanh", heads.linear("whole", cls)))
    sentences = heads.node("MatMul", "sentences", states)
    claim = heads.node("MatMul", "claim", states)
    spread = heads.node("Expand", claim, heads.node("Shape", sentences))
    product = heads.node("Mul", sentences, claim)
    distance = heads.node("Abs", heads.node("Sub", sentences, claim))
    features = heads.node("Concat", sentences, spread, product, distance, axis=-1)
    stances = heads.linear("stance", heads.gelu(heads.linear("inner", features)))
    decisive, nothing = (heads.columns(stances, which) for which in ([0, 1], [2]))
    pooled = heads.log_sum_exp(heads.node("Sub", decisive, nothing))
    pooled = heads.node("Concat", pooled, heads.constant("no_information", np.zeros((1, 1), np.float32)), axis=-1)
    logits = {"cls": whole, "sentences": pooled}.get(label) or heads.node("Add", pooled, whole)
    heads.finish(logits, stances)
    onnx.checker.check_model(model)
    onnx.save(model, out)
    return heads.names


def _replace_weights(graph: Any, weights: Weights) -> None:  # noqa: ANN401 (onnx has no types)
    import onnx

    arrays = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    layers = _multiplied(graph, arrays)
    for tensor in graph.initializer:
        name = f"encoder.{layers[tensor.name]}.weight" if tensor.name in layers else f"encoder.{tensor.name}"
        if name in weights:
            array = weights[name].T if tensor.name in layers else weights[name]
            tensor.CopyFrom(onnx.numpy_helper.from_array(np.ascontiguousarray(array), tensor.name))


class _Heads:
    """Nodes appended to a graph, one after another."""

    def __init__(self, graph: Any, weights: Weights) -> None:  # noqa: ANN401
        self._graph = graph
        self._weights = weights
        self.names: list[str] = []

    def node(self, kind: str, *inputs: str, **attributes: int | list[int]) -> str:
        """Append a node and return the name of its output."""
        import onnx

        name = f"head_{len(self.names)}_{kind}"
        self._graph.node.append(onnx.helper.make_node(kind, list(inputs), [f"{name}_0"], name=name, **attributes))
        self.names.append(name)
        return f"{name}_0"

    def constant(self, name: str, array: NDArray[Any]) -> str:
        """Append a constant and return its name."""
        import onnx

        self._graph.initializer.append(onnx.numpy_helper.from_array(np.asarray(array, order="C"), f"head_{name}"))
        return f"head_{name}"

    def linear(self, layer: str, data: str) -> str:
        """Append a layer of the network: data · weightᵀ + bias."""
        weight = self.constant(f"{layer}_weight", self._weights[f"{layer}.weight"].T)
        bias = self.constant(f"{layer}_bias", self._weights[f"{layer}.bias"])
        return self.node("Add", self.node("MatMul", data, weight), bias)

    def columns(self, data: str, which: list[int]) -> str:
        """Append the choice of some of the last axis."""
        return self.node("Gather", data, self.constant(f"columns_{which[0]}", np.array(which)), axis=-1)

    def gelu(self, data: str) -> str:
        """Append x · (1 + erf(x / √2)) / 2."""
        scaled = self.node("Mul", data, self.constant("root", np.array(0.5**0.5, dtype=np.float32)))
        half = self.node("Mul", data, self.constant("half", np.array(0.5, dtype=np.float32)))
        risen = self.node("Add", self.node("Erf", scaled), self.constant("one", np.array(1.0, dtype=np.float32)))
        return self.node("Mul", half, risen)

    def log_sum_exp(self, data: str) -> str:
        """Append the logarithm of the sum of exponentials over the sentences."""
        return self.node("ReduceLogSumExp", data, axes=[1], keepdims=0)

    def finish(self, label: str, stances: str) -> None:
        """Declare the new inputs, and the outputs in place of the encoder's."""
        import onnx

        number = onnx.TensorProto.FLOAT
        for name in ("claim", "sentences"):
            self._graph.input.append(onnx.helper.make_tensor_value_info(name, number, [1, f"{name}_count", "length"]))
        del self._graph.output[:]
        for name, source, dims in (("label", label, [1, 3]), ("stances", stances, [1, "sentences_count", 3])):
            self._graph.node.append(onnx.helper.make_node("Identity", [source], [name], name=f"head_{name}"))
            self._graph.output.append(onnx.helper.make_tensor_value_info(name, number, dims))
