"""A real server on this machine, whose pages the tests write; the ban on local addresses is lifted for it alone."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

Page = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """Pages by path; a path that has none is answered with 404."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                outer.headers.append(dict(self.headers))
                page = outer.pages.get(self.path.partition("?")[0])
                try:
                    if page is None:
                        self.send_error(404)
                    else:
                        page(self)
                except (BrokenPipeError, ConnectionResetError):
                    pass

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.allowed = {("127.0.0.1", self.port)}
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def html(self, path: str, body: str | bytes, **headers: str) -> None:
        """Serve a page of HTML."""
        raw = body.encode() if isinstance(body, str) else body

        def page(handler: BaseHTTPRequestHandler) -> None:
            sent = {"Content-Type": "text/html; charset=utf-8"} | {k.replace("_", "-"): v for k, v in headers.items()}
            handler.send_response(200)
            for name, value in sent.items():
                if value:
                    handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(raw)))
            handler.end_headers()
            handler.wfile.write(raw)

        self.pages[path] = page

    def redirect(self, path: str, to: str, status: int = 302) -> None:
        """Send the reader on."""

        def page(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(status)
            handler.send_header("Location", to)
            handler.end_headers()

        self.pages[path] = page


@pytest.fixture
def server() -> Iterator[Server]:
    started = Server()
    yield started
    started.close()
