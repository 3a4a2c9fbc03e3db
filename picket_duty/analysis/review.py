"""The decisions of a game that cost most, judged by playouts of their own.

The apparently worst of many decisions is often one with bad luck in its playouts. So the apparently worst ones are
played again with other dice, twice as often, and only these playouts count.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from picket_duty.analysis.win_probability import (
    WIN,
    Deviation,
    Measurements,
    PlayoutTask,
    Progress,
    WinProbability,
    run_task,
    state_after,
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
    """A decision compared with doctrine's, after so many answers, in half wins of ``playouts`` playouts each."""

    answers: int
    given: int
    better: int
    playouts: int
    instead: Answer

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
    unknown = [one for one in candidates if known.reviewed.get(one.answers, (0, 0, 0))[2] != playouts]
    tasks = [task for deviation in unknown for task in _tasks(game, deviation, playouts, analysis.playouts)]
    values = []
    with workers(jobs, background) as players:
        for value in players.each(partial(run_task, folder), tasks):
            values.append(value)
            if progress is not None:
                progress(len(values), len(tasks))
    for deviation, given, better in zip(unknown, values[::2], values[1::2], strict=True):
        known.reviewed[deviation.answers] = (given, better, playouts)
    reviewed = [Reviewed(one.answers, *known.reviewed[one.answers], one.instead) for one in candidates]
    costly = [one for one in reviewed if _is_costly(one)]
    return sorted(costly, key=lambda one: (-one.cost, one.answers))[:WORST]


def _tasks(game: Game, deviation: Deviation, playouts: int, first: int) -> list[PlayoutTask]:
    """The playouts with the player's decision and with doctrine's."""
    number = deviation.answers
    state = state_after(game, number)
    return [PlayoutTask(number, state, order, playouts, first) for order in (game.answers[number], deviation.instead)]


def _is_costly(one: Reviewed) -> bool:
    """Whether the two probabilities differ when shown in whole points."""
    whole = WIN * one.playouts
    return points_between(one.better / whole, one.given / whole) < 0


def answers_of(game: Game, one: Reviewed) -> dict[str, Any]:
    """The answer given and the better one, for JSON."""
    return {"given": game.answers[one.answers], "better": one.instead}
