"""The damage a ship carries: every part by its weight, and never more than a whole ship."""

from __future__ import annotations

from picket_duty.odds.damage_weights import BY_HAND, LOST, Measure, accumulated_damage, out_of_action_cost
from picket_duty.odds.repair import DAMAGED_SHARE
from picket_duty.rules.campaign import SUNK
from picket_duty.state import DAMAGED, DESTROYED, WORKING, Ship

from .engine_dice import TABLES, play_with

MEASURE = Measure(TABLES, BY_HAND)


def undamaged() -> Ship:
    """An undamaged ship."""
    return play_with().ship


def damage_of(ship: Ship) -> float:
    """The damage of a ship, rounded to the digits on which sums of floats agree."""
    return round(accumulated_damage(MEASURE, ship), 9)


def test_every_mount_counts_its_hits_its_director_or_itself() -> None:
    assert damage_of(undamaged()) == 0.0
    hits = TABLES.numbers.mount_hits
    for name in undamaged().mounts:
        worth = MEASURE.mount(name)
        assert worth > 0
        for destroyed, count, director, damage in (
            (False, 0, WORKING, 0.0),
            (False, 1, WORKING, worth / hits),
            (False, hits - 1, WORKING, worth * (hits - 1) / hits),
            (False, 0, DAMAGED, min(worth, BY_HAND.director)),
            (False, 0, DESTROYED, min(worth, BY_HAND.director)),
            (False, 1, DESTROYED, min(worth, worth / hits + BY_HAND.director)),
            (False, hits - 1, DESTROYED, min(worth, worth * (hits - 1) / hits + BY_HAND.director)),
            (True, 0, WORKING, worth),
            (True, 1, DESTROYED, worth),
        ):
            ship = undamaged()
            mount = ship.mounts[name]
            mount.destroyed, mount.hits, mount.director = destroyed, count, director
            assert damage_of(ship) == round(damage, 9), (name, destroyed, count, director)


def test_every_compartment_counts_its_markers_or_itself() -> None:
    for name in undamaged().compartments:
        out, most = out_of_action_cost(MEASURE, name), TABLES.compartments[name].markers
        for markers in range(1, most):
            ship = undamaged()
            ship.compartments[name].markers = markers
            damage = BY_HAND.marker * markers + out * DAMAGED_SHARE * markers / most
            assert damage_of(ship) == round(damage, 9), (name, markers)
        for way in ("destroyed", "flooded"):
            ship = undamaged()
            setattr(ship.compartments[name], way, True)
            assert damage_of(ship) == round(out, 9), (name, way)


def test_every_piece_of_equipment_counts_by_half_if_only_damaged() -> None:
    for item in undamaged().equipment:
        for state, share in ((WORKING, 0.0), (DAMAGED, DAMAGED_SHARE), (DESTROYED, 1.0)):
            ship = undamaged()
            ship.equipment[item] = state
            assert damage_of(ship) == round(share * MEASURE.equipment(item), 9), (item, state)


def test_tracks_and_fires_count_point_by_point() -> None:
    numbers = TABLES.numbers
    for points in range(1, numbers.hull):
        ship = undamaged()
        ship.hull -= points
        assert damage_of(ship) == round(points * BY_HAND.hull_point, 9)
    for points in range(1, numbers.maneuver):
        ship = undamaged()
        ship.maneuver -= points
        assert damage_of(ship) == round(points * BY_HAND.maneuver_point, 9)
    ship = undamaged()
    ship.maneuver = 0
    assert damage_of(ship) == BY_HAND.stopped, "dead in the water costs more than her last point"
    ship = undamaged()
    ship.deck_fires = {"forward": numbers.deck_fire_start, "aft": 1}
    assert damage_of(ship) == round(BY_HAND.deck_fire * (1 + 1 / numbers.deck_fire_start), 9)


def test_damage_is_at_most_that_of_a_lost_ship() -> None:
    sunk, holed, wreck = undamaged(), undamaged(), undamaged()
    sunk.fate, holed.hull = SUNK, 0
    for mount in wreck.mounts.values():
        mount.destroyed = True
    wreck.maneuver, wreck.hull = 0, 1
    assert [damage_of(ship) for ship in (sunk, holed, wreck)] == [LOST, LOST, LOST]
