"""Reports of the win probability over a game: start, luck and orders adding up to the result, curve and moments."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from picket_duty.analysis.review import TIMES, Reviewed, answers_of
from picket_duty.analysis.segments import events_between
from picket_duty.analysis.win_probability import MOMENTS, WIN, Deviation, Segment, WinProbability, margin_of
from picket_duty.events import Chosen, Event
from picket_duty.figures.graphs import Leg, curve
from picket_duty.figures.graphs import Moment as Numbered
from picket_duty.figures.marks import Figure
from picket_duty.game import Game
from picket_duty.reports.document import Block, Heading, Items, Paragraph
from picket_duty.requests import Answer, Choice, Roll
from picket_duty.text import OUTCOMES, count
from picket_duty.text.consequences import percent
from picket_duty.text.swings import (
    WITHIN,
    better_order_words,
    chance_name,
    given_order_words,
    is_close,
    luck_and_orders_words,
    points_between,
    points_column,
    points_words,
    swing_words,
    where_words,
)

#: What moved the chance, and how it is said.
DICE, ORDERS = "dice", "orders"
BY = {DICE: "by the dice", ORDERS: "by your order"}
#: A game whose chance was never in doubt has no moments.
NONE = "Nothing moved it by as much as 2 points."


class Moment(msgspec.Struct, frozen=True):
    """What moved the chance: by dice or orders, after how many answers, where, what happened, and from what to what.

    ``better`` is what doctrine would have ordered, empty for dice. ``error`` is how far each chance may be off.
    """

    kind: str
    answers: int
    where: str
    words: str
    before: float
    after: float
    change: float
    better: str = ""
    error: float = 0.0

    @property
    def points(self) -> int:
        """What it brought in points, as the two chances are shown."""
        return points_between(self.before, self.after)

    @property
    def close(self) -> bool:
        """Whether that is no more than the error: it may have brought nothing."""
        return is_close(self.points, self.error)


class Sums(NamedTuple):
    """Start, luck, orders, end: the first three come to the last, exactly."""

    start: float
    luck: float
    orders: float
    end: float


def sums_of(found: WinProbability) -> Sums:
    """What a game came to, in chances."""
    return Sums(*map(found.chance, (found.start, found.luck, found.decisions, found.end)))


def moments_of(game: Game, found: WinProbability, most: int = MOMENTS) -> list[Moment]:
    """What moved the chance most, in the order in which it happened. The game has its history."""
    return [_told(game, found, one) for one in found.moments(most)]


def order_at(game: Game, found: WinProbability, answers: int) -> Moment | None:
    """The order given after so many answers, told, where doctrine would have given another."""
    order = next((one for one in found.deviations if one.answers == answers), None)
    return None if order is None else _told(game, found, order)


def worst_of(game: Game, judged: Iterable[Reviewed]) -> list[Moment]:
    """The orders of a review, told."""
    return [_order_told(game, one.answers, one.given, one.better, one.playouts, one.instead) for one in judged]


def _told(game: Game, found: WinProbability, one: Segment | Deviation) -> Moment:
    if isinstance(one, Deviation):
        return _order_told(game, one.answers, one.given, one.better, found.playouts, one.instead)
    begin, end = events_between(game.events, one.first, one.last)
    change, after = found.chance(one.luck), found.chance(one.after)
    where = where_words(game.events, _place(game.events, begin))
    words = swing_words(game.events, begin, end, game.tables)
    return Moment(DICE, one.first, where, words, after - change, after, change, error=found.margin)


def _order_told(game: Game, answers: int, given: int, better: int, playouts: int, instead: Answer) -> Moment:
    begin, _ = events_between(game.events, answers, answers + 1)
    event, choice = game.events[begin], game.at(answers).request
    assert isinstance(event, Chosen)
    assert isinstance(choice, Choice)
    words = given_order_words(event, game.tables)
    told = better_order_words(choice, instead, game.tables)
    where = where_words(game.events, begin)
    before, after, change = (worth / (WIN * playouts) for worth in (better, given, given - better))
    return Moment(ORDERS, answers, where, words, before, after, change, told, margin_of(playouts))


def _place(events: list[Event], begin: int) -> int:
    """The first event of a segment that an answer brought: it says where that was."""
    return next((place for place in range(begin, len(events)) if isinstance(events[place], Roll | Chosen)), begin)


# -- the curve ---------------------------------------------------------------------


def legs_of(found: WinProbability) -> list[Leg]:
    """The curve: over the answers of a game the chance from 0 to 1, dice as slopes, orders as steps straight up or
    down."""
    places = [order.answers for order in found.deviations]
    legs: list[Leg] = []
    for segment in found.segments():
        inner = found.deviations[bisect_left(places, segment.first) : bisect_left(places, segment.last)]
        legs += _legs_between(segment, inner, found.whole)
    return [leg for leg in legs if (leg.x, leg.y) != (leg.to_x, leg.to_y)]


def _legs_between(segment: Segment, orders: Sequence[Deviation], whole: int) -> Iterator[Leg]:
    """The curve over one segment: its luck spread evenly over its answers, its orders where they were given."""
    slope = segment.luck / max(1, segment.last - segment.first)
    place, level = segment.first, float(segment.after - segment.luck - segment.decisions)
    for order in orders:
        before = level + slope * (order.answers - place)
        after = before + order.gain
        yield Leg(place, level / whole, order.answers, before / whole, False)
        yield Leg(order.answers, before / whole, order.answers, after / whole, True)
        place, level = order.answers, after
    yield Leg(place, level / whole, segment.last, segment.after / whole, False)


def figure_of(game: Game, found: WinProbability) -> Figure:
    """The curve as a figure for a report, the moments by their numbers."""
    moments = moments_of(game, found)
    marks = [Numbered(one.answers, found_at(found, one.answers), one.words) for one in moments]
    return curve(f"The chance of {chance_name(game.state.setup)} over the game", legs_of(found), marks)


def found_at(found: WinProbability, answers: int) -> float:
    """The chance after so many answers, as the curve has it: before the order that is given there."""
    for leg in legs_of(found):
        if leg.x == answers:
            return leg.y
        if leg.x < answers < leg.to_x:
            return leg.y + (leg.to_y - leg.y) * (answers - leg.x) / (leg.to_x - leg.x)
    return found.chance(found.end if answers else found.start)


def luck_blocks(game: Game, found: WinProbability) -> list[Block]:
    """The part of a report: sums, curve, moments."""
    told = [" ".join(moment_lines(one)) for one in moments_of(game, found)]
    return [
        Heading("Luck and orders"),
        Paragraph(sum_words(game, found)),
        figure_of(game, found),
        Items(tuple(f"{number}. {text}" for number, text in enumerate(told, 1))) if told else Paragraph(NONE),
    ]


# -- in words ------------------------------------------------------------------------


def lines(game: Game, found: WinProbability) -> list[str]:
    """Sums, curve and moments as lines of text."""
    told = [*sum_lines(game, found), "", *figure_of(game, found).lines, "", "What moved it most:"]
    moments = moments_of(game, found)
    if not moments:
        return [*told, f"  {NONE}"]
    for number, one in enumerate(moments, 1):
        told += [f"  {number} {text}" if not place else f"    {text}" for place, text in enumerate(moment_lines(one))]
    return told


def sum_words(game: Game, found: WinProbability) -> str:
    """The sums as a sentence, and how sure they are."""
    sums = sums_of(found)
    luck, orders = brought(found)
    end = f"at the end, {OUTCOMES[game.state.outcome]}" if found.over else "as it stands"
    return (
        f"The chance of {chance_name(game.state.setup)} was {percent(sums.start)} at the start; in points, "
        f"luck brought {luck}, your orders {orders}: {percent(sums.end)} {end}. "
        f"{margin_words(found)}"
    )


def brought(found: WinProbability) -> tuple[str, str]:
    """What luck and what orders brought, in points."""
    sums = sums_of(found)
    return luck_and_orders_words(sums.start, sums.end, sums.orders, found.margin)


def margin_words(found: WinProbability) -> str:
    """By how many branches a chance is counted, and how far it may be off."""
    return f"Each chance by {found.playouts} branches, doctrine playing on: within {round(100 * found.margin)} points."


def sum_lines(game: Game, found: WinProbability) -> list[str]:
    """The chance at the start, what luck and orders brought, and what it came to; then how sure that is."""
    sums = sums_of(found)
    setup = game.state.setup
    end = OUTCOMES[game.state.outcome] if found.over else "the chance as it stands"
    name = f"chance of {chance_name(setup)} at the start"
    width = len(name)
    luck, orders = brought(found)
    rows = [
        (name, f"{percent(sums.start):>5}"),
        ("luck", points_column(luck)),
        ("your orders", points_column(orders)),
        ("the end", f"{percent(sums.end):>5}  {end}"),
    ]
    return [*(f"{label:<{width}}  {value}" for label, value in rows), margin_words(found)]


def order_lines(found: WinProbability) -> list[str]:
    """How many orders were not doctrine's, and where those that cost most are named."""
    if not found.deviations:
        return ["Every order was doctrine's."]
    number = count(len(found.deviations), "order")
    verb = "was" if len(found.deviations) == 1 else "were"
    _, points = brought(found)
    return [
        f"{number} {verb} not doctrine's, in points: {points}; 'picket-duty review' looks for those that cost most."
    ]


