"""Moves of one unit from place to place in an Assault (10.2)."""

from __future__ import annotations

from picket_duty.companions.ie_shima_board import LOST, Unit, opponent_of
from picket_duty.companions.ie_shima_play import Assault, IslandPlay, Mover
from picket_duty.companions.ie_shima_reports import emptied_words, entering_words, settle
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option

#: The option of a unit that moves no farther.
STAY = "stay"


def move_unit(play: IslandPlay, now: Assault, mover: Mover) -> Procedure[None]:
    """Move a unit from Area to Area until it stops or must stop (10.2)."""
    while places := entries(play, now, mover):
        place = places[0]
        # If there is a single place for the first move, choosing the unit was the decision.
        if len(places) > 1 or mover.left is not None:
            options = [Option(place, play.board.reach_words(place)) for place in places]
            place = yield from play.choose("move", *options, Option(STAY, "The unit stays here"))
        if place == STAY:
            # A unit that has not moved yet may be chosen again.
            mover.stopped = mover.left is not None
            return
        enter(play, mover, place)
    mover.stopped = True


def entries(play: IslandPlay, now: Assault, mover: Mover) -> list[str]:
    """The places that a unit may enter next: by control, stacking, attacks made, and the movement
    it has left.
    """
    board = play.board
    unit = mover.unit
    start = board.place(unit)
    if mover.stopped or mover.fought or start == LOST:
        return []
    if mover.left is None and not unit.factors[board.is_reduced(unit)]:
        return []
    places = [place for place in board.beside(start) if place not in now.attacked]
    places = [place for place in places if board.may_enter(unit, start, place)]
    # The first move is possible whatever it costs.
    if mover.left is None:
        return places
    costs = {place: board.cost(unit, start, place) for place in places}
    return [place for place, cost in costs.items() if cost is not None and cost <= mover.left]


def enter(play: IslandPlay, mover: Mover, place: str, alone: bool = True) -> None:
    """Move a unit into an adjacent place and pay the cost (10.2, 7.2).

    One that goes ``alone`` is reported at once, unless the computer moves it in a practice game;
    one of a stack is reported with it by ``move_stack``.
    """
    board = play.board
    unit = mover.unit
    start = board.place(unit)
    mover.came = start
    left = mover.left
    if left is None:
        left = board.factor(unit, rain=not play.is_clear)
    cost = board.cost(unit, start, place)
    mover.left = 0 if cost is None else max(0, left - cost)
    is_computers = unit.side == opponent_of(play.state)
    if play.has_practice_aids and is_computers:
        # The computer's units go one by one and are reported together.
        play.entered.setdefault(place, []).append(unit)
    elif alone:
        emptied = emptied_words(board, unit) if play.has_practice_aids else ""
        play.say(f"{entering_words([unit], place)}{emptied}; {mover.left} MF left")
    board.put(unit, place)
    mover.stopped = not board.is_vacant(place, unit.side) or place in play.state.rubble
    settle(play)


def mover_of(now: Assault, unit: Unit) -> Mover:
    """A unit of an Assault with what it has done in it."""
    return next(mover for mover in now.movers if mover.unit == unit)
