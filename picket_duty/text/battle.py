"""What several voices share about a battle: the rows of shooters, shots, impacts and damage, and their fields."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.book.ids import CARRIER, DECK_FIRE, SHIP, STACK, FighterSlot, SupportShip, slot_named
from picket_duty.book.vocabulary import DamageEffect, StrikeOutcome
from picket_duty.events import Damage, Strike
from picket_duty.facts import Harm, HarmEntry, Impact, Killed, MenLost, Shot, ShotResult, TrackLoss
from picket_duty.text import names
from picket_duty.text.phrases import Phrase, cases, phrase, words
from picket_duty.text.styled_text import safe

#: The row of a dive by its outcome.
DIVES = {StrikeOutcome.MISS: "dive_missed", StrikeOutcome.NEAR_MISS: "near_miss", StrikeOutcome.HIT: "crash"}


def shot_row(shot: Shot) -> Phrase:
    """The row of a shot."""
    if shot.event.flamed_again:
        return phrase("flamed_again")
    if shot.event.flamed:
        return phrase("flamed")
    if shot.at_burning and shot.result in (ShotResult.MISS, ShotResult.HIT):
        return phrase("miss_at_burning" if shot.result is ShotResult.MISS else "hit_at_burning")
    return phrase("shot", shot.result)


def format_shooter(slot: str, voice: str, tables: Tables) -> str:
    """The shooter in a voice: a mount, a support ship, or fighters."""
    match slot_named(slot):
        case FighterSlot(type=base):
            row = phrase("carrier_fighters" if base == CARRIER else "land_fighters")
        case SupportShip(number=number):
            return words(phrase("support_ship").in_voice(voice), number=number)
        case _:
            row = phrase("gun")
    return words(row.in_voice(voice), item=safe(names.item_name(tables, slot)))


def strike_row(strike: Strike) -> Phrase:
    """The row of a dive or of a weapon's strike."""
    if strike.weapon:
        return phrase("weapon_near" if strike.near else "weapon_struck")
    return phrase(DIVES[strike.outcome])


def impact_row(impact: Impact) -> Phrase:
    """The row of a plane or weapon that hit the ship or fell close aboard."""
    if impact.by_weapon:
        return phrase("weapon_near" if impact.near else "weapon_struck")
    return phrase("near_miss" if impact.near else "crash")


def impact_fields(impact: Impact, tables: Tables, most: int | None = None) -> dict[str, str]:
    """The fields of the row of an impact, with at most ``most`` things damaged."""
    section = impact.strike.section
    return {
        "type": safe(impact.type),
        "weapon": names.WEAPONS.get(impact.weapon, ""),
        "part": names.part_of_ship(section),
        "damage": format_damage(impact, tables, most),
    }


def format_damage(impact: Impact, tables: Tables, most: int | None = None) -> str:
    """The damage of an impact, at most ``most`` things; or that the damage was superficial or none."""
    things = damage_list(impact.harm, tables, impact.strike.section)[:most]
    return ", ".join(things) or words(phrase("superficial" if impact.harm.touched else "no_damage").card)


def damage_list(suffered: Harm, tables: Tables, section: str = "") -> list[str]:
    """Everything that was hit or lost, without the name of ``section``. Empty if there was no damage.

    Mounts of a kind in the same state are one thing: ``20 mm mounts E, F and G destroyed``.
    """
    things: dict[object, str] = {}
    mounts: dict[object, list[str]] = {}
    for number, entry in enumerate(suffered.entries):
        name = names.item_name(tables, entry.item) if isinstance(entry, Damage) else ""
        if isinstance(entry, Damage) and names.is_mount(name):
            row = damage_row(entry, tables)
            kind = name.rpartition(" ")[0], row
            mounts.setdefault(kind, []).append(names.room_words(name))
            things[kind] = words(row.card, item=safe(names.mounts_words(mounts[kind])))
        else:
            things[number] = format_entry(entry, tables, section)
    return list(things.values())


def format_entry(entry: HarmEntry, tables: Tables, section: str = "") -> str:
    """A thing that was hit or lost, without the name of ``section``."""
    if isinstance(entry, Killed):
        return words(phrase("killed").card, post=names.POST_NAMES[entry.post])
    if isinstance(entry, TrackLoss):
        if entry.in_parts:
            return words(phrase("lost_in_parts").card, track=entry.track, points=entry.points, left=entry.left)
        at_end = cases("at_end").get(entry.track) if not entry.left else None
        row = at_end if at_end is not None and at_end.card else phrase("loss", entry.track)
        return words(row.card, first=entry.first, left=entry.left)
    where = "" if entry.section == section else names.part_of_ship(entry.section)
    if isinstance(entry, MenLost):
        return words(phrase("men_lost").card, points=entry.men, where=where)
    item = safe(names.room_words(names.item_name(tables, entry.item).removesuffix(f" ({section})")))
    return words(damage_row(entry, tables).card, where=where, points=entry.points, item=item)


def damage_row(event: Damage, tables: Tables) -> Phrase:
    """The row of an event of damage."""
    if event.item == SHIP:
        return phrase("ship_sunk")
    if not event.item:
        return phrase("superficial")
    if event.again:
        return phrase("still_out_of_control")
    room = tables.compartments.get(event.item)
    if room is not None and room.kind == STACK and event.effect == DamageEffect.HIT:
        return phrase("stack_hit")
    return phrase("deck_fire" if event.item == DECK_FIRE else "damage", event.effect)
