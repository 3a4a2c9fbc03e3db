"""The row of the phrase table for what an event or a fact says, with its fields. Several voices share
it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from picket_duty import events
from picket_duty.book import Tables, vocabulary
from picket_duty.book.ids import (
    CARRIER,
    DECK_FIRE,
    SHIP,
    STACK,
    FighterSlot,
    SupportShip,
    slot_named,
)
from picket_duty.events import Damage
from picket_duty.facts import (
    DamageEntry,
    DamageSum,
    Impact,
    Killed,
    MenLost,
    Shot,
    ShotResult,
    TrackLoss,
)
from picket_duty.rules.gunnery import SPRAY_LEVEL
from picket_duty.state import CHIEFS, SHOT_DOWN, SUNK
from picket_duty.text.dates import PHASE_HOURS, short_date
from picket_duty.text.english import count, listed
from picket_duty.text.names import (
    MUST_LEAVE,
    POST_NAMES,
    WEAPONS,
    item_name,
    item_words,
    leave_words,
    loss_words,
    naval_name,
    part_of_ship,
    party_words,
    plane_name,
    plane_number,
    result_words,
    room_words,
    ship_words,
    short_name,
    things_words,
    to_come_words,
)
from picket_duty.text.phrases import Phrase, card_words, cases, phrase, words
from picket_duty.text.status import succession
from picket_duty.text.styled_text import safe

#: How a row begins that can be filled in with several things at once: ``{item} out of action``.
SUBJECT = "{item} "
#: The row of a dive by its outcome.
DIVES = {
    vocabulary.StrikeOutcome.MISS: "dive_missed",
    vocabulary.StrikeOutcome.NEAR_MISS: "near_miss",
    vocabulary.StrikeOutcome.HIT: "crash",
}


class Fact(NamedTuple):
    """What an event says: its row of the phrase table and the fields of all voices that say it by
    the event alone.
    """

    row: Phrase
    fields: dict[str, Any]


def fact_of(event: events.Event, tables: Tables) -> Fact | None:
    """The row of an event with its fields; None for a roll, an order or a remark without a row."""
    match event:
        case events.PhaseBegun():
            return _phase(event)
        case events.Weather(weather=weather):
            return Fact(phrase("weather", weather), fields={})
        case events.Raid():
            return _raid(event)
        case events.WaveBegun():
            return _wave(event)
        case events.Strike():
            return _strike(event)
        case events.Damage():
            return _damage(event, tables)
        case events.Control():
            return _control(event, tables)
        case events.Crew():
            return _crew(event)
        case events.Loss():
            return _loss(event, tables)
        case events.Leave():
            return _leave(event)
        case events.NewShip(returning=returning):
            fields = {"ship": ship_words(event.name, event.hull)}
            return Fact(phrase("ship_returns" if returning else "new_ship"), fields)
        case events.TurnEnd(date=date):
            fields = {"day": short_date(date), "stores": tracks_words(event)}
            return Fact(phrase("day_over"), fields)
        case events.Undone(answers=answers, decisions=decisions):
            counts = ((decisions, "decision"), (answers - decisions, "roll"))
            undone = listed([count(number, what) for number, what in counts if number])
            return Fact(phrase("undone"), {"answers": undone})
        case events.Note(remark=(remark, subject)):
            return Fact(phrase("remark", remark), {"subject": safe(subject)})
        case events.Ended(summary=summary):
            stages = len(summary.get("stages", ()))
            held = summary.get("stages_held", 0)
            fields = {"outcome": result_words(summary.get("outcome") or "", stages, held)}
            return Fact(phrase("outcome"), fields)
    return None


def _phase(event: events.PhaseBegun) -> Fact:
    fields = {
        "day": short_date(event.date),
        "name": event.name,
        "hours": PHASE_HOURS.get(event.name, ""),
        "light": event.light,
        "station": event.station,
    }
    return Fact(phrase("phase"), fields)


def _raid(event: events.Raid) -> Fact:
    row = "raid" if event.planes else "no_raid"
    if event.kikusui:
        row = "kikusui_raid" if event.planes else "no_kikusui_raid"
    rolled = event.rolled if event.rolled > event.planes else None
    return Fact(phrase(row), {"planes": event.planes, "rolled": rolled})


def _strike(event: events.Strike) -> Fact:
    row = "weapon_near" if event.near else "weapon_struck"
    if not event.weapon:
        row = DIVES[event.outcome]
    fields = {
        "plane": plane_name(event.plane),
        "weapon": WEAPONS.get(event.weapon, ""),
        "part": part_of_ship(event.section),
    }
    return Fact(phrase(row), fields)


def _crew(event: events.Crew) -> Fact:
    if event.killed:
        killed = succession(event)
        return Fact(
            phrase("killed"),
            {"title": safe(killed.title), "then": safe(killed.then), "change": killed.change},
        )
    name = safe(naval_name(event.name, event.post))
    return Fact(
        phrase("appointed"),
        {"post": POST_NAMES[event.post], "name": name, "value": event.value},
    )


def _leave(event: events.Leave) -> Fact:
    if event.reason == SUNK:
        return Fact(phrase("ship_lost"), {"why": loss_words(event.why)})
    back = short_date(event.until) if event.until else ""
    fields = {"reason": leave_words(event.reason), "back": back}
    return Fact(phrase("leaves_for_good" if event.rear else "leaves"), fields)


def _wave(event: events.WaveBegun) -> Fact:
    """A wave; if others came before it, also which planes of the raid it has."""
    planes = len(event.planes)
    which = ""
    if event.before:
        row = phrase("planes_of_raid" if planes > 1 else "plane_of_raid")
        between = "and" if planes == 2 else "to"
        last = event.before + planes
        which = words(row.log, first=event.before + 1, between=between, last=last)
    fields = {
        "number": event.number,
        "which": which,
        "planes": ", ".join(map(_plane, event.planes)),
        "to_come": to_come_words(event.to_come) if event.to_come else "",
    }
    return Fact(phrase("wave"), fields)


def _plane(plane: events.IdentifiedPlane) -> str:
    """A plane as identified: with its weapon and the altitude to fire at, or its bearing."""
    fields: dict[str, Any] = {"number": plane_number(plane["plane"]), "type": plane["type"]}
    weapon = plane["weapon"]
    if weapon is not None:
        fields |= {"weapon": WEAPONS[weapon], "altitude": SPRAY_LEVEL[weapon]}
        return words(phrase("special_sighted").log, **fields)
    lost = WEAPONS[plane["lost_weapon"]] if "lost_weapon" in plane else None
    fields |= {"bearing": plane["bearing"], "altitude": plane["altitude"], "weapon": lost}
    return words(phrase("plane_sighted").log, **fields)


def _damage(event: events.Damage, tables: Tables) -> Fact:
    """Damage with its hit markers: ``points`` if they are the first, else how many ``more`` and the
    ``total``.
    """
    more = event.total > event.points
    fields = {
        "item": safe(item_words(tables, event.item)) if event.item else "",
        "part": part_of_ship(event.section),
        "points": None if more else event.points or None,
        "more": event.points if more else None,
        "total": event.total if more else None,
        "must_leave": MUST_LEAVE,
    }
    return Fact(damage_row(event, tables), fields)


def _control(event: events.Control, tables: Tables) -> Fact:
    done = "repaired_by" if event.officer else "repaired"
    fields = {
        "officer": safe(short_name(event.officer, CHIEFS.get(event.section, ""))),
        "men": event.men,
        "job": item_words(tables, event.job),
        "markers": event.markers or None,
        "still": event.markers_left or "none",
        "flood": event.flood if event.water_drained else None,
    }
    return Fact(phrase(done if event.success else "not_repaired"), fields)


def _loss(event: events.Loss, tables: Tables) -> Fact | None:
    row = _loss_row(event, tables)
    if row is None:
        return None
    fields = {
        "track": event.track,
        "party": party_words(vocabulary.MEN_SECTIONS.get(event.track, "")),
        "points": event.points,
        "left": event.left,
        "cause": safe(item_words(tables, event.cause)) if event.cause else "",
        "must_leave": MUST_LEAVE,
    }
    return Fact(row, fields)


def _loss_row(event: events.Loss, tables: Tables) -> Phrase | None:
    """The row of a loss; None if it says nothing. A track at its end may have a separate row."""
    track = event.track
    if not event.points:
        # The track was at its limit already, or no stores were used, as the roll before says.
        if track == vocabulary.Track.HULL:
            return phrase("hull_struck_again")
        return None
    if event.cause == events.USED:
        return phrase("stores_used")
    if track == vocabulary.Track.MORALE and event.points < 0:
        return phrase("morale_rises")
    at_end = not event.left
    if track == vocabulary.Track.FLOOD:
        at_end = event.left >= tables.numbers.flood_limit
    row = cases("at_end").get(track) if at_end else None
    if row is not None and row.log:
        return row
    if track in vocabulary.MEN_SECTIONS:
        return phrase("men_lost")
    return phrase("loss", track)


def tracks_words(event: events.TurnEnd) -> str:
    """Stores and tracks of a ship at the end of a day."""
    tracks = ("fuel", "ammunition", "hull", "maneuver", "morale")
    return words(phrase("stores").log, **{name: getattr(event, name) for name in tracks})


def shot_row(shot: Shot) -> Phrase:
    """The row of a shot."""
    if shot.event.flamed_again:
        return phrase("flamed_again")
    if shot.event.flamed:
        return phrase("flamed")
    if shot.event.state_before == SHOT_DOWN and shot.result in (ShotResult.MISS, ShotResult.HIT):
        return phrase("miss_at_burning" if shot.result is ShotResult.MISS else "hit_at_burning")
    return phrase("shot", shot.result)


def shooter_words(slot: str, voice: str, tables: Tables) -> str:
    """The shooter in a voice: a mount, a support ship, or fighters."""
    match slot_named(slot):
        case FighterSlot(type=base):
            row = phrase("carrier_fighters" if base == CARRIER else "land_fighters")
        case SupportShip(number=number):
            return words(phrase("support_ship").in_voice(voice), number=number)
        case _:
            row = phrase("gun")
    return words(row.in_voice(voice), item=safe(item_name(tables, slot)))


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
        "weapon": WEAPONS.get(impact.weapon, ""),
        "part": part_of_ship(section),
        "damage": damage_words(impact, tables, most),
    }


def damage_words(impact: Impact, tables: Tables, most: int | None = None) -> str:
    """The damage of an impact, at most ``most`` things; or that the damage was superficial or
    none.
    """
    things = damage_list(impact.damage, tables, impact.strike.section)[:most]
    if any(
        isinstance(event, events.Note) and event.text == vocabulary.Remark.RADAR_LOST
        for event in impact.after
    ):
        things.append(card_words("remark", vocabulary.Remark.RADAR_LOST))
    return ", ".join(things) or card_words("superficial" if impact.damage.touched else "no_damage")


def damage_list(suffered: DamageSum, tables: Tables, section: str = "") -> list[str]:
    """Everything that was hit or lost, without the name of ``section``; things in the same state
    are told together.
    """
    # A row that names several things is written again with each of them. Any other entry has its
    # own text, under its number.
    things: dict[object, str] = {}
    alike: dict[Phrase, list[str]] = {}
    for number, entry in enumerate(suffered.entries):
        row = damage_row(entry, tables) if isinstance(entry, Damage) else None
        if isinstance(entry, Damage) and row is not None and row.card.startswith(SUBJECT):
            names = alike.setdefault(row, [])
            names.append(_item(entry, tables, section))
            things[row] = words(row.card, item=safe(things_words(names)))
        else:
            things[number] = entry_words(entry, tables, section)
    return list(things.values())


def _item(entry: Damage, tables: Tables, section: str) -> str:
    """What was damaged, without the name of ``section``."""
    return room_words(item_name(tables, entry.item).removesuffix(f" ({section})"))


def entry_words(entry: DamageEntry, tables: Tables, section: str = "") -> str:
    """A thing that was hit or lost, without the name of ``section``."""
    if isinstance(entry, Killed):
        return card_words("killed", post=POST_NAMES[entry.post])
    if isinstance(entry, TrackLoss):
        # The track also fell by losses that are told elsewhere.
        if 0 < entry.points < entry.first - entry.left:
            return card_words(
                "lost_in_parts",
                track=entry.track,
                points=entry.points,
                left=entry.left,
            )
        # The flood track ends at its limit instead, but its row has no card.
        at_end = cases("at_end").get(entry.track) if not entry.left else None
        row = at_end if at_end is not None and at_end.card else phrase("loss", entry.track)
        return words(row.card, first=entry.first, left=entry.left)
    where = "" if entry.section == section else part_of_ship(entry.section)
    if isinstance(entry, MenLost):
        return card_words("men_lost", points=entry.men, where=where)
    item = safe(_item(entry, tables, section))
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
    if room is not None and room.kind == STACK and event.effect == vocabulary.DamageEffect.HIT:
        return phrase("stack_hit")
    return phrase("deck_fire" if event.item == DECK_FIRE else "damage", event.effect)
