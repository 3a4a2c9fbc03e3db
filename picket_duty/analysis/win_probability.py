"""Win probability over a game, split into dice and decisions.

Where a decision differs from doctrine's, playouts are run with both orders, and the difference is
credited to the decision; the rest of a segment is luck.

Numbers of playouts are powers of two, so that every chance is exact in floating point and start +
luck + decisions equals the result exactly; the last sample point of a finished game is its result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, combinations, groupby, pairwise
from typing import TypeVar

import msgspec

from picket_duty.analysis.half_wins import difference_error, share
from picket_duty.analysis.statistics import wilson
from picket_duty.requests import Answer
from picket_duty.text.chances import CLAIM

#: Moments listed.
MOMENTS = 5
#: The smallest change of probability that makes a moment.
MIN_CHANGE = 0.02
#: An order is decided if its standard error is below ENOUGH, a probability, or if its difference is
#: more than SURE standard errors. SURE is three rather than two, because orders are tested again
#: and again, and because the steepest of many stretches is picked.
ENOUGH = 0.015
SURE = 3.0
#: The shortest stretch with this share of the largest change counts as the steepest.
STEEP = 2 / 3


class SamplePoint(msgspec.Struct, frozen=True):
    """A point of a game after a number of ``answers``, and the results of its playouts."""

    answers: int
    results: str

    @property
    def chance(self) -> float:
        """The probability of winning."""
        return share(self.results)


class Deviation(msgspec.Struct, frozen=True):
    """A decision that differs from doctrine's, after a number of ``answers``.

    ``given`` are the results of playouts with the decision, ``better`` those with doctrine's
    decision ``instead``. An order whose first playouts stand out is played again with new dice, and
    only these count: the first ones were chosen because they stand out. ``confirmed`` is whether
    that has been done, None if it is not needed. ``by_officers`` is whether the officers made the
    decision, not the player.
    """

    answers: int
    given: str
    better: str
    instead: Answer
    confirmed: bool | None = None
    by_officers: bool = False

    @property
    def gain(self) -> float:
        """The probability gained over doctrine's decision; negative if it was worse."""
        return share(self.given) - share(self.better)

    @property
    def error(self) -> float:
        """The standard error of the gain."""
        return difference_error(self.given, self.better)

    @property
    def is_open(self) -> bool:
        """Whether it takes more playouts to say what the decision cost or gained."""
        if self.confirmed is not None:
            return not self.confirmed
        return self.error >= ENOUGH and abs(self.gain) <= SURE * self.error

    @property
    def stands_out(self) -> bool:
        """Whether the gain is decided by its size, not by a small error."""
        return ENOUGH <= self.error < abs(self.gain) / SURE

    @property
    def is_clear(self) -> bool:
        """Whether it is decided, and the gain is outside its margin of error."""
        return not self.is_open and abs(self.gain) > CLAIM * self.error


class Segment(msgspec.Struct, frozen=True):
    """The part of a game between two sample points.

    ``decisions`` is the probability gained by the decisions in it, ``errors`` the standard error of
    that gain.
    """

    begin: SamplePoint
    end: SamplePoint
    decisions: float = 0.0
    errors: float = 0.0

    @property
    def answers(self) -> int:
        """The number of answers at its begin."""
        return self.begin.answers

    @property
    def last(self) -> int:
        """The number of answers at its end."""
        return self.end.answers

    @property
    def gain(self) -> float:
        """The probability gained by dice: the luck."""
        return self.end.chance - self.begin.chance - self.decisions

    @property
    def error(self) -> float:
        """The standard error of the luck."""
        return math.hypot(difference_error(self.begin.results, self.end.results), self.errors)

    @property
    def margin(self) -> float:
        """The margin of error of the luck, for one of the steepest of many segments."""
        return SURE * self.error

    @property
    def is_clear(self) -> bool:
        """Whether the luck is outside its margin of error."""
        return abs(self.gain) > self.margin


#: What changed the win probability: the dice of a segment, or a decision.
Moment = Segment | Deviation
M = TypeVar("M", Segment, Moment)


def together(parts: Sequence[Segment]) -> Segment:
    """Adjacent segments as one."""
    decisions = sum(part.decisions for part in parts)
    errors = math.hypot(*(part.errors for part in parts))
    return Segment(parts[0].begin, parts[-1].end, decisions, errors)


def stretches(parts: Sequence[Segment]) -> list[Segment]:
    """Segments in a row as stretches. A segment that is clear is a stretch by itself. Of others in
    a row, the steepest ones are joined, if they are clear together.
    """
    joined = []
    for is_clear, group in groupby(parts, lambda part: part.is_clear):
        in_a_row = list(group)
        joined += in_a_row if is_clear else _steepest(in_a_row)
    return joined


def _steepest(parts: list[Segment]) -> list[Segment]:
    """Segments of which none is clear alone, with the steepest stretches joined.

    Stretches are steep if they have most of the largest change. The shortest of them that is clear
    is joined, and then the segments before and after it are joined in the same way.
    """
    changes = _changes_over(parts)
    least = STEEP * max(changes.values(), default=0.0)
    steep = [stretch for stretch, change in changes.items() if change >= least]

    def shortest_first(stretch: tuple[int, int]) -> tuple[int, float]:
        first, end = stretch
        return parts[end - 1].last - parts[first].answers, -changes[stretch]

    for first, end in sorted(steep, key=shortest_first):
        whole = together(parts[first:end])
        if whole.is_clear:
            return [*_steepest(parts[:first]), whole, *_steepest(parts[end:])]
    return parts


