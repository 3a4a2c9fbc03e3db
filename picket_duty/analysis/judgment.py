"""The judgment after a wave or a phase: what the player's orders cost or gained against doctrine's, and what to learn.

It adds up the orders, each compared with doctrine's by playouts with the same dice, and claims nothing within two
standard errors.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from picket_duty.book.vocabulary import DECLARE, FIRE_PLAN
from picket_duty.game import Game
from picket_duty.odds.plan import fighters_kept
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.requests import Answer, Choice
from picket_duty.rules.play import YES
from picket_duty.text.chances import CLAIM, HALF_A_POINT
from picket_duty.text.consequences import percent
from picket_duty.text.names import WEAPONS, count, plane_name

#: The least difference in expected hits that is mentioned.
LEAST_HITS = 0.25


class JudgedOrder(msgspec.Struct, frozen=True):
    """An order of the player after so many ``answers``, compared with doctrine's.

    ``points`` of the chance of winning were gained (negative: lost), with standard error ``error``; both are 0 for
    doctrine's own order, which is ``matched``. ``lesson`` is what doctrine did better, as advice; empty if there is
    nothing to say. ``hits`` is how many more hits in this wave a fire plan lets through than doctrine's, as expected.
    """

    phase: str
    wave: int | None
    answers: int
    points: float = 0.0
    error: float = 0.0
    lesson: str = ""
    hits: float = 0.0
    matched: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether the points are more than two standard errors."""
        return abs(self.points) > CLAIM * self.error


def judgment_words(orders: Sequence[JudgedOrder], when: str) -> str:
    """The judgment of some orders in a line; ``when`` says of which time. Empty without orders."""
    if not orders:
        return ""
    if all(order.matched for order in orders):
        return f"Your orders {when} matched your exec's."
    points, error = sum(order.points for order in orders), math.hypot(*(order.error for order in orders))
    margin = CLAIM * error
    # Nor is "1 point (±1)" claimed, however it was rounded.
    if abs(points) <= max(margin, 100 * HALF_A_POINT) or round(abs(points)) <= round(margin):
        return f"Your orders {when} made no clear difference to your chances (±{_points(margin)}).{_hits(orders)}"
    verb = "cost" if points < 0 else "gained"
    words = f"Your orders {when} {verb} {_points(abs(points))} (±{max(1, round(margin))})."
    worst = min(orders, key=lambda order: order.points)
    return f"{words} Lesson: {worst.lesson}." if worst.points < 0 and worst.is_clear and worst.lesson else words


def _hits(orders: Sequence[JudgedOrder]) -> str:
    """How many expected hits the fire plans allowed beyond doctrine's, if that is a difference that counts."""
    hits = sum(order.hits for order in orders)
    if abs(hits) < LEAST_HITS:
        return ""
    number = f"{abs(hits):.1f} {'more' if hits > 0 else 'fewer'}"
    return f" Expected hits: {number} than with your exec's plan."


def extra_hits(game: Game, choice: Choice, execs: Answer, given: Answer) -> float:
    """How many more hits in this wave are expected of a fire plan than of doctrine's; 0 for other decisions."""
    if choice.decision != FIRE_PLAN or not isinstance(execs, dict) or not isinstance(given, dict):
        return 0.0
    odds = PlanOdds(game.play)
    return odds.wave(given).expected - odds.wave(execs).expected


def _points(points: float) -> str:
    return count(max(1, round(points)), "point")


def lesson_of(game: Game, choice: Choice, execs: Answer, given: Answer) -> str:
    """What doctrine's order does better than the one given, from the facts of the position; empty if unknown."""
    if choice.decision == FIRE_PLAN and isinstance(execs, dict) and isinstance(given, dict):
        return _plan_lesson(game, choice, execs, given)
    if choice.decision == DECLARE:
        return _declaration_lesson(game, given == YES)
    return ""


def _plan_lesson(game: Game, choice: Choice, execs: Mapping[str, int], given: Mapping[str, int]) -> str:
    air = game.state.air
    kept, wanted = fighters_kept(choice, given), fighters_kept(choice, execs)
    if kept > wanted:
        now = sum(plane.flying for plane in air.planes)
        return f"send {count(kept - wanted, 'more fighter')} at the {count(now, 'plane')} in wave {air.wave}"
    if kept < wanted:
        return f"keep {count(wanted, 'fighter')} for the {count(sum(map(len, air.waves)), 'plane')} to come"
    more = Counter(execs.values())
    more.subtract(Counter(given.values()))
    number, guns = max(more.items(), key=lambda item: (item[1], -item[0]), default=(0, 0))
    if guns <= 0:
        return ""
    plane = next(plane for plane in air.planes if plane.number == number)
    left = PlanOdds(game.play).plane(number, [slot for slot, target in given.items() if target == number]).any
    armed = f", with its {WEAPONS[plane.weapon]}," if plane.special else ""
    return f"{plane_name(number)}{armed} was still {percent(left)} likely to hit; aim {count(guns, 'more gun')} at it"


def _declaration_lesson(game: Game, declared: bool) -> str:
    coming = sum(map(len, game.state.air.waves))
    if declared and coming:
        return f"with {count(coming, 'plane')} to come, silent guns cost more than repairs gain"
    fires = game.play.ship.deck_fires.values()
    if not declared and fires:
        level, last = max(fires), game.tables.numbers.deck_fire_limit
        return (
            "declare at once: a fire at its top level gets out of control next"
            if level >= last
            else (f"declare an emergency for a level {level} deck fire: it grows every round")
        )
    return ""
