"""What a server is told: where things are, who may come in, and how much of anything."""

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path

from claimwise.errors import ConfigError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names under which a browser on the same machine reaches the server."""


def data_folder() -> Path:
    """Return where claimwise keeps what it cannot make again: `CLAIMWISE_HOME`, or the system's place for data."""
    from platformdirs import user_data_path

    chosen = os.environ.get("CLAIMWISE_HOME")
    return Path(chosen) if chosen else user_data_path("claimwise")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the server takes on: what is beyond is refused with a clear answer, never cut off."""

    workers: int = 2
    """Claims that are checked at the same time."""
    waiting: int = 16
    """Claims that may wait; one more is told to come again later."""
    seconds: float = 60.0
    """How long one request may take, waiting included."""
    claim_characters: int = 1_000
    text_characters: int = 50_000
    text_bytes: int = 20_000_000
    """Of a file that holds a text to be checked."""
    documents_read: int = 100
    batch_claims: int = 10_000
    jobs: int = 20
    """Batches and texts that are not done yet."""
    body_bytes: int = 2_000_000
    upload_bytes: int = 200_000_000
    upload_files: int = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings; `hosts` are the names that a request may ask for, besides those of this machine."""

    index: str | None = None
    verifier: Path | None = None
    embedder: Path | None = None
    data: Path = field(default_factory=data_folder)
    token: str | None = None
    hosts: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)


def demand_token(host: str, settings: Settings) -> None:
    """Raise if others than the user of this machine could come in without a token."""
    if settings.token is not None and len(settings.token) < 16:
        raise ConfigError("CLAIMWISE_TOKEN is too short to keep anyone out; take 16 characters or more at random")
    if settings.token is None and not (is_loopback(host) and all(is_loopback(one) for one in settings.hosts)):
        raise ConfigError(
            f"{host} can be reached from other machines, so a token is needed: set CLAIMWISE_TOKEN to a long random "
            "text, or serve on 127.0.0.1 only"
        )


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address means this machine only."""
    name = host.strip("[]").lower()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
