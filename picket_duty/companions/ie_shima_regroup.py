"""Units regroup: each may move one Area (8.1.3)."""

from __future__ import annotations

from functools import partial

import msgspec

from picket_duty.companions.ie_shima_board import DONE, IslandBoard, Unit, area_words, units_words
from picket_duty.companions.ie_shima_orders import (
    BACK,
    HOLD,
    THIS,
    Orders,
    rank_of,
    send,
    stack_words,
)
from picket_duty.companions.ie_shima_picks import NO_MORE, pick, pick_place
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.ie_shima_reports import emptied_words
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option


def regroup(play: IslandPlay, side: str) -> Procedure[None]:
    """Every unit may move one Area, each once (8.1.3)."""
    board = play.board
    moved = []
    while True:
        left = [unit for unit in board.of_side(side) if unit not in moved]
        units = [unit for unit in left if board.regroups(unit)]
        if play.orders_stacks(side):
            stack, place = yield from regroup_order(play, units)
        else:
            stack, place = yield from regroup_unit(play, units, NO_MORE)
        if not stack:
            return
        for unit in stack:
            board.put(unit, place)
        moved += stack
        if play.orders_stacks(side):
            names = units_words(unit.name for unit in stack)
            play.say(f"To {area_words(place)}: {names}")
        elif play.has_practice_aids:
            play.entered.setdefault(place, []).extend(stack)


def regroup_unit(
    play: IslandPlay, units: list[Unit], *more: Option
) -> Procedure[tuple[list[Unit], str]]:
    """A unit that regroups and where to; none if the player is done."""
    unit = yield from pick(play, "regroup", units, *more, also=partial(emptied_words, play.board))
    if unit is None:
        return [], ""
    place = yield from pick_place(play, "regroup to", play.board.regroups(unit))
    return [unit], place


def regroup_order(play: IslandPlay, units: list[Unit]) -> Procedure[tuple[list[Unit], str]]:
    """Units that regroup together and where to, or one alone; none if the player is done."""
    whole = regroup_orders(play.board, units)
    if not whole:
        return [], ""
    parts = without_weakest(play.board, whole)
    orders = whole
    while True:
        moves = sorted(orders.values(), key=partial(rank_of, play.board))
        options = [Option(order.name, stack_words(play, order)) for order in moves]
        options.append(Option(THIS, "One unit alone"))
        if orders is parts:
            options.append(Option(HOLD, "Leave no unit behind"))
        elif any(order.units != whole[order.name].units for order in parts.values()):
            options.append(Option(HOLD, "Leave one unit behind"))
        decision = play.question("regroup order", fields={})
        if rank_of(play.board, moves[0]) == BACK:
            decision = msgspec.structs.replace(decision, marked=DONE)
        act = yield from play.choose(decision, *options, NO_MORE)
        if act == THIS:
            return (yield from regroup_unit(play, units))
        if act == DONE:
            return [], ""
        if act != HOLD:
            return orders[act].units, orders[act].place
        orders = parts if orders is whole else whole


def regroup_orders(board: IslandBoard, units: list[Unit]) -> Orders:
    """The units that can regroup together from a place to the next."""
    orders: Orders = {}
    for unit in units:
        for place in board.regroups(unit):
            send(board, orders, unit, place)
    return orders


def without_weakest(board: IslandBoard, orders: Orders) -> Orders:
    """The orders, each without its weakest unit if it would leave an Area empty. A single unit that
    would do so has no order.
    """
    parts = {}
    for name, order in orders.items():
        units = order.units
        if emptied_words(board, *units):
            weakest = min(units, key=board.value)
            units = [unit for unit in units if unit != weakest]
        if units:
            parts[name] = msgspec.structs.replace(order, units=units)
    return parts
