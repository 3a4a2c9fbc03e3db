"""The placement of units before the first turn (5.0)."""

from __future__ import annotations

import re

from picket_duty.companions.ie_shima_board import JAPANESE, IslandBoard, Unit, area_words
from picket_duty.companions.ie_shima_picks import ALL, pick_place
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option

URBAN_AREA = "any urban Area"
ANY_AREA = "any Area"


def place_units(play: IslandPlay) -> Procedure[None]:
    """Place units: in boxes at once, in Areas as the Japanese player decides."""
    board = play.board
    if not play.is_simple:
        play.state.figures = yield from play.confirm("figures")
    for_me = [Option(ALL, "Place all remaining units for me")] if play.is_simple else []
    for unit in board.units.values():
        areas = starting_areas(board, unit)
        if not areas:
            if unit.begins:
                board.put(unit, unit.begins)
            continue
        areas = [area for area in areas if not board.is_full(area, unit.side)]
        area = yield from pick_place(play, "place", areas, f"{unit.name}: ", *for_me)
        if area == ALL:
            # From now on the computer answers for this side.
            play.helped = JAPANESE
            area = yield from pick_place(play, "place", areas, f"{unit.name}: ")
        board.put(unit, area)
        if not play.is_simple:
            play.say(f"{unit.name} begins in {area_words(area)}")
    play.helped = ""


def starting_areas(board: IslandBoard, unit: Unit) -> list[str]:
    """The Areas in which a unit may begin; none if it begins in a box or arrives later."""
    if unit.begins == ANY_AREA:
        return list(board.areas)
    if unit.begins == URBAN_AREA:
        return [area for area, ground in board.areas.items() if ground.urban]
    return [area for area in re.findall(r"\d+", unit.begins) if area in board.areas]
