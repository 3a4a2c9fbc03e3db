"""Playouts: a decision's orders, each played to the end of the game many times.

Playout i uses the same dice with every order (common random numbers), which are independent of the
game's own. Results are stored by playout number, so that the figures do not depend on the processes
or their timing. (``odds`` covers a single wave exactly, but not the days after it.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

import msgspec

from picket_duty.analysis.statistics import Z95, Interval, wilson
from picket_duty.captains import never, play_out
from picket_duty.captains.doctrine import QuickCaptain, exec_answer
from picket_duty.dice import number_of
from picket_duty.game import Game
from picket_duty.odds.aims import AimPlans
from picket_duty.requests import ASSIGN, ONE, Answer, Choice
from picket_duty.rules.campaign import stage_at_stake, stage_result
from picket_duty.state import DRAW, RECORD, US_WIN, State
from picket_duty.text.chances import AFLOAT, DRAWN, EXEC, NOW, WIN, YOURS, Chance

#: The most playouts of an order: enough for a margin of error of three points.
MAX_PLAYOUTS = 1024

#: The quick captain's first fire plans, shared by all playouts of this process.
_FIRST_PLANS: dict[bytes, Answer] = {}


class End(msgspec.Struct, frozen=True, gc=False):
    """The result of a playout. ``won``: a patrol is won if the station is kept, a stage if it is
    held. ``lost`` is the number of ships lost since the decision.
    """

    won: bool
    drawn: bool
    lost: int


#: The value of a result by each measure.
MEASURES: dict[str, Callable[[End], int]] = {
    WIN: lambda end: end.won,
    AFLOAT: lambda end: not end.lost,
    DRAWN: lambda end: end.drawn,
}
#: The results of each order, by playout number.
Ends = Mapping[str, Mapping[int, End]]


def orders_of(
    game: Game, yours: Answer | None = None, held: int | None = None
) -> dict[str, Answer]:
    """The orders to compare by name: every legal option; for a plan, the exec's (EXEC) and the
    player's (YOURS).

    With ``held``, a fire plan has every aim too, each with as many fighters held back.

    If the game waits for dice, NOW without an order; for a finished game, nothing. Raises Illegal
    for an illegal plan.
    """
    choice = game.request
    if not isinstance(choice, Choice):
        return {} if choice is None else {NOW: None}
    if choice.kind == ONE:
        return {value: value for value in choice.legal()}
    orders = {EXEC: exec_answer(game.play, choice)}
    if choice.kind == ASSIGN and held is not None:
        plans = AimPlans(game.play, choice)
        held = min(held, plans.most_held)
        orders |= {aim.name: plans.plan(aim, held) for aim in plans.offered(held)}
    if yours is not None:
        orders[YOURS] = choice.check(yours)
    return orders


def run_playout(game: Game, order: Answer | None, number: int) -> End:
    """Play a copy of a game from an order to the end, or until the stage at stake is judged, with a
    playout's dice.
    """
    stage = stage_at_stake(game.state)
    state = play_on(game, number, order).state
    won = bool(stage_result(state, stage)) if stage else is_won(state)
    return End(
        won,
        drawn=not stage and state.outcome == DRAW,
        lost=state.records.ships_sunk - game.state.records.ships_sunk,
    )


def play_on(game: Game, number: int, order: Answer | None = None) -> Game:
    """The game of a playout, played from an order to the end, or until the stage at stake is
    judged.
    """
    stage = stage_at_stake(game.state)
    trial = game.branch(number_of(f"branch {game.dice.seed} {number}"))
    # Only the state is needed; events would cost time.
    trial.play.no_events = True
    if order is not None:
        trial.answer(order)
    judged = (lambda now: stage_result(now.state, stage) is not None) if stage else never
    play_out(trial, QuickCaptain(known=_FIRST_PLANS), is_done=judged)
    return trial


def is_won(state: State) -> bool:
    """Whether a finished game was won (a patrol: the station kept)."""
    return state.outcome == US_WIN or (state.outcome == RECORD and state.on_station)


def chance_of(ends: Iterable[End]) -> Chance:
    """The probabilities of an order from its playouts; the interval is 0 to 1 without any."""
    results = list(ends)
    count = len(results)
    won = sum(end.won for end in results)
    low, high = wilson(won, count)
    total = max(1, count)
    drawn = sum(end.drawn for end in results)
    lost = sum(end.lost for end in results)
    return Chance(won / total, low, high, branches=count, draw=drawn / total, lost=lost / total)


def behind_best(ends: Ends) -> dict[str, Interval]:
    """The 95 % confidence interval of the win probability that each order gives up compared with
    the best one.

    The best one wins most often, the first of equals. Compared playout by playout with the same
    dice, which is far more precise than the difference of two proportions.
    """
    if not ends:
        return {}
    best = max(ends.values(), key=lambda results: chance_of(results.values()).chance)
    return {name: paired(best, results) for name, results in ends.items()}


def paired(
    better: Mapping[int, End],
    worse: Mapping[int, End],
    measure: str = WIN,
    errors: float = Z95,
    least: int = 2,
) -> Interval:
    """The mean difference of two orders over their common playouts, plus and minus ``errors``
    standard errors.

    The interval is -1 to 1 with fewer than ``least`` common playouts.
    """
    value = MEASURES[measure]
    differences = []
    for number, end in worse.items():
        if number in better:
            differences.append(value(better[number]) - value(end))
    count = len(differences)
    if count < least:
        return -1.0, 1.0
    mean = sum(differences) / count
    variance = sum((difference - mean) ** 2 for difference in differences) / (count - 1)
    half = errors * math.sqrt(variance / count)
    return mean - half, mean + half
