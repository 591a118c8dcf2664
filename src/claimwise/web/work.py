"""Work that is waited for: a few workers, a bounded queue before them, and a limit of time for each request."""

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

from claimwise.web.problems import busy, time_up

Result = TypeVar("Result")

_SMOOTHING = 0.2
_LONGEST_WAIT = 60


class Deadline:
    """When a request must be done; the worker asks between two stages, and stops where nobody waits any more.

    The clock runs once `begins` says so: while the models are being loaded, nobody's time is up.
    """

    def __init__(self, seconds: float, *, begins: Callable[[], bool] = lambda: True) -> None:
        self.seconds = seconds
        self._begins = begins
        self._end: float | None = None
        self._given_up = threading.Event()

    @property
    def left(self) -> float:
        """Seconds that are left, at least 0."""
        if self._end is None:
            if not self._begins():
                return self.seconds
            self._end = time.monotonic() + self.seconds
        return max(0.0, self._end - time.monotonic())

    def give_up(self) -> None:
        """Say that nobody waits for the result any more."""
        self._given_up.set()

    def check(self) -> None:
        """Raise if the time is up."""
        if self._given_up.is_set() or not self.left:
            raise time_up(self.seconds)


class WorkQueue:
    """Runs tasks on a few threads; refuses a task when too many wait, or its turn would come too late."""

    def __init__(self, *, workers: int, waiting: int, seconds: float = math.inf) -> None:
        self.workers = workers
        self.room = workers + waiting
        self._latest = seconds / 2  # the other half is for the task itself, and for tasks that are not typical
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="check")
        self._lock = threading.Lock()
        self._inside = 0
        self._typical, self._measured = 1.0, False

    @property
    def inside(self) -> int:
        """Tasks that run or wait."""
        return self._inside

    def submit(self, task: Callable[[], Result]) -> "Future[Result]":
        """Return the future of a task, or raise when the queue is full."""
        with self._lock:
            if self._inside >= self.room or self._wait() > self._latest:
                raise busy(self._patience())
            self._inside += 1
        try:
            future = self._pool.submit(self._timed, task)
        except RuntimeError:  # the server is shutting down
            self._leave()
            raise busy(_LONGEST_WAIT) from None
        future.add_done_callback(lambda _: self._leave())
        return future

    def run(self, task: Callable[[Deadline], Result], deadline: Deadline) -> Result:
        """Wait for a task's result, but no longer than allowed."""
        future = self.submit(lambda: task(deadline))
        while left := deadline.left:
            if wait([future], timeout=left).done:
                return future.result()
        deadline.give_up()
        future.cancel()
        raise time_up(deadline.seconds)

    def close(self) -> None:
        """Take no more tasks, and drop those that wait."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _timed(self, task: Callable[[], Result]) -> Result:
        start = time.monotonic()
        try:
            return task()
        finally:
            self._learn(time.monotonic() - start)

    def _learn(self, seconds: float) -> None:
        """Take in how long a task took; the first one replaces the guess."""
        with self._lock:
            self._typical += (_SMOOTHING if self._measured else 1.0) * (seconds - self._typical)
            self._measured = True

    def _patience(self) -> int:
        """Return after how many seconds there will probably be room again."""
        return min(_LONGEST_WAIT, max(1, math.ceil(self._wait() / 2)))

    def _wait(self) -> float:
        """Return after how many seconds a task that comes now would probably begin."""
        return self._typical * self._inside / self.workers if self._inside >= self.workers else 0.0

    def _leave(self) -> None:
        with self._lock:
            self._inside -= 1
