"""The reckoning of a game told: luck and orders that come to the result, the curve of its chance, the moments.

All figures are those of ``simulate.reckoning``; the moments are told from the events of the game.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, NamedTuple

import msgspec

from picket_duty.events import Chosen, Happening
from picket_duty.game import Game
from picket_duty.reports.document import Drawing
from picket_duty.reports.drawings import Leg, course
from picket_duty.requests import Choice, Roll
from picket_duty.simulate.reckoning import MOMENTS, Order, Reckoning, Stretch, place_of, weight_of
from picket_duty.simulate.stretches import events_between
from picket_duty.wording import OUTCOMES, count
from picket_duty.wording.fortunes import (
    better_words,
    chance_name,
    deed_words,
    given_words,
    points_words,
    where_words,
)
from picket_duty.wording.stakes import percent

#: What moved the chance.
DICE, ORDERS = "dice", "orders"
#: A game whose chance was never in doubt has no moments.
NONE = "Nothing moved it by as much as 2 points."


class Moment(msgspec.Struct, frozen=True):
    """What moved the chance: by dice or orders, after how many answers, where, what happened, and from what to what.

    ``better`` is what doctrine would have ordered, empty for dice.
    """

    kind: str
    answers: int
    where: str
    words: str
    before: float
    after: float
    change: float
    better: str = ""


class Sums(NamedTuple):
    """Start, luck, orders, end: the first three come to the last, exactly."""

    start: float
    luck: float
    orders: float
    end: float


def sums_of(found: Reckoning) -> Sums:
    """What a game came to, in chances."""
    return Sums(*map(found.chance, (found.start, found.luck, found.skill, found.end)))


def moments_of(game: Game, found: Reckoning, most: int = MOMENTS) -> list[Moment]:
    """What moved the chance most, in the order in which it happened. The game has its history."""
    return [_told(game, found, one) for one in found.moments(most)]


def worst_orders(game: Game, found: Reckoning, most: int) -> list[Moment]:
    """The orders that cost most, the dearest first; those that cost nothing are none."""
    dear = sorted((one for one in found.orders if one.worth < 0), key=lambda one: (one.worth, one.answers))
    return [_told(game, found, one) for one in dear[:most]]


def _told(game: Game, found: Reckoning, one: Stretch | Order) -> Moment:
    first, last = (one.first, one.last) if isinstance(one, Stretch) else (one.answers, one.answers + 1)
    begin, end = events_between(game.events, first, last)
    change = found.chance(weight_of(one))
    where = where_words(game.events, _place(game.events, begin, first))
    if isinstance(one, Stretch):
        after = found.chance(one.after)
        words = deed_words(game.events, begin, end, game.tables)
        return Moment(DICE, place_of(one), where, words, after - change, after, change)
    event = game.events[begin]
    choice = game.at(one.answers).request
    assert isinstance(event, Chosen)
    assert isinstance(choice, Choice)
    better = better_words(choice, one.instead, game.tables)
    words = given_words(event, game.tables)
    return Moment(ORDERS, one.answers, where, words, found.chance(one.better), found.chance(one.given), change, better)


def _place(events: list[Happening], begin: int, first: int) -> int:
    """The first event of a stretch that an answer brought: it says where that was."""
    return next((place for place in range(begin, len(events)) if isinstance(events[place], Roll | Chosen)), begin)


# -- the curve ---------------------------------------------------------------------


def legs_of(found: Reckoning) -> list[Leg]:
    """The curve: over the answers of a game the chance from 0 to 1, dice as slopes, orders as steps straight up or
    down."""
    legs: list[Leg] = []
    places = [order.answers for order in found.orders]
    level = found.start
    for stretch in found.stretches():
        inner = found.orders[bisect_left(places, stretch.first) : bisect_left(places, stretch.last)]
        begun, span, base = stretch.first, stretch.last - stretch.first, float(level)
        for order in inner:
            to = base + stretch.luck * (order.answers - begun) / span
            legs.append(Leg(begun, base / found.whole, order.answers, to / found.whole, False))
            legs.append(Leg(order.answers, to / found.whole, order.answers, (to + order.worth) / found.whole, True))
            rest = stretch.luck * (stretch.last - order.answers) / span
            begun, base, span = order.answers, to + order.worth, stretch.last - order.answers
            stretch = msgspec.structs.replace(stretch, luck=rest)
            if not span:
                break
        level = stretch.after
        legs.append(Leg(begun, base / found.whole, stretch.last, level / found.whole, False))
    return [leg for leg in legs if (leg.x, leg.y) != (leg.to_x, leg.to_y)]


def drawing_of(game: Game, found: Reckoning) -> Drawing:
    """The curve as a drawing for a report, the moments by their numbers."""
    moments = moments_of(game, found)
    marks = [(one.answers, found_at(found, one.answers), one.words) for one in moments]
    return course(f"The chance of {chance_name(game.state.setup)} over the game", legs_of(found), marks)


def found_at(found: Reckoning, answers: int) -> float:
    """The chance after so many answers, as the curve has it."""
    for leg in legs_of(found):
        if leg.x <= answers < leg.to_x:
            return leg.y + (leg.to_y - leg.y) * (answers - leg.x) / (leg.to_x - leg.x)
    return found.chance(found.end if answers else found.start)


# -- in words ------------------------------------------------------------------------


def lines(game: Game, found: Reckoning) -> list[str]:
    """Sums, curve and moments as lines of text."""
    told = [*sum_lines(game, found), "", *drawing_of(game, found).lines, "", "What moved it most:"]
    moments = moments_of(game, found)
    if not moments:
        return [*told, f"  {NONE}"]
    for number, one in enumerate(moments, 1):
        told += [f"  {number} {text}" if not place else f"    {text}" for place, text in enumerate(moment_lines(one))]
    return told


def sum_lines(game: Game, found: Reckoning) -> list[str]:
    """The chance at the start, what luck and orders brought, and what it came to; then how sure that is."""
    sums = sums_of(found)
    setup = game.state.setup
    end = OUTCOMES[game.state.outcome] if found.over else "the chance as it stands"
    name = f"chance of {chance_name(setup)} at the start"
    width = len(name)
    rows = [
        (name, f"{percent(sums.start):>5}"),
        ("luck", f"{points_words(sums.luck):>4}"),
        ("your orders", f"{points_words(sums.orders):>4}"),
        ("the end", f"{percent(sums.end):>5}  {end}"),
    ]
    sure = f"Each chance by {found.branches} branches, doctrine playing on: within {round(100 * found.sure)} points."
    return [*(f"{label:<{width}}  {value}" for label, value in rows), sure]


def moment_lines(one: Moment) -> list[str]:
    """A moment in two lines: where and how much, then what happened, or what would have been better."""
    head = f"{one.where}: {percent(one.before)} to {percent(one.after)} ({points_words(one.change)}, {one.kind})"
    if one.kind == DICE:
        return [head, one.words]
    return [head, f"{one.words}. Doctrine: {one.better}"]


def as_json(game: Game, found: Reckoning) -> dict[str, Any]:
    """The reckoning as data: the sums, the curve by answers, the moments."""
    sums = sums_of(found)
    return {
        "chance": sums._asdict(),
        "branches": found.branches,
        "curve": [{"answers": one.answers, "chance": found.chance(one.worth)} for one in found.stations],
        "moments": moments_of(game, found),
        "orders": count_orders(found),
    }


def count_orders(found: Reckoning) -> list[dict[str, Any]]:
    """Every order that was not doctrine's, with its chance and that of doctrine's."""
    return [
        {"answers": one.answers, "given": found.chance(one.given), "better": found.chance(one.better)}
        for one in found.orders
    ]


def order_count_words(found: Reckoning) -> str:
    """How many orders were not doctrine's."""
    return count(len(found.orders), "order")
