"""The decisions of a game that earn a mark, and the costliest ones, evaluated by new playouts.

The apparently worst of many decisions often just had bad luck in its playouts. Every decision that would have a mark,
and the worst ones, are therefore evaluated again with other dice and more playouts, and only these count.
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
#: Standard errors of the new playouts that earn a mark even if the first ones gave none.
CERTAIN = 3.0
#: How many times the playouts of the analysis.
TIMES = 4


class Reviewed(msgspec.Struct, frozen=True):
    """A decision after a number of ``answers`` compared with doctrine's, in half wins of ``playouts`` playouts each.

    ``marked`` is false for a decision that has no mark whatever its points, because its first playouts gave it none.
    """

    answers: int
    given: int
    better: int
    playouts: int
    instead: Answer
    squares: int = 0
    marked: bool = True

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
    def mark(self) -> str:
        """Its mark. A slip, mistake or blunder goes by the points as shown, so that no page shows "slip -5"."""
        mark = mark_of(self.points, self.error) if self.marked else EVEN
        return mark if mark == EVEN else mark_of(self.shown, 0.0)

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
    unknown = [deviation for deviation in candidates if not _is_reviewed(deviation, analysis, known)]
    counted = playouts, analysis.playouts, analysis.stage
    tasks = [pair_at(game, order.answers, order.instead, *counted) for order in unknown]
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
    """The decisions that would have a mark by their first playouts, and the worst, the worst first."""
    by_cost = sorted(analysis.deviations, key=lambda deviation: (deviation.gain, deviation.answers))
    worst = [deviation for deviation in by_cost if deviation.gain < 0][:CANDIDATES]
    return [deviation for deviation in by_cost if deviation in worst or _first(deviation, analysis).mark != EVEN]


def _is_reviewed(deviation: Deviation, analysis: WinProbability, known: Measurements) -> bool:
    _, _, playouts, _ = known.reviewed.get(deviation.answers, (0, 0, 0, 0))
    return playouts == TIMES * analysis.playouts


def is_reviewed(analysis: WinProbability, known: Measurements) -> bool:
    """Whether all marks of a game are known."""
    return all(_is_reviewed(deviation, analysis, known) for deviation in _candidates(analysis))


def every_order(analysis: WinProbability, known: Measurements) -> list[Reviewed]:
    """Every decision that differs from doctrine's, the costliest first; reviewed ones by their new playouts."""
    judged = (_judged(deviation, analysis, known) for deviation in analysis.deviations)
    return sorted(judged, key=lambda decision: (-decision.cost, decision.answers))


def _first(deviation: Deviation, analysis: WinProbability) -> Reviewed:
    """A decision by its first playouts."""
    counted = deviation.given, deviation.better, analysis.playouts
    return Reviewed(deviation.answers, *counted, deviation.instead, deviation.squares)


def _judged(deviation: Deviation, analysis: WinProbability, known: Measurements) -> Reviewed:
    """A decision by its new playouts, if any; it has a mark if it earned one both times, or by CERTAIN errors."""
    first = _first(deviation, analysis)
    if deviation.answers not in known.reviewed:
        return msgspec.structs.replace(first, marked=False)
    given, better, playouts, squares = known.reviewed[deviation.answers]
    again = Reviewed(deviation.answers, given, better, playouts, deviation.instead, squares)
    marked = first.mark != EVEN or abs(again.points) > CERTAIN * again.error
    return msgspec.structs.replace(again, marked=marked)


def _is_costly(decision: Reviewed) -> bool:
    """Whether the two probabilities differ when shown in whole points."""
    return decision.shown < 0


def answers_of(game: Game, decision: Reviewed) -> dict[str, Any]:
    """The answer given and the better one, for JSON."""
    return {"given": game.answers[decision.answers], "better": decision.instead}
