"""Word vectors that can be had offline: the embedder's own token embeddings, made narrow and small.

They are read out of its int8 graph, projected on their first principal components and rounded to int8 with one scale.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import MissingExtraError, ModelError

_LENGTH = 5.0


def token_vectors(model: Path, count: int) -> NDArray[np.float32]:
    """Return the token embeddings of an ONNX encoder with a vocabulary of `count` pieces."""
    try:
        import onnx
    except ImportError:
        raise MissingExtraError("reading an encoder's token embeddings", "train") from None
    arrays = {one.name: one for one in onnx.load(model).graph.initializer}
    name = next((name for name, one in arrays.items() if len(one.dims) == 2 and one.dims[0] == count), None)
    if name is None:
        raise ModelError(f"{model} has no table of {count} token embeddings")
    table = onnx.numpy_helper.to_array(arrays[name]).astype(np.float32)
    stem = name.removesuffix("_quantized")
    if f"{stem}_scale" in arrays:
        scale, zero = (onnx.numpy_helper.to_array(arrays[f"{stem}_{part}"]) for part in ("scale", "zero_point"))
        table = (table - zero.astype(np.float32)) * scale.astype(np.float32)
    return np.asarray(table, dtype=np.float32)


def small(vectors: NDArray[np.float32], *, width: int) -> tuple[NDArray[np.int8], float]:
    """Return the vectors on their `width` principal components, as int8 and the scale that gives them back.

    All get the length that GloVe's usually have: from shorter ones attention hardly learns to compare two words. The
    first row, which stands for no word, is zero.
    """
    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    narrow = centred @ axes[:, ::-1][:, :width]
    narrow *= _LENGTH / np.maximum(np.linalg.norm(narrow, axis=1, keepdims=True), 1e-6)
    narrow[0] = 0.0
    scale = float(np.abs(narrow).max()) / 127
    return np.rint(narrow / scale).astype(np.int8), scale
