"""Playing many games: in this process or in several, on many machines, with the same result however many there are.

Game k of a run is the game that ``play --seed seed+k --auto policy`` plays. Games are played in blocks of fixed
size that are counted in order, so neither the number of processes nor their haste changes a result.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from picket_duty.analysis.baseline import FIRST_SEED
from picket_duty.analysis.progress import Progress
from picket_duty.analysis.statistics import mean, wilson
from picket_duty.analysis.workers import (
    BLOCK,
    CAMPAIGN_BLOCK,
    INTERRUPTED,
    Jobs,
    WorkersLost,
    tables_of,
    uninterrupted,
    workers,
)
from picket_duty.book import Tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.lab.blocks import Blocks
from picket_duty.lab.row_usage import Row, Rows, count_rows
from picket_duty.setup import Choices, SetupError
from picket_duty.state import DRAW, JAPANESE_WIN, US_WIN

#: Most games of a run: at some hundreds a second they take weeks, and no count of them comes near its end.
MOST_GAMES = 10**9
#: What ``play --json`` gives that is chosen rather than played.
CHOSEN = ("scenario", "campaign", "patrol", "level", "seed", "outcome", "state_hash")
OUTCOMES = (US_WIN, JAPANESE_WIN, DRAW)


class Wanted(msgspec.Struct, frozen=True):
    """The games of a run: ``chosen`` with the seed of the first game, each later one having one more.

    ``folder`` holds modified tables; ``games`` is the most that are played.
    ``interval`` stops the run once the interval of the share of wins is no wider than this either side; 0 never.
    """

    chosen: Choices
    policy: str = "doctrine"
    games: int = 1000
    folder: str = ""
    coverage: bool = False
    each: bool = False
    interval: float = 0.0

    @property
    def block(self) -> int:
        """Games in a block."""
        return CAMPAIGN_BLOCK if self.chosen.campaign else BLOCK

    @property
    def seed(self) -> int:
        """Seed of the first game."""
        return FIRST_SEED if self.chosen.seed is None else self.chosen.seed

    def settings(self) -> dict[str, Any]:
        """All that was chosen by name, but for the folder: the tables in it are known by their digest."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        del found["folder"]
        return found


_AsData = tuple[int, dict[str, int], dict[str, list[tuple[int, int]]], list[tuple[Row, int]], list[dict[str, Any]]]


class Results(msgspec.Struct):
    """What was counted: outcomes, the values of every number of ``play --json``, chart rows where wanted.

    ``cut`` says why a run ended before its last game, empty where it did not.
    """

    games: int = 0
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    numbers: dict[str, Counter[int]] = {}
    rows: Rows = msgspec.field(default_factory=Counter)
    each: list[dict[str, Any]] = []
    seconds: float = 0.0
    cut: str = ""

    def add(self, other: Results) -> None:
        """Count other results in."""
        self.games += other.games
        self.outcomes.update(other.outcomes)
        for name, counts in other.numbers.items():
            self.numbers.setdefault(name, Counter()).update(counts)
        self.rows.update(other.rows)
        self.each += other.each

    def as_data(self) -> list[Any]:
        """What was counted as plain data, every number beside what it counts."""
        rows = [[list(row), count] for row, count in self.rows.items()]
        numbers = {name: [list(pair) for pair in counts.items()] for name, counts in self.numbers.items()}
        return [self.games, dict(self.outcomes), numbers, rows, self.each]

    @classmethod
    def of_data(cls, data: Any) -> Results:
        """The same again from ``as_data``. Raises ValueError for anything else."""
        games, outcomes, numbers, rows, each = msgspec.convert(data, _AsData)
        counted = {name: Counter(dict(pairs)) for name, pairs in numbers.items()}
        return cls(games, Counter(outcomes), counted, Counter(dict(rows)), each)

    @property
    def wins(self) -> int:
        """Games won."""
        return self.outcomes[US_WIN]

    @property
    def requests(self) -> int:
        """Requests answered in all games together."""
        return sum(value * count for value, count in self.numbers.get("requests", Counter()).items())

    def mean(self, name: str) -> float:
        """The mean of a number of ``play --json``."""
        return mean(self.numbers.get(name, Counter()))


def simulate(
    wanted: Wanted, jobs: Jobs = 1, progress: Progress | None = None, kept: Blocks[Results] | None = None
) -> Results:
    """Play the games, ``progress`` being told after each block. Raises ValueError where they cannot be played.

    Blocks that are ``kept`` are not played again, and those played are kept. A run that is interrupted or loses a
    process gives what it has counted, and says so.
    """
    wanted = settled(wanted)
    kept = kept or Blocks()
    started = time.perf_counter() - kept.seconds
    found = Results()
    try:
        for block in _blocks_played(wanted, jobs, kept):
            # A block is counted whole or not at all, whenever Ctrl+C comes.
            with uninterrupted():
                found.add(block)
                found.seconds = time.perf_counter() - started
            if progress is not None:
                progress(found.games, found.wins)
            if enough(wanted, found):
                break
    except KeyboardInterrupt:
        found.cut = INTERRUPTED
    except WorkersLost as error:
        found.cut = str(error)
    return found


def enough(wanted: Wanted, found: Results) -> bool:
    """Whether the interval asked for is reached."""
    low, high = wilson(found.wins, found.games)
    return bool(wanted.interval) and (high - low) / 2 <= wanted.interval


def settled(wanted: Wanted) -> Wanted:
    """The games wanted, a scenario by its number. Raises ValueError where they cannot be played."""
    check_games(wanted.games)
    captain_named(wanted.policy, wanted.seed)
    setup = begin(wanted, 0, tables_of(wanted.folder)).state.setup
    if wanted.chosen.scenario is None:
        return wanted
    return msgspec.structs.replace(wanted, chosen=msgspec.structs.replace(wanted.chosen, scenario=int(setup.name)))


def check_games(games: int) -> None:
    """Whether so many games can be played. Raises SetupError."""
    if games < 1:
        raise SetupError(f"{games} games; at least 1 is played")
    if games > MOST_GAMES:
        raise SetupError(f"too many games; at most {MOST_GAMES:,} are played")


def play_block(wanted: Wanted, first: int) -> Results:
    """Play one block of games from game ``first`` on."""
    tables = tables_of(wanted.folder)
    found = Results()
    for number in range(first, min(first + wanted.block, wanted.games)):
        play_one(wanted, number, tables, found)
    return found


def begin(wanted: Wanted, number: int, tables: Tables) -> Game:
    """Game ``number`` of a run before its first die. Raises ValueError."""
    chosen = msgspec.structs.replace(wanted.chosen, seed=wanted.seed + number)
    return Game.begin(chosen, tables, history=False)


def play_one(wanted: Wanted, number: int, tables: Tables, found: Results) -> None:
    """Play one game and count it."""
    game = begin(wanted, number, tables)
    play_out(game, captain_named(wanted.policy, wanted.seed + number))
    summary = game.summary()
    found.games += 1
    found.outcomes[summary["outcome"]] += 1
    for name, value in summary.items():
        if name not in CHOSEN:
            found.numbers.setdefault(name, Counter())[int(value)] += 1
    if wanted.coverage:
        count_rows(game.events, found.rows)
    if wanted.each:
        found.each.append(summary)


def _blocks_played(wanted: Wanted, jobs: Jobs, kept: Blocks[Results]) -> Iterator[Results]:
    starts = range(0, wanted.games, wanted.block)
    with workers(jobs, most=len(starts)) as players:
        yield from kept.each(players, partial(play_block, wanted), starts)
