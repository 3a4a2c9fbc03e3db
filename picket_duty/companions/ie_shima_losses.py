"""Attrition Points, taken as losses and retreats (13.0)."""

from __future__ import annotations

from picket_duty.companions.ie_shima_board import DONE, Unit, area_words
from picket_duty.companions.ie_shima_picks import pick_place, unit_options
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.ie_shima_reports import all_names, settle
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option

#: What a unit may lose.
FLIP = "flip"
ELIMINATE = "eliminate"
RETREAT = "retreat"
#: A full-strength unit that is eliminated at once.
ELIMINATE_FULL = "eliminate full"
#: The lines of the attrition chart by what is lost.
LOSSES = {
    FLIP: "full_to_reduced",
    ELIMINATE: "reduced_eliminated",
    RETREAT: "reduced_retreats",
    ELIMINATE_FULL: "full_eliminated",
}


def absorb(play: IslandPlay, first: Unit, points: int) -> Procedure[None]:
    """The defender's Attrition Points: the first by the lead or the Primary Target, the rest by
    choice (13.1).
    """
    board = play.board
    area = board.place(first)
    side = first.side
    if play.has_practice_aids and points >= room_for_points(play, area, side):
        units = board.at(area, side)
        for unit in units:
            board.lose(unit)
        names = all_names([unit.name for unit in units])
        are = "is" if len(units) == 1 else "are"
        play.say(f"{names} {are} eliminated")
        return
    takers = [first]
    while points > 0 and takers:
        what, unit = yield from loss_chosen(play, takers, area, points)
        points -= points_of(play, what)
        if what == RETREAT:
            yield from retreat(play, unit)
        else:
            strike(play, unit)
        takers = board.at(area, side)
    if points > 0:
        play.say(f"{points} remaining AP ignored")


def loss_chosen(
    play: IslandPlay, units: list[Unit], area: str, points: int
) -> Procedure[tuple[str, Unit]]:
    """A loss for some of the points, and which of the units takes it; not asked if only one can."""
    options = []
    for unit in play.listed(units):
        options += losses(play, unit, area, points)
    # Any unit can take a loss: a reduced one retreats if the points are too few to eliminate it.
    name = options[0].value
    if len(options) > 1:
        name = yield from play.choose("loss", *options, left=f"{points} AP left to take. ")
    what, _, unit_name = name.partition(" ")
    return what, play.board.units[unit_name]


def losses(play: IslandPlay, unit: Unit, area: str, points: int) -> list[Option]:
    """The losses a unit can take for some points: a full one flips, a reduced one retreats or is
    eliminated (13.1).

    Units there must take all points that they can; none retreats if all of them are needed for
    that.
    """
    board = play.board
    lost = {}
    if not board.is_reduced(unit):
        lost[FLIP] = "is reduced"
    elif points < room_for_points(play, area, unit.side):
        can_retreat = board.retreats(unit, area)
        lost[RETREAT] = "retreats" if can_retreat else "cannot retreat and is eliminated"
    if board.is_reduced(unit) and points >= points_of(play, ELIMINATE):
        lost[ELIMINATE] = "is eliminated"
    return [
        Option(f"{what} {unit.name}", f"{unit.name} {words}: {points_of(play, what)} AP")
        for what, words in lost.items()
    ]


def room_for_points(play: IslandPlay, area: str, side: str) -> int:
    """The most points that the units of a side in an Area can take: all of them eliminated
    (13.1).
    """
    units = play.board.at(area, side)
    reduced = sum(map(play.board.is_reduced, units))
    full = len(units) - reduced
    return full * points_of(play, ELIMINATE_FULL) + reduced * points_of(play, ELIMINATE)


def points_of(play: IslandPlay, what: str) -> int:
    """The points that a loss counts (13.1)."""
    return int(play.tables["attrition"].entry(LOSSES[what])["points"])


def strike(play: IslandPlay, unit: Unit) -> None:
    """Reduce a unit, or eliminate it if it is reduced (11.4.4)."""
    fate = "reduced" if play.board.reduce(unit) else "eliminated"
    play.say(f"{unit.name} is {fate}")


def retreat(play: IslandPlay, unit: Unit, back: str = "") -> Procedure[None]:
    """Retreat a unit by the priorities, an attacker to ``back``, its last place; else eliminate it
    (13.2).
    """
    board = play.board
    places = board.retreats(unit, board.place(unit), back)
    if not places:
        board.lose(unit)
        play.say(f"{unit.name} cannot retreat and is eliminated")
        return
    # ``ie_shima_opponent.decider`` reads the unit from the beginning of an option.
    place = yield from pick_place(play, "retreats to", places, prefix=f"{unit.name}: ")
    board.put(unit, place)
    play.say(f"{unit.name} retreats to {area_words(place)}")
    settle(play)


def retreat_by_choice(play: IslandPlay, area: str, side: str) -> Procedure[None]:
    """Let defenders retreat voluntarily after the combat (13.2.3)."""
    board = play.board
    while units := [unit for unit in board.at(area, side) if board.retreats(unit, area)]:
        no_more = Option(DONE, "No (or no more)")
        name = yield from play.choose("leaves", no_more, *unit_options(play, units))
        if name == DONE:
            return
        yield from retreat(play, board.units[name])
