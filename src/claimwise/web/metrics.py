"""Numbers for Prometheus, in its text format: requests, how long they took, verdicts, and what is going on now."""

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    """Counts; `gauges` are asked when somebody looks."""

    def __init__(self) -> None:
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._seconds: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()
        self._verdicts: Counter[str] = Counter()

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered; methods that nobody knows are one, for anyone can invent them."""
        with self._lock:
            self._requests[method if method in _METHODS else "other", route, status] += 1
            self._observe(route, seconds)

    def verdict(self, label: str) -> None:
        """Count a verdict."""
        with self._lock:
            self._verdicts[label] += 1

    def text(self) -> str:
        """Return everything as Prometheus reads it."""
        with self._lock:
            lines = [*self._counted(), *self._timed()]
        for name, (about, value) in self.gauges.items():
            lines += [f"# HELP {name} {about}", f"# TYPE {name} gauge", f"{name} {value():g}"]
        return "\n".join(lines) + "\n"

    def _observe(self, route: str, seconds: float) -> None:
        counts = self._seconds.setdefault(route, [0] * (len(BUCKETS) + 1))
        counts[bisect_left(BUCKETS, seconds)] += 1
        self._sums[route] += seconds  # type: ignore[assignment] # a Counter holds any number

    def _counted(self) -> Iterator[str]:
        yield "# HELP claimwise_requests_total Requests answered."
        yield "# TYPE claimwise_requests_total counter"
        for (method, route, status), count in sorted(self._requests.items()):
            yield f'claimwise_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield "# HELP claimwise_verdicts_total Verdicts reached."
        yield "# TYPE claimwise_verdicts_total counter"
        for label, count in sorted(self._verdicts.items()):
            yield f'claimwise_verdicts_total{{verdict="{label}"}} {count}'

    def _timed(self) -> Iterator[str]:
        yield "# HELP claimwise_request_seconds How long requests took."
        yield "# TYPE claimwise_request_seconds histogram"
        for route, counts in sorted(self._seconds.items()):
            so_far = 0
            for limit, count in zip([*(f"{one:g}" for one in BUCKETS), "+Inf"], counts, strict=True):
                so_far += count
                yield f'claimwise_request_seconds_bucket{{route="{route}",le="{limit}"}} {so_far}'
            yield f'claimwise_request_seconds_sum{{route="{route}"}} {self._sums[route]:g}'
            yield f'claimwise_request_seconds_count{{route="{route}"}} {so_far}'
