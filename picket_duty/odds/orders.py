"""The orders of a fire plan: the fighters that they keep, and whether two of them are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from picket_duty.book.ids import FighterSlot, slot_named
from picket_duty.odds.fire import Orders
from picket_duty.requests import ASSIGN, Answer, Choice
from picket_duty.rules import gunnery
from picket_duty.rules.play import Play


def is_fighters(slot: str) -> bool:
    """Whether a slot is a fighter (AFS) marker, which may be kept for a later wave."""
    return isinstance(slot_named(slot), FighterSlot)


def fighters_kept(choice: Choice, orders: Orders) -> int:
    """How many AFS markers a plan keeps."""
    return sum(map(is_fighters, choice.slots)) - sum(map(is_fighters, orders))


def is_same_order(play: Play, choice: Choice, order: Answer, other: Answer) -> bool:
    """Whether two answers to a choice are the same order; in fire plans equal slots and equal
    planes may be exchanged.

    Planes are equal if they differ by their numbers only: then just the order of their dives
    differs.
    """
    if choice.kind != ASSIGN or not isinstance(order, dict) or not isinstance(other, dict):
        return bool(order == other)
    return _without_numbers(play, choice, order) == _without_numbers(play, choice, other)


def _without_numbers(play: Play, choice: Choice, orders: Mapping[str, object]) -> Counter[object]:
    """A fire plan without numbers: how many equal planes are the target of equal slots. The target
    of the slots that hold their fire is None.

    For two equal planes, each the target of one of two equal guns, a single key has the count 2.
    """
    planes = {plane.number: plane for plane in play.state.air.planes}
    slots_at: dict[object, Counter[object]] = {target: Counter() for target in (None, *planes)}
    for slot, reached in choice.slots.items():
        equal_slots = (gunnery.alike(play, slot_named(slot)), reached)
        slots_at[orders.get(slot)][equal_slots] += 1
    unnamed: Counter[object] = Counter()
    for target, plane in (*planes.items(), (None, None)):
        equal_planes = None
        if plane is not None:
            equal_planes = msgspec.structs.astuple(msgspec.structs.replace(plane, number=0))
        unnamed[equal_planes, frozenset(slots_at[target].items())] += 1
    return unnamed
