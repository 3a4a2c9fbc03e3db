"""The recommended order of a decision, chosen from the playouts of each order.

The screen, plain mode, ``odds --win`` and its JSON all use it, so that none of them recommends one
order and shows a better chance beside another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from picket_duty.analysis import playouts
from picket_duty.analysis.statistics import Z95, Interval
from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.odds.orders import is_same_order
from picket_duty.requests import ONE, Answer, Choice
from picket_duty.rules.campaign import stage_at_stake
from picket_duty.state import CAMPAIGN
from picket_duty.text import chances

#: Playouts, and standard errors of the difference, needed to prefer another order to doctrine's.
#: Three rather than two standard errors, since the figures are tested again and again and the other
#: order is the best of several.
MIN_PLAYOUTS = 128
MIN_ERRORS = 3.0
#: Playouts that are enough when the time is up.
FEW_PLAYOUTS = 32
#: Below this probability of winning the station counts as lost, and orders are compared by the
#: ship's survival.
HARDLY = 0.02
#: Two orders are alike if the confidence interval of their difference is within this probability.
ALIKE_WITHIN = 0.04


def recommend(
    game: Game,
    orders: Mapping[str, Answer],
    ends: playouts.Ends,
    least: int = MIN_PLAYOUTS,
) -> chances.Recommendation | None:
    """The recommendation for the decision that a game waits for, from the playouts so far of its
    ``orders``.

    It is doctrine's order unless another is better by MIN_ERRORS standard errors, over ``least``
    playouts or more. None without playouts, or if the game waits for dice.
    """
    choice = game.request
    played = {name: ends[name] for name in orders if ends.get(name)}
    if not isinstance(choice, Choice) or not played:
        return None
    doctrine = _doctrines_order(game, choice, orders)
    if doctrine not in played:
        return None
    figures = {name: playouts.chance_of(played[name].values()) for name in played}
    measure = measure_of(game, figures)
    contest = _Contest(game, choice, orders, played, measure, least)
    order = doctrine
    rival = contest.rival_of(doctrine)
    if rival and contest.difference(rival, doctrine, MIN_ERRORS)[0] > 0.0:
        order = rival
        rival = contest.rival_of(rival)
    # Doctrine's order may be behind its rival, but not by enough to be dropped.
    low, high = contest.difference(order, rival) if rival else (0.0, 0.0)
    return chances.Recommendation(
        order,
        doctrine,
        rival,
        standing=_standing(low, high),
        measure=measure,
        chances=figures,
        stage=stage_at_stake(game.state),
        rival_leads=high < 0.0,
    )


class _Contest(NamedTuple):
    """The orders of a decision, and the playouts of those that were ``played``, compared by a
    measure over ``least`` playouts or more.
    """

    game: Game
    choice: Choice
    orders: Mapping[str, Answer]
    played: playouts.Ends
    measure: str
    least: int

    def rival_of(self, order: str) -> str:
        """The best of the orders that differ from one, empty if none does: in a plan, equal guns
        may be exchanged.
        """
        same = partial(is_same_order, self.game.play, self.choice, self.orders[order])
        others = [name for name in self.played if not same(self.orders[name])]
        return best_by(self.measure, self.played, others) if others else ""

    def difference(self, one: str, other: str, errors: float = Z95) -> Interval:
        """The mean difference of two orders, plus and minus some standard errors."""
        return playouts.paired(
            self.played[one], self.played[other], self.measure, errors=errors, least=self.least
        )


def _doctrines_order(game: Game, choice: Choice, orders: Mapping[str, Answer]) -> str:
    """The name of doctrine's order; the player's if it is the same."""
    if choice.kind == ONE:
        return str(decide(game.play, choice))
    if chances.YOURS in orders and is_same_order(
        game.play, choice, orders[chances.YOURS], orders[chances.EXEC]
    ):
        return chances.YOURS
    return chances.EXEC


def _standing(low: float, high: float) -> str:
    """How an order compares with its rival, by the ends of the interval of their difference."""
    if low > 0.0:
        return chances.BETTER
    if low >= -ALIKE_WITHIN and high <= ALIKE_WITHIN:
        return chances.ALIKE
    return chances.CLOSE


def measure_of(game: Game, figures: Mapping[str, chances.Chance]) -> str:
    """How orders are compared: by wins (stages held); if hardly any order wins, by the ship afloat,
    or by draws.
    """
    hardly = chances.has_enough(figures) and all(
        chance.chance < HARDLY for chance in figures.values()
    )
    # In a campaign, even a small chance of winning counts; without one, a draw counts.
    if hardly and game.state.setup.kind != CAMPAIGN:
        return chances.AFLOAT
    # An order may still win if one won in a playout, or if its interval reaches half a point. A
    # ship that must return cannot win, so that only playouts count for her.
    possible = 1.0 if game.state.forced else chances.HALF_A_POINT
    if any(chance.chance or chance.high >= possible for chance in figures.values()):
        return chances.WIN
    if game.state.scenario:
        return chances.AFLOAT
    if any(chance.draw for chance in figures.values()):
        return chances.DRAWN
    return chances.WIN


def best_by(measure: str, ends: playouts.Ends, names: Iterable[str]) -> str:
    """The order with the best mean by a measure, the first of equals."""
    value = playouts.MEASURES[measure]

    def mean(name: str) -> float:
        return sum(map(value, ends[name].values())) / len(ends[name])

    return max(names, key=mean)
