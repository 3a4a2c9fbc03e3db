"""An Assault by day or night: the units that act, their moves and their attacks."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_attacks import (
    attack_in,
    attackers,
    combat_on_board,
    mandatory_words,
)
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    ATTACK,
    DONE,
    JAPANESE,
    SPECIAL,
    IslandBoard,
    Unit,
    area_words,
)
from picket_duty.companions.ie_shima_moves import enter, entries, move_unit, mover_of
from picket_duty.companions.ie_shima_orders import (
    HOLD,
    THIS,
    Order,
    Orders,
    next_order,
    stack_moves,
)
from picket_duty.companions.ie_shima_picks import (
    ALL,
    NO_MORE,
    pick,
    pick_place,
    unit_words,
)
from picket_duty.companions.ie_shima_play import Assault, IslandPlay, Mover
from picket_duty.companions.ie_shima_reports import emptied_words, entering_words
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option
from picket_duty.text.english import count

#: The option of both beach boxes.
BOTH = "both"


def assault_areas(play: IslandPlay, half: combat.Half) -> list[Option]:
    """The Areas that a player may activate: those with a unit that can move or attack."""
    board = play.board
    options = [
        Option(place, activation_words(play, half.side, place))
        for place in board.places()
        if can_act(play, half.side, place)
    ]
    filled = [option.value for option in options if option.value in board.boxes]
    if half.side == AMERICAN and play.allowed["both_beach_boxes_at_once"] and len(filled) > 1:
        options.append(Option(BOTH, f"Both: {' and '.join(filled)}"))
    return options


def can_act(play: IslandPlay, side: str, place: str) -> bool:
    """Whether a unit of a side in a place can move or attack."""
    board = play.board
    units = board.at(place, side)
    if place == SPECIAL:
        return any(places_by_day(board, unit, used=[]) for unit in units)
    now = begin_assault(board, units)
    can_move = any(entries(play, now, mover) for mover in now.movers)
    return can_move or bool(attackers(board, now, place))


def activation_words(play: IslandPlay, side: str, place: str) -> str:
    """A place that can be activated as text; with its units if they are ordered together."""
    words = play.board.reach_words(place)
    if not play.orders_stacks(side):
        return words
    words += f": {count(len(play.board.at(place, side)), 'unit')}"
    if place == SPECIAL:
        most = play.tables.limit("special_units_placed_each_impulse")
        words += f" (up to {most} of them may go to Areas)"
    return words


def assault_impulse(play: IslandPlay, half: combat.Half) -> Procedure[None]:
    """Choose the Active Area; its units move and attack (8.1.1)."""
    board = play.board
    active = yield from play.choose("active", *assault_areas(play, half))
    if active != SPECIAL:
        places = board.boxes if active == BOTH else [active]
        units = [unit for place in places for unit in board.at(place, half.side)]
        yield from assault(play, half, begin_assault(board, units))
        return
    # Special Units go into Japanese Areas, one into each, and do no more in the impulse (10.2.2).
    used: list[str] = []
    while len(used) < play.tables.limit("special_units_placed_each_impulse"):
        unit = yield from special_unit_placed(play, used, places_by_day)
        if unit is None:
            return
        board.put(unit, used[-1])
        if play.has_practice_aids:
            play.say(f"{unit.name} is placed in {area_words(used[-1])}")


def special_unit_placed(
    play: IslandPlay,
    used: list[str],
    places: Callable[[IslandBoard, Unit, list[str]], list[str]],
) -> Procedure[Unit | None]:
    """A Special Unit whose Area is added to those ``used``; None if there is none, or the player is
    done.
    """
    board = play.board
    units = [unit for unit in board.at(SPECIAL) if places(board, unit, used)]
    unit = yield from pick(play, "commit", units, NO_MORE)
    if unit is not None:
        area = yield from pick_place(play, "commit at", places(board, unit, used))
        used.append(area)
    return unit


def places_by_day(board: IslandBoard, unit: Unit, used: list[str]) -> list[str]:
    """Where a Special Unit may be placed by day: under Japanese control, a pillbox in supply, an
    Area once.
    """
    areas = [area for area in board.areas if board.controls(area) == JAPANESE and area not in used]
    areas = [area for area in areas if not board.is_full(area, JAPANESE)]
    return [area for area in areas if not unit.is_pillbox or board.is_supplied(area, JAPANESE)]


def begin_assault(board: IslandBoard, units: list[Unit]) -> Assault:
    """An Assault by some units, from their current places."""
    movers = [Mover(unit, came=board.place(unit)) for unit in units if not unit.is_pillbox]
    return Assault(movers, [area for area in board.areas if board.is_contested(area)])


def assault(play: IslandPlay, half: combat.Half, now: Assault) -> Procedure[None]:
    """Units move one at a time and attack, until the player is done; mandatory attacks are made
    first (10.1, 11.1).
    """
    play.assault = now
    while True:
        fights = [area for area in play.board.areas if attackers(play.board, now, area)]
        orders: Orders = {}
        if play.orders_stacks(half.side):
            orders = stack_moves(play, now)
            act = yield from next_order(play, now, orders, fights)
        else:
            act = yield from next_act(play, now, fights)
        if act == DONE:
            return
        if act == HOLD:
            now.holds = not now.holds
        elif act.startswith(f"{ATTACK} "):
            yield from combat_on_board(play, half, now, act.removeprefix(f"{ATTACK} "))
        elif act in orders:
            move_stack(play, now, orders[act])
        else:
            yield from move_unit(play, now, mover_of(now, play.board.units[act]))


def next_act(play: IslandPlay, now: Assault, fights: list[str]) -> Procedure[str]:
    """The next act of one unit, an attack in one of the Areas ``fights``, or no more."""
    movers = [mover for mover in now.movers if entries(play, now, mover)]
    if not movers and not fights:
        return DONE
    options = [Option(attack_in(area), f"Attack in Area {area}") for area in fights]
    options += [Option(mover.unit.name, unit_words(play.board, mover.unit)) for mover in movers]
    no_more = Option(DONE, "No more", mandatory_words(now, fights))
    return (yield from play.choose("act", *options, no_more))


def move_stack(play: IslandPlay, now: Assault, order: Order) -> None:
    """Move units together into an adjacent place. The first takes a vacant Area, so that the others
    pay less to enter it and may go on (10.2).
    """
    emptied = emptied_words(play.board, *order.units)
    play.say(f"{entering_words(order.units, order.place)}{emptied}")
    for unit in order.units:
        enter(play, mover_of(now, unit), order.place, alone=False)


def night_on_board(play: IslandPlay) -> Procedure[None]:
    """MG and IE units are placed and act one after another; with none in the box one Area makes an
    Assault (6.4).
    """
    board = play.board
    half = combat.Half(JAPANESE, number=0, night=True)
    if all(unit.is_pillbox for unit in board.at(SPECIAL)):
        areas = [option for option in assault_areas(play, half) if option.value != SPECIAL]
        if not areas:
            return
        active = yield from play.choose("night area", *areas, Option(DONE, "None"))
        if active != DONE:
            units = board.at(active, JAPANESE)
            yield from assault(play, half, begin_assault(board, units))
        return
    used: list[str] = []
    while len(used) < play.tables.limit("special_units_placed_each_night"):
        unit = yield from special_unit_placed(play, used, places_by_night)
        if unit is None:
            return
        yield from place_by_night(play, half, unit, used[-1])


def places_by_night(board: IslandBoard, unit: Unit, used: list[str]) -> list[str]:
    """Where a Special Unit may be placed by night: in any Area once, but no pillbox."""
    if unit.is_pillbox:
        return []
    return [area for area in board.areas if area not in used and not board.is_full(area, JAPANESE)]


def place_by_night(play: IslandPlay, half: combat.Half, unit: Unit, area: str) -> Procedure[None]:
    """A unit placed by night attacks if it must; else it, or all units of the Area, may continue
    (10.2.3).
    """
    board = play.board
    now = begin_assault(board, [unit])
    mover = now.movers[0]
    enter(play, mover, area)
    # The unit must attack in an Area that was not contested before it came.
    mover.stopped = not board.is_vacant(area, JAPANESE) and area not in now.contested
    if not mover.stopped:
        there = [other for other in board.at(area, JAPANESE) if other != unit]
        others = begin_assault(board, there).movers
        options = [Option(DONE, "No unit"), Option(THIS, unit.name)]
        if others:
            options.append(Option(ALL, "All units in the Area except pillboxes"))
        who = yield from play.choose("activate", *options)
        if who == DONE:
            return
        if who == ALL:
            now.movers += others
    yield from assault(play, half, now)
