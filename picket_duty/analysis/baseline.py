"""The baseline sample of a game: a thousand games in the same situation, played by doctrine with other dice.

The games are those that ``simulate`` plays from seed 1 on. They are played once, with a progress bar or in the
background of a screen, and their sums are cached in the data folder by situation, program version and tables.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from picket_duty import __version__
from picket_duty.analysis.statistics import mean
from picket_duty.analysis.workers import BLOCK, CAMPAIGN_BLOCK, WorkerPool, WorkersLost, cores, tables_of, workers
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
#: Background processes beside a screen; more would heat the machine for little gain.
MAX_PROCESSES = 4
#: How often a killed process is replaced.
MAX_LOSSES = 8

#: Called with the numbers of games played and won so far.
Progress = Callable[[int, int], None]
#: The numbers of a finished game, as in ``play --json``.
Summary = dict[str, Any]


class Baseline(msgspec.Struct, frozen=True):
    """The sums of a baseline sample: games ``won`` (a patrol: ship on station at the end) and ships ``lost``.

    ``shot_down`` and ``strikes`` hold the number of games by planes shot down and by strikes on the ship.
    """

    games: int
    won: int
    lost: int
    shot_down: dict[int, int]
    strikes: dict[int, int]

    @property
    def mean_shot_down(self) -> float:
        """Planes shot down per game."""
        return mean(Counter(self.shot_down))

    @property
    def middle_strikes(self) -> tuple[int, int]:
        """The first and third quartile of strikes on the ship."""
        return _quartile(self.strikes, self.games / 4), _quartile(self.strikes, 3 * self.games / 4)

    @property
    def mean_strikes(self) -> float:
        """Strikes on the ship per game."""
        return mean(Counter(self.strikes))


def _quartile(counts: dict[int, int], games: float) -> int:
    """The smallest number that at least ``games`` games do not exceed."""
    passed = 0
    for number in sorted(counts):
        passed += counts[number]
        if passed >= games:
            return number
    return max(counts, default=0)


# -- which games ------------------------------------------------------------------


def situation_of(setup: Setup, tables: Tables) -> Choices:
    """The choices for the first game in a set-up's situation, with default names. Raises SetupError."""
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
    """The summaries of some games of the sample, by number."""
    return [_play(situation, tables_of(folder), number) for number in numbers]


def _play(situation: Choices, tables: Tables, number: int) -> Summary:
    game = Game.begin(msgspec.structs.replace(situation, seed=FIRST_SEED + number), tables, history=False)
    game.play.quiet = True
    play_out(game, DoctrineCaptain())
    return game.summary()


def cached_baseline(setup: Setup, tables: Tables) -> Baseline | None:
    """The baseline of a set-up's situation from the cache; None if it is not there."""
    try:
        return msgspec.json.decode(_file(setup, tables).read_bytes(), type=Baseline)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def play_baseline(setup: Setup, tables: Tables, progress: Progress | None = None) -> Baseline | None:
    """The baseline of a set-up's situation, cached or played now; None if interrupted. Raises SetupError."""
    if (known := cached_baseline(setup, tables)) is not None:
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
                    progress(len(summaries), sum(summary["outcome"] == US_WIN for summary in summaries))
    except (KeyboardInterrupt, WorkersLost):
        return None
    return _store(setup, tables, summaries)


def _store(setup: Setup, tables: Tables, summaries: Iterable[Summary]) -> Baseline:
    """The sums of all games, cached if the data folder can be written."""
    baseline = _sums(setup, list(summaries))
    path = _file(setup, tables)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_cache(path, msgspec.json.encode(baseline))
    return baseline


def _sums(setup: Setup, summaries: list[Summary]) -> Baseline:
    shot = Counter(summary["destroyed"] + summary["flamed"] for summary in summaries)
    strikes = Counter(summary["hits"] for summary in summaries)
    won = sum(is_won(setup, summary) for summary in summaries)
    lost = sum(not summary["afloat"] for summary in summaries)
    return Baseline(len(summaries), won, lost, dict(sorted(shot.items())), dict(sorted(strikes.items())))


def is_won(setup: Setup, summary: Summary) -> bool:
    """Whether a game was won, by its summary; a patrol counts as won if the station was kept."""
    if setup.kind == PATROL:
        return bool(summary["afloat"] and summary["on_station"])
    return bool(summary["outcome"] == US_WIN)


def _file(setup: Setup, tables: Tables) -> Path:
    known = (situation_of(setup, tables), GAMES, __version__, tables.digest)
    key = hashlib.blake2b(msgspec.json.encode(known, order="deterministic"), digest_size=8).hexdigest()
    return data_folder() / FOLDER / f"{key}.json"


# -- beside the screen ---------------------------------------------------------------


#: The games played so far, by number, of each baseline that was closed before its last game.
_UNFINISHED: dict[Path, dict[int, Summary]] = {}


class BackgroundBaseline:
    """The baseline of a set-up's situation, played in background processes. Raises SetupError. Always ``close`` it.

    It continues with the games that an earlier one of the same situation left unplayed.
    """

    def __init__(self, setup: Setup, tables: Tables, processes: int = 0) -> None:
        self.setup, self.tables = setup, tables
        self._summaries = _UNFINISHED.setdefault(_file(setup, tables), {})
        situation, folder = situation_of(setup, tables), str(tables.layer or "")
        self._pool = WorkerPool(min(MAX_PROCESSES, processes or cores()), background=True, restarts=MAX_LOSSES)
        left = [number for number in range(GAMES) if number not in self._summaries]
        parts = [left[first :: self._pool.size] for first in range(self._pool.size)]
        self._jobs = [self._pool.submit(_play_part, situation, folder, numbers) for numbers in parts]

    def poll(self) -> Baseline | None:
        """The baseline if all games have been played (it is then cached), else None. Never waits."""
        self._pool.poll()
        for job in self._jobs:
            self._summaries.update(job.take())
        if len(self._summaries) < GAMES:
            return None
        self.close()
        _UNFINISHED.pop(_file(self.setup, self.tables), None)
        return _store(self.setup, self.tables, self._summaries.values())

    @property
    def played(self) -> int:
        """The number of games played so far."""
        return len(self._summaries)

    @property
    def working(self) -> bool:
        """Whether games are still being played."""
        return self._pool.working

    def close(self) -> None:
        """End the processes; the games polled so far are kept."""
        self._pool.close()


def _play_part(situation: Choices, folder: str, numbers: Sequence[int]) -> Iterator[list[tuple[int, Summary]]]:
    """In a background process: the games of these numbers, each with its number."""
    tables = tables_of(folder)
    for number in numbers:
        yield [(number, _play(situation, tables, number))]
