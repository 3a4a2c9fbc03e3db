"""Games for the tests of screens: at interesting positions, and played to their end."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from picket_duty.captains import Captain, captain_named, play_out
from picket_duty.captains.doctrine import QuickCaptain, decide
from picket_duty.facts.campaign_days import period_days, periods_over
from picket_duty.game import Game
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.requests import Choice, Roll
from picket_duty.saves import (
    start_save,
)
from picket_duty.saves.daily_watch import start_or_resume
from picket_duty.saves.service_record import record_game
from picket_duty.setup import COMMANDED
from picket_duty.state import SUNK, State
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.scenes import ASK
from picket_duty.tui.screens.replay import Playback
from tests.games import TABLES, new_game


def forward(game: Game, reached: Callable[[Game], bool], captain: Captain | None = None) -> Game:
    """Play on with a captain's or the simplest orders until ``reached`` is true or the game is
    over.
    """
    while game.request is not None and not reached(game):
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(
                captain.choose(game) if captain is not None else simple_answer(game.request)
            )
    return game


def go_on(autoplay: Autoplay, captain: Captain | None = None) -> None:
    """Finish the scene of autoplay; a captain, by default doctrine, decides for the player, and his
    rolls are made.
    """
    request = autoplay.game.request
    if autoplay.scene.kind != ASK:
        autoplay.finish()
    elif isinstance(request, Choice) and captain is not None:
        autoplay.answer(captain.choose(autoplay.game))
    elif isinstance(request, Choice):
        autoplay.answer(decide(autoplay.game.play, request))
    else:
        autoplay.roll()


def simple_answer(choice: Choice) -> object:
    """The simplest orders: the first option, each mount at its first plane, no men."""
    if choice.kind == "one":
        return choice.legal()[0]
    return (
        {slot: planes[0] for slot, planes in choice.slots.items()}
        if choice.kind == "assign"
        else {}
    )


#: The seed and the answers of the first game of a setup that reaches a position.
FIRST: dict[tuple[object, ...], tuple[int, list[object]]] = {}


def first_game(reached: Callable[[Game], bool], **setup: Any) -> Game:
    key = (reached, *setup.items())
    if key in FIRST:
        seed, answers = FIRST[key]
        return given(new_game(seed=seed, **setup), answers)
    for seed in range(200):
        game = forward(new_game(seed=seed, **setup), reached)
        if game.request is not None:
            FIRST[key] = seed, list(game.answers)
            return game
    raise AssertionError("no seed leads there")


def given(game: Game, answers: Iterable[Any]) -> Game:
    for answer in answers:
        game.answer(answer)
    return game


def only_plans(game: Game) -> AimPlans | None:
    """The plans of a fire plan without a choice: one aim, and no fighters to hold back."""
    if not at_choice("assign")(game):
        return None
    assert isinstance(game.request, Choice)
    plans = AimPlans(game.play, game.request)
    return None if plans.most_held or plans.is_question() else plans


def has_only_plan(game: Game) -> bool:
    """Whether nothing is left to decide about a fire plan."""
    return only_plans(game) is not None


def has_dangerous_only_plan(game: Game) -> bool:
    """Whether nothing is left to decide about a fire plan, though a hit is likely."""
    plans = only_plans(game)
    return plans is not None and plans.figures(plans.plan(Aim())).expected >= 0.5


@cache
def at_choice(kind: str, least: int = 1) -> Callable[[Game], bool]:
    def reached(game: Game) -> bool:
        request = game.request
        if not isinstance(request, Choice) or request.kind != kind:
            return False
        return (len(game.state.air.planes) if kind == "assign" else len(request.jobs)) >= least

    return reached


@cache
def at_roll(purpose: str) -> Callable[[Game], bool]:
    return lambda game: isinstance(game.request, Roll) and game.request.purpose.id == purpose


def big_plan(aid: str = COMMANDED) -> Game:
    """A fire plan with seven planes, one of them in the special attack box."""
    return first_game(at_choice("assign", 7), scenario=3, level="advanced", aid=aid)


def has_aims(game: Game) -> bool:
    if not at_choice("assign")(game):
        return False
    assert isinstance(game.request, Choice)
    plans = AimPlans(game.play, game.request)
    return plans.is_question() and plans.most_held > 1


def aims_plan() -> Game:
    return first_game(has_aims, scenario=5, level="advanced")


def hurt_ship() -> Game:
    return first_game(at_choice("men", 4), scenario=2, level="advanced")


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
    return play_to_end(new_game(**setup), **setup)


def save_of(name: str, **setup: Any) -> Path:
    game = new_game(**setup)
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
    """The long campaign on a day of May with a ship on station, one on her way back, one sunk and
    one sent home.
    """
    whole = campaign()
    return next(
        game
        for game in map(whole.at, range(2000, len(whole.answers), 100))
        if _has_everything(game.state)
    )


def _has_everything(state: State) -> bool:
    on_station = (
        state.ship.station is not None and state.ship.back is None and state.step == "phase"
    )
    returns = any(
        ship.back and ship.back > state.date and ship.back.month == MAY for ship in state.squadron
    )
    gone = {ship.fate == SUNK for ship in state.lost}
    return state.date.month == MAY and on_station and returns and gone == {True, False}


def stage_over() -> tuple[Game, str]:
    """Long campaign A on the morning after its first stage, and the last day of that."""
    game = forward(
        new_game(campaign="long-a", level="basic", seed=3),
        lambda game: periods_over(game.state, TABLES) >= 1 and bool(game.state.day_start),
        QuickCaptain(),
    )
    return game, period_days(game.state, 1)[-1].date


def playback() -> Playback:
    return Playback(played(scenario=3, seed=5))


def under_way(name, answers, **setup):
    game = new_game(**setup)
    path = start_save(game, name)
    forward(game, lambda game: len(game.answers) >= answers)
    game.save_file.close()
    return path


DATE = datetime.date(2026, 11, 20)


def finished_try(answers=None):
    game, _ = start_or_resume(DATE, TABLES)
    forward(game, lambda game: game.over or (answers is not None and game.requests >= answers))
    assert game.save_file is not None
    if game.over:
        record_game(game, game.save_file.path.stem)
    game.save_file.close()
