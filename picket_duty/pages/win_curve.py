"""The curve of the chance of winning over the answers of a game."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from picket_duty.analysis.win_probability import Deviation, WinProbability, stretches
from picket_duty.events import answers_of
from picket_duty.figures.curves import Leg, Tick
from picket_duty.game import Game
from picket_duty.state import PHASES
from picket_duty.text.dates import label_words

#: With fewer segments between points with all playouts, the first of these points are still being
#: played, and the curve goes through every point.
ROUGH_BELOW = 4


def legs_of(analysis: WinProbability) -> list[Leg]:
    """The curve of the chance, 0 to 1, over the answers of a game: dice as slopes, orders as
    vertical steps.
    """
    places = [order.answers for order in analysis.deviations]
    legs: list[Leg] = []
    for begin, end in pairwise(drawn_points(analysis)):
        first, _ = begin
        last, _ = end
        between = slice(bisect_left(places, first), bisect_left(places, last))
        legs += _legs_between(begin, end, analysis.deviations[between])
    return [leg for leg in legs if (leg.x, leg.y) != (leg.to_x, leg.to_y)]


def _legs_between(
    begin: tuple[int, float], end: tuple[int, float], orders: Sequence[Deviation]
) -> Iterator[Leg]:
    """The curve between two of its points: the dice bring what the orders in between do not."""
    x, y = begin
    end_x, end_y = end
    dice = end_y - y - sum(order.gain for order in orders)
    slope = dice / max(1, end_x - x)
    for order in orders:
        before = y + slope * (order.answers - x)
        after = before + order.gain
        yield Leg(x, y, order.answers, before, order=False)
        yield Leg(order.answers, before, order.answers, after, order=True)
        x = order.answers
        y = after
    yield Leg(x, y, end_x, end_y, order=False)


def drawn_points(analysis: WinProbability) -> list[tuple[int, float]]:
    """The points that the curve is drawn through: both ends of the game, and of every stretch and
    order that clearly changed the chance. While the curve is rough, every point (``ROUGH_BELOW``).
    """
    places = [point.answers for point in analysis.points]
    parts = analysis.segments(analysis.playouts)
    is_rough = not analysis.is_compared and len(parts) < ROUGH_BELOW
    drawn = set(places) if is_rough else {places[0], places[-1]}
    for part in stretches(parts):
        if part.is_clear:
            drawn |= {part.answers, part.last}
    for order in analysis.deviations:
        if order.is_clear:
            # The points just before and just after the order.
            after = bisect_right(places, order.answers)
            drawn |= set(places[after - 1 : after + 1])
    return [(point.answers, point.chance) for point in analysis.points if point.answers in drawn]


def chance_at(analysis: WinProbability, answers: int) -> float:
    """The chance on the curve after a number of answers, before the order given there."""
    for leg in legs_of(analysis):
        if leg.x == answers:
            return leg.y
        if leg.x < answers < leg.to_x:
            return leg.y + (leg.to_y - leg.y) * (answers - leg.x) / (leg.to_x - leg.x)
    return analysis.end if answers else analysis.start


def ticks_of(game: Game) -> list[Tick]:
    """Where the days of a game begin; for a scenario, its phases and its waves.

    A phase without an attack is minor, one with an attack is major.
    """
    begun: dict[object, Tick] = {}
    for answers, event in enumerate(answers_of(game.events)):
        day, _, phase = event.phase.partition("/")
        if not game.state.scenario:
            begun.setdefault(day, Tick(answers, label_words(event.phase).partition(",")[0]))
        elif event.wave is not None:
            begun.setdefault((phase, event.wave), Tick(answers, f"wave {event.wave}"))
        elif phase in PHASES:
            begun.setdefault(phase, Tick(answers, phase))
    ticks = list(begun.values())
    # A phase that another phase follows, not a wave, was not attacked.
    calm = {tick for tick, then in pairwise(ticks) if {tick.label, then.label} <= set(PHASES)}
    return [
        tick._replace(minor=tick in calm, major=tick.label in PHASES and tick not in calm)
        for tick in ticks
    ]
