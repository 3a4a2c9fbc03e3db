"""Measure the chance that a ship lasts her fighting days, and write
``picket_duty/odds/survival.toml``.

    python -m tools.survival [GAMES [PROCESSES]]

At each level, quick doctrine plays GAMES of the mini campaign (default 30000). In four of five
games, one answer about relief is given at random, and only the mornings after it count: ships are
seen then that doctrine would have sent to the anchorage. A logistic fit with a small ridge gives
the numbers; a term within two standard errors of none is left out. The error is measured at a
random morning of other games, half of them stages of long campaign A, against 200 playouts of each.
Doctrine reads the file: after a change of its rule, measure twice.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from picket_duty.analysis.playouts import run_playout
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.odds import survival
from picket_duty.requests import Choice
from picket_duty.rules import campaign
from picket_duty.state import LEVELS, US_WIN

FILE = Path(survival.__file__).with_name("survival.toml")
HEADING = """\
# The chance that a ship lasts her fighting days: the log odds for each term (picket_duty/odds/survival.py), and the
# root mean square error of the chance in points. Made by tools/survival.py.
"""
TABLES = load_tables()
#: The games of the fit, and the seed of the first.
GAMES = 30000
FIRST = 100_000
#: The campaign of the fit, and those of the check.
MINI = "mini"
CHECKED_IN = (MINI, "long-a")
#: The games from this seed on are those of the check: how many of each campaign, and the playouts
#: of a morning.
CHECKED = 1_000_000
CHECKS = 40
PLAYOUTS = 200
#: The latest morning that is checked, counted from 0.
LATEST = 5
#: Which answer about relief is given at random: the first in two of five games, the second, the
#: third, or none.
AT_RANDOM = (0, 0, 1, 2, 99)
#: The steps in which a day begins.
DAY = ("turn", "phase")
#: The steps and the ridge of the fit, and the standard errors by which a term differs from none.
STEPS = 8
RIDGE = 0.1
CERTAIN = 2.0

#: The terms of a morning, and whether the ship lasted.
Row = tuple[dict[str, float], bool]


def mornings(game: Game, seed: int) -> Iterator[bool]:
    """Play a game, pausing on each morning; yields whether an answer was given at random since the
    last one.
    """
    chance = random.Random(seed)
    captain = QuickCaptain()
    left = chance.choice(AT_RANDOM)
    morning = None
    at_random = False
    while (request := game.request) is not None:
        if (
            game.state.step in DAY
            and game.state.date != morning
            and campaign.days_to_serve(game.play)
        ):
            morning = game.state.date
            yield at_random
            at_random = False
        if not isinstance(request, Choice):
            game.roll_on()
            continue
        answer = captain.choose(game)
        if request.decision is ASK_RELIEF:
            if not left:
                answer = chance.choice(request.legal())
                at_random = True
            left -= 1
        game.answer(answer)


def new_game(campaign: str, level: str, seed: int, history: bool = False) -> Game:
    """A game of a campaign."""
    return Game.new(campaign=campaign, level=level, seed=seed, tables=TABLES, history=history)


def terms_now(game: Game) -> dict[str, float]:
    """The terms of the days that the ship has to serve; none if they are too many for the
    calendar.
    """
    days = campaign.days_to_serve(game.play)
    dates = survival.dates_to_serve(game.play, days)
    return survival.terms_of(game.play, dates) if len(dates) == days else {}


def played(kind: str, level: str, seed: int) -> list[Row]:
    """The mornings of a game that count, each with the result of the campaign or of the stage."""
    game = new_game(kind, level, seed)
    seen = list[tuple[int, dict[str, float]]]()
    for at_random in mornings(game, seed):
        if at_random:
            seen.clear()
        seen.append((campaign.stage_at_stake(game.state), terms_now(game)))
    return [(terms, is_held(game, stage)) for stage, terms in seen if terms]


def is_held(game: Game, stage: int) -> bool:
    """Whether a finished mini campaign was won; with the number of a stage, whether that was
    held.
    """
    return bool(campaign.stage_result(game.state, stage)) if stage else game.state.outcome == US_WIN


def fit(rows: Sequence[Row]) -> dict[str, float]:
    """The coefficients of a logistic fit of the terms that differ from none by CERTAIN standard
    errors.
    """
    names = sorted(
        {name for terms, _ in rows for name, value in terms.items() if value}, key=_order
    )
    while True:
        numbers, errors = _newton(rows, names)
        ratios = {
            name: abs(numbers[name]) / errors[name] for name in names if not name.startswith("days")
        }
        weakest = min(ratios, key=lambda name: ratios[name], default="")
        if not weakest or ratios[weakest] >= CERTAIN:
            return numbers
        names.remove(weakest)


def _newton(rows: Sequence[Row], names: Sequence[str]) -> tuple[dict[str, float], dict[str, float]]:
    """The coefficients of a logistic fit with a small ridge, by Newton's method, and their standard
    errors.
    """
    places = {name: place for place, name in enumerate(names)}
    indexed = [
        ([(places[name], value) for name, value in terms.items() if value and name in places], won)
        for terms, won in rows
    ]
    numbers = [0.0] * len(names)
    for _ in range(STEPS):
        slope = [-RIDGE * number for number in numbers]
        curve = [
            [RIDGE * (row == column) for column in range(len(names))] for row in range(len(names))
        ]
        for values, won in indexed:
            probability = 1 / (
                1 + math.exp(-sum(numbers[place] * value for place, value in values))
            )
            weight = probability * (1 - probability)
            for place, value in values:
                slope[place] += (won - probability) * value
                row = curve[place]
                for other, factor in values:
                    row[other] += weight * value * factor
        numbers = [
            number + step for number, step in zip(numbers, solved(curve, slope), strict=True)
        ]
    errors = [
        math.sqrt(solved(curve, [float(other == place) for other in range(len(names))])[place])
        for place in range(len(names))
    ]
    return dict(zip(names, numbers, strict=True)), dict(zip(names, errors, strict=True))


def _order(name: str) -> tuple[bool, str]:
    """Days first, then the rest by name."""
    return not name.startswith("days"), name


def solved(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations with a positive definite matrix, by
    elimination.
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, pivot in enumerate(rows):
        for other in rows:
            if other is not pivot:
                share = other[place] / pivot[place]
                other[:] = [
                    value - share * above for value, above in zip(other, pivot, strict=True)
                ]
    return [row[-1] / row[place] for place, row in enumerate(rows)]


def checked(kind: str, level: str, seed: int) -> tuple[dict[str, float], float] | None:
    """The terms of a random morning and the chance that its playouts give; None without such a
    morning.
    """
    game = new_game(kind, level, seed, history=True)
    wanted = random.Random(seed).randrange(LATEST + 1)
    for number, _ in enumerate(mornings(game, seed)):
        if number == wanted and (terms := terms_now(game)):
            ends = [run_playout(game, None, playout) for playout in range(PLAYOUTS)]
            return terms, statistics.mean(end.won for end in ends)
    return None


def measure(level: str, games: int, processes: int | None) -> str:
    """The entry of a level."""
    rows = list[Row]()
    pairs = list[tuple[dict[str, float], float]]()
    with ProcessPoolExecutor(processes) as pool:
        for found in pool.map(
            partial(played, MINI, level), range(FIRST, FIRST + games), chunksize=20
        ):
            rows += found
        for kind in CHECKED_IN:
            checks = pool.map(partial(checked, kind, level), range(CHECKED, CHECKED + CHECKS))
            pairs += [pair for pair in checks if pair is not None]
    odds = fit(rows)
    squares = []
    for terms, won in pairs:
        chance = 1 / (
            1 + math.exp(-sum(odds.get(name, 0.0) * value for name, value in terms.items()))
        )
        squares.append((chance - won) ** 2 - won * (1 - won) / PLAYOUTS)
    error = 100 * math.sqrt(max(0.0, statistics.mean(squares)))
    lines = [
        "[[survival]]",
        f'level = "{level}"',
        f"games = {games}",
        f"states = {len(pairs)}",
        f"playouts = {PLAYOUTS}",
        f"error = {error:.1f}",
        "",
        "[survival.odds]",
        *(
            f"{name if name.isidentifier() else json.dumps(name)} = {number:.3f}"
            for name, number in odds.items()
        ),
    ]
    return "\n".join(lines)


def main(games: int = GAMES, processes: int | None = None) -> None:
    """Measure every level and write the file."""
    entries = [measure(level, games, processes) for level in LEVELS]
    FILE.write_text("\n\n".join([HEADING.strip(), *entries]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
