"""Batch simulation: many games in one process, in several, or on many machines, always with the
same result.

Game k of a run is the game of ``play --seed seed+k --auto policy``. Games are played in blocks of
fixed size that are counted in order, so neither the number nor the speed of the workers changes a
result. Finished blocks can be kept in a file, so that an interrupted run can be resumed: its first
line identifies the run, each block is one line of JSON below it, in order. The results are a page,
or JSON.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO

import msgspec

from picket_duty import __version__
from picket_duty.analysis.statistics import (
    Interval,
    deviation,
    mean,
    mean_interval,
    quantile,
    wilson,
)
from picket_duty.analysis.workers import (
    BLOCK,
    CAMPAIGN_BLOCK,
    INTERRUPTED,
    Jobs,
    Run,
    RunError,
    WorkersLost,
    tables_of,
    uninterrupted,
    workers,
)
from picket_duty.book import Tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.pages.blocks import BarChart, Block, Grid, Paragraph
from picket_duty.saves import SaveError
from picket_duty.saves.writer import lock
from picket_duty.setup import SetupError, SetupOptions
from picket_duty.state import DRAW, JAPANESE_WIN, US_WIN
from picket_duty.text.names import OUTCOMES as WORDS

#: Called with the numbers of games played and won so far.
Progress = Callable[[int, int], None]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Identifies a run: program version, digest of the tables, settings by name."""

    version: str
    tables: str
    settings: dict[str, Any]


def head_of(tables: str, settings: Mapping[str, Any]) -> Head:
    """The head of a run of this version, with the digest of its tables."""
    return Head(__version__, tables, msgspec.json.decode(msgspec.json.encode(settings)))


#: The counts of a block as plain data: games, outcomes, and pairs of value and count of each
#: number.
BlockData = tuple[int, dict[str, int], dict[str, list[tuple[int, int]]]]


class BlockLine(msgspec.Struct, frozen=True):
    """A block in the file: its number from 1, and the seconds the run had taken so far."""

    number: int
    seconds: float
    counts: BlockData = msgspec.field(name="block")


class Blocks:
    """The finished blocks of a run and the file for more; without a file nothing is written."""

    def __init__(self, file: BinaryIO | None = None, known: Sequence[Results] = ()) -> None:
        self._file = file
        self._known = known
        self._started = perf_counter() - (known[-1].seconds if known else 0.0)

    def seconds(self) -> float:
        """The seconds that the run has taken so far, with those of the known blocks."""
        return perf_counter() - self._started

    def each(
        self, run: Run, play: Callable[[int], Results], starts: Sequence[int]
    ) -> Iterator[Results]:
        """Blocks in order: those known, then those played now. Raises WorkersLost, and OSError if
        the file cannot be written.
        """
        yield from self._known
        for number, block in enumerate(run(play, starts[len(self._known) :]), len(self._known) + 1):
            with uninterrupted():
                if self._file is not None:
                    seconds = round(self.seconds(), 3)
                    _write_line(self._file, BlockLine(number, seconds, block.as_data()))
            yield block

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def open_blocks(path: Path, head: Head, size: int, is_new: bool) -> Blocks:
    """A new file of blocks, or one to add to, without its torn last line, or a last block of fewer
    games than ``size`` if the run is longer. Raises RunError and leaves other files.
    """
    if not is_new and path.exists() and not path.is_file():
        raise RunError(f"{path}: not a file made with --out")
    try:
        file = open(path, "xb" if is_new else "r+b", buffering=0)  # noqa: SIM115 (closed with the run)
    except FileExistsError:
        raise RunError(
            f"{path}: already exists. Continue it with --resume, or choose another name."
        ) from None
    except (OSError, ValueError) as error:
        raise _unusable(path, error) from None
    try:
        lock(file, path)
        if is_new:
            _write_line(file, head)
            return Blocks(file)
        whole, known = _read_blocks(file, path, head, size)
    except (OSError, RunError, SaveError) as error:
        file.close()
        if not isinstance(error, OSError):
            raise RunError(str(error)) from None
        if is_new:
            path.unlink(missing_ok=True)
        raise _unusable(path, error) from None
    file.truncate(whole)
    file.seek(whole)
    return Blocks(file, known)


def _read_blocks(file: BinaryIO, path: Path, head: Head, size: int) -> tuple[int, list[Results]]:
    """The length of the lines of a file to keep, and their blocks. Raises RunError."""
    data = file.read()
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise RunError(f"{path}: not a file made with --out")
    _check_head(path, lines[0], head)
    known = [_read_block(path, text, number) for number, text in enumerate(lines[1:], 1)]
    wanted = head.settings["games"]
    games = sum(block.games for block in known)
    if games > wanted:
        raise RunError(f"{path}: already has {games} games. Choose at least -n {games}.")
    if known:
        due = min(size, wanted - size * (len(known) - 1))
        if known[-1].games < due:
            known.pop()
            whole -= len(lines[-1]) + 1
    return whole, known


