"""The costliest decisions of a game, evaluated by new playouts.

The apparently worst of many decisions often just had bad luck in its playouts. The worst ones are therefore evaluated
again with other dice and twice as many playouts, and only these count.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from picket_duty.analysis.win_probability import (
    EVEN,
    WIN,
    Deviation,
    Measurements,
    Progress,
    WinProbability,
    error_of,
    mark_of,
    pair_at,
    run_pair,
)
from picket_duty.analysis.workers import workers
from picket_duty.game import Game
from picket_duty.requests import Answer
from picket_duty.text.swings import points_between

#: Decisions named, and decisions played again to find them.
WORST, CANDIDATES = 3, 6
#: How many times the playouts of the analysis.
TIMES = 2


class Reviewed(msgspec.Struct, frozen=True):
    """A decision after a number of ``answers`` compared with doctrine's, in half wins of ``playouts`` playouts each."""

    answers: int
    given: int
    better: int
    playouts: int
    instead: Answer
    squares: int = 0

    @property
    def points(self) -> float:
        """The points it gained over doctrine's decision; negative if it was worse."""
        return 100 * (self.given - self.better) / (WIN * self.playouts)

    @property
    def error(self) -> float:
        """The standard error of the points."""
        return error_of(self.given - self.better, self.squares, self.playouts)

    @property
    def shown(self) -> int:
        """The points between the two chances as shown."""
        whole = WIN * self.playouts
        return points_between(self.better / whole, self.given / whole)

    @property
    def mark(self) -> str:
        """Its mark. A slip, mistake or blunder goes by the points as shown, so that no page shows "slip -5"."""
        mark = mark_of(self.points, self.error)
        return mark if mark == EVEN else mark_of(self.shown, 0.0)

    @property
    def cost(self) -> float:
        """The win probability it gave away."""
        return (self.better - self.given) / (WIN * self.playouts)


def review(
    game: Game,
    analysis: WinProbability,
    known: Measurements,
    jobs: int = 1,
    folder: str = "",
    progress: Progress | None = None,
    background: bool = False,
) -> list[Reviewed]:
    """The decisions that cost most, the worst first; empty if none cost anything. Raises WorkersLost.

    Results go into ``known``, and what is in it is not played again.
    """
    worse = (deviation for deviation in analysis.deviations if deviation.gain < 0)
    candidates = sorted(worse, key=lambda deviation: (deviation.gain, deviation.answers))[:CANDIDATES]
    playouts = TIMES * analysis.playouts
    measured = {number: count for number, (_, _, count, _) in known.reviewed.items()}
    unknown = [deviation for deviation in candidates if measured.get(deviation.answers) != playouts]
    tasks = [pair_at(game, deviation.answers, deviation.instead, playouts, analysis.playouts) for deviation in unknown]
    values = []
    with workers(jobs, background) as players:
        for value in players.each(partial(run_pair, folder), tasks):
            values.append(value)
            if progress is not None:
                progress(len(values), len(tasks))
    for deviation, (given, better, squares) in zip(unknown, values, strict=True):
        known.reviewed[deviation.answers] = (given, better, playouts, squares)
    judged = (_judged(item, analysis, known) for item in candidates)
    costly = [decision for decision in judged if _is_costly(decision)]
    return sorted(costly, key=lambda decision: (-decision.cost, decision.answers))[:WORST]


def every_order(analysis: WinProbability, known: Measurements) -> list[Reviewed]:
    """Every decision that differs from doctrine's, the costliest first; reviewed ones by their new playouts."""
    judged = (_judged(deviation, analysis, known) for deviation in analysis.deviations)
    return sorted(judged, key=lambda decision: (-decision.cost, decision.answers))


def _judged(deviation: Deviation, analysis: WinProbability, known: Measurements) -> Reviewed:
    first = (deviation.given, deviation.better, analysis.playouts, deviation.squares)
    given, better, playouts, squares = known.reviewed.get(deviation.answers, first)
    return Reviewed(deviation.answers, given, better, playouts, deviation.instead, squares)


def _is_costly(decision: Reviewed) -> bool:
    """Whether the two probabilities differ when shown in whole points."""
    return decision.shown < 0


def answers_of(game: Game, decision: Reviewed) -> dict[str, Any]:
    """The answer given and the better one, for JSON."""
    return {"given": game.answers[decision.answers], "better": decision.instead}
