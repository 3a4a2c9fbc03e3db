"""The event log without a screen: the result of each wave."""

from __future__ import annotations

import pytest

from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.events import WaveBegun
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.text.wave_card import card_due, over_line
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.lines import Line
from picket_duty.tui.scenes import ASK, OVER
from picket_duty.tui.settings import FAST, NORMAL
from picket_duty.tui.widgets.event_log import EventLog
from tests.tui.conftest import new_game

WIDTH = 120


def log_of(game: Game) -> EventLog:
    """The log of a game."""
    log = EventLog(BattleView(game))
    log.glyphs = UNICODE
    return log


def text_of(lines: list[Line]) -> list[str]:
    """Lines as text."""
    return ["".join(span.text for span in line) for line in lines]


def test_each_wave_has_its_result_once_as_soon_as_its_fight_is_over() -> None:
    game = new_game(scenario=3, seed=9)
    log, results = log_of(game), []
    while game.request is not None:
        before = len(game.events)
        game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
        shown = text_of(log._all(WIDTH))
        if card := card_due(game, before):
            results += text_of([over_line(card)])
            assert shown.count(results[-1]) == 1
    assert len(results) == sum(isinstance(event, WaveBegun) for event in game.events) > 1
    assert [line for line in shown if " is over. " in line] == results
    assert text_of(log_of(game)._all(WIDTH)) == shown, "the same if it is drawn only once"
    assert any(line.endswith("; no hits") for line in results)
    assert any("crashed" in line and "no hits" not in line for line in results)


@pytest.mark.parametrize("speed", [FAST, NORMAL])
def test_a_raid_without_a_question_is_in_the_log_from_its_first_wave_to_its_last(speed: str) -> None:
    game = new_game(scenario=3, seed=7)
    autoplay = Autoplay(game, speed, StandingOrders(commands=True))
    while autoplay.scene.kind not in (ASK, OVER):
        autoplay.finish()
    shown = text_of(log_of(game)._all(WIDTH))
    marks = (
        "picket station 1",
        "Kikusui raid: 11 planes",
        "Wave 1:",
        "Wave 3 of 3 is over. 2 planes: 2 splashed; no hits",
    )
    places = [next(place for place, line in enumerate(shown) if mark in line) for mark in marks]
    assert places == sorted(places)
