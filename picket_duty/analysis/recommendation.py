"""What the staff advises of a decision that it has played out: one order, and how sure it is of it.

The screen, line mode, ``odds --win`` and its JSON all take it from here, so that none of them marks one order and shows
a better chance beside another.
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

#: Branches below which nothing is advised against doctrine, and the errors by which another order must be better: the
#: figures are looked at again and again, and the other is the best of several.
SETTLED, SURE = 128, 3.0
#: A chance below which the station is as good as lost: what counts then is the ship.
HARDLY = 0.02
#: How much two orders may differ at most, in chances, that are told to be as good.
ALIKE_WITHIN = 0.04


def recommend(game: Game, orders: Mapping[str, Answer], ends: Ends) -> Recommendation | None:
    """What the staff advises of the decision that a game waits for, by the branches played so far of its ``orders``.

    Doctrine's order stands unless another is better by more than chance; so the staff never speaks for one order and
    shows a better chance beside another without saying how sure that is. None where no branch was played, or where
    dice are wanted.
    """
    choice = game.request
    played = {name: ends[name] for name in orders if ends.get(name)}
    if not isinstance(choice, Choice) or not played:
        return None
    chances = {name: chance_of(one.values()) for name, one in played.items()}
    doctrine = _doctrine(game, choice, orders)
    if doctrine not in played:
        return None
    measure = measure_of(game, chances)
    others = [name for name in played if orders[name] != orders[doctrine]]
    order = doctrine
    if others:
        best = _best_by(measure, played, others)
        low, _ = paired(played[best], played[doctrine], measure, SURE, SETTLED)
        order = best if low > 0.0 else doctrine
    others = [name for name in played if orders[name] != orders[order]]
    rival = _best_by(measure, played, others) if others else ""
    return Recommendation(order, doctrine, rival, _standing(measure, played, order, rival), measure, chances)


def _doctrine(game: Game, choice: Choice, orders: Mapping[str, Answer]) -> str:
    """The order that doctrine gives; the player's where it is the same."""
    if choice.kind == ONE:
        return str(decide(game.play, choice))
    return YOURS if YOURS in orders and orders[YOURS] == orders[STAFF] else STAFF


def measure_of(game: Game, chances: Mapping[str, Chance]) -> str:
    """What orders are compared by: where as good as none wins, a station's ship afloat; where none does, a draw."""
    hardly = has_enough(chances) and all(one.chance < HARDLY for one in chances.values())
    if hardly and game.state.setup.kind != CAMPAIGN:
        return AFLOAT
    sure = 1.0 if game.state.forced else HALF_A_POINT
    if any(one.chance or one.high >= sure for one in chances.values()):
        return WIN
    if game.state.scenario:
        return AFLOAT
    return DRAWN if any(one.draw for one in chances.values()) else WIN


def _best_by(measure: str, ends: Ends, names: Iterable[str]) -> str:
    value = MEASURES[measure]
    return max(names, key=lambda name: sum(value(end) for end in ends[name].values()) / len(ends[name]))


def _standing(measure: str, ends: Ends, order: str, rival: str) -> str:
    """How an order stands to its rival, by their branches on the same dice."""
    if not rival:
        return ALIKE
    low, high = paired(ends[order], ends[rival], measure, least=SETTLED)
    if low > 0.0:
        return BETTER
    return ALIKE if low >= -ALIKE_WITHIN and high <= ALIKE_WITHIN else CLOSE
