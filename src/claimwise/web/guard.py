"""Who may come in, and what every answer carries: hosts, origins, the token, sizes, security headers, counting."""

import hashlib
import hmac
import json
import time
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from claimwise.text.addresses import parts_of
from claimwise.web.metrics import Metrics
from claimwise.web.problems import MEDIA_TYPE, Problem
from claimwise.web.settings import LOOPBACK, Settings

COOKIE = "claimwise"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_OPEN = ("/healthz", "/login", "/static/")
_LONGEST_PLACE = 500  # that the login takes
_UPLOADS = ("/api/indexes/", "/corpora/")


class Guard:
    """Stands before everything else."""

    def __init__(self, app: ASGIApp, *, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._hosts = {host.strip("[]").lower() for host in (*LOOPBACK, *settings.hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(MutableHeaders(scope=message), str(scope["path"]))
            await send(message)

        try:
            if not await self._refused(scope, sending):
                await self._app(scope, self._counted(scope, receive), sending)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            self._metrics.request(scope["method"], route, status, time.perf_counter() - start)

    async def _refused(self, scope: Scope, send: Send) -> bool:
        headers = Headers(scope=scope)
        problem = self._problem(scope, headers)
        if problem is None:
            return False
        path = str(scope["path"])
        if problem.status == 401 and scope["method"] == "GET" and not _for_programs(path):
            query = scope["query_string"].decode("ascii", "replace")
            onward = f"{path}?{query}" if query and len(path) + len(query) < _LONGEST_PLACE else path
            place = f"/login?next={quote(onward)}"
            await _answer(send, 303, b"", [("location", place)])
            return True
        body = json.dumps(problem.record()).encode()
        await _answer(send, problem.status, body, [("content-type", MEDIA_TYPE), *problem.headers.items()])
        return True

    def _problem(self, scope: Scope, headers: Headers) -> Problem | None:
        """Return what speaks against a request."""
        host = headers.get("host", "")
        if self._settings.token is None and _name(host) not in self._hosts:  # against names that are bound anew
            return Problem(
                421, "wrong-host", "Wrong host", "this server is not reached under that name; see CLAIMWISE_HOSTS"
            )
        origin = headers.get("origin")
        foreign = headers.get("sec-fetch-site") in {"cross-site", "same-site"}
        if scope["method"] not in _SAFE_METHODS and (
            foreign or (origin is not None and parts_of(origin).netloc != host)
        ):
            return Problem(403, "other-origin", "Not from here", "another site may not change anything on this one")
        if self._settings.token is not None and not self._allowed(scope["path"], headers):
            detail = "send the server's token as `Authorization: Bearer …`"
            return Problem(401, "token", "A token is needed", detail, {"WWW-Authenticate": "Bearer"})
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > (most := self._most(scope)):
            return Problem(
                413, "too-large", "Too large", f"the request has {int(length):,} bytes, at most {most:,} are taken"
            )
        return None

    def _allowed(self, path: str, headers: Headers) -> bool:
        token = self._settings.token or ""
        if path.startswith(_OPEN):
            return True
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return hmac.compare_digest(given.strip().encode(), token.encode())
        return hmac.compare_digest(_cookie(headers.get("cookie", "")).encode(), session(token).encode())

    def _most(self, scope: Scope) -> int:
        limits, path = self._settings.limits, str(scope["path"])
        if path == "/texts":
            return limits.text_bytes
        return limits.upload_bytes if path.startswith(_UPLOADS) else limits.body_bytes

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """Count what comes in, for a request need not say how long it is."""
        most, seen = self._most(scope), 0

        async def receiving() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(413, f"the request has more than {most:,} bytes, which is the most that is taken")
            return message

        return receiving


def session(token: str) -> str:
    """Return what the cookie of somebody who knows the token holds."""
    return hmac.new(token.encode(), b"claimwise session", hashlib.sha256).hexdigest()


def _add_headers(headers: MutableHeaders, path: str) -> None:
    for name, value in _HEADERS.items():
        headers[name] = value
    headers.setdefault("Content-Security-Policy", POLICY)
    headers.setdefault("Cache-Control", "no-cache" if path.startswith("/static/") else "no-store")


def _name(host: str) -> str:
    """Return the host without its port."""
    return (host.rpartition("]")[0] if host.startswith("[") else host.partition(":")[0]).strip("[]").lower()


def _cookie(header: str) -> str:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _for_programs(path: str) -> bool:
    return path.startswith(("/api/", "/metrics", "/openapi"))


async def _answer(send: Send, status: int, body: bytes, headers: Iterable[tuple[str, str]]) -> None:
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    raw.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
