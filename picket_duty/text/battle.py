"""What several voices share about a battle: the rows of shooters, shots, impacts and damage, and their fields."""

from __future__ import annotations

from picket_duty.book.ids import CARRIER, DECK_FIRE, SHIP, Fighters, SupportShip, slot_named
from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.events import Damage, Strike
from picket_duty.facts import Blow, Shot, ShotResult
from picket_duty.text.phrases import Phrase, phrase

#: The row of a dive by its outcome.
DIVES = {StrikeOutcome.MISS: "dive_missed", StrikeOutcome.NEAR_MISS: "near_miss", StrikeOutcome.HIT: "crash"}


def shooter_row(slot: str) -> Phrase:
    """The row of a shooter."""
    match slot_named(slot):
        case Fighters(type=base):
            return phrase("carrier_fighters" if base == CARRIER else "land_fighters")
        case SupportShip():
            return phrase("support_ship")
    return phrase("gun")


def shot_row(shot: Shot) -> Phrase:
    """The row of a shot."""
    if shot.event.flamed_again:
        return phrase("flamed_again")
    if shot.event.flamed:
        return phrase("flamed")
    if shot.at_burning and shot.result in (ShotResult.MISS, ShotResult.HIT):
        return phrase("miss_at_burning" if shot.result is ShotResult.MISS else "hit_at_burning")
    return phrase("shot", shot.result)


def strike_row(strike: Strike) -> Phrase:
    """The row of a dive or of a weapon's strike."""
    if strike.weapon:
        return phrase("weapon_near" if strike.near else "weapon_struck")
    return phrase(DIVES[strike.outcome])


def blow_row(blow: Blow) -> Phrase:
    """The row of a blow."""
    if blow.by_weapon:
        return phrase("weapon_near" if blow.near else "weapon_struck")
    return phrase("near_miss" if blow.near else "crash")


def damage_row(event: Damage) -> Phrase:
    """The row of an event of damage."""
    if event.item == SHIP:
        return phrase("ship_sunk")
    if not event.item:
        return phrase("superficial")
    if event.again:
        return phrase("still_out_of_control")
    return phrase("deck_fire" if event.item == DECK_FIRE else "damage", event.effect)
