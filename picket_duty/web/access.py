"""Who is let in: by which names the server is called, and from which pages its games are spoken to."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

SCHEMES = ("http", "https")
LOCALHOST = "localhost"


@dataclass(frozen=True)
class Address:
    """Where browsers reach the server: ``origin`` as ``https://games.example``, ``path`` with a slash at its end."""

    origin: str
    path: str

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach it encrypted."""
        return self.origin.startswith("https:")


def address_of(text: str) -> Address:
    """The address that a text names. Raises ValueError, which says why it cannot be one."""
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
    """The names by which a server that listens on ``host`` may be called, in small letters."""
    machine = socket.gethostname().lower()
    called = {LOCALHOST, host.lower(), machine, f"{machine.split('.')[0]}.local"}
    if public is not None and (name := urlsplit(public.origin).hostname):
        called.add(name)
    return frozenset(called)


def is_called(host: str, names: frozenset[str]) -> bool:
    """Whether a request for ``host`` is meant for this server.

    A page of a stranger can give his own name this machine's address; a number he cannot.
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
    """Whether the page that speaks came from this server. ``host`` is that of the request."""
    if origin is None:
        return False
    if public is not None and origin.lower() == public.origin:
        return True
    return origin.lower() in {f"{scheme}://{host.lower()}" for scheme in SCHEMES}
