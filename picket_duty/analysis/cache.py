"""What was worked out of a game's luck, kept in the folder of data: never in a save, and no part of any digest.

A file is named by what was played: program, tables, first state and every answer. Without it all is worked out again.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import msgspec

from picket_duty import __version__
from picket_duty.analysis.win_probability import Known
from picket_duty.game import Game
from picket_duty.saves import SaveError
from picket_duty.saves.paths import win_probability_folder, write_cache

#: Games of which it is kept; of more the oldest go.
MOST_KEPT = 200
ENDING = ".json"


def key_of(game: Game) -> str:
    """A name for what was played, the same for the same answers on the same tables. The game has its history."""
    told = msgspec.json.encode([__version__, game.tables.digest, game.base, game.answers], order="deterministic")
    return hashlib.blake2b(told + game.checkpoints[0].state, digest_size=12).hexdigest()


def recall(game: Game) -> Known:
    """What is known of a game; nothing where no file holds it or the file is no use."""
    try:
        return msgspec.json.decode(_file(game).read_bytes(), type=Known)
    except (OSError, SaveError, msgspec.DecodeError, ValueError, RecursionError):
        return Known()


def keep(game: Game, known: Known) -> None:
    """Keep what is known of a game; where it cannot be kept it is worked out again another time."""
    with contextlib.suppress(OSError, SaveError):
        target = _file(game)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_cache(target, msgspec.json.encode(known))
        _forget_oldest(target.parent)


def _file(game: Game) -> Path:
    return win_probability_folder() / f"{key_of(game)}{ENDING}"


def _forget_oldest(folder: Path) -> None:
    kept = sorted(folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime)
    for path in kept[:-MOST_KEPT]:
        path.unlink()
