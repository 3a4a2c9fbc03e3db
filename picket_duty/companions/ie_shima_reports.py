"""Units in the log: where they go, what became of them, and the Areas that they take."""

from __future__ import annotations

from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    JAPANESE,
    LOST,
    IslandBoard,
    IslandState,
    Unit,
    area_words,
    units_words,
)
from picket_duty.companions.ie_shima_play import IslandPlay


def settle(play: IslandPlay) -> None:
    """Give Areas to those who hold them, and report them (7.2)."""
    for area, side in play.board.settle():
        report_entries(play)
        play.say(f"{combat.SIDES[side]} controls Area {area}")


def report_entries(play: IslandPlay) -> None:
    """Report the places that the computer's units have entered."""
    for place, units in play.entered.items():
        play.say(entering_words(units, place))
    play.entered.clear()


def entering_words(units: list[Unit], place: str) -> str:
    """Units that enter a place, as text."""
    names = units_words([unit.name for unit in units])
    enter = "enters" if len(units) == 1 else "enter"
    return f"{names} {enter} {area_words(place)}"


def emptied_words(board: IslandBoard, *units: Unit) -> str:
    """The Area that units leave empty if they go, as a remark in parentheses; empty if others stay
    there.
    """
    start = board.place(units[0])
    if start in board.areas and len(units) == len(board.at(start)):
        return f" (leaves {area_words(start)} empty)"
    return ""


def moves_words(board: IslandBoard, before: IslandState, side: str) -> str:
    """Where the units of a side have gone since a position, and which Areas they took, as text."""
    gone: dict[str, list[str]] = {}
    for unit in board.of_side(side):
        place = board.place(unit)
        if place not in (LOST, before.places.get(unit.name, "")):
            gone.setdefault(place, []).append(unit.name)
    parts = []
    for place, names in gone.items():
        verb = "to"
        is_held = place in board.areas and board.controls(place) == side
        if is_held and before.control.get(place, JAPANESE) != side:
            verb = "takes" if len(names) == 1 else "take"
        parts.append(f"{all_names(names)} {verb} {area_words(place)}")
    return "; ".join(parts)


def losses_words(board: IslandBoard, before: IslandState) -> str:
    """The units of each side reduced, eliminated or driven back since a position, as text after a
    separator.
    """
    words = ""
    for side in (AMERICAN, JAPANESE):
        if fates := fates_words(board, before, side, "back to"):
            words += f". {side.capitalize()}: {fates}"
    return words or ". No losses"


def fates_words(board: IslandBoard, before: IslandState, side: str, way: str) -> str:
    """What became of the units of a side since a position, as text; ``way`` is said of those in
    another place.
    """
    fates: dict[str, list[str]] = {}
    for unit in board.of_side(side):
        place = board.place(unit)
        was_reduced = unit.name in before.reduced
        fate = ""
        if place != before.places.get(unit.name, ""):
            fate = "eliminated" if place == LOST else f"{way} {area_words(place)}"
        elif board.is_reduced(unit) != was_reduced:
            fate = "restored" if was_reduced else "reduced"
        fates.setdefault(fate, []).append(unit.name)
    return "; ".join(f"{all_names(names)} {fate}" for fate, names in fates.items() if fate)


def all_names(names: list[str]) -> str:
    """Units as text, in one list."""
    return units_words(names).replace("; ", ", ")
