"""Replacement Points spent in the Refit Phase (14.5)."""

from __future__ import annotations

from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_board import DONE, LOST, IslandBoard, Unit, area_words
from picket_duty.companions.ie_shima_losses import FLIP
from picket_duty.companions.ie_shima_picks import pick, pick_place, unit_words
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option

REBUILD = "rebuild"


def spend_points(play: IslandPlay, side: str, points: int) -> Procedure[None]:
    """Spend Replacement Points: each flips two units, or rebuilds one at reduced strength
    (14.5).
    """
    board = play.board
    for point in range(points, 0, -1):
        options = refit_options(play, side)
        if not options:
            return
        if not play.has_practice_aids or point < points:
            play.say(f"{combat.SIDES[side]} has {point} RP left")
        options.insert(len(options) if play.has_practice_aids else 0, Option(DONE, "Nothing more"))
        answer = yield from play.choose("refit", *options)
        if answer == DONE:
            return
        what, _, name = answer.partition(" ")
        if what == FLIP:
            play.state.reduced.discard(name)
            none = [] if play.has_practice_aids else [Option(DONE, "None")]
            second = yield from pick(play, "flips too", flippable(board, side), *none)
            if second is not None:
                play.state.reduced.discard(second.name)
        else:
            unit = board.units[name]
            place = yield from pick_place(play, "rebuilt at", rebuilds(board, side))
            board.put(unit, place)
            board.reduce(unit)


def refit_options(play: IslandPlay, side: str) -> list[Option]:
    """What a Replacement Point can buy: reduced units to flip, eliminated ones to rebuild
    (14.5).
    """
    board = play.board
    options = []
    for unit in play.listed(flippable(board, side)):
        words = f"Flip {unit_words(board, unit)}"
        if play.has_practice_aids:
            words = f"Restore {unit.name}, {area_words(board.place(unit))}"
        options.append(Option(f"{FLIP} {unit.name}", words))
    if rebuilds(board, side):
        for unit in play.listed(board.at(LOST, side)):
            options.append(Option(f"{REBUILD} {unit.name}", f"Rebuild {unit.name}, reduced"))
    return options


def flippable(board: IslandBoard, side: str) -> list[Unit]:
    """Reduced units on the map that can trace supply (14.5.1)."""
    units = [unit for unit in board.of_side(side) if board.is_reduced(unit)]
    return [unit for unit in units if board.is_supplied(board.place(unit), side)]


def rebuilds(board: IslandBoard, side: str) -> list[str]:
    """Where an eliminated unit may be rebuilt: a supplied Area of its side that is not full
    (14.5.3, 14.5.4).
    """
    areas = [area for area in board.areas if board.controls(area) == side]
    areas = [area for area in areas if not board.is_full(area, side)]
    return [area for area in areas if board.is_supplied(area, side)]
