"""The costliest decisions of a game, evaluated by new playouts.

The apparently worst of many decisions often just had bad luck in its playouts. So the apparently worst ones are played
again with other dice, twice as often, and only these playouts count.
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
    """A decision after a number of ``answers`` compared with doctrine's, in half wins of ``playouts`` playouts each."""

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
    measured = {number: count for number, (_, _, count) in known.reviewed.items()}
    unknown = [deviation for deviation in candidates if measured.get(deviation.answers) != playouts]
    tasks = [task for deviation in unknown for task in _tasks(game, deviation, playouts, analysis.playouts)]
    values = []
    with workers(jobs, background) as players:
        for value in players.each(partial(run_task, folder), tasks):
            values.append(value)
            if progress is not None:
                progress(len(values), len(tasks))
    for deviation, given, better in zip(unknown, values[::2], values[1::2], strict=True):
        known.reviewed[deviation.answers] = (given, better, playouts)
    judged = (Reviewed(item.answers, *known.reviewed[item.answers], item.instead) for item in candidates)
    costly = [decision for decision in judged if _is_costly(decision)]
    return sorted(costly, key=lambda decision: (-decision.cost, decision.answers))[:WORST]


def _tasks(game: Game, deviation: Deviation, playouts: int, first: int) -> list[PlayoutTask]:
    """The playouts with the player's decision and with doctrine's."""
    number = deviation.answers
    state = state_after(game, number)
    return [PlayoutTask(number, state, order, playouts, first) for order in (game.answers[number], deviation.instead)]


def _is_costly(decision: Reviewed) -> bool:
    """Whether the two probabilities differ when shown in whole points."""
    whole = WIN * decision.playouts
    return points_between(decision.better / whole, decision.given / whole) < 0


def answers_of(game: Game, decision: Reviewed) -> dict[str, Any]:
    """The answer given and the better one, for JSON."""
    return {"given": game.answers[decision.answers], "better": decision.instead}
