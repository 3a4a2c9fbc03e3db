"""Visitors: who may connect, and the folder of saves and settings that each has, named by a digest of a cookie."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from picket_duty.saves import SaveError, is_open
from picket_duty.saves.format import SUFFIX
from picket_duty.state import TABLE

COOKIE = "picket_duty"
#: Lifetime of the cookie in seconds, the longest that browsers allow.
COOKIE_AGE = 400 * 24 * 60 * 60
#: Length and form of the cookie.
COOKIE_BYTES = 32
COOKIE_FORM = re.compile(r"[A-Za-z0-9_-]{43}")
#: Characters of a folder's name, from the digest of the cookie: the name does not give the cookie away.
NAME_LENGTH = 32
FOLDER = "visitors"
#: File in a visitor's folder that names the save open when the websocket was closed.
LEFT = "left"


MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Limits: games at once, visitors with a folder, seconds without a key, worker processes per game; in bytes, the
    memory of each process of a game (which needs about 60 MB), and the disk space of a visitor and of all visitors.
    """

    visitors: int = 8
    kept: int = 1000
    idle: float = 30 * 60
    processes: int = 1
    memory: int = 512 * MEGABYTE
    disk: int = 20 * MEGABYTE
    all_disk: int = 2048 * MEGABYTE


@dataclass(frozen=True)
class Visitor:
    """A player in a browser: the key of their session, and the folder of their saves and settings."""

    key: str
    home: Path

    @property
    def saves(self) -> Path:
        """The folder of their saves. It need not exist."""
        return self.home / "saves"

    @property
    def at_table(self) -> Path:
        """The folder of their companion games. It need not exist."""
        return self.home / TABLE

    @property
    def reports(self) -> Path:
        """The folder of the reports they wrote. It need not exist."""
        return self.home / "reports"


def new_cookie() -> str:
    """A new random cookie."""
    return secrets.token_urlsafe(COOKIE_BYTES)


def is_cookie(text: str | None) -> bool:
    """Whether a text has the form of a cookie."""
    return text is not None and COOKIE_FORM.fullmatch(text) is not None


def visitor_of(cookie: str, home: Path) -> Visitor:
    """The visitor with a cookie, with a folder below the data folder. It need not exist."""
    name = hashlib.sha256(cookie.encode()).hexdigest()[:NAME_LENGTH]
    return Visitor(name, home / FOLDER / name)


def shared_visitor(home: Path) -> Visitor:
    """A new visitor where all share one folder."""
    return Visitor(secrets.token_hex(), home)


def has_folder(visitor: Visitor, most: int) -> bool:
    """Whether a visitor has a folder, or may get one because fewer than ``most`` exist."""
    if visitor.home.is_dir():
        return True
    above = visitor.home.parent
    return not above.is_dir() or sum(1 for _ in above.iterdir()) < most


def make_folder(visitor: Visitor) -> None:
    """Create the folder of a visitor, readable by this account only. Raises OSError."""
    visitor.home.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    visitor.home.mkdir(mode=0o700, exist_ok=True)


# -- files --------------------------------------------------------------------


def files_in(folder: Path, suffix: str = "") -> dict[str, Path]:
    """The plain files of a folder by name, the newest first. Downloads are looked up here, never by a path."""
    files = list(_plain_files(folder, suffix)) if folder.is_dir() else []
    return {path.name: path for _, path in sorted(files, reverse=True)}


def _plain_files(folder: Path, suffix: str) -> Iterator[tuple[float, Path]]:
    for path in folder.iterdir():
        if path.name.endswith(suffix) and path.is_file() and not path.is_symlink():
            yield path.stat().st_mtime, path


# -- the save left open ----------------------------------------------


def remember_left(visitor: Visitor) -> None:
    """Remember which save is open, so that the next session resumes it."""
    for path in files_in(visitor.saves, SUFFIX).values():
        if is_open(path):
            (visitor.home / LEFT).write_text(path.name, encoding="utf-8")
            return


def take_left(visitor: Visitor) -> Path | None:
    """The save remembered, once; None if there is none or it is gone."""
    note = visitor.home / LEFT
    try:
        name = note.read_text(encoding="utf-8")
        note.unlink()
        return files_in(visitor.saves, SUFFIX).get(name)
    except (OSError, UnicodeError, SaveError):
        return None


# -- who may connect -----------------------------------------------------------------

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
        raise ValueError(f"{text}: not a valid address (example: https://games.example/picket/)")
    if any(character.isspace() or character in "{}" for character in text):
        raise ValueError(f"{text}: an address cannot contain spaces or braces")
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(f"{text}: give only a host name, a port and a path")
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

    Another site can point its own host name at this machine (DNS rebinding), but not an IP address.
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
