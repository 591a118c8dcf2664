"""Models made small: weights and activations in int8.

Weights are quantised per output channel, activations dynamically. Processors without VNNI add products of signed
weights in 16 bits and would saturate, so the weights' range is halved (`reduce_range`). Unsigned weights need no such
care, but are read as slowly as floats where there is VNNI.
"""

import logging
from collections.abc import Sequence
from pathlib import Path

from claimwise.errors import MissingExtraError, ModelError

_FLOAT = 1
"""ONNX's number for float32: what a node of ONNX Runtime's own gives out, which no inference of types knows."""


def quantise(source: Path, target: Path, *, keep: Sequence[str] = ()) -> None:
    """Write the int8 form of an ONNX model; the nodes named in `keep` stay as they are."""
    try:
        from onnxruntime.quantization import QuantType, quantize_dynamic
    except ImportError:
        raise MissingExtraError("quantising a model", "quantise") from None
    logging.getLogger().addFilter(_not_the_advice)
    try:
        quantize_dynamic(
            source,
            target,
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=list(keep),
            extra_options={"DefaultTensorType": _FLOAT},
        )
    except Exception as error:
        raise ModelError(f"{source} cannot be quantised: {error}") from error
    finally:
        logging.getLogger().removeFilter(_not_the_advice)


def layers_of(model: Path, count: int) -> list[str]:
    """Return the names of the nodes of an encoder's lowest layers."""
    import onnx

    lowest = tuple(f"/encoder/layer.{i}/" for i in range(count))
    return [node.name for node in onnx.load(model).graph.node if node.name.startswith(lowest)]


def _not_the_advice(record: logging.LogRecord) -> bool:
    """Drop ONNX Runtime's advice to run a pre-processing that changes nothing for an encoder."""
    return "pre-processing before quantization" not in record.getMessage()
