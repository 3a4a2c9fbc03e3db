# ruff: noqa: E501
"""Claims of the page `luck`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from typing import Any

from picket_duty.analysis.review import TIMES, WORST
from picket_duty.analysis.segments import SOURCES
from picket_duty.analysis.win_probability import (
    MAX_PLAYOUTS,
    MIN_PLAYOUTS,
    MOMENTS,
    MOST_DAYS,
    Deviation,
    SamplePoint,
    WinProbability,
    analyze_game,
    half_wins_of,
    has_curve,
    stage_game,
)
from picket_duty.book import load_tables
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.pages.luck_report import PART_NAMES, orders_margin
from picket_duty.rules.campaign import stage_result
from picket_duty.state import DRAW, RECORD, US_WIN
from picket_duty.text.turning_points import format_points, within_margin
from tests.rules.script import start

TABLES = load_tables()


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
    analysis = of_ninety(40, 90, Deviation(3, 30, 50, "yes"))
    return (analysis.decisions, analysis.luck, analysis.start + analysis.luck + analysis.decisions) == (
        -20,
        70,
        analysis.end,
    )


def analyzed(stage: int = 0, **kind: Any) -> bool:
    """Whether the curve of a game, or of a stage of it, can be computed."""
    return has_curve(Game.new(**kind, seed=1, tables=TABLES), stage)


def long_a() -> Game:
    """Long campaign A after the first stage is held or lost."""
    game = Game.new(campaign="long-a", seed=3, tables=TABLES)
    play_out(game, QuickCaptain(), lambda now: stage_result(now.state, 1) is not None)
    return game


CLAIMS = {
    "The program analyzes scenarios, patrols of up to seven days, mini campaigns and the stages of long campaign A.": lambda: (
        MOST_DAYS == 7
        and analyzed(scenario=6)
        and analyzed(patrol="1945-04-06", days=7)
        and analyzed(campaign="mini")
        and analyzed(1, campaign="long-a")
        and not analyzed(patrol="1945-04-06", days=8)
        and not analyzed(campaign="long-b")
    ),
    "For each stage, your chance is that of holding it.": lambda: (
        analyze_game(stage_game(long_a(), 1), playouts=2, stage=1).end in (0, 4)
    ),
    "lists the five moments that changed your chance the most": lambda: MOMENTS == 5,
    "to list the three orders that cost you the most, each with a better order": lambda: WORST == 3,
    "rechecks the orders that seem worst, with new dice and four times as many games.": lambda: TIMES == 4,
    "usually much smaller than for a chance, because your order and doctrine's are played with the same dice": lambda: (
        orders_margin(of_ninety(40, 90, Deviation(3, 40, 50, "no", 20))) < of_ninety(40, 90).margin
    ),
    "the captain wins; a draw counts as half a win, and a patrol counts as a win if the ship keeps her "
    "station": lambda: (
        [half_wins(US_WIN, True), half_wins(DRAW, True), half_wins(RECORD, True), half_wins(RECORD, False)]
        == [2, 1, 2, 0]
    ),
    "the difference between the chance after your order and the chance after doctrine's order,": an_order_is_a_difference,
    "Your starting chance, your luck and your orders add up exactly to the result.": an_order_is_a_difference,
    "Luck has three parts, which add up exactly to the total.": lambda: (
        len(SOURCES) == len(PART_NAMES) == 3 and PART_NAMES == ("crew", "what the enemy sent", "dice of battle")
    ),
    (
        "Each chance is based on 128 games. In a long game, each chance is based on fewer games, but never on"
        " fewer than 16"
    ): lambda: (MAX_PLAYOUTS, MIN_PLAYOUTS) == (128, 16),
    '"within the margin of error"': lambda: (
        [format_points(points, within_margin(points, 0.09)) for points in (-9, -10)]
        == ["-9 (within the margin of error)", "-10"]
    ),
}
