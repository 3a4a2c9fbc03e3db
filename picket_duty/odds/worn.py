"""What the harm done to a ship so far is worth, in ships: what repair, relief or luck has not made good.

It is the measure of ``harm`` looked at from the other side: not what a blow costs, but what the blows have cost.
"""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.odds import harm
from picket_duty.odds.repair import DAMAGED_SHARE
from picket_duty.rules.campaign import SUNK
from picket_duty.state import DAMAGED, WORKING, Ship


def worn(tables: Tables, ship: Ship) -> float:
    """The harm that a ship carries, 0 for a whole one, at most that of a ship lost."""
    numbers = tables.numbers
    if ship.fate == SUNK or not ship.hull:
        return harm.LOST
    found = harm.HULL_POINT * (numbers.hull - ship.hull)
    found += harm.STOPPED if not ship.maneuver else harm.MANEUVER_POINT * (numbers.maneuver - ship.maneuver)
    found += harm.DECK_FIRE * sum(ship.deck_fires.values()) / numbers.deck_fire_start
    found += sum(_of_mount(tables, name, ship) for name in ship.mounts)
    found += sum(_of_room(tables, name, ship) for name in ship.compartments)
    for item, state in ship.equipment.items():
        if state != WORKING:
            found += harm.of_equipment(tables, item) * (DAMAGED_SHARE if state == DAMAGED else 1.0)
    return min(harm.LOST, found)


def _of_mount(tables: Tables, name: str, ship: Ship) -> float:
    """A mount destroyed, hit so often, or without its director."""
    mount = ship.mounts[name]
    if not mount.destroyed and not mount.hits and mount.director == WORKING:
        return 0.0
    worth = tables.mounted[name].worth
    if mount.destroyed:
        return worth
    director = 0.0 if mount.director == WORKING else harm.DIRECTOR
    return min(worth, worth * mount.hits / tables.numbers.mount_hits + director)


def _of_room(tables: Tables, name: str, ship: Ship) -> float:
    """A compartment out of action, or the share of its destruction that its markers are; hull counts by itself."""
    room, data = ship.compartments[name], tables.compartments[name]
    if room.out:
        return harm.out_of_action(tables, name)
    if not room.markers:
        return 0.0
    return harm.MARKER * room.markers + harm.out_of_action(tables, name) * DAMAGED_SHARE * room.markers / data.markers
