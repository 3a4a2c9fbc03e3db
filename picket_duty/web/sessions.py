"""A visitor is known by a cookie; his saves and settings lie in a folder of his own, named by none of his words."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from picket_duty.saves import SaveError, is_open
from picket_duty.saves.format import SUFFIX
from picket_duty.state import TABLE

COOKIE = "picket_duty"
#: How long a browser keeps it, in seconds: longer than any that they allow.
COOKIE_AGE = 400 * 24 * 60 * 60
#: What the cookie looks like; nothing else is one.
COOKIE_BYTES = 32
COOKIE_FORM = re.compile(r"[A-Za-z0-9_-]{43}")
#: Signs of a folder's name, from the digest of the cookie: who sees the folders cannot be the visitors.
NAME_LENGTH = 32
FOLDER = "visitors"
#: In a visitor's folder: the save of the battle that was on the screen when its window was closed.
LEFT = "left"


@dataclass(frozen=True)
class Limits:
    """What visitors may take: how many play at once, how many have folders, seconds without a key, processes a game."""

    visitors: int = 8
    kept: int = 1000
    idle: float = 30 * 60
    processes: int = 1


@dataclass(frozen=True)
class Visitor:
    """Whoever plays in a browser: what tells him from others, and the folder of his saves and settings."""

    key: str
    home: Path

    @property
    def saves(self) -> Path:
        """The folder of his saves. It need not exist."""
        return self.home / "saves"

    @property
    def at_table(self) -> Path:
        """The folder of his games at the table. It need not exist."""
        return self.home / TABLE

    @property
    def reports(self) -> Path:
        """The folder of what the screen wrote for him. It need not exist."""
        return self.home / "reports"


def new_cookie() -> str:
    """A cookie that nobody can guess."""
    return secrets.token_urlsafe(COOKIE_BYTES)


def is_cookie(text: str | None) -> bool:
    """Whether a text has the form of a cookie."""
    return text is not None and COOKIE_FORM.fullmatch(text) is not None


def visitor_of(cookie: str, home: Path) -> Visitor:
    """The visitor with a cookie, below the folder of data. His folder need not exist."""
    name = hashlib.sha256(cookie.encode()).hexdigest()[:NAME_LENGTH]
    return Visitor(name, home / FOLDER / name)


def shared_visitor(home: Path) -> Visitor:
    """Whoever plays where all have one folder: another one each time."""
    return Visitor(secrets.token_hex(), home)


def has_folder(visitor: Visitor, most: int) -> bool:
    """Whether a visitor has a folder, or may get one."""
    if visitor.home.is_dir():
        return True
    above = visitor.home.parent
    return not above.is_dir() or sum(1 for _ in above.iterdir()) < most


def make_folder(visitor: Visitor) -> None:
    """Make the folder of a visitor, for nobody else to look into. Raises OSError."""
    visitor.home.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    visitor.home.mkdir(mode=0o700, exist_ok=True)


# -- his files --------------------------------------------------------------------


def files_in(folder: Path, suffix: str = "") -> dict[str, Path]:
    """The plain files of a folder by name, the last one written first: what may be had is looked up here."""
    found = list(_plain_files(folder, suffix)) if folder.is_dir() else []
    return {path.name: path for _, path in sorted(found, reverse=True)}


def _plain_files(folder: Path, suffix: str) -> Iterator[tuple[float, Path]]:
    for path in folder.iterdir():
        if path.name.endswith(suffix) and path.is_file() and not path.is_symlink():
            yield path.stat().st_mtime, path


# -- the battle that was on the screen ----------------------------------------------


def remember_left(visitor: Visitor) -> None:
    """Remember which save is open, so that the next window begins with it."""
    for path in files_in(visitor.saves, SUFFIX).values():
        if is_open(path):
            (visitor.home / LEFT).write_text(path.name, encoding="utf-8")
            return


def take_left(visitor: Visitor) -> Path | None:
    """The save that was open, once; None where there was none or it is gone."""
    note = visitor.home / LEFT
    try:
        name = note.read_text(encoding="utf-8")
        note.unlink()
        return files_in(visitor.saves, SUFFIX).get(name)
    except (OSError, UnicodeError, SaveError):
        return None
