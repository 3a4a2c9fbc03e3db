"""What each order of a decision leads to: the game branched at it and played to its end, again and again.

Branch ``number`` of a game has the same dice with every order, so that orders are compared with the same luck; they
have nothing to do with the game's own. (``odds`` could not work this out: it knows one wave, not the days after it.)
Branches are counted by their numbers: whoever plays them, and in whatever order they come in, the same numbers make
the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

import msgspec

from picket_duty.analysis.statistics import Z95, Interval, wilson
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import decide
from picket_duty.captains.quick import QuickCaptain
from picket_duty.dice import number_of
from picket_duty.game import Game
from picket_duty.requests import ONE, Answer, Choice
from picket_duty.state import DRAW, RECORD, US_WIN, State
from picket_duty.text.chances import AFLOAT, DRAWN, NOW, STAFF, WIN, YOURS, Chance

#: Branches of an order: enough for an interval of three points either side.
MAX_PLAYOUTS = 1024

#: The first plans of branches, of whatever game.
_FIRST: dict[bytes, Answer] = {}


class End(msgspec.Struct, frozen=True, gc=False):
    """How a branch ended: won (a patrol: the station kept), drawn, and the ships lost from the branching on."""

    won: bool
    drawn: bool
    lost: int


#: What the end of a branch is worth by each measure.
MEASURES: dict[str, Callable[[End], int]] = {
    WIN: lambda end: end.won,
    AFLOAT: lambda end: not end.lost,
    DRAWN: lambda end: end.drawn,
}
#: How the branches of each order ended, by their numbers.
Ends = Mapping[str, Mapping[int, End]]


def orders_of(game: Game, yours: Answer | None = None) -> dict[str, Answer]:
    """The orders to compare: every legal option, or the staff's plan and the player's.

    Where dice are wanted it is the game as it stands, with None for an order; of a game that is over, nothing.
    Raises Illegal for a plan of the player's that is not legal.
    """
    choice = game.request
    if not isinstance(choice, Choice):
        return {} if choice is None else {NOW: None}
    if choice.kind == ONE:
        return {value: value for value in choice.legal()}
    found = {STAFF: decide(game.play, choice)}
    if yours is not None:
        found[YOURS] = choice.check(yours)
    return found


def run_playout(game: Game, order: Answer | None, number: int) -> End:
    """Play one branch of a game from an order to the end, with the dice of ``number``; the game is untouched."""
    trial = game.branch(number_of(f"branch {game.dice.seed} {number}"))
    before = trial.state.records.ships_sunk
    if order is not None:
        trial.answer(order)
    play_out(trial, QuickCaptain(known=_FIRST))
    state = trial.state
    return End(is_won(state), state.outcome == DRAW, state.records.ships_sunk - before)


def is_won(state: State) -> bool:
    """Whether a game that is over was won (a patrol: the station kept)."""
    return state.outcome == US_WIN or (state.outcome == RECORD and state.on_station)


def chance_of(ends: Iterable[End]) -> Chance:
    """The figures of an order by the ends of its branches; an open interval where there is none."""
    found = list(ends)
    count, won = len(found), sum(end.won for end in found)
    low, high = wilson(won, count)
    share = max(1, count)
    return Chance(
        won / share,
        low,
        high,
        count,
        sum(end.drawn for end in found) / share,
        sum(end.lost for end in found) / share,
    )


def best_of(ends: Ends) -> str:
    """The order that wins most often, the first of equals. Raises ValueError where there is none."""
    return max(ends, key=lambda name: chance_of(ends[name].values()).chance)


def behind_best(ends: Ends) -> dict[str, Interval]:
    """What each order gives away in chances of winning against the best: the 95 % interval, branch by branch.

    The branches have the same dice, so that this is far surer than the difference of two chances.
    """
    if not ends:
        return {}
    best = ends[best_of(ends)]
    return {name: paired(best, one) for name, one in ends.items()}


def paired(
    best: Mapping[int, End], one: Mapping[int, End], measure: str = WIN, errors: float = Z95, least: int = 2
) -> Interval:
    """By how much one order is better than another, on the same dice: the mean and so many errors either side.

    Nothing is known with fewer than ``least`` branches that both have.
    """
    value = MEASURES[measure]
    differences = [value(best[number]) - value(end) for number, end in one.items() if number in best]
    count = len(differences)
    if count < least:
        return -1.0, 1.0
    middle = sum(differences) / count
    square = sum((value - middle) ** 2 for value in differences) / (count - 1)
    half = errors * math.sqrt(square / count)
    return middle - half, middle + half
