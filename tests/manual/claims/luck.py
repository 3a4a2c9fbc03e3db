"""Claims of the page `luck`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.analysis.review import TIMES, WORST
from picket_duty.analysis.segments import SOURCES
from picket_duty.analysis.win_probability import (
    MAX_PLAYOUTS,
    MIN_PLAYOUTS,
    MOMENTS,
    OFFSET,
    RATE,
    SCALE,
    Deviation,
    SamplePoint,
    WinProbability,
    accuracy_of,
    half_wins_of,
    mark_of,
)
from picket_duty.reports.luck_report import PART_NAMES
from picket_duty.state import DRAW, RECORD, US_WIN
from picket_duty.text.swings import points_words
from picket_duty.tui.game_analysis import LONG_GAME
from tests.rules.script import start


def of_ninety(first: int, last: int, *orders: Deviation) -> WinProbability:
    """A game with 45 playouts at two sample points, counted in half wins."""
    return WinProbability(45, True, (SamplePoint(0, first), SamplePoint(9, last)), orders)


def half_wins(outcome: str, on_station: bool) -> int:
    """The half wins of an end, of 2."""
    state = start().state
    state.outcome, state.on_station = outcome, on_station
    return half_wins_of(state)


def an_order_is_a_difference() -> bool:
    """An order's difference to doctrine is credited to orders, the rest to luck, and both add up to the result."""
    found = of_ninety(40, 90, Deviation(3, 30, 50, "yes"))
    return (found.decisions, found.luck, found.start + found.luck + found.decisions) == (-20, 70, found.end)


CLAIMS = {
    "lists the five moments that changed it most": lambda: MOMENTS == 5,
    "lists the three orders that cost most, each with the better order": lambda: WORST == 3,
    "The orders that seem worst are checked with twice as many games": lambda: TIMES == 2,
    "a draw counts as half a win, and a patrol counts as won if the ship keeps her station": lambda: (
        [half_wins(US_WIN, True), half_wins(DRAW, True), half_wins(RECORD, True), half_wins(RECORD, False)]
        == [2, 1, 2, 0]
    ),
    "the difference between your order and doctrine's": an_order_is_a_difference,
    "Start, luck and orders add up to the result exactly": an_order_is_a_difference,
    "Luck has three parts, which add up to it exactly": lambda: (
        len(SOURCES) == len(PART_NAMES) == 3 and PART_NAMES == ("crew", "what the enemy sent", "dice of battle")
    ),
    "An order whose points are within two errors is even": lambda: (
        [mark_of(points, 5.0) for points in (-10, -10.1, 10, 10.1)] == ["even", "blunder", "even", "better"]
    ),
    "| better | gained 2 or more |": lambda: (mark_of(2, 0.1), mark_of(1.9, 0.1)) == ("better", "even"),
    "| even | less than 2 either way |": lambda: mark_of(1.9, 0.1) == mark_of(-1.9, 0.1) == "even",
    "| slip | lost 2 or more |": lambda: mark_of(-2, 0.1) == mark_of(-4.9, 0.1) == "slip",
    "| mistake | lost 5 or more |": lambda: mark_of(-5, 0.1) == mark_of(-9.9, 0.1) == "mistake",
    "| blunder | lost 10 or more |": lambda: mark_of(-10, 0.1) == "blunder",
    "runs from 0 to 100": lambda: (round(accuracy_of(0), 3), accuracy_of(-500)) == (100, 0),
    "103.1668 times exp(-0.04354 times the points lost), minus 3.1669": lambda: (
        (SCALE, RATE, OFFSET) == (103.1668, 0.04354, 3.1669)
    ),
    "Doctrine's accuracy is 100": lambda: round(of_ninety(40, 90).accuracy, 3) == 100,
    "Each chance comes from 128 games, or fewer in a long game, but never fewer than 16": lambda: (
        (MAX_PLAYOUTS, MIN_PLAYOUTS) == (128, 16)
    ),
    'is marked "within the margin of error"': lambda: (
        [points_words(points, 0.09) for points in (-9, -10)] == ["-9 (within the margin of error)", "-10"]
    ),
    "A game of more than 1,500 answers is analyzed only if you ask": lambda: LONG_GAME == 1500,
}
