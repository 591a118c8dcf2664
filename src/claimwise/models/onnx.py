"""One ONNX Runtime session, set up for a small machine.

Work is spread over the cores by sequence, not inside the operators: one thread per core, each reading one sequence at a
time. On small machines that is faster than threads inside one operator; nothing is padded; and because dynamic int8
scales its activations over a whole batch, a sequence read alone gives the same result in any company.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import ModelError

Result = TypeVar("Result")

_SLOWER = ["SkipLayerNormFusion"]
"""What ONNX Runtime joins into nodes that are slower than the two they replace (docs/benchmarks.md)."""


def available_threads() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system has CPU affinity
        return os.cpu_count() or 1


class OnnxModel:
    """A model that reads token sequences."""

    def __init__(self, path: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session: Any = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=_SLOWER
            )
        except Exception as error:
            raise ModelError(f"{path} is not a model that ONNX Runtime can load: {error}") from error
        self.inputs = {put.name for put in self._session.get_inputs()}

    def read(
        self, tokens: Sequence[int], kinds: Sequence[int] | None = None, **more: NDArray[np.float32]
    ) -> list[NDArray[np.float32]]:
        """Return the model's outputs for one sequence, whose tokens are all of kind 0 unless told otherwise."""
        return self.run(feed_of(tokens, kinds, **more))

    def run(self, feed: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
        """Return the model's outputs for a batch of one, without the axis of the batch."""
        try:
            outputs = self._session.run(None, {name: feed[name] for name in self.inputs})
        except KeyError as error:
            raise ModelError(f"the model asks for an input that is not known here: {error}") from None
        return [output[0] for output in outputs]


def feed_of(
    tokens: Sequence[int], kinds: Sequence[int] | None = None, **more: NDArray[np.float32]
) -> dict[str, NDArray[Any]]:
    """Return the inputs of one sequence as a batch of one."""
    ids = np.array([tokens], dtype=np.int64)
    types = np.zeros_like(ids) if kinds is None else np.array([kinds], dtype=np.int64)
    feed: dict[str, NDArray[Any]] = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}
    return feed | {name: array[np.newaxis] for name, array in more.items()}


def load_tokenizer(folder: Path) -> Any:  # noqa: ANN401 (tokenizers' types are incomplete)
    """Return the tokenizer of a model's folder, which neither pads nor cuts off."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as error:
        raise ModelError(f"{folder / 'tokenizer.json'} cannot be read: {error}") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def special_token(tokenizer: Any, name: str) -> int:  # noqa: ANN401
    """Return the number of a special token such as `[SEP]`."""
    token = tokenizer.token_to_id(name)
    if token is None:
        raise ModelError(f"the tokenizer has no {name} token: not a BERT-like one")
    return int(token)


def over_threads(work: Callable[[int], Result], lengths: Sequence[int], *, threads: int | None = None) -> list[Result]:
    """Return `work(i)` for every position, done by several threads, the longest first so that all end together."""
    order = sorted(range(len(lengths)), key=lambda i: -lengths[i])
    pool = ThreadPoolExecutor(max_workers=threads or available_threads())
    try:
        done = dict(zip(order, pool.map(work, order), strict=True))
    finally:
        pool.shutdown(cancel_futures=True)  # after an error or Ctrl-C, what is not begun is not done
    return [done[i] for i in range(len(lengths))]
