"""The largest changes of the chance of winning in a game.

Dice bring them, and orders that doctrine would not have given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from picket_duty.analysis.half_wins import share
from picket_duty.analysis.officers import GUNNERY_OFFICER
from picket_duty.analysis.segments import CREW_DRAWN, events_between, sources_of
from picket_duty.analysis.win_probability import Deviation, Segment, WinProbability
from picket_duty.events import Crew, DecisionMade, Event
from picket_duty.game import Game
from picket_duty.odds.aims import AimPlans
from picket_duty.odds.orders import is_same_order
from picket_duty.pages.fire_plan import judged_pair
from picket_duty.pages.win_curve import chance_at
from picket_duty.requests import ASSIGN, Choice, Roll
from picket_duty.text import orders, turning_points
from picket_duty.text.chances import CLAIM
from picket_duty.text.english import signed, title_case
from picket_duty.text.orders import decision_words
from picket_duty.text.styled_text import safe

#: Causes of a change, and their words.
DICE = "dice"
ORDERS = "orders"
#: Said of an order that differs from doctrine's, but not from the exec's.
AGREED = ", as your exec would order"


class Moment(msgspec.Struct, frozen=True):
    """A change of the chance, by dice or by an order, after a number of ``answers``.

    ``where`` names day, phase and wave, ``words`` what happened; the chance went from ``before`` to
    ``after``. ``better`` is what doctrine would have ordered, empty for dice. ``error`` is the
    margin of error of the change. ``is_open``: it takes more playouts to say what the order
    changed.
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
    is_open: bool = False

    @property
    def points(self) -> int:
        """The change in points between the two chances as shown."""
        return turning_points.points_between(self.before, self.after)

    @property
    def within_margin(self) -> bool:
        """Whether the change is within the margin of error."""
        return abs(self.change) <= self.error


def moments_of(game: Game, analysis: WinProbability) -> list[Moment]:
    """The largest changes of the chance, in the order of the game. The game needs its history."""
    moments: list[Moment] = []
    for part in analysis.moments():
        if isinstance(part, Segment):
            moments.append(_dice_moment(game, part))
        else:
            moments += order_moments(game, [part], analysis)
    return moments


def certain(moments: Sequence[Moment]) -> list[Moment]:
    """The moments outside their margin of error."""
    return [moment for moment in moments if not moment.within_margin]


def order_at(game: Game, analysis: WinProbability, answers: int) -> Moment | None:
    """The player's order after a number of answers, if doctrine would have given another."""
    orders = [order for order in analysis.own_orders if order.answers == answers]
    return next(iter(order_moments(game, orders, analysis)), None)


def order_moments(
    game: Game,
    judged: Iterable[Deviation],
    analysis: WinProbability | None = None,
    known: Iterable[Moment] = (),
) -> list[Moment]:
    """Orders as moments; with an analysis, their change is shown from the chance on its curve.

    ``known`` are earlier moments of the same game: what was ordered is not worked out again.
    """
    words = {moment.answers: (moment.where, moment.words, moment.better) for moment in known}
    moments = []
    for order in judged:
        where, given, better = words.get(order.answers) or _order_and_better(game, order)
        # The playouts of an order are good for the difference only.
        before = share(order.better)
        if analysis is not None:
            before = _chance(chance_at(analysis, order.answers))
        moments.append(
            Moment(
                kind=ORDERS,
                answers=order.answers,
                where=where,
                words=given,
                before=before,
                after=_chance(before + order.gain),
                change=order.gain,
                better=better,
                error=CLAIM * order.error,
                is_open=order.is_open,
            )
        )
    return moments


def dice_ends(segment: Segment) -> tuple[float, float]:
    """The chances before and after the dice of a segment; the orders in it count as given before."""
    return _chance(segment.end.chance - segment.gain), segment.end.chance


def _chance(value: float) -> float:
    """A sum of chances as a chance: orders may have gained more than it could rise."""
    return min(max(0.0, value), 1.0)


def _dice_moment(game: Game, part: Segment) -> Moment:
    """The dice of a segment. What happened explains the change only if that is clear."""
    begin, end = events_between(game.events, part.answers, part.last)
    # The rolls and decisions of the segment have its time.
    timed = [
        index for index in range(begin, end) if isinstance(game.events[index], Roll | DecisionMade)
    ] or [begin]
    where = turning_points.time_words(game.events, timed[0], timed[-1])
    words = _crew_words(game.events[begin:end]) if draws_crew(game, part) else ""
    if not words:
        change = part.gain if part.is_clear else 0.0
        words = turning_points.turning_point_words(game.events, begin, end, game.tables, change)
    before, after = dice_ends(part)
    return Moment(
        kind=DICE,
        answers=part.answers,
        where=where,
        words=words,
        before=before,
        after=after,
        change=part.gain,
        error=part.margin,
    )


def draws_crew(game: Game, part: Segment) -> bool:
    """Whether the dice of a segment only drew the crew."""
    return set(sources_of(game)[part.answers : part.last]) == {CREW_DRAWN}


def _crew_words(events: Sequence[Event]) -> str:
    """The crew as drawn, by its gunnery officer; empty if he is not among the events."""
    for event in events:
        if isinstance(event, Crew) and event.post == GUNNERY_OFFICER:
            value = signed(event.value) if event.value else "average"
            surname = event.name.rpartition(" ")[2]
            return f"The crew comes aboard; gunnery officer {surname}, {value}"
    return ""


def _order_and_better(game: Game, order: Deviation) -> tuple[str, str, str]:
    """When an order was given, the order, and doctrine's."""
    begin, _ = events_between(game.events, order.answers, order.answers + 1)
    event = game.events[begin]
    before_it = game.at(order.answers)
    choice = before_it.request
    assert isinstance(event, DecisionMade)
    assert isinstance(choice, Choice)
    if choice.kind == ASSIGN:
        plans = AimPlans(before_it.play, choice)
        given, doctrine = judged_pair(plans, given=event.answer, better=order.instead)
        _, _, execs_plan = plans.advised()
        if is_same_order(before_it.play, choice, event.answer, execs_plan):
            given += AGREED
    else:
        given = safe(decision_words(event, game.tables))
        doctrine = orders.answer_words(choice, order.instead, game.tables)
    where = turning_points.time_words(game.events, begin)
    return where, f"{title_case(event.about)}: {given}", doctrine
