"""One ONNX Runtime session, set up for a small machine.

Work is spread over the cores by sequence, not inside the operators: one thread per core, each reading one sequence at a
time. On small machines that is faster than threads inside one operator; nothing is padded; and because dynamic int8
scales its activations over a whole batch, a sequence read alone gives the same result in any company.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from claimwise.errors import ModelError

Result = TypeVar("Result")


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
            self._session: Any = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise ModelError(f"{path} is not a model that ONNX Runtime can load: {error}") from error
        self._inputs = {put.name for put in self._session.get_inputs()}

    def read(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """Return the model's first output for one sequence."""
        ids = np.array([tokens], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        output: NDArray[np.float32] = self._session.run(None, {name: feed[name] for name in self._inputs})[0][0]
        return output


def over_threads(work: Callable[[int], Result], lengths: Sequence[int], *, threads: int | None = None) -> list[Result]:
    """Return `work(i)` for every position, done by several threads, the longest first so that all end together."""
    order = sorted(range(len(lengths)), key=lambda i: -lengths[i])
    pool = ThreadPoolExecutor(max_workers=threads or available_threads())
    try:
        done = dict(zip(order, pool.map(work, order), strict=True))
    finally:
        pool.shutdown(cancel_futures=True)  # after an error or Ctrl-C, what is not begun is not done
    return [done[i] for i in range(len(lengths))]
