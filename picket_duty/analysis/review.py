"""The costliest decisions of a game, evaluated by new playouts.

The apparently worst of many decisions often just had bad luck in its playouts. The worst ones are
therefore evaluated again with other dice and more playouts, and only these count.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from picket_duty.analysis.win_probability import (
    WIN,
    Deviation,
    Measurements,
    Progress,
    WinProbability,
    error_of,
    pair_at,
    run_pair,
)
from picket_duty.analysis.workers import workers
from picket_duty.game import Game
from picket_duty.requests import Answer
from picket_duty.text.turning_points import points_between

#: Decisions named, and decisions played again to find them.
WORST, CANDIDATES = 3, 6
#: How many times the playouts of the analysis.
TIMES = 4


class Reviewed(msgspec.Struct, frozen=True):
    """A decision after a number of ``answers`` compared with doctrine's, in half wins of ``playouts`` playouts each."""

    answers: int
    given: int
    better: int
    playouts: int
    instead: Answer
    squares: int = 0

    @property
    def whole(self) -> int:
        """The value of a certain win in all playouts."""
        return WIN * self.playouts

    @property
    def points(self) -> float:
        """The points it gained over doctrine's decision; negative if it was worse."""
        return 100 * (self.given - self.better) / self.whole

    @property
    def error(self) -> float:
        """The standard error of the points."""
        return error_of(self.given - self.better, self.squares, self.playouts)

    @property
    def shown(self) -> int:
        """The points between the two chances as shown."""
        return points_between(self.better / self.whole, self.given / self.whole)

    @property
    def cost(self) -> float:
        """The win probability it gave away."""
        return (self.better - self.given) / self.whole


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
    candidates = _candidates(analysis)
    playouts = TIMES * analysis.playouts
    unknown = [item for item in candidates if known.reviewed.get(item.answers, (0, 0, 0, 0))[2] != playouts]
    tasks = [pair_at(game, order.answers, order.instead, playouts, analysis.playouts) for order in unknown]
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


def _candidates(analysis: WinProbability) -> list[Deviation]:
    """The worst decisions by their first playouts, the worst first."""
    by_cost = sorted(analysis.deviations, key=lambda deviation: (deviation.gain, deviation.answers))
    return [deviation for deviation in by_cost if deviation.gain < 0][:CANDIDATES]


def every_order(analysis: WinProbability, known: Measurements) -> list[Reviewed]:
    """Every decision that differs from doctrine's, the costliest first; reviewed ones by their new playouts."""
    judged = (_judged(deviation, analysis, known) for deviation in analysis.deviations)
    return sorted(judged, key=lambda decision: (-decision.cost, decision.answers))


def _judged(deviation: Deviation, analysis: WinProbability, known: Measurements) -> Reviewed:
    counted = known.reviewed.get(
        deviation.answers, (deviation.given, deviation.better, analysis.playouts, deviation.squares)
    )
    given, better, playouts, squares = counted
    return Reviewed(deviation.answers, given, better, playouts, deviation.instead, squares)


def _is_costly(decision: Reviewed) -> bool:
    """Whether the two probabilities differ when shown in whole points."""
    return decision.shown < 0


def answers_of(game: Game, decision: Reviewed) -> dict[str, Any]:
    """The answer given and the better one, for JSON."""
    return {"given": game.answers[decision.answers], "better": decision.instead}
