"""The disk space of visitors: what goes when a visitor's folder grows beyond its limit."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from picket_duty.saves import SaveInfo, is_open, list_saves
from picket_duty.web.visitors import FOLDER, Visitor


def size_of(folder: Path) -> int:
    """The bytes of all files in a folder and below."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def is_full(home: Path, most: int) -> bool:
    """Whether the folders of all visitors together hold ``most`` bytes or more."""
    return size_of(home / FOLDER) >= most


def make_room(visitor: Visitor, most: int) -> list[str]:
    """Remove files until a visitor's folder holds at most ``most`` bytes; the names of what was removed.

    The least recent go first: finished games, then reports, then other games. The latest game and a game that is open
    stay.
    """
    size = size_of(visitor.home)
    removed = []
    for path in _removable(visitor) if size > most else ():
        if size <= most:
            break
        with contextlib.suppress(OSError):
            bytes_freed = path.stat().st_size
            path.unlink()
            size -= bytes_freed
            removed.append(path.name)
    return removed


def _removable(visitor: Visitor) -> Iterator[Path]:
    saves = sorted(list_saves(visitor.saves), key=_age)
    yield from (save.path for save in saves if save.over and not is_open(save.path))
    yield from _oldest_first(visitor.reports)
    yield from (save.path for save in saves[:-1] if not save.over and not is_open(save.path))
    yield from _oldest_first(visitor.at_table)


def _age(save: SaveInfo) -> float:
    return save.modified.timestamp()


def _oldest_first(folder: Path) -> list[Path]:
    files = [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []
    return sorted(files, key=lambda path: path.stat().st_mtime)
