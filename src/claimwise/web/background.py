"""A thread that does what is due, step by step, and sleeps when nothing is; the state is in the database, not here."""

import logging
import threading
from collections.abc import Callable

_LOG = logging.getLogger("claimwise.web")
_PAUSE = 5.0


class Background:
    """Calls `step` until it says that nothing is due, then waits to be woken."""

    def __init__(self, name: str, step: Callable[[], bool]) -> None:
        self._step = step
        self._wake = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def ending(self) -> bool:
        """Whether the server is shutting down."""
        return self._ended.is_set()

    def start(self) -> None:
        """Begin, with what an earlier server left undone first."""
        self._thread.start()

    def wake(self) -> None:
        """Say that something is due."""
        self._wake.set()

    def close(self) -> None:
        """End after the step that is under way, waiting a little for it."""
        self._ended.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(timeout=_PAUSE)

    def _run(self) -> None:
        while not self.ending:
            self._wake.clear()
            try:
                busy = self._step()
            except Exception:  # noqa: BLE001 (the thread must outlive whatever a step meets; the log says what)
                if self._ended.is_set():  # the database is closed already; the next server does the step again
                    return
                _LOG.exception("a step in the background failed")
                busy = False
            if not busy:
                self._wake.wait(timeout=_PAUSE)
