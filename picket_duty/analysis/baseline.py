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
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from picket_duty import __version__
from picket_duty.lab.batch import FIRST_SEED, Progress, Results, Wanted, play_one, simulate
from picket_duty.analysis.statistics import mean
from picket_duty.analysis.workers import cores, tables_of, uninterrupted
from picket_duty.book import Tables
from picket_duty.book.ids import FLETCHER
from picket_duty.saves.paths import data_folder, put_by
from picket_duty.setup import BY_COMPUTER, Choices, choices_of
from picket_duty.state import PATROL, US_WIN, Setup

GAMES = 1000
FOLDER = "thousand"
#: Games that a process plays before it tells of them.
TOLD_EVERY = 5
#: Processes beside the screen: more would heat the machine for little.
MOST_PROCESSES = 4
#: They give way to the screen by this much.
NICE = 15


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


def wanted_for(setup: Setup, tables: Tables) -> Wanted:
    """The thousand games of a set-up's situation: whatever her name and her crew's. Raises SetupError."""
    chosen = choices_of(setup, tables)
    situation = msgspec.structs.replace(
        chosen,
        seed=FIRST_SEED,
        ship=None if setup.ship_class == FLETCHER else chosen.ship,
        officers={},
        undo=Choices().undo,
        dice=BY_COMPUTER,
    )
    folder = str(tables.layer or "")
    return Wanted(situation, games=GAMES, folder=folder, each=True)


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
    found = simulate(wanted_for(setup, tables), cores(), progress)
    return None if found.cut else keep(setup, tables, found)


def keep(setup: Setup, tables: Tables, found: Results) -> Thousand:
    """What all games came to, kept for the next time; a folder that cannot be written is no fault."""
    thousand = _sums(setup, found)
    path = _file(setup, tables)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        put_by(path, msgspec.json.encode(thousand))
    return thousand


def _sums(setup: Setup, found: Results) -> Thousand:
    shot = Counter(one["destroyed"] + one["flamed"] for one in found.each)
    strikes = Counter(one["hits"] for one in found.each)
    won = sum(is_won(setup, one) for one in found.each)
    lost = sum(not one["afloat"] for one in found.each)
    return Thousand(found.games, won, lost, dict(sorted(shot.items())), dict(sorted(strikes.items())))


def is_won(setup: Setup, summary: dict[str, Any]) -> bool:
    """Whether a game was won, by its summary; a patrol where the ship is still on her station."""
    if setup.kind == PATROL:
        return bool(summary["afloat"] and summary["on_station"])
    return bool(summary["outcome"] == US_WIN)


def _file(setup: Setup, tables: Tables) -> Path:
    known = (wanted_for(setup, tables).chosen, GAMES, __version__, tables.digest)
    key = hashlib.blake2b(msgspec.json.encode(known, order="deterministic"), digest_size=8).hexdigest()
    return data_folder() / FOLDER / f"{key}.json"


# -- beside the screen ---------------------------------------------------------------


class Counting:
    """The thousand being played in processes of their own. Raises SetupError; ``end`` it in any case."""

    def __init__(self, setup: Setup, tables: Tables, processes: int = 0) -> None:
        self.setup, self.tables = setup, tables
        self.found = Results()
        self._ends: list[tuple[multiprocessing.process.BaseProcess, Connection]] = []
        wanted = wanted_for(setup, tables)
        context = multiprocessing.get_context("spawn")
        many = min(MOST_PROCESSES, processes or cores())
        for first in range(many):
            mine, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_count, args=(theirs, wanted, first, many), daemon=True)
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
                    self.found.add(reports.recv())
        if self.found.games < GAMES:
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


def _count(reports: Connection, wanted: Wanted, first: int, step: int) -> None:
    """Play every ``step``-th game from ``first`` on, and tell of them; whoever asked having gone ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    tables = tables_of(wanted.folder)
    found = Results()
    with contextlib.suppress(OSError):
        for number in range(first, wanted.games, step):
            play_one(wanted, number, tables, found)
            if found.games == TOLD_EVERY:
                reports.send(found)
                found = Results()
        if found.games:
            reports.send(found)