def _check_head(path: Path, text: bytes, head: Head) -> None:
    """Raises RunError if the first line of a file is not the head of this run."""
    try:
        begun = msgspec.json.decode(text, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise RunError(f"{path}: not a file made with --out") from None
    if differs := _difference(_identity(begun), _identity(head)):
        raise RunError(f"{path}: made by a different run ({differs})")


def _read_block(path: Path, text: bytes, number: int) -> Results:
    """The block with this number in its line of a file. Raises RunError."""
    try:
        line = msgspec.json.decode(text, type=BlockLine)
        block = Results.of_data(line.counts)
    except (ValueError, RecursionError):
        raise RunError(f"{path}: line {number + 1} is not a valid block") from None
    if line.number != number:
        raise RunError(
            f"{path}: line {number + 1} has block {line.number} instead of block {number}"
        )
    block.seconds = line.seconds
    return block


def _identity(head: Head) -> dict[str, Any]:
    """What a run must have in common with one that it continues: all but the number of games."""
    settings = {name: value for name, value in head.settings.items() if name != "games"}
    return {**msgspec.to_builtins(head), "settings": settings}


def _write_line(file: BinaryIO, line: msgspec.Struct) -> None:
    text = msgspec.json.encode(line) + b"\n"
    whole = file.tell()
    try:
        # The file is not buffered: a nearly full disk may write a part of the line.
        if file.write(text) < len(text):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except OSError:
        # A disk that has become read-only cannot do this either.
        with contextlib.suppress(OSError):
            file.truncate(whole)
        raise


def _unusable(path: Path, error: Exception) -> RunError:
    return RunError(f"{path}: cannot be used ({getattr(error, 'strerror', '') or error})")


def _difference(mine: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first difference of two heads in words; empty if there is none."""
    for name in {**mine, **other}:
        value = mine.get(name)
        other_value = other.get(name)
        if isinstance(value, dict) and isinstance(other_value, dict):
            if differs := _difference(value, other_value):
                return differs
        elif value != other_value:
            return f"{name} {_or_none(value)}, not {_or_none(other_value)}"
    return ""


def _or_none(value: object) -> object:
    return "none" if value is None else value


#: The most games of a run; they would take weeks.
MOST_GAMES = 10**9
#: Fields of ``play --json`` that are not counted.
CHOSEN = ("scenario", "campaign", "patrol", "level", "seed", "outcome", "state_hash", "stages")
OUTCOMES = (US_WIN, JAPANESE_WIN, DRAW)


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

    def settings(self) -> dict[str, Any]:
        """The settings by name, without the folder: its tables are known by their digest."""
        settings: dict[str, Any] = msgspec.to_builtins(self)
        del settings["folder"]
        return settings


class Results(msgspec.Struct):
    """Counts of a run: outcomes, and the values of each number of ``play --json``.

    ``seconds`` are those that the run had taken by then; ``cut`` is the reason why it ended early,
    or empty.
    """

    games: int = 0
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    numbers: dict[str, Counter[int]] = {}
    seconds: float = 0.0
    cut: str = ""

    def add(self, other: Results) -> None:
        """Add other results."""
        self.games += other.games
        self.outcomes.update(other.outcomes)
        for name, counts in other.numbers.items():
            self.numbers.setdefault(name, Counter()).update(counts)

    def as_data(self) -> BlockData:
        """The counts as plain data."""
        return (
            self.games,
            dict(self.outcomes),
            {name: list(counts.items()) for name, counts in self.numbers.items()},
        )

    @classmethod
    def of_data(cls, data: BlockData) -> Results:
        """Results from ``as_data``. Raises ValueError if they do not add up."""
        games, outcomes, numbers = data
        if sum(outcomes.values()) != games:
            raise ValueError("the counts do not add up to the number of games")
        return cls(
            games,
            Counter(outcomes),
            {name: Counter(dict(pairs)) for name, pairs in numbers.items()},
        )

    @property
    def wins(self) -> int:
        """Games won."""
        return self.outcomes[US_WIN]

    @property
    def requests(self) -> int:
        """Requests answered in all games together."""
        return sum(
            value * count for value, count in self.numbers.get("requests", Counter()).items()
        )

    def mean(self, name: str) -> float:
        """The mean of a number of ``play --json``."""
        return mean(self.numbers.get(name, Counter()))


def simulate(
    batch: Batch, jobs: Jobs = 1, progress: Progress | None = None, finished: Blocks | None = None
) -> Results:
    """Play the games of a run; ``progress`` is called after each block. Raises ValueError if they
    cannot be played.

    Blocks already in ``finished`` are not played again; new ones are added. An interrupted run
    returns what it has counted and the reason in ``cut``.
    """
    batch = settled(batch)
    finished = finished or Blocks()
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
    captain_named(batch.policy, batch.seed)
    setup = begin(batch, 0, tables_of(batch.folder)).state.setup
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


def counted(summary: dict[str, Any]) -> dict[str, int]:
    """The numbers of a game that are counted over a run."""
    return {name: int(value) for name, value in summary.items() if name not in CHOSEN}


#: Fields that are true or false in a single game, shown as shares.
SHARES = ("afloat", "on_station")
STAGES_HELD = "stages_held"
#: Fields of ``play --json`` with a chart.
DRAWN = (STAGES_HELD, "hits", "ships_sunk", "days")
#: Labels of fields of ``play --json``, if they differ from the names.
LABELS = {"destroyed": "splashed", "flamed": "set afire"}


def as_json(batch: Batch, results: Results) -> dict[str, Any]:
    """The object of ``simulate --json``."""
    means = {name: mean(counts) for name, counts in results.numbers.items() if name not in SHARES}
    names = OUTCOMES if "record" not in results.outcomes else (*OUTCOMES, "record")
    return {
        "games": results.games,
        **_game_kind(batch),
        "policy": batch.policy,
        "level": batch.chosen.level,
        "seed": batch.seed,
        "outcomes": {name: results.outcomes[name] for name in names},
        "intervals": {name: list(wilson(results.outcomes[name], results.games)) for name in names},
        "means": means,
        "mean_intervals": {name: list(mean_interval(results.numbers[name])) for name in means},
        "shares": {name: mean(results.numbers[name]) for name in SHARES if name in results.numbers},
        "requests": results.requests,
        "seconds": round(results.seconds, 3),
    }


def results_page(batch: Batch, results: Results) -> list[Block]:
    """Outcomes, means with their intervals, and how often each number occurred; in a campaign of
    stages those held come first.
    """
    kind = " ".join(str(part) for pair in _game_kind(batch).items() for part in pair)
    head = (
        f"{results.games} games of {kind}, {batch.chosen.level}, captain {batch.policy}, seed "
        f"{batch.seed}"
    )
    grids = [_outcomes(results), _numbers(results)]
    if STAGES_HELD in results.numbers:
        # By the printed rules, a campaign of stages is won even if none was held.
        grids.reverse()
    seconds = results.seconds or math.inf
    rate = results.games / seconds
    asked = results.requests / seconds
    return [
        Paragraph(head),
        *grids,
        *_charts(results),
        Paragraph(f"{results.seconds:.1f} s, {rate:,.0f} games/s, {asked:,.0f} requests/s"),
    ]


def _outcomes(results: Results) -> Grid:
    rows = []
    for name in sorted(results.outcomes, key=list(WORDS).index):
        games = results.outcomes[name]
        interval = _percents(wilson(games, results.games))
        rows.append((WORDS[name], str(games), f"{games / results.games:.1%}", interval))
    return Grid(("outcome", "games", "share", "95% interval"), tuple(rows), right=(1, 2))


def _numbers(results: Results) -> Grid:
    rows = []
    for name, counts in sorted(results.numbers.items(), key=lambda item: item[0] != STAGES_HELD):
        average = mean(counts)
        if name in SHARES:
            interval = _percents(wilson(counts[1], results.games))
            rows.append((_label(name), f"{average:.1%}", interval, "", ""))
            continue
        low, high = mean_interval(counts)
        middle = f"{quantile(counts, 0.25)} to {quantile(counts, 0.75)}"
        interval = f"{low:,.3f} to {high:,.3f}"
        rows.append((_label(name), f"{average:,.3f}", interval, middle, str(max(counts))))
    heading = ("per game", "mean", "95% interval", "middle half", "max")
    return Grid(heading, tuple(rows), right=(1, 3, 4))


def _charts(results: Results) -> list[BarChart]:
    charts = []
    for name in DRAWN:
        if len(counts := results.numbers.get(name, Counter())) > 2:
            spread = f"mean {mean(counts):.2f}, standard deviation {deviation(counts):.2f}"
            charts.append(BarChart(f"Games by {_label(name)} ({spread})", grouped(counts)))
    return charts


def _label(name: str) -> str:
    return LABELS.get(name, name.replace("_", " "))


def _percents(interval: Interval) -> str:
    return "{:.1%} to {:.1%}".format(*interval)


def grouped(counts: Counter[int], most: int = 20) -> tuple[tuple[str, int], ...]:
    """How often each number occurred, or each of at most ``most`` groups of numbers, by name."""
    low = min(counts)
    high = max(counts)
    step = -(-(high - low + 1) // most)
    groups = []
    for first in range(low, high + 1, step):
        group = range(first, first + step)
        name = f"{group[0]}-{group[-1]}" if step > 1 else str(first)
        groups.append((name, sum(counts[number] for number in group)))
    return tuple(groups)


def _game_kind(batch: Batch) -> dict[str, Any]:
    chosen = batch.chosen
    if chosen.scenario is not None:
        return {"scenario": chosen.scenario}
    if chosen.campaign:
        return {"campaign": chosen.campaign}
    return {"patrol": chosen.patrol, "days": chosen.days}
