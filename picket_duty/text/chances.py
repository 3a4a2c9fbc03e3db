"""Chances of winning in words: of each order, and the recommendation of the staff in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FIRE_PLAN,
    FLOOD,
    ORDER_MANEUVER,
    RELIEVING_SHIP,
    REPAIR_MEN,
    RESCIND,
)
from picket_duty.requests import ONE, Choice, Decision, Option
from picket_duty.rules.control import NO_FLOODING
from picket_duty.rules.play import YES
from picket_duty.state import CAMPAIGN, Setup
from picket_duty.text.consequences import percent

#: The two orders compared if there are too many to list: the staff's, and the player's as it is so far.
STAFF, YOURS = "staff", "yours"
#: The key of the only line of play when dice are wanted and no order.
NOW = "now"
#: The fewest playouts for which a chance is shown: 0 of 20 may still be 1 in 6.
ENOUGH = 64
#: The largest difference of probabilities that rounds to 0 points.
HALF_A_POINT = 0.005
#: The measure of the comparison: games won; if no order wins, the ship afloat (scenarios) or games drawn (campaigns).
WIN, AFLOAT, DRAWN = "win", "afloat", "draw"
#: How the recommended order compares with the next best: better, as good, or too close so far.
BETTER, ALIKE, CLOSE = "better", "alike", "close"


class Chance(msgspec.Struct, frozen=True):
    """Results of an order: probability of winning with its 95 % interval, of a draw, and mean number of ships lost.

    In a patrol it is the probability of keeping the station to the end. ``branches`` is the number of playouts.
    """

    chance: float
    low: float
    high: float
    branches: int
    draw: float
    lost: float


class Recommendation(msgspec.Struct, frozen=True):
    """The recommended order of a decision, from playouts of each.

    ``order`` is that of doctrine (``doctrine``), unless another is better by ``measure`` with 95 % confidence;
    ``rival`` is the best of the others, empty if there is none, and ``standing`` how ``order`` compares with it.
    """

    order: str
    doctrine: str
    rival: str
    standing: str
    measure: str
    chances: dict[str, Chance]


class RecommendationText(msgspec.Struct, frozen=True):
    """A recommendation in words: its order, the chance beside each order, and one sentence; empty until it is known."""

    order: str = ""
    chances: Mapping[str, str] = {}
    words: str = ""


def recommendation_text(choice: Choice, setup: Setup, advised: Recommendation) -> RecommendationText:
    """A recommendation in words."""
    beside = {
        name: chance_words(setup, results.chance, results.low, results.high)
        if advised.measure == WIN
        else _left_words(advised, results)
        for name, results in advised.chances.items()
        if results.branches >= ENOUGH
    }
    return RecommendationText(advised.order, beside, recommendation_words(choice, setup, advised))


def chance_words(setup: Setup, chance: float, low: float, high: float, draw: float = 0.0, lost: float = 0.0) -> str:
    """``keep the station 71% (66-76)``; of a campaign ``wins 63% (58-68), draws 8%, 6.4 ships lost``."""
    campaign = setup.kind == CAMPAIGN
    text = f"{'wins' if campaign else 'keep the station'} {percent(chance)} ({100 * low:.0f}-{100 * high:.0f})"
    if campaign and draw:
        text += f", draws {percent(draw)}"
    if campaign and lost:
        text += f", {lost:.1f} ships lost"
    return text


def _left_words(advised: Recommendation, order: Chance) -> str:
    """What is left to hope for beside an order that hardly ever wins: ``station <1%, afloat 64%``."""
    if advised.measure == AFLOAT:
        station = "lost" if is_lost(advised) else percent(order.chance)
        return f"station {station}, afloat {percent(1.0 - order.lost)}"
    return f"no win, draws {percent(order.draw)}"


def behind_words(low: float, high: float) -> str:
    """How far an order stands behind the best, by its interval; empty where that cannot be told."""
    if low <= 0.0 or high < HALF_A_POINT:
        return ""
    first, last = max(1, round(100 * low)), max(1, round(100 * high))
    points = "1 point" if first == last == 1 else f"{first} points" if first == last else f"{first} to {last} points"
    return f"{points} behind"


# -- the sentence ------------------------------------------------------------------


def recommendation_words(choice: Choice, setup: Setup, advised: Recommendation) -> str:
    """``Staff: hold your course. 71% to keep the station, maneuvering 68%.``"""
    order, rival = advised.order, advised.rival
    if not has_enough(advised.chances):
        return f"Staff: {_ordered(choice, order)}. Too few games yet to tell a chance."
    chance = _hope(setup, advised)
    if not rival:
        return f"Staff: {AGREED.get(choice.decision) or _ordered(choice, order)}. {chance}."
    if advised.standing == BETTER:
        words = f"Staff: {_ordered(choice, order)}. {chance}, {_doing(choice, rival)} {_less(advised)}."
    elif advised.standing == ALIKE:
        words = (
            f"Staff: {_ordered(choice, order)}; {_doing(choice, rival)} makes no difference worth the name: "
            f"{_either(advised)} either way{_station(advised)}."
        )
    else:
        words = (
            f"Staff: {_ordered(choice, order)}. {chance}, {_doing(choice, rival)} {percent(_share(advised, rival))}: "
            "too close to tell."
        )
    return words + ("" if order == advised.doctrine else f" {_by_doctrine(choice, advised)}")


def _by_doctrine(choice: Choice, advised: Recommendation) -> str:
    """What the staff does where it is left to itself, if that is something else."""
    if choice.kind != ONE:
        return "Left to itself the staff keeps to its own."
    return f"Left to itself the staff keeps to doctrine: {_ordered(choice, advised.doctrine)}."


def _hope(setup: Setup, advised: Recommendation) -> str:
    """What is to be hoped for with the order advised; of a campaign also the draw and the ships."""
    results, share = advised.chances[advised.order], percent(_share(advised, advised.order))
    if advised.measure == AFLOAT:
        station = "The station is lost;" if is_lost(advised) else f"{percent(results.chance)} to keep the station,"
        return f"{station} {share} to stay afloat"
    if setup.kind != CAMPAIGN:
        return f"{share} to keep the station"
    hope = f"{share} to win the campaign" if advised.measure == WIN else f"No win is left; {share} to draw"
    if advised.measure == WIN and results.draw:
        hope += f", {percent(results.draw)} to draw"
    return hope + (f", {results.lost:.1f} ships lost" if results.lost else "")


def _share(advised: Recommendation, name: str) -> float:
    """The chance of an order by the measure that orders are compared by."""
    order = advised.chances[name]
    return order.chance if advised.measure == WIN else 1.0 - order.lost if advised.measure == AFLOAT else order.draw


def has_enough(chances: Mapping[str, Chance]) -> bool:
    """Whether so many games were played with every order that a chance can be told."""
    return all(order.branches >= ENOUGH for order in chances.values())


def is_lost(advised: Recommendation) -> bool:
    """Whether the station is lost with every order, as far as that can ever be told from games."""
    return all(not order.chance and order.high < HALF_A_POINT for order in advised.chances.values())


def _less(advised: Recommendation) -> str:
    mine, other = (percent(_share(advised, name)) for name in (advised.order, advised.rival))
    return other if other != mine else "a shade less"


def _either(advised: Recommendation) -> str:
    shares = sorted({round(100 * _share(advised, name)) for name in (advised.order, advised.rival)})
    share = f"{shares[0]}%" if len(shares) == 1 else f"{shares[0]} to {shares[1]}%"
    return f"{share} to stay afloat" if advised.measure == AFLOAT else share


def _station(advised: Recommendation) -> str:
    """The chance of the station where orders are compared by the ship."""
    if advised.measure != AFLOAT:
        return ""
    return (
        ", the station lost"
        if is_lost(advised)
        else f", {percent(advised.chances[advised.order].chance)} for the station"
    )


# -- orders as the staff says them ------------------------------------------------


def _ordered(choice: Choice, name: str) -> str:
    """An order as an order: ``hold your course``."""
    return _said(choice, name)[0]


def _doing(choice: Choice, name: str) -> str:
    """An order as what one does: ``holding your course``."""
    return _said(choice, name)[1]


def _said(choice: Choice, name: str) -> tuple[str, str]:
    if choice.kind != ONE:
        return PLANS[choice.decision][name]
    return ORDERS[choice.decision](next(option for option in choice.options if option.value == name))


def _confirmed(yes: tuple[str, str], no: tuple[str, str]) -> Callable[[Option], tuple[str, str]]:
    return lambda option: yes if option.value == YES else no


def _named(option: Option) -> tuple[str, str]:
    """``Flood the laundry``, ``Go in for repairs``: a verb and what follows it."""
    verb, _, what = option.text.partition(" ")
    return f"{verb.lower()} {what}", f"{verb.lower()}ing {what}"


def _righting(option: Option) -> tuple[str, str]:
    return ("do not counterflood", "not counterflooding") if option.value == NO_FLOODING else _named(option)


def _sending(option: Option) -> tuple[str, str]:
    return f"send {option.value}", f"sending {option.value}"


#: How an option of each decision is ordered, and spoken of beside another.
ORDERS: dict[Decision, Callable[[Option], tuple[str, str]]] = {
    ORDER_MANEUVER: _confirmed(("maneuver", "maneuvering"), ("hold your course", "holding your course")),
    DECLARE: _confirmed(("declare the emergency", "declaring it"), ("declare no emergency", "declaring none")),
    RESCIND: _confirmed(("end the emergency", "ending it"), ("let the emergency stand", "letting it stand")),
    FLOOD: _named,
    COUNTERFLOOD: _righting,
    ASK_RELIEF: _named,
    RELIEVING_SHIP: _sending,
}
#: The same of what is compared as a whole: the staff's and the player's.
PLANS: dict[Decision, dict[str, tuple[str, str]]] = {
    FIRE_PLAN: {STAFF: ("fire as we plan", "our plan"), YOURS: ("fire as you plan", "your plan")},
    REPAIR_MEN: {
        STAFF: ("send the men as we would", "our way"),
        YOURS: ("send the men as you have them", "your way"),
    },
}
#: What is said where the player's is the staff's.
AGREED: dict[Decision, str] = {FIRE_PLAN: "fire as planned", REPAIR_MEN: "send the men as they are told off"}
