"""One page over HTTP with every limit that keeps a stranger's server from doing harm.

Time is limited over all of a request, so that a server that sends a byte now and then gains nothing; size is limited as
it comes and as it is unpacked; redirects are counted and judged; only text is taken.
"""

import http.client
import socket
import ssl
import threading
import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from urllib.parse import urljoin

from claimwise.errors import FetchError
from claimwise.fetch.addresses import Target, resolve

_AGENT = "claimwise (fact checking; reads single pages)"
_TYPES = ("text/html", "application/xhtml+xml", "text/plain")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Limits:
    """How long, how much, how far: seconds for a whole page, bytes before and after unpacking, redirects."""

    seconds: float = 15.0
    packed: int = 3_000_000
    unpacked: int = 10_000_000
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Response:
    """What came back: from where in the end, of which type, and the bytes."""

    url: str
    content_type: str
    charset: str | None
    body: bytes


class Fetcher:
    """Fetches pages; `allowed` are pairs of address and port that may be asked though they are not public."""

    def __init__(self, *, limits: Limits | None = None, allowed: Collection[tuple[str, int]] = ()) -> None:
        self._limits = limits or Limits()
        self._allowed = frozenset(allowed)

    def get(self, url: str, *, accept: Collection[str] = _TYPES, headers: dict[str, str] | None = None) -> Response:
        """Return the page at a URL, following redirects; every failure is a FetchError that says why."""
        sent = {"User-Agent": _AGENT, "Accept": ", ".join(accept), "Accept-Encoding": "gzip, deflate"}
        only_here = headers or {}
        with _Deadline(self._limits.seconds, url) as deadline:
            for _ in range(self._limits.redirects + 1):
                target = resolve(url, allowed=self._allowed)
                found = deadline.guard(partial(self._once, target, url, deadline, accept, sent | only_here))
                if isinstance(found, Response):
                    return found
                url = _onward(url, found)
                only_here = {}  # what is meant for one host is not for the next
        raise FetchError(f"{url[:200]} is not fetched: it was redirected more than {self._limits.redirects} times")

    def _once(
        self, target: Target, url: str, deadline: "_Deadline", accept: Collection[str], headers: dict[str, str]
    ) -> Response | str:
        """Return the response, or the address that it redirects to."""
        connection = _Connection(target, timeout=self._limits.seconds, on_open=deadline.watch)
        try:
            connection.request("GET", target.path, headers=headers)
            answer = connection.getresponse()
            if answer.status in _REDIRECTS and answer.headers.get("Location"):
                return str(answer.headers["Location"])
            if answer.status != 200:
                raise FetchError(f"{url[:200]} answered with status {answer.status}")
            kind = answer.headers.get_content_type()
            if "Content-Type" not in answer.headers or kind not in accept:
                raise FetchError(
                    f"{url[:200]} is {kind if 'Content-Type' in answer.headers else 'of no type'}, not text"
                )
            body = self._body(answer, url)
            return Response(url, kind, answer.headers.get_content_charset(), body)
        finally:
            connection.close()

    def _body(self, answer: http.client.HTTPResponse, url: str) -> bytes:
        unpack = _Unpacker(
            answer.headers.get("Content-Encoding", "identity").strip().lower(), url, self._limits.unpacked
        )
        taken, parts, size = 0, [], 0
        while chunk := answer.read1(_CHUNK):
            taken += len(chunk)
            if taken > self._limits.packed:
                raise FetchError(f"{url[:200]} is larger than {self._limits.packed:,} bytes")
            parts.append(unpack(chunk))
            size += len(parts[-1])
            if size > self._limits.unpacked:
                raise FetchError(f"{url[:200]} unpacks to more than {self._limits.unpacked:,} bytes")
        if answer.length or not unpack.is_whole:
            raise FetchError(f"{url[:200]} was cut off; try again")
        return b"".join(parts)


class _Connection(http.client.HTTPConnection):
    """A connection to the address that was judged; the name serves for the Host header and the certificate alone."""

    def __init__(self, target: Target, *, timeout: float, on_open: Callable[[socket.socket], None]) -> None:
        super().__init__(target.host, target.port, timeout=timeout)
        self.default_port = 443 if target.scheme == "https" else 80
        self._target = target
        self._on_open = on_open

    def connect(self) -> None:
        """Open the socket, with TLS where the scheme asks for it."""
        plain = socket.create_connection((self._target.address, self._target.port), timeout=self.timeout)
        self._on_open(plain)
        self.sock = plain
        if self._target.scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self._target.host)
            self._on_open(self.sock)


class _Deadline:
    """Shuts the socket when the time is over, whatever the server is doing."""

    def __init__(self, seconds: float, url: str) -> None:
        self._seconds = seconds
        self._url = url[:200]
        self._passed = threading.Event()
        self._socket: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._stop)
        self._timer.daemon = True

    def __enter__(self) -> "_Deadline":
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def watch(self, opened: socket.socket) -> None:
        """Remember the socket that has to be shut."""
        self._socket = opened
        if self._passed.is_set():
            self._stop()

    def guard(self, work: Callable[[], Response | str]) -> Response | str:
        """Do the work; whatever the network has against it becomes a FetchError."""
        try:
            found = work()
        except (OSError, http.client.HTTPException, zlib.error, ValueError) as error:
            if self._passed.is_set() or isinstance(error, TimeoutError):
                raise FetchError(f"{self._url} took longer than {self._seconds:g} s") from None
            raise FetchError(f"{self._url} cannot be fetched: {type(error).__name__}: {error}") from None
        if self._passed.is_set():  # a body that ends with the connection looks complete when it was cut off
            raise FetchError(f"{self._url} took longer than {self._seconds:g} s")
        return found

    def _stop(self) -> None:
        self._passed.set()
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                self._socket.close()


class _Unpacker:
    """Unpacks the chunks of a body, never to more than `most` bytes and one of a chunk."""

    def __init__(self, encoding: str, url: str, most: int) -> None:
        if encoding not in {"", "identity", "gzip", "x-gzip", "deflate"}:
            raise FetchError(f"{url[:200]} is packed as {encoding[:40]}, which was not asked for")
        self._bits = {"": 0, "identity": 0, "deflate": zlib.MAX_WBITS}.get(encoding, zlib.MAX_WBITS | 32)
        self._most = most
        self._packed = zlib.decompressobj(self._bits) if self._bits else None

    def __call__(self, chunk: bytes) -> bytes:
        """Return what a chunk holds; a body may be made of several packed one after another."""
        if self._packed is None:
            return chunk
        parts, size = [], 0
        while chunk and size <= self._most:
            if self._packed.eof:
                self._packed = zlib.decompressobj(self._bits)
            parts.append(self._packed.decompress(chunk, self._most + 1 - size))
            size += len(parts[-1])
            chunk = self._packed.unused_data
        return b"".join(parts)

    @property
    def is_whole(self) -> bool:
        """Whether the end of what was packed has come."""
        return self._packed is None or self._packed.eof


def _onward(url: str, location: str) -> str:
    """Return where a redirection leads."""
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise FetchError(f"{url[:200]} is not fetched: it redirects to what is not an address ({error})") from None
