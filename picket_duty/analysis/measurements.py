"""What the analysis of a game has measured, cached in the data folder, never in a save.

A file is named after what was played: program version, tables, first state and all answers. Without
it everything is measured again."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import msgspec

from picket_duty import __version__
from picket_duty.bounded import read_file
from picket_duty.game import Game
from picket_duty.requests import Answer
from picket_duty.saves import SaveError
from picket_duty.saves.files import write_cache
from picket_duty.saves.format import LARGEST_FILE
from picket_duty.saves.places import win_probability_folder

#: The most games in the cache; the oldest files are deleted.
MAX_GAMES = 200
SUFFIX = ".json"
#: The results of playouts (see ``half_wins``), by the number of answers after which they began.
PlayedAt = dict[int, str]


class Measurements(msgspec.Struct):
    """Results of playouts for a game by number of answers, as stored in the cache.

    ``points`` are the results of sample points. ``given`` are those of the orders that differ from
    doctrine's, and ``better`` those with doctrine's orders instead, whether or not these turn out
    better. ``doctrine`` has doctrine's orders themselves; it is None before the game was searched
    for them. ``playouts`` is the number of playouts of the first point. ``limit`` is the most
    playouts of an order; 0 is no limit. ``curve`` is whether the curve is complete.
    """

    playouts: int = 0
    limit: int = 0
    curve: bool = False
    points: PlayedAt = {}
    given: PlayedAt = {}
    better: PlayedAt = {}
    doctrine: dict[int, Answer] | None = None


def key_of(game: Game, stage: int = 0) -> str:
    """A key of the game played: equal for equal answers with equal tables. The game needs its
    history.
    """
    played = [__version__, game.tables.digest, game.base, game.answers]
    # The key of a whole game has no stage.
    if stage:
        played.append(stage)
    encoded = msgspec.json.encode(played, order="deterministic")
    return hashlib.blake2b(encoded + game.checkpoints[0].state, digest_size=12).hexdigest()


def load_measurements(game: Game, stage: int = 0) -> Measurements:
    """The measurements of a game in the cache; empty if there are none or the file is damaged."""
    try:
        return msgspec.json.decode(read_file(_file(game, stage), LARGEST_FILE), type=Measurements)
    except (OSError, SaveError, msgspec.DecodeError, ValueError, RecursionError):
        return Measurements()


def store_measurements(game: Game, known: Measurements, stage: int = 0) -> None:
    """Write measurements to the cache, if it can be written."""
    with contextlib.suppress(OSError, SaveError):
        target = _file(game, stage)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_cache(target, msgspec.json.encode(known))
        games = sorted(target.parent.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in games[:-MAX_GAMES]:
            path.unlink()


def _file(game: Game, stage: int) -> Path:
    return win_probability_folder() / f"{key_of(game, stage)}{SUFFIX}"
