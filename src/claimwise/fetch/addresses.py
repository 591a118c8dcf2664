"""Which addresses may be asked: http and https, on public addresses alone, judged by what a name resolves to.

A page may send the reader on to another address, and a name may resolve to the reader's own network. So every hop is
judged anew, and the connection goes to the very address that was judged, not to what the name resolves to a moment
later.
"""

import ipaddress
import socket
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from claimwise.errors import FetchError

_PORTS = {"http": 80, "https": 443}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes: the host by name, and the address that was judged."""

    scheme: str
    host: str
    port: int
    address: str
    path: str


def resolve(url: str, *, allowed: Collection[tuple[str, int]] = ()) -> Target:
    """Return where a URL leads, or raise; pairs of address and port that are `allowed` need not be public."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError as error:
        raise FetchError(f"{url[:200]} is not an address: {error}") from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise FetchError(f"{url[:200]} is not fetched: only http and https addresses with a host are")
    if parts.username or parts.password:
        raise FetchError(f"{parts.hostname} is not fetched: its address carries a name or a password")
    if any(ord(letter) < 33 or ord(letter) == 127 for letter in url.strip()):
        raise FetchError(f"{parts.hostname} is not fetched: its address holds white space or control characters")
    first = _addresses(parts.hostname, port)[0]
    if not is_public(first) and (str(first), port) not in allowed:
        raise FetchError(
            f"{parts.hostname} is not fetched: it resolves to {first}, which is not a public address; local and "
            "private networks are never asked"
        )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        return Target(parts.scheme, parts.hostname, port, str(first), _ascii(path))
    except UnicodeEncodeError:
        raise FetchError(f"{parts.hostname} is not fetched: its address is not text") from None


def is_public(address: Address) -> bool:
    """Tell whether an address belongs to the public net; what wraps an IPv4 address is judged by that."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _addresses(host: str, port: int) -> list[Address]:
    """Return what a host resolves to, addresses that are not public first: one of them spoils all."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FetchError(f"{host} cannot be resolved: {error}") from None
    addresses = [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found]
    return sorted(addresses, key=lambda address: (is_public(address), address.version))


def _ascii(path: str) -> str:
    return quote(path, safe="/?&=%+,;:@!$'()*~[]#-._")
