"""The orders of a game that cost most: those that look dearest, played out anew with other branches.

Of many orders the dearest by a few branches is mostly one that had bad luck in them. So the dearest few are judged by
branches of their own, twice as many, and what these say stands.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from picket_duty.analysis.win_probability import WIN, Known, Measure, Progress, Reckoning, measure, position_at
from picket_duty.analysis.workers import workers
from picket_duty.game import Game
from picket_duty.requests import Answer
from picket_duty.text.swings import points_between

#: Orders named, and orders judged anew to find them.
WORST, JUDGED = 3, 6
#: So many times the branches of the reckoning.
TIMES = 2


class Judged(msgspec.Struct, frozen=True):
    """An order against doctrine's: after how many answers, half wins with it and with doctrine's, over how many
    branches each."""

    answers: int
    given: int
    better: int
    branches: int
    instead: Answer

    @property
    def cost(self) -> float:
        """What it gave away, in chances."""
        return (self.better - self.given) / (WIN * self.branches)


def review(
    game: Game,
    found: Reckoning,
    known: Known,
    jobs: int = 1,
    folder: str = "",
    progress: Progress | None = None,
    background: bool = False,
) -> list[Judged]:
    """The orders that cost most, the dearest first; none where none cost anything. Raises WorkersLost.

    What is judged is entered in ``known``, and not judged again.
    """
    dear = sorted((one for one in found.orders if one.worth < 0), key=lambda one: (one.worth, one.answers))[:JUDGED]
    branches, tasks = TIMES * found.branches, []
    unknown = [one for one in dear if known.judged.get(one.answers, (0, 0, 0))[2] != branches]
    for one in unknown:
        place = position_at(game, one.answers)
        for order in (game.answers[one.answers], one.instead):
            tasks.append(Measure(one.answers, place, order, branches, first=found.branches))
    worths = []
    with workers(jobs, background) as players:
        for worth in players.each(partial(measure, folder), tasks):
            worths.append(worth)
            if progress is not None:
                progress(len(worths), len(tasks))
    for one, given, better in zip(unknown, worths[::2], worths[1::2], strict=True):
        known.judged[one.answers] = (given, better, branches)
    judged = [Judged(one.answers, *known.judged[one.answers], one.instead) for one in dear]
    worst = sorted((one for one in judged if _costs(one)), key=lambda one: (-one.cost, one.answers))
    return worst[:WORST]


def _costs(one: Judged) -> bool:
    """Whether it cost as much as shows: between 7% and 7% nothing is to be told."""
    whole = WIN * one.branches
    return points_between(one.better / whole, one.given / whole) < 0


def answers_of(game: Game, one: Judged) -> dict[str, Any]:
    """What was ordered and what would have been better, as answers."""
    return {"given": game.answers[one.answers], "better": one.instead}
