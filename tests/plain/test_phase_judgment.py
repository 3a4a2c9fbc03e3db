"""The judgment of a phase in plain mode: orders noted, undone ones forgotten, the time it may take."""

from __future__ import annotations

import io

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import recommend
from picket_duty.events import PhaseBegun
from picket_duty.game import Game
from picket_duty.plain import plain_mode
from picket_duty.plain.phase_judgment import ENDS, PhaseJudgment
from picket_duty.requests import Choice, Roll
from picket_duty.setup import COMMANDED

TABLES = load_tables()
END = PhaseBegun(date="1945-04-12", name="midday", light="day", station=1)


def at_plan(**setup: object) -> Game:
    """A game at its first fire plan."""
    game = Game.new(tables=TABLES, **setup)
    while not (isinstance(game.request, Choice) and game.request.about == "fire plan"):
        game.roll() if isinstance(game.request, Roll) else game.answer(recommend(game.play, game.request))
    return game


def test_the_execs_own_order_needs_no_playouts() -> None:
    game = at_plan(scenario=3, seed=1)
    phase = PhaseJudgment(game)
    phase.note(game.request, recommend(game.play, game.request))
    assert phase.lines(game.events[-1]) == []
    assert phase.lines(END) == ["  ~ Your orders in this phase matched your exec's."]
    assert phase.lines(END) == []
    phase.close()


def test_an_order_that_was_undone_is_forgotten() -> None:
    game = at_plan(scenario=3, seed=1)
    phase = PhaseJudgment(game)
    phase.note(game.request, {})
    phase.note(game.request, recommend(game.play, game.request))
    assert phase.lines(END) == ["  ~ Your orders in this phase matched your exec's."]


def test_without_time_nothing_is_claimed() -> None:
    game = at_plan(scenario=3, seed=1)
    phase = PhaseJudgment(game, budget=0.0)
    phase.note(game.request, {})
    assert phase.lines(END) == []
    phase.close()


@pytest.mark.parametrize("judges", [True, False])
def test_plain_mode_judges_before_the_next_phase(judges: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the exec's own orders, which need no playouts."""
    game = Game.new(scenario=6, seed=7, tables=TABLES, aid=COMMANDED)
    target = io.StringIO()
    plain_mode.play(game, io.StringIO("auto\n" * 60), target, judges)
    lines = target.getvalue().splitlines()
    said = [place for place, line in enumerate(lines) if line == "  ~ Your orders in this phase matched your exec's."]
    attacked = {event.phase for event in game.events if event.wave}
    assert len(said) == (len(attacked) if judges else 0)
    assert any(isinstance(event, ENDS) for event in game.events)


@pytest.mark.slow
def test_a_bad_plan_is_judged_with_what_to_learn() -> None:
    game = at_plan(scenario=6, seed=7)
    phase = PhaseJudgment(game, budget=60.0)
    phase.note(game.request, {})
    try:
        words = phase.lines(END)[0]
    finally:
        phase.close()
    assert words.startswith("  ~ Your orders in this phase cost ")
    assert "Lesson: " in words
