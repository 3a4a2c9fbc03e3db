"""Access check: the host names and page origins from which requests are accepted."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

SCHEMES = ("http", "https")
LOCALHOST = "localhost"


@dataclass(frozen=True)
class Address:
    """The public address of the server: ``origin`` like ``https://games.example``, ``path`` with a slash at the end."""

    origin: str
    path: str

    @property
    def is_secure(self) -> bool:
        """Whether it is encrypted."""
        return self.origin.startswith("https:")


def address_of(text: str) -> Address:
    """The address in a text. Raises ValueError with the reason."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ValueError(f"{text}: {error}") from None
    if parts.scheme not in SCHEMES or not host or not text.isascii() or not text.isprintable():
        raise ValueError(f"{text}: not an address as https://games.example/picket/")
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(f"{text}: leave out everything but the name, the port and the path")
    name = f"[{host}]" if ":" in host else host
    usual = 443 if parts.scheme == "https" else 80
    return Address(
        f"{parts.scheme}://{name}{'' if port in (None, usual) else f':{port}'}", f"{parts.path.rstrip('/')}/"
    )


def names_of(host: str, public: Address | None) -> frozenset[str]:
    """The names of a server that listens on ``host``, in lower case."""
    machine = socket.gethostname().lower()
    called = {LOCALHOST, host.lower(), machine, f"{machine.split('.')[0]}.local"}
    if public is not None and (name := urlsplit(public.origin).hostname):
        called.add(name)
    return frozenset(called)


def is_called(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this server: one of its names, or any IP address.

    A foreign page can point a name of its own at this machine (DNS rebinding), but not an IP address.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_own_page(origin: str | None, host: str, public: Address | None) -> bool:
    """Whether a websocket's Origin header is this server; ``host`` is the request's Host header."""
    if origin is None:
        return False
    if public is not None and origin.lower() == public.origin:
        return True
    return origin.lower() in {f"{scheme}://{host.lower()}" for scheme in SCHEMES}
