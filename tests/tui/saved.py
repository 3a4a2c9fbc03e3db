"""Games played to their end, for the tests of replay and records."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from picket_duty.captains import captain_named, play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.saves import start_save
from picket_duty.state import State
from picket_duty.text.campaign_progress import period_days, periods_over
from picket_duty.tui.screens.replay import Playback
from tests.tui.conftest import TABLES, given

MAY = 5


#: The answers of the games played so far, by set-up.
PLAYED: dict[tuple[tuple[str, object], ...], list[Any]] = {}


def play_to_end(game: Game, **setup: Any) -> Game:
    key = tuple(sorted(setup.items()))
    if key in PLAYED:
        return given(game, PLAYED[key])
    play_out(game, captain_named("doctrine", 1))
    PLAYED[key] = list(game.answers)
    return game


def played(**setup: Any) -> Game:
    """A game that the doctrine captain has played to its end."""
    return play_to_end(Game.new(tables=TABLES, **setup), **setup)


def save_of(name: str, **setup: Any) -> Path:
    game = Game.new(tables=TABLES, **setup)
    path = start_save(game, name)
    play_to_end(game, **setup)
    game.save_file.close()
    return path


@lru_cache(maxsize=1)
def campaign() -> Game:
    """The long campaign with its squadron, every day; not to be changed."""
    return played(campaign="long-b", level="advanced", seed=10)


@lru_cache(maxsize=1)
def middle() -> Game:
    """The long campaign on a day of May with a ship on station, one on her way back, one sunk and one sent home."""
    whole = campaign()
    return next(game for game in map(whole.at, range(2000, len(whole.answers), 100)) if _has_everything(game.state))


def _has_everything(state: State) -> bool:
    on_station = state.ship.station is not None and state.ship.back is None and state.step == "phase"
    returns = any(ship.back and ship.back > state.date and ship.back.month == MAY for ship in state.squadron)
    gone = {ship.fate == SUNK for ship in state.lost}
    return state.date.month == MAY and on_station and returns and gone == {True, False}


def stage_over() -> tuple[Game, str]:
    """Long campaign A on the morning after its first stage, and the last day of that."""
    game, captain = Game.new(campaign="long-a", level="basic", seed=3, tables=TABLES), QuickCaptain()
    while game.request is not None and (periods_over(game.state, TABLES) < 1 or not game.state.day_start):
        game.roll() if isinstance(game.request, Roll) else game.answer(captain.choose(game))
    return game, period_days(game.state, 1)[-1].date


def playback() -> Playback:
    return Playback(played(scenario=3, seed=5))
