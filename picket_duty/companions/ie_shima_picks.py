"""Questions that ask for a unit or a place."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.companions.ie_shima_board import DONE, IslandBoard, Unit, area_words
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option

#: The option of all units.
ALL = "all"
NO_MORE = Option(DONE, "No more")


def pick(
    play: IslandPlay,
    about: str,
    units: list[Unit],
    *more: Option,
    also: Callable[[Unit], str] | None = None,
) -> Procedure[Unit | None]:
    """Ask for one of some units, or return the only one if there is no other answer. None for
    another answer.

    ``also`` gives what is added to the text of a unit.
    """
    if not units:
        return None
    options = unit_options(play, units, also)
    if len(options) == 1 and not more:
        return play.board.units[options[0].value]
    answer = yield from play.choose(about, *options, *more)
    return play.board.units.get(answer)


def unit_options(
    play: IslandPlay, units: list[Unit], also: Callable[[Unit], str] | None = None
) -> list[Option]:
    """Some units as options, each with what ``also`` adds to its text."""
    options = []
    for unit in play.listed(units):
        words = unit_words(play.board, unit)
        if also:
            words += also(unit)
        options.append(Option(unit.name, words))
    return options


def pick_place(
    play: IslandPlay,
    about: str,
    places: list[str],
    prefix: str = "",
    *first: Option,
) -> Procedure[str]:
    """Ask for one of some places or for another answer, one of the ``first`` options; or return the
    only place. ``prefix`` begins the text of each place.
    """
    if len(places) == 1:
        return places[0]
    options = [Option(place, f"{prefix}{play.board.reach_words(place)}") for place in places]
    return (yield from play.choose(about, *first, *options))


def unit_words(board: IslandBoard, unit: Unit) -> str:
    """A unit as text: its name, and after a comma its strength, its value and its place.

    ``ie_shima_play`` compares options by what follows the first comma.
    """
    strength = "reduced" if board.is_reduced(unit) else "full"
    return f"{unit.name}, {strength}, value {board.value(unit)}, {area_words(board.place(unit))}"
