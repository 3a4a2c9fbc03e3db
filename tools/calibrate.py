"""Calibration: measures each figure in section 13 of the rules of play and compares it with its
band.

From the top of the repository: ``python -m tools.calibrate [-n GAMES] [--policy P] [--seed N]
[--jobs N]``. The bands, in ``bands.toml``, were set with the greedy captain, which is the default.
The exit status is 1 if a figure is outside its band.
"""

from __future__ import annotations

import argparse
import datetime
import math
import sys
import tomllib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from picket_duty.analysis.statistics import Z95, Interval, wilson
from picket_duty.analysis.workers import Jobs, cores, tables_of, workers
from picket_duty.book import Tables
from picket_duty.book.vocabulary import MANEUVER, ORDER_MANEUVER, Light, StrikeOutcome
from picket_duty.captains import Captain, captain_named, play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.events import Event, Fire, PhaseBegun, Raid, Strike, Support, WaveBegun
from picket_duty.game import Game
from picket_duty.lab.batch import Batch, begin
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Answer, Choice, Roll
from picket_duty.rules.play import NO
from picket_duty.setup import SetupOptions
from picket_duty.state import ADVANCED, GONE, SHOT_DOWN, US_WIN

#: Share of the requested games that a series plays: a campaign takes as long as hundreds of
#: scenarios.
SHARE = {"long-b": 0.05, "long-a": 0.2, "mini": 1.0}
KIKUSUI = (2, 3, 4, 5)
#: The captain the bands were set with.
YARDSTICK = "greedy"
#: Games of a scenario, and the least that say anything.
GAMES = 1000
LEAST = 20

#: Figures that are counts, not shares: ships in a game, stages of the five.
SHIPS_SUNK = "ships sunk"
STAGES_HELD = "stages held"
COUNTS = (SHIPS_SUNK, STAGES_HELD)

#: For each figure: count and total.
Counted = dict[str, tuple[int, int]]


class Band(msgspec.Struct, frozen=True):
    """A figure of section 13 and its band."""

    id: str
    words: str
    series: str
    low: float
    high: float


class Measurement(msgspec.Struct, frozen=True):
    """A band with its measured value, 95 % interval and number of cases."""

    band: Band
    value: float
    interval: Interval
    trials: int

    @property
    def verdict(self) -> str:
        """``in``; ``out`` if the whole interval is outside the band; else ``unsure``."""
        low, high = self.interval
        if high < self.band.low or low > self.band.high:
            return "out"
        return "in" if self.band.low <= self.value <= self.band.high else "unsure"


def ratio_interval(pairs: list[tuple[int, int]]) -> Interval:
    """The 95 % confidence interval of a ratio of sums (delta method), from (numerator, denominator)
    per game.
    """
    games = len(pairs)
    above = sum(up for up, _ in pairs)
    below = sum(down for _, down in pairs)
    if games < 2 or not below:
        return 0.0, math.inf
    ratio = above / below
    # Integer deviations from the ratio, scaled by the denominator: the only rounding is that of the
    # square root.
    deviations = sum((up * below - above * down) ** 2 for up, down in pairs)
    half = Z95 * math.sqrt(Fraction(deviations * games, (games - 1) * below**4))
    return ratio - half, ratio + half


