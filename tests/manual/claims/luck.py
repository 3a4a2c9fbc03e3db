"""Claims of the page `luck`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from typing import Any

from picket_duty.analysis.segments import SOURCES
from picket_duty.analysis.win_probability import (
    ENOUGH,
    FEWEST,
    FIRST_PAIRS,
    MAX_PLAYOUTS,
    MIN_PLAYOUTS,
    MOMENTS,
    MOST_DAYS,
    half_wins_of,
    has_curve,
)
from picket_duty.book import load_tables
from picket_duty.game import Game
from picket_duty.pages.luck_report import PART_NAMES
from picket_duty.state import DRAW, RECORD, US_WIN
from picket_duty.text.chances import CLAIM
from tests.rules.script import start

TABLES = load_tables()


def half_wins(outcome: str, on_station: bool) -> int:
    """The half wins of an end, of 2."""
    state = start().state
    state.outcome, state.on_station = outcome, on_station
    return half_wins_of(state)


def analyzed(stage: int = 0, **kind: Any) -> bool:
    """Whether the curve of a game, or of a stage of it, can be computed."""
    return has_curve(Game.new(**kind, seed=1, tables=TABLES), stage)


CLAIMS = {
    "patrols of up to seven days, mini": lambda: (
        MOST_DAYS == 7
        and analyzed(scenario=6)
        and analyzed(patrol="1945-04-06", days=7)
        and analyzed(campaign="mini")
        and analyzed(1, campaign="long-a")
        and not analyzed(patrol="1945-04-06", days=8)
        and not analyzed(campaign="long-b")
    ),
    "are up to five moments that": lambda: MOMENTS == 5,
    "a draw counts as half a win, and a": lambda: (
        [half_wins(US_WIN, True), half_wins(DRAW, True), half_wins(RECORD, True), half_wins(RECORD, False)]
        == [2, 1, 2, 0]
    ),
    "Luck has three parts, which add": lambda: (
        len(SOURCES) == len(PART_NAMES) == 3 and PART_NAMES == ("crew", "what the enemy sent", "battle dice")
    ),
    "Each chance is based on 128 games (32 in a long game)": lambda: (MAX_PLAYOUTS, MIN_PLAYOUTS) == (128, 32),
    "but never on fewer than 16": lambda: FEWEST == 16,
    "It plays 64 games with your order and 64 with doctrine's": lambda: FIRST_PAIRS == 64,
    "is below three points or the difference": lambda: CLAIM * ENOUGH == 0.03,
}
