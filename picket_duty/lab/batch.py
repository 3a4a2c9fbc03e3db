"""Batch simulation: many games in one process, in several, or on many machines, always with the
same result.

Game k of a run is the game of ``play --seed seed+k --auto policy``. Games are played in blocks of
fixed size that are counted in order, so neither the number nor the speed of the workers changes a
result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import msgspec

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
from picket_duty.events import JsonObject
from picket_duty.game import Game
from picket_duty.lab.results import Results, counted
from picket_duty.lab.run_files import Blocks
from picket_duty.setup import SetupError, SetupOptions

#: Called with the numbers of games played and won so far.
Progress = Callable[[int, int], None]
#: The most games of a run; they would take weeks.
MOST_GAMES = 10**9


class Batch(msgspec.Struct, frozen=True):
    """The games of a run. ``chosen`` has the seed of the first game; each later one has one more.

    ``folder`` holds modified tables.
    """

    chosen: SetupOptions
    policy: str = "doctrine"
    games: int = 1000
    folder: str = ""

    @property
    def block_size(self) -> int:
        """Games in a block."""
        return CAMPAIGN_BLOCK if self.chosen.campaign else BLOCK

    @property
    def seed(self) -> int:
        """Seed of the first game, 1 if none is given."""
        return 1 if self.chosen.seed is None else self.chosen.seed

    def settings(self) -> JsonObject:
        """The settings by name, without the folder: its tables are known by their digest."""
        settings: JsonObject = msgspec.to_builtins(self)
        del settings["folder"]
        return settings


def simulate(
    batch: Batch, jobs: Jobs = 1, progress: Progress | None = None, finished: Blocks | None = None
) -> Results:
    """Play the games of a run; ``progress`` is called after each block. Raises ValueError if the
    games cannot be played.

    Blocks already in ``finished`` are not played again; new ones are added to it. The results of an
    interrupted run are those of its finished blocks, with the reason in ``cut``.
    """
    batch = settled(batch)
    if finished is None:
        finished = Blocks()
    results = Results()
    starts = range(0, batch.games, batch.block_size)
    try:
        with workers(jobs, most=len(starts)) as run:
            for block in finished.each(run, partial(play_block, batch), starts):
                # Ctrl+C must not split the count of a block.
                with uninterrupted():
                    results.add(block)
                    results.seconds = finished.seconds()
                if progress is not None:
                    progress(results.games, results.wins)
    except KeyboardInterrupt:
        results.cut = INTERRUPTED
    except WorkersLost as error:
        results.cut = str(error)
    return results


def settled(batch: Batch) -> Batch:
    """The run with its scenario as a number. Raises ValueError if it cannot be played."""
    if batch.games < 1:
        raise SetupError(f"the number of games must be at least 1, not {batch.games}")
    if batch.games > MOST_GAMES:
        raise SetupError(f"the number of games must be at most {MOST_GAMES:,}")
    # Only to check the policy: each game makes its own captain.
    captain_named(batch.policy, batch.seed)
    setup = begin(batch, number=0, tables=tables_of(batch.folder)).state.setup
    # A scenario may be given by its name, but its number identifies the run in a file.
    if batch.chosen.scenario is None:
        return batch
    return msgspec.structs.replace(
        batch, chosen=msgspec.structs.replace(batch.chosen, scenario=int(setup.name))
    )


def play_block(batch: Batch, first: int) -> Results:
    """Play one block of games, starting with game ``first``."""
    tables = tables_of(batch.folder)
    results = Results()
    for number in range(first, min(first + batch.block_size, batch.games)):
        game = begin(batch, number, tables)
        play_out(game, captain_named(batch.policy, batch.seed + number))
        summary = game.summary()
        results.games += 1
        results.outcomes[summary["outcome"]] += 1
        for name, value in counted(summary).items():
            results.numbers.setdefault(name, Counter())[value] += 1
    return results


def begin(batch: Batch, number: int, tables: Tables) -> Game:
    """Game ``number`` of a run before its first die. Raises ValueError."""
    chosen = msgspec.structs.replace(batch.chosen, seed=batch.seed + number)
    return Game.begin(chosen, tables, history=False)