def bands() -> list[Band]:
    """The bands, from ``bands.toml``."""
    text = Path(__file__).with_name("bands.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["bands"], list[Band])


# -- captains of the experiments -----------------------------------------------------


class Bare:
    """Wraps a captain: no maneuver, no fighters, no support ships, to measure the guns alone."""

    def __init__(self, captain: Captain | None = None) -> None:
        self._captain = captain or DoctrineCaptain()

    def choose(self, game: Game) -> Answer:
        """No maneuver; no fighters or support ships in the fire plan."""
        choice = game.request
        assert isinstance(choice, Choice)
        if choice.decision is ORDER_MANEUVER:
            return NO
        if choice.kind != ASSIGN:
            return self._captain.choose(game)
        return {
            slot: plane
            for slot, plane in self._captain.choose(game).items()
            if slot in game.state.ship.mounts
        }


class NoMen:
    """Wraps a captain: no men on damage control."""

    def __init__(self, captain: Captain | None = None) -> None:
        self._captain = captain or DoctrineCaptain()

    def choose(self, game: Game) -> Answer:
        """No men on any job."""
        choice = game.request
        assert isinstance(choice, Choice)
        return {} if choice.kind == MEN_TO_JOBS else self._captain.choose(game)


# -- the games -----------------------------------------------------------------------


class Series(msgspec.Struct, frozen=True):
    """Games to measure: the set-up, and how the captain is modified."""

    batch: Batch
    change: str = ""


def series_named(name: str, policy: str, games: int, seed: int = 1) -> list[Series]:
    """The games of a series."""
    kind, *words = name.split()
    games = max(4, round(games * SHARE.get(kind, 1.0)))

    def batch_of(**chosen: Any) -> Batch:
        return Batch(SetupOptions(seed=seed, **chosen), policy, games)

    if name == "long-b":
        return [Series(batch_of(campaign=name, level=ADVANCED))]
    if kind in ("mini", "long-a"):
        level, *pinned = words
        batch = batch_of(campaign=kind, level=level)
        return [Series(msgspec.structs.replace(batch, policy=pinned[0]) if pinned else batch)]
    if name == "ordinary day":
        days = ordinary_days(tables_of(""))
        games_per_day = max(1, round(games / len(days)))
        one_day_batches = [batch_of(patrol=day.isoformat(), days=1) for day in days]
        return [
            Series(msgspec.structs.replace(batch, games=games_per_day)) for batch in one_day_batches
        ]
    if name.startswith("bare guns"):
        return [Series(batch_of(scenario=6 if name.endswith("ordinary") else 2), "bare")]
    if name == "kikusui":
        return [Series(batch_of(scenario=number)) for number in KIKUSUI]
    if name == "random":
        return [Series(msgspec.structs.replace(batch_of(scenario=2), policy="random"))]
    if name == "no men":
        return [Series(batch_of(scenario=2), "no men")]
    return [Series(batch_of(scenario=int(name.split()[-1])))]


def ordinary_days(tables: Tables) -> list[datetime.date]:
    """The campaign's days without a great raid (house table K-1)."""
    whole = next(iter(tables.campaigns.values()))
    days = (
        whole.start + datetime.timedelta(days=day)
        for day in range((whole.end - whole.start).days + 1)
    )
    return [day for day in days if tables["K-1"].find(day) is None]


def play_series(series: Series, first: int) -> list[Counted]:
    """Play a block of a series and count in each game."""
    batch = series.batch
    tables = tables_of("")
    counts = []
    for number in range(first, min(first + batch.block_size, batch.games)):
        game = begin(batch, number, tables)
        captain = captain_named(batch.policy, batch.seed + number)
        if series.change == "bare":
            captain = Bare(captain)
        elif series.change == "no men":
            captain = NoMen(captain)
        play_out(game, captain)
        counts.append(count(game))
    return counts


def measure(
    policy: str = YARDSTICK, games: int = GAMES, seed: int = 1, jobs: Jobs = 1
) -> Iterator[Measurement]:
    """Measure every figure and yield each when its games are done. Raises WorkersLost."""
    played: dict[str, list[Counted]] = {}
    with workers(jobs) as run:
        for band in bands():
            if band.series not in played:
                played[band.series] = []
                for series in series_named(band.series, policy, games, seed):
                    starts = range(0, series.batch.games, series.batch.block_size)
                    for block in run(partial(play_series, series), starts):
                        played[band.series] += block
            yield figure(band, played[band.series])


def figure(band: Band, games: list[Counted]) -> Measurement:
    """The measurement of a band from the counts of its games."""
    pairs = [counted[band.id] for counted in games if band.id in counted]
    above = sum(number for number, _ in pairs)
    below = sum(cases for _, cases in pairs)
    single = all(cases == 1 for _, cases in pairs) and all(number in (0, 1) for number, _ in pairs)
    interval = wilson(above, below) if single else ratio_interval(pairs)
    return Measurement(band, above / below if below else 0.0, interval, below)


# -- counting in a game ----------------------------------------------------------------


def count(game: Game) -> Counted:
    """The counts of one game by the id of their figure."""
    summary = game.summary()
    counted: Counted = {
        "wins": (int(summary["outcome"] == US_WIN), 1),
        "lost": (summary["ships_sunk"], summary["hits"]),
        SHIPS_SUNK: (summary["ships_sunk"], 1),
        STAGES_HELD: (summary.get("stages_held", 0), 1),
    }
    counted["day hit"], counted["phase hit"] = _days(game.events)
    counted["shot down"], counted["hits"] = _planes(game.events)
    return counted


def _days(events: Iterable[Event]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Days on which the ship was hit, of all days; day phases with a hit, of all attacked day
    phases.
    """
    days: dict[str, bool] = {}
    phases: dict[str, bool] = {}
    light = ""
    for event in events:
        if isinstance(event, PhaseBegun):
            days.setdefault(event.date, False)
            light = event.light
        elif isinstance(event, Raid) and event.planes and light == Light.DAY:
            phases[event.phase] = False
        elif isinstance(event, Strike) and event.outcome == StrikeOutcome.HIT:
            days[event.phase[:10]] = True
            if event.phase in phases:
                phases[event.phase] = True
    return (sum(days.values()), len(days)), (sum(phases.values()), len(phases))


def _planes(events: Iterable[Event]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Planes splashed and planes that hit, of all that met only guns and were resolved."""
    down = hits = trials = 0
    fates: dict[int, str] = {}
    outcomes: dict[int, str] = {}
    turned = True
    for event in (*events, None):
        if event is None or isinstance(event, WaveBegun):
            for plane, fate in fates.items():
                outcome = outcomes.get(plane, "")
                if turned or fate == "helped" or not (outcome or fate == GONE):
                    continue
                trials += 1
                hits += outcome == StrikeOutcome.HIT
                down += fate == GONE or (fate == SHOT_DOWN and outcome != StrikeOutcome.HIT)
            fates = {}
            outcomes = {}
            turned = False
            if event is not None:
                fates = {
                    plane["plane"]: "" for plane in event.planes if plane["bearing"] is not None
                }
        elif isinstance(event, Roll):
            turned |= (
                event.purpose is MANEUVER
                and event.result is not None
                and event.result["successful"]
            )
        elif isinstance(event, Support):
            fates[event.plane] = "helped"
        elif isinstance(event, Fire):
            if event.plane in fates and fates[event.plane] != "helped":
                fates[event.plane] = event.state
        elif isinstance(event, Strike) and event.outcome != StrikeOutcome.WEAPON:
            outcomes[event.plane] = event.outcome
    return (down, trials), (hits, trials)


# -- output -----------------------------------------------------------------------------


def line(measurement: Measurement) -> str:
    """A figure as a line of the table."""
    low, high = measurement.interval
    band = measurement.band
    if band.id in COUNTS:
        numbers = (
            f"{measurement.value:7.2f}   {low:6.2f} to {high:6.2f}   {band.low:g} to {band.high:g}"
        )
    else:
        numbers = (
            f"{measurement.value:7.1%}   {low:6.1%} to {high:6.1%}   {band.low:.0%} to "
            f"{band.high:.0%}"
        )
    return f"{band.words:<58}{numbers:<44}{measurement.verdict:<7}({measurement.trials:,})"


def main() -> None:
    """Measure and print each figure when its games are done."""
    parser = argparse.ArgumentParser(
        description="Compare the game with the bands of section 13 of the rules of play."
    )
    parser.add_argument(
        "-n", "--games", type=int, default=GAMES, help=f"games per scenario (default: {GAMES})"
    )
    parser.add_argument(
        "--policy", default=YARDSTICK, help=f"captain (default: {YARDSTICK}, as the bands were set)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    parser.add_argument(
        "--jobs", type=int, default=cores(), help="number of processes (default: one per processor)"
    )
    asked = parser.parse_args()
    if asked.games < LEAST:
        parser.error(f"--games must be at least {LEAST}")
    print(f"{'figure':<58}{'value':>7}   {'95% interval':<17}    {'band':<14}verdict")
    missed = False
    for measurement in measure(asked.policy, asked.games, asked.seed, asked.jobs):
        print(line(measurement), flush=True)
        missed |= measurement.verdict == "out"
    sys.exit(int(missed))


if __name__ == "__main__":
    main()
