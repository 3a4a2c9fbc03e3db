"""The damage a ship carries now, in ships lost, by the weights of ``damage_weights``."""

from __future__ import annotations

from picket_duty.odds import damage_weights
from picket_duty.odds.damage_weights import Measure
from picket_duty.odds.repair import DAMAGED_SHARE
from picket_duty.rules.campaign import SUNK
from picket_duty.state import DAMAGED, WORKING, Ship


def accumulated_damage(measure: Measure, ship: Ship) -> float:
    """The damage that a ship carries: 0 for an undamaged ship, 1 for a ship lost."""
    numbers, weights = measure.tables.numbers, measure.weights
    if ship.fate == SUNK or not ship.hull:
        return damage_weights.LOST
    damage = weights.hull_point * (numbers.hull - ship.hull)
    damage += weights.stopped if not ship.maneuver else weights.maneuver_point * (numbers.maneuver - ship.maneuver)
    damage += weights.deck_fire * sum(ship.deck_fires.values()) / numbers.deck_fire_start
    damage += sum(_mount_damage(measure, name, ship) for name in ship.mounts)
    damage += sum(_of_room(measure, name, ship) for name in ship.compartments)
    for item, state in ship.equipment.items():
        if state != WORKING:
            damage += measure.equipment(item) * (DAMAGED_SHARE if state == DAMAGED else 1.0)
    return min(damage_weights.LOST, damage)


def _mount_damage(measure: Measure, name: str, ship: Ship) -> float:
    """The damage of a mount: destroyed, hit, or without its director."""
    mount = ship.mounts[name]
    if not mount.destroyed and not mount.hits and mount.director == WORKING:
        return 0.0
    worth = measure.mount(name)
    if mount.destroyed:
        return worth
    director = 0.0 if mount.director == WORKING else measure.weights.director
    return min(worth, worth * mount.hits / measure.tables.numbers.mount_hits + director)


def _of_room(measure: Measure, name: str, ship: Ship) -> float:
    """The damage of a compartment: out of action, or by its markers. Hull points count separately."""
    room, data = ship.compartments[name], measure.tables.compartments[name]
    if room.out:
        return damage_weights.out_of_action_cost(measure, name)
    if not room.markers:
        return 0.0
    return (
        measure.weights.marker * room.markers
        + damage_weights.out_of_action_cost(measure, name) * DAMAGED_SHARE * room.markers / data.markers
    )
