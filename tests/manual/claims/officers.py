# ruff: noqa: E501
"""Claims of the page `officers`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import math
import random

from picket_duty.analysis.decision_analysis import ALIKE_WITHIN, HARDLY, MIN_ERRORS, recommend
from picket_duty.analysis.playouts import End, orders_of
from picket_duty.analysis.statistics import Z95, wilson
from picket_duty.captains import standing_orders
from picket_duty.captains.doctrine import decide
from picket_duty.events import Loss
from picket_duty.game import Game
from picket_duty.odds import damage_weights
from picket_duty.odds.aims import EVERY_AIM, GUARD_WEIGHT, HITS_TO_GUARD, WEAPON_WEIGHT, Aim, AimPlans
from picket_duty.odds.plan_odds import PlanOdds, WaveStrikes
from picket_duty.pages.luck_report import recommendation_json, win_lines
from picket_duty.plain.fire_plan import PlanPrompt
from picket_duty.plain.plain_mode import BRANCHES
from picket_duty.requests import Choice
from picket_duty.state import Plane
from picket_duty.text.chances import (
    AFLOAT,
    ALIKE,
    BETTER,
    CLOSE,
    COARSE,
    ENOUGH,
    Recommendation,
    recommendation_text,
)
from picket_duty.tui.screens.odds import time_limit
from tests.analysis import test_recommendation
from tests.analysis.test_playouts import at_decision
from tests.captains import test_standing_orders
from tests.manual.evidence import at, at_fire_plan
from tests.rules.script import in_wave, start

PLANES = [Plane(number, bearing, "L", "Val") for number, bearing in enumerate((0, 90, 180, 270))]


def wave(**ship: object) -> WaveStrikes:
    """The wave of four planes that nobody fires at."""
    play = at(start(), **ship)
    in_wave(play, *PLANES)
    return PlanOdds(play).wave({})


def is_asked(**ship: object) -> bool:
    """Whether the routine asks about an emergency with such a ship."""
    game = test_standing_orders.fresh("emergency declaration", scenario=2)
    game.play.ship.deck_fires = {}
    for name, value in ship.items():
        setattr(game.play.ship, name, value)
    return standing_orders.standing_answer(game, standing_orders.ROUTINE) is None


def call_at(hull: int) -> str:
    """Why the officers in command call at this hull."""
    return standing_orders.call_reason(start(), [Loss(track="hull", points=1, left=hull)])


def said(doctrine: float, other: float, games: int = 512) -> Recommendation:
    """The recommendation when doctrine's order and the other one won these shares of the games."""
    game = at_decision()
    choice = game.request
    assert isinstance(choice, Choice)
    own = str(decide(game.play, choice))
    ends = {
        name: {number: End(number < games * share, False, 0) for number in range(games)}
        for name, share in ((own, doctrine), ("no" if own == "yes" else "yes", other))
    }
    recommendation = recommend(game, orders_of(game), ends)
    assert recommendation is not None
    return recommendation


def same_sentence() -> bool:
    """Whether the screen, ``odds --win`` and its JSON have the same sentence."""
    game, recommendation = at_decision(), said(0.7, 0.5)
    assert isinstance(game.request, Choice)
    words = recommendation_text(game.request, game.state.setup, recommendation).words
    data = recommendation_json(game, recommendation) or {}
    lines = win_lines(game, recommendation.chances, dict.fromkeys(recommendation.chances, (0.0, 0.0)), recommendation)
    return words.startswith("Exec: ") and data["words"] == words == lines[0]


#: Numbers of games at which a growing figure is looked at, each twice the one before.
LOOKS = (64, 128, 256, 512)


def wrong_when_watched() -> float:
    """How often one of two equal orders seems better with 95 % confidence at least once while watched."""
    dice, wrong, trials = random.Random(1), 0, 20_000
    for _ in range(trials):
        total, played = 0.0, 0
        for games in LOOKS:
            total += dice.gauss(0.0, math.sqrt(games - played))
            played = games
            if abs(total) > Z95 * math.sqrt(games):
                wrong += 1
                break
    return wrong / trials


def aims_by_words() -> bool:
    """Whether the words for a commanded plan exist, and the plan follows them."""
    game, choice = at_fire_plan()
    plan = PlanPrompt(game, lambda lines: None)
    plan.question(choice)
    before = dict(plan.plan)
    plan.aim("1")
    first = dict(plan.plan)
    plan.set_slots(choice, "1=2")
    return before == {} and first == AimPlans(game.play, choice).plan(Aim()) and plan.plan != first


CLAIMS = {
    "they count each hit by a weapon twice.": lambda: WEAPON_WEIGHT == 2.0,
    "each plane that attacks this section four times.": lambda: GUARD_WEIGHT == 4.0,
    "repair jobs, or two or more hits.": lambda: HITS_TO_GUARD == 2,
    "Each aim always has the same digit:": lambda: (
        [aim.name for aim in EVERY_AIM] == (["fewest", "weapons", "guard forward", "guard midship", "guard aft"])
    ),
    "type `aim 2`, `hold 4` and then `fire`. `guns` lists the guns, and `1=2` sends gun 1 to plane 2.": aims_by_words,
    "You can be 95% confident only": lambda: wrong_when_watched() > 2 * 0.05,
    "ships lost, where 1 means the loss of": lambda: damage_weights.LOST == 1.0,
    "better 12 to 14% of the time": lambda: 0.12 <= round(wrong_when_watched(), 2) <= 0.14,
    "is at least 15%.": lambda: standing_orders.ROUTINE.least == 15 and standing_orders.ROUTINE.routine,
    "or the hull is at 2 or less;": lambda: (
        [is_asked(hull=hull) for hull in (3, 2)] == [False, True] and is_asked(deck_fires={"aft": 1})
    ),
    "if the hull is at 2 or less. They": lambda: [bool(call_at(hull)) for hull in (3, 2, 1)] == [False, True, True],
    "see the figure's 95% confidence": lambda: wave().low < wave().expected < wave().high,
    "rest of the game 256 times with each": lambda: BRANCHES == 256,
    "first is better; once the program has played all the games, it is 95% confident of": lambda: (
        said(0.7, 0.5).standing == BETTER
    ),
    "of winning in one sentence:": same_sentence,
    "difference\" | the two orders' chances of winning are at most 4 percentage points": lambda: (
        ALIKE_WITHIN == 0.04 and said(0.7, 0.7).standing == ALIKE
    ),
    'to call" | the two chances may be': lambda: said(0.7, 0.5, 8).standing == CLOSE,
    "played fewer than 64 games with each order, so it shows no chance yet; if an order wins 0 of 20 games, its chance can still be 1 in 6 |": lambda: (
        ENOUGH == 64 and wilson(0, 20)[1] > 0.16
    ),
    "still more than 5 percentage": lambda: COARSE == 5 and time_limit(Game.new(campaign="mini", seed=1)) == math.inf,
    "order has even a 2% chance of": lambda: HARDLY == 0.02 and said(0.01, 0.01).measure == AFLOAT,
    '| "to hold stage 2" | in long': test_recommendation.test_a_stage_is_measured_by_holding_it_as_a_mini_campaign_by_winning_it,
    "only after the program has played 128 games with each": lambda: (
        [said(0.2, 0.9, games).order == said(0.2, 0.9).doctrine for games in (127, 128)] == [True, False]
    ),
    "leads by at least three standard errors": lambda: MIN_ERRORS == 3.0,
}
