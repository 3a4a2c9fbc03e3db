"""The recommended order of a decision, from playouts of every order.

The screen, plain mode, ``odds --win`` and its JSON all use it, so that none of them recommends one order and shows a
better chance beside another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from picket_duty.analysis.playouts import MEASURES, Ends, chance_of, paired
from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.requests import ONE, Answer, Choice
from picket_duty.state import CAMPAIGN
from picket_duty.text.chances import (
    AFLOAT,
    ALIKE,
    BETTER,
    CLOSE,
    DRAWN,
    HALF_A_POINT,
    STAFF,
    WIN,
    YOURS,
    Chance,
    Recommendation,
    has_enough,
)

#: Playouts, and standard errors of the difference, needed to prefer another order to doctrine's. Three rather than two
#: standard errors, since the figures are tested again and again and the other order is the best of several.
MIN_PLAYOUTS, MIN_ERRORS = 128, 3.0
#: Below this probability of winning the station counts as lost, and orders are compared by the ship's survival.
HARDLY = 0.02
#: Two orders are alike if the confidence interval of their difference is within this probability.
ALIKE_WITHIN = 0.04


def recommend(game: Game, orders: Mapping[str, Answer], ends: Ends) -> Recommendation | None:
    """The recommendation for the decision that a game waits for, from the playouts so far of its ``orders``.

    It is doctrine's order unless another is better by MIN_ERRORS standard errors. None without playouts, or if the
    game waits for dice.
    """
    choice = game.request
    played = {name: ends[name] for name in orders if ends.get(name)}
    if not isinstance(choice, Choice) or not played:
        return None
    chances = {name: chance_of(played[name].values()) for name in played}
    doctrine = _doctrine(game, choice, orders)
    if doctrine not in played:
        return None
    measure = measure_of(game, chances)
    others = [name for name in played if orders[name] != orders[doctrine]]
    order = doctrine
    if others:
        best = _best_by(measure, played, others)
        low, _ = paired(played[best], played[doctrine], measure, MIN_ERRORS, MIN_PLAYOUTS)
        order = best if low > 0.0 else doctrine
    others = [name for name in played if orders[name] != orders[order]]
    rival = _best_by(measure, played, others) if others else ""
    return Recommendation(order, doctrine, rival, _standing(measure, played, order, rival), measure, chances)


def _doctrine(game: Game, choice: Choice, orders: Mapping[str, Answer]) -> str:
    """The name of doctrine's order; YOURS if the player's is the same."""
    if choice.kind == ONE:
        return str(decide(game.play, choice))
    return YOURS if YOURS in orders and orders[YOURS] == orders[STAFF] else STAFF


def measure_of(game: Game, chances: Mapping[str, Chance]) -> str:
    """How orders are compared: by wins; if hardly any order wins, by the ship afloat, in a campaign by draws."""
    hardly = has_enough(chances) and all(chance.chance < HARDLY for chance in chances.values())
    if hardly and game.state.setup.kind != CAMPAIGN:
        return AFLOAT
    possible = 1.0 if game.state.forced else HALF_A_POINT
    if any(chance.chance or chance.high >= possible for chance in chances.values()):
        return WIN
    if game.state.scenario:
        return AFLOAT
    return DRAWN if any(chance.draw for chance in chances.values()) else WIN


def _best_by(measure: str, ends: Ends, names: Iterable[str]) -> str:
    value = MEASURES[measure]
    return max(names, key=lambda name: sum(value(end) for end in ends[name].values()) / len(ends[name]))


def _standing(measure: str, ends: Ends, order: str, rival: str) -> str:
    """How an order compares with its rival, from playouts with the same dice."""
    if not rival:
        return ALIKE
    low, high = paired(ends[order], ends[rival], measure, least=MIN_PLAYOUTS)
    if low > 0.0:
        return BETTER
    return ALIKE if low >= -ALIKE_WITHIN and high <= ALIKE_WITHIN else CLOSE
