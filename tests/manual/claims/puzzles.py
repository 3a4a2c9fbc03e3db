# ruff: noqa: E501
"""Claims of the page `puzzles`: a quote, and the check that reads it from the program."""

from __future__ import annotations

import datetime

import msgspec

from picket_duty.analysis.glicko import START, Rating, updated
from picket_duty.analysis.puzzles import DEVIATION, JUDGED_AT, KINDS, Facts, OrderValue, Puzzle, puzzle_of_day, puzzles
from picket_duty.lab import puzzle_search
from picket_duty.reports import puzzle_report

FIRST = puzzles()[0]


def gap_of(points: float, missed: int, orders: int) -> float:
    """The rating of a puzzle with so many points, captains that miss it, and orders."""
    names = ["best", "natural", "third"][:orders]
    some = tuple(
        msgspec.structs.replace(FIRST.best, name=name, points=0.0 if name == "best" else -points) for name in names
    )
    made = Puzzle("A", "men", "", 0, "natural", ("doctrine", "cautious", "greedy")[:missed], some)
    return round(made.rating.rating)


def settled() -> float:
    """The standard error of a player who solves every other of many puzzles of the player's own rating."""
    player = Rating()
    for number in range(100):
        player = updated(player, [(Rating(player.rating, DEVIATION), number % 2)])
    return player.deviation


def hits(now: float) -> OrderValue:
    """An order after which so many planes hit the ship."""
    return msgspec.structs.replace(FIRST.best, facts=Facts(now=now))


def right(loses: float) -> bool:
    """Whether an order is right that loses this share of what the natural order loses."""
    return -loses * FIRST.gap >= FIRST.limit


CLAIMS = {
    "Everyone gets the same puzzle on the same day": lambda: len({
        puzzle_of_day(datetime.date(2026, 11, 20)).id for _ in range(3)
    }) == 1,
    "There are five kinds": lambda: len(KINDS) == 5,
    "An order counts as right if it loses less than half of what the natural order loses": lambda: (right(0.49), right(0.51)) == (True, False),
    "4,000 times with the best order and 4,000 times with the natural order, using": lambda: puzzle_search.DECIDED == 4000,
    "was better by at least 3 points and by at least 3 standard errors": lambda: (puzzle_search.GAP, puzzle_search.ERRORS) == (3.0, 3.0),
    "The program played 500 games with each of the other orders": lambda: puzzle_search.MEASURED == 500,
    "up to 4,096 times": lambda: JUDGED_AT[-1] == 4096,
    "Your rating starts at 1500": lambda: START == 1500,
    "when you answer a puzzle for the first time. We use Glicko-2": lambda: Rating() == Rating(1500, 350, 0.06),
    "error, which starts at 350 and falls to about 62": lambda: (Rating().deviation, round(settled())) == (350, 62),
    "prevents in 100 games": lambda: next(iter(puzzle_report._differences(hits(0.5), hits(0.3)))).startswith("20 hits"),
    "A puzzle is rated 1500 if it is worth 6 points and one of three automatic captains misses it.": lambda: (
        gap_of(6, 1, 3) == 1500 and len(puzzle_search.SOLVERS) == 3
    ),
    (
        "is 200 lower if the puzzle is worth twice as many points. The rating is 120 higher for each "
        "additional captain that misses the puzzle, and 150 lower if there are"
    ): lambda: (
        gap_of(12, 1, 3), gap_of(6, 2, 3), gap_of(6, 1, 2)
    ) == (1300, 1620, 1350),
}  # fmt: skip
