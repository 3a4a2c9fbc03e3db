"""Cache of win probability measurements in the data folder; never part of a save or digest.

A file is named after what was played: program version, tables, first state and all answers. Without it everything is
measured again.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import msgspec

from picket_duty import __version__
from picket_duty.analysis.win_probability import Measurements
from picket_duty.game import Game
from picket_duty.saves import SaveError
from picket_duty.saves.paths import win_probability_folder, write_cache

#: The most games in the cache; the oldest files are deleted.
MAX_GAMES = 200
SUFFIX = ".json"


def key_of(game: Game) -> str:
    """A name for what was played: the same for the same answers on the same tables. The game needs its history."""
    played = msgspec.json.encode([__version__, game.tables.digest, game.base, game.answers], order="deterministic")
    return hashlib.blake2b(played + game.checkpoints[0].state, digest_size=12).hexdigest()


def load_measurements(game: Game) -> Measurements:
    """The measurements of a game in the cache; empty if there are none or the file is damaged."""
    try:
        return msgspec.json.decode(_file(game).read_bytes(), type=Measurements)
    except (OSError, SaveError, msgspec.DecodeError, ValueError, RecursionError):
        return Measurements()


def store_measurements(game: Game, known: Measurements) -> None:
    """Write measurements to the cache, if it can be written."""
    with contextlib.suppress(OSError, SaveError):
        target = _file(game)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_cache(target, msgspec.json.encode(known))
        _delete_oldest(target.parent)


def _file(game: Game) -> Path:
    return win_probability_folder() / f"{key_of(game)}{SUFFIX}"


def _delete_oldest(folder: Path) -> None:
    files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    for path in files[:-MAX_GAMES]:
        path.unlink()
