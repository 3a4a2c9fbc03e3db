"""A thousand doctrine captains in the same situation, each with other dice: what a game is measured by on its card.

The games are those of ``simulate`` from the first seed on. They are counted once and kept in the data folder, known by
the situation, the version of the program and its tables. In lines they are played with a bar; on the screen in
processes of their own, at which the page looks when it likes.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from picket_duty import __version__
from picket_duty.analysis.progress import Progress
from picket_duty.analysis.statistics import mean
from picket_duty.analysis.workers import BLOCK, CAMPAIGN_BLOCK, WorkersLost, cores, tables_of, uninterrupted, workers
from picket_duty.book import Tables
from picket_duty.book.ids import FLETCHER
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.game import Game
from picket_duty.saves.paths import data_folder, write_cache
from picket_duty.setup import BY_COMPUTER, Choices, choices_of
from picket_duty.state import PATROL, US_WIN, Setup

GAMES = 1000
#: Seed of the first game; each later one has one more, as in ``simulate``.
FIRST_SEED = 1
FOLDER = "thousand"
#: Games that a process plays before it tells of them.
TOLD_EVERY = 5
#: Processes beside the screen: more would heat the machine for little.
MOST_PROCESSES = 4
#: They give way to the screen by this much.
NICE = 15


#: The numbers of a finished game, as in ``play --json``.
Summary = dict[str, Any]


class Thousand(msgspec.Struct, frozen=True):
    """What came of so many games: how many were won, of a patrol how many ships stayed on station; in how many the
    ship was lost; and of all games how many had each number of planes shot down and of strikes."""

    games: int
    won: int
    lost: int
    shot_down: dict[int, int]
    strikes: dict[int, int]

    @property
    def mean_shot_down(self) -> float:
        """Planes shot down in a game."""
        return mean(Counter(self.shot_down))

    @property
    def middle_strikes(self) -> tuple[int, int]:
        """Strikes between which the middle half of all games lies."""
        return _reached(self.strikes, self.games / 4), _reached(self.strikes, 3 * self.games / 4)

    @property
    def mean_strikes(self) -> float:
        """Strikes on the ship in a game."""
        return mean(Counter(self.strikes))


def _reached(counts: dict[int, int], games: float) -> int:
    """The number that so many games do not go beyond, the least first."""
    passed = 0
    for number in sorted(counts):
        passed += counts[number]
        if passed >= games:
            return number
    return max(counts, default=0)


# -- which games ------------------------------------------------------------------


def situation_of(setup: Setup, tables: Tables) -> Choices:
    """The choices of the first game in a set-up's situation, whatever the ship and her officers are named.

    Raises SetupError.
    """
    chosen = choices_of(setup, tables)
    return msgspec.structs.replace(
        chosen,
        seed=FIRST_SEED,
        ship=None if setup.ship_class == FLETCHER else chosen.ship,
        officers={},
        undo=Choices().undo,
        dice=BY_COMPUTER,
    )


def play_games(situation: Choices, folder: str, numbers: Iterable[int]) -> list[Summary]:
    """Play some games of the sample by the doctrine captain; the summary of each."""
    tables, summaries = tables_of(folder), []
    for number in numbers:
        game = Game.begin(msgspec.structs.replace(situation, seed=FIRST_SEED + number), tables, history=False)
        play_out(game, DoctrineCaptain())
        summaries.append(game.summary())
    return summaries


def kept(setup: Setup, tables: Tables) -> Thousand | None:
    """The thousand as it was counted before; None where it was not."""
    try:
        return msgspec.json.decode(_file(setup, tables).read_bytes(), type=Thousand)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def counted(setup: Setup, tables: Tables, progress: Progress | None = None) -> Thousand | None:
    """The thousand, played now where it is not kept; None where its player interrupted it. Raises SetupError."""
    if (known := kept(setup, tables)) is not None:
        return known
    situation = situation_of(setup, tables)
    size = CAMPAIGN_BLOCK if situation.campaign else BLOCK
    blocks = [range(first, min(first + size, GAMES)) for first in range(0, GAMES, size)]
    summaries: list[Summary] = []
    try:
        with workers(cores(), most=len(blocks)) as players:
            for block in players.each(partial(play_games, situation, str(tables.layer or "")), blocks):
                summaries += block
                if progress is not None:
                    progress(len(summaries), sum(one["outcome"] == US_WIN for one in summaries))
    except (KeyboardInterrupt, WorkersLost):
        return None
    return keep(setup, tables, summaries)


def keep(setup: Setup, tables: Tables, found: list[Summary]) -> Thousand:
    """What all games came to, kept for the next time; a folder that cannot be written is no fault."""
    thousand = _sums(setup, found)
    path = _file(setup, tables)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_cache(path, msgspec.json.encode(thousand))
    return thousand


def _sums(setup: Setup, found: list[Summary]) -> Thousand:
    shot = Counter(one["destroyed"] + one["flamed"] for one in found)
    strikes = Counter(one["hits"] for one in found)
    won = sum(is_won(setup, one) for one in found)
    lost = sum(not one["afloat"] for one in found)
    return Thousand(len(found), won, lost, dict(sorted(shot.items())), dict(sorted(strikes.items())))


def is_won(setup: Setup, summary: Summary) -> bool:
    """Whether a game was won, by its summary; a patrol where the ship is still on her station."""
    if setup.kind == PATROL:
        return bool(summary["afloat"] and summary["on_station"])
    return bool(summary["outcome"] == US_WIN)


def _file(setup: Setup, tables: Tables) -> Path:
    known = (situation_of(setup, tables), GAMES, __version__, tables.digest)
    key = hashlib.blake2b(msgspec.json.encode(known, order="deterministic"), digest_size=8).hexdigest()
    return data_folder() / FOLDER / f"{key}.json"


# -- beside the screen ---------------------------------------------------------------


class Counting:
    """The thousand being played in processes of their own. Raises SetupError; ``end`` it in any case."""

    def __init__(self, setup: Setup, tables: Tables, processes: int = 0) -> None:
        self.setup, self.tables = setup, tables
        self.found: list[Summary] = []
        self._ends: list[tuple[multiprocessing.process.BaseProcess, Connection]] = []
        situation, folder = situation_of(setup, tables), str(tables.layer or "")
        context = multiprocessing.get_context("spawn")
        many = min(MOST_PROCESSES, processes or cores())
        for first in range(many):
            mine, theirs = context.Pipe(duplex=False)
            process = context.Process(
                target=_count, args=(theirs, situation, folder, range(first, GAMES, many)), daemon=True
            )
            try:
                # It is handed the program's own stream of errors, not the screen's.
                with uninterrupted(), contextlib.redirect_stderr(sys.__stderr__ or sys.stderr):
                    process.start()
            finally:
                theirs.close()
            self._ends.append((process, mine))

    def look(self) -> Thousand | None:
        """The thousand once all games are counted, which are kept then; None until then. Never waits."""
        for _, reports in self._ends:
            with contextlib.suppress(EOFError, OSError):
                while reports.poll():
                    self.found += reports.recv()
        if len(self.found) < GAMES:
            return None
        self.end()
        return keep(self.setup, self.tables, self.found)

    @property
    def working(self) -> bool:
        """Whether more may come by itself."""
        return any(process.is_alive() or reports.poll() for process, reports in self._ends)

    def end(self) -> None:
        """End the processes."""
        for process, reports in self._ends:
            reports.close()
            process.terminate()
            process.join()
        self._ends = []


def _count(reports: Connection, situation: Choices, folder: str, numbers: range) -> None:
    """Play games and report their summaries in small groups; end when nobody reads them any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    with contextlib.suppress(OSError):
        for first in range(0, len(numbers), TOLD_EVERY):
            reports.send(play_games(situation, folder, numbers[first : first + TOLD_EVERY]))