def _changes_over(parts: list[Segment]) -> dict[tuple[int, int], float]:
    """The size of the change over each stretch of two segments or more, by the numbers of its first
    segment and of the one after it.
    """
    changes = {}
    # The change up to each segment, and up to the end.
    sums = [*accumulate((part.gain for part in parts), initial=0.0)]
    for first, end in combinations(range(len(sums)), 2):
        if end - first >= 2:
            changes[first, end] = abs(sums[end] - sums[first])
    return changes


class WinProbability(msgspec.Struct, frozen=True):
    """The win probability over a game; ``playouts`` is the number of playouts of the first sample
    point.

    ``over`` is whether the last sample point is a result. ``stage`` is the number of the stage
    analyzed, 0 for a whole game. ``is_compared`` is whether the orders were compared with
    doctrine's.
    """

    playouts: int
    over: bool
    points: tuple[SamplePoint, ...]
    deviations: tuple[Deviation, ...]
    stage: int = 0
    is_compared: bool = True

    @property
    def start(self) -> float:
        """The probability at the first sample point."""
        return self.points[0].chance

    @property
    def end(self) -> float:
        """The probability at the last sample point: the result of a finished game."""
        return self.points[-1].chance

    @property
    def decisions(self) -> float:
        """The probability gained by all decisions over doctrine's, with the same dice."""
        return sum((deviation.gain for deviation in self.deviations), 0.0)

    @property
    def own_orders(self) -> list[Deviation]:
        """The player's decisions that differ from doctrine's."""
        return [order for order in self.deviations if not order.by_officers]

    @property
    def officers_orders(self) -> list[Deviation]:
        """The decisions of the officers that differ from doctrine's."""
        return [order for order in self.deviations if order.by_officers]

    @property
    def luck(self) -> float:
        """The probability gained by the dice."""
        return sum((segment.gain for segment in self.segments()), 0.0)

    @property
    def orders_error(self) -> float:
        """The standard error of the gain of all decisions together."""
        return math.hypot(*(order.error for order in self.deviations))

    @property
    def open_orders(self) -> int:
        """How many of the player's decisions need more playouts."""
        return sum(order.is_open for order in self.own_orders)

    @property
    def is_split(self) -> bool:
        """Whether every order was played out, so that luck and orders are known apart."""
        return self.is_compared and all(order.given for order in self.deviations)

    @property
    def ranked(self) -> list[Deviation]:
        """The player's decisions judged so far: those that clearly changed the chance, the worst
        first, then the others.
        """
        judged = [order for order in self.own_orders if not order.is_open]
        return sorted(judged, key=lambda order: (not order.is_clear, order.gain, order.answers))

    @property
    def end_margin(self) -> float:
        """Half-width of the wider confidence interval of the chances at the start and now; a result
        is certain.
        """
        ends = [self.points[0]]
        if not self.over:
            ends.append(self.points[-1])
        margins = []
        for point in ends:
            playouts = len(point.results)
            low, high = wilson(round(point.chance * playouts), playouts)
            margins.append((high - low) / 2)
        return max(margins)

    @property
    def is_certain(self) -> bool:
        """Whether every playout from every sample point was won, or every one lost, and the
        decisions together changed the chance by less than half a percentage point.
        """
        chances = {point.chance for point in self.points}
        return chances in ({0.0}, {1.0}) and not round(100 * self.decisions)

    def segments(self, playouts: int = 0) -> list[Segment]:
        """The segments between the sample points with at least so many ``playouts``, in order."""
        points = [point for point in self.points if len(point.results) >= playouts]
        segments = []
        for begin, end in pairwise(points):
            inner = [
                order for order in self.deviations if begin.answers <= order.answers < end.answers
            ]
            decisions = sum((order.gain for order in inner), 0.0)
            errors = math.hypot(*(order.error for order in inner))
            segments.append(Segment(begin, end, decisions, errors))
        return segments

    def moments(self, most: int = MOMENTS) -> list[Moment]:
        """The largest changes, by the dice of a stretch or by the player's decisions, in the order of
        the game.

        A stretch begins and ends at points with all playouts: of many points with few, some always
        stand out.
        """
        decided = [order for order in self.own_orders if not order.is_open]
        every: list[Moment] = [*stretches(self.segments(self.playouts)), *decided]
        # An order comes before the dice that begin at the same answer: they are rolled after it.
        return sorted(
            largest(every, most), key=lambda moment: (moment.answers, isinstance(moment, Segment))
        )


def largest(moments: Sequence[M], most: int = MOMENTS) -> list[M]:
    """The largest changes that are worth listing, the largest first."""
    ranked = sorted(moments, key=lambda moment: (-abs(moment.gain), moment.answers))[:most]
    return [moment for moment in ranked if abs(moment.gain) >= MIN_CHANGE]
