"""Odds and advice at the decisions of the golden games, for a golden listing: every figure a player
can be shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from picket_duty.book.tables import Tables
from picket_duty.captains import captain_named, greedy
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import ROUTINE, standing_answer
from picket_duty.drafts.fire_plan import begin_fire_plan
from picket_duty.game import Game
from picket_duty.odds.aims import Aim, AimPlans, best_held
from picket_duty.odds.consequences import consequences
from picket_duty.odds.damage_costs import hit_cost, near_miss_cost
from picket_duty.odds.damage_weights import hand_measure
from picket_duty.odds.plan import best_plan
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.plan_search import GREEDY, QUICK
from picket_duty.odds.repair import expected_damage, job_odds
from picket_duty.odds.repair_men import gains_of, left_alone
from picket_duty.odds.wave_ending import ending
from picket_duty.pages import odds_report
from picket_duty.pages.choices import choice_lines
from picket_duty.pages.fire_plan import later_words, table_lines
from picket_duty.pages.formats import text_lines
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Roll
from picket_duty.text.rolls import roll_words
from picket_duty.text.styled_text import text_of
from tests.golden.fixed import checksum, each_kind_once

#: The games, and which of their decisions and rolls are listed: one of this many of each kind.
GAMES = (
    {"scenario": 4, "level": "advanced", "seed": 2049},
    {"scenario": 2, "level": "advanced", "seed": 2047},
    {"patrol": "1945-04-05", "days": 9, "level": "advanced", "seed": 9},
    {"campaign": "mini", "level": "basic", "seed": 26},
    {"scenario": 3, "level": "basic", "seed": 5},
)
#: Columns of a line.
WIDTH = 78
EVERY = {ASSIGN: 3, MEN_TO_JOBS: 1, "one": 3, "roll": 11}


def advice_lines() -> Iterator[str]:
    """The advice at decisions and rolls of each game, with each kind of line once."""
    yield from each_kind_once(_games())


def _games() -> Iterator[str]:
    tables = Tables()
    for scenario in (False, True):
        yield f"== weights, {'scenario' if scenario else 'campaign'}"
        measure = hand_measure(tables, scenario)
        yield f"near miss {near_miss_cost(measure):.5f}"
        for section in ("forward", "midship", "aft"):
            yield (
                f"{section} {hit_cost(measure, section, True):.5f} "
                f"{hit_cost(measure, section, False):.5f}"
            )
    for setup in GAMES:
        yield f"== {setup}"
        yield from _game(Game.new(tables=tables, **setup))  # type: ignore[arg-type]


def _game(game: Game) -> Iterator[str]:
    captain = captain_named("doctrine", 0)
    count = dict.fromkeys(EVERY, 0)
    while (request := game.request) is not None:
        kind = request.kind if isinstance(request, Choice) else "roll"
        count[kind] += 1
        if count[kind] % EVERY[kind] == 0:
            yield f"-- {game.requests} answers"
            yield from (
                _choice(game, request) if isinstance(request, Choice) else _roll(game, request)
            )
        if isinstance(request, Roll):
            game.roll()
        else:
            game.answer(captain.choose(game))


def _roll(game: Game, roll: Roll) -> Iterator[str]:
    yield str(roll_words(roll, game.tables))
    yield from filter(None, text_lines(odds_report.odds_page(game)))
    yield _figures(odds_report.odds_json(game))


def _choice(game: Game, choice: Choice) -> Iterator[str]:
    play = game.play
    yield from choice_lines(choice, game.state, game.tables, consequences(play, choice))
    yield f"ending {_figures(ending(play))}"
    yield f"outcomes: {_figures(consequences(play, choice))}"
    yield from filter(None, text_lines(odds_report.odds_page(game)))
    yield f"json {checksum(_figures(odds_report.odds_json(game)))}"
    yield f"doctrine: {decide(play, choice)}"
    yield f"routine: {standing_answer(game, ROUTINE)}"
    if choice.kind == ASSIGN:
        yield from _plans(game, choice)
    elif choice.kind == MEN_TO_JOBS:
        yield from _men(game, choice)


def _plans(game: Game, choice: Choice) -> Iterator[str]:
    play = game.play
    plans = AimPlans(play, choice)
    yield f"shares {best_held(play, choice, Aim())} {best_held(play, choice)}"
    for held in sorted({0, min(2, plans.most_held)}):
        for aim in plans.offered(held):
            orders = plans.plan(aim, held)
            yield (
                f"{aim.name}, {held} held: {orders}: {_figures(plans.figures(orders))}, "
                f"{plans.saved_later(held):.5f}"
            )
    draft = begin_fire_plan(game, choice)
    draft.ask_exec()
    yield from table_lines(play, draft.rows())
    yield text_of(draft.section_line(WIDTH))
    yield later_words(play)
    yield draft.advice_words()
    odds = PlanOdds(play)
    for name, plan in (
        ("quick", best_plan(play, choice, QUICK)),
        ("greedy", best_plan(play, choice, GREEDY)),
    ):
        yield f"{name} {_figures(plan)}"
        yield f"strikes {_figures(odds.wave(plan.orders))}"
    for slot, planes in choice.slots.items():
        yield f"shot {slot}: {_figures([odds.shot(slot, plane) for plane in planes])}"


def _men(game: Game, choice: Choice) -> Iterator[str]:
    play = game.play
    for name, job in choice.jobs.items():
        yield f"{name}: gains {_figures(gains_of(play, name, job, 3))}"
        for men in range(4):
            yield (
                f"  {men} men: {_figures(job_odds(play, name, job, men))} "
                f"{expected_damage(play, name, job, men):.5f}"
            )
    orders = dict.fromkeys(list(choice.jobs)[:1], 1)
    yield (
        f"greedy worth "
        f"{ {name: greedy.job_worth(play, name, job) for name, job in choice.jobs.items()} }"
    )
    yield f"left alone {left_alone(play, choice, orders)}"


def _figures(value: Any) -> str:
    """A value as JSON with figures of five digits, so that they are the same on every machine."""
    text = json.dumps(msgspec.to_builtins(value, str_keys=True))
    return re.sub(r"-?\d+\.\d+(e-?\d+)?", lambda number: f"{float(number[0]):.5f}", text)