def moment_lines(one: Moment) -> list[str]:
    """A moment in two lines: where and how much, then what happened, or what would have been better."""
    close = f", {WITHIN}" if one.close else ""
    by = f"{points_words(one.points)} points {BY[one.kind]}{close}"
    head = f"{one.where}: {percent(one.before)} to {percent(one.after)} ({by})"
    if one.kind == DICE:
        return [head, one.words]
    return [head, f"{one.words}. Doctrine: {one.better}"]


def review_lines(found: WinProbability, worst: Sequence[Moment], base: int) -> list[str]:
    """The orders that cost most, each with the better one, and the number by which it is gone back to."""
    if not worst:
        return ["No order cost anything that could be told."]
    told = []
    for one in worst:
        close = f", {WITHIN}" if one.close else ""
        told += [
            f"{one.where}: {one.words}, {percent(one.after)}",
            f"    Doctrine: {one.better}, {percent(one.before)} ({points_words(one.points)} points{close}; "
            f"answer {base + one.answers})",
        ]
    margin = round(100 * margin_of(TIMES * found.playouts))
    return [*told, f"Each by {TIMES * found.playouts} branches of its own: a chance within {margin} points."]


def review_json(game: Game, judged: Sequence[Reviewed]) -> list[dict[str, Any]]:
    """The orders that cost most as data: number of answers before, what about, what it cost, given and better."""
    return [
        {
            "number": game.base + one.answers,
            "about": told.words.partition(":")[0].lower(),
            "where": told.where,
            "cost": one.cost,
            **answers_of(game, one),
            "chance": {"given": told.after, "better": told.before},
            "branches": one.playouts,
        }
        for one, told in zip(judged, worst_of(game, judged), strict=True)
    ]


def as_json(game: Game, found: WinProbability) -> dict[str, Any]:
    """The win probability as JSON: sums, curve by answers, moments."""
    sums = sums_of(found)
    return {
        "chance": sums._asdict(),
        "branches": found.playouts,
        "curve": [{"answers": one.answers, "chance": found.chance(one.value)} for one in found.points],
        "moments": moments_of(game, found),
        "orders": count_orders(found),
    }


def count_orders(found: WinProbability) -> list[dict[str, Any]]:
    """Every order that was not doctrine's, with its chance and that of doctrine's."""
    return [
        {"answers": one.answers, "given": found.chance(one.given), "better": found.chance(one.better)}
        for one in found.deviations
    ]
