"""`claimwise serve` behind the command line: a port, a socket, and uvicorn on it."""

import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from claimwise.errors import ConfigError
from claimwise.web.app import create_app
from claimwise.web.settings import Settings, demand_token

_GRACE = 5


def serve(
    settings: Settings,
    *,
    host: str,
    port: int,
    open_browser: bool = False,
    on_ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve until told to stop; `on_ready` is told the address once requests are taken."""
    named = tuple(one.strip() for one in os.environ.get("CLAIMWISE_HOSTS", "").split(",") if one.strip())
    token = os.environ.get("CLAIMWISE_TOKEN") or settings.token
    settings = replace(settings, token=token, hosts=(*settings.hosts, *named))
    demand_token(host, settings)
    taken = _listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{taken.getsockname()[1]}"
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        timeout_keep_alive=30,
        limit_concurrency=500,
        h11_max_incomplete_event_size=32_768,
    )

    def ready() -> None:
        on_ready(address)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    _Server(config, ready).run(sockets=[taken])


class _Server(uvicorn.Server):
    """Says when it takes requests."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        self._on_ready()


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens, before anything heavy is begun."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError as error:
        taken.close()
        raise ConfigError(f"{host}:{port} cannot be listened on ({error.strerror}); choose another --port") from error
    return taken
