"""The event log: one line per event, for the screen, plain mode and the referee's trace.

Each line is made from its event alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from picket_duty.book import Tables
from picket_duty.book.ids import FighterSlot, slot_named
from picket_duty.book.vocabulary import (
    DIVE,
    MEN_SECTIONS,
    ORDER_MANEUVER,
    REPAIR_MEN,
    RESCIND,
    WEATHER,
    Sky,
    StrikeOutcome,
    Track,
)
from picket_duty.events import (
    USED,
    Control,
    Crew,
    Damage,
    DecisionMade,
    Ended,
    Event,
    Fire,
    IdentifiedPlane,
    Leave,
    Loss,
    NewShip,
    Note,
    PhaseBegun,
    Raid,
    Strike,
    Support,
    TurnEnd,
    Undone,
    WaveBegun,
    Weather,
)
from picket_duty.facts import shot_of
from picket_duty.requests import MEN_TO_JOBS, ONE, Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.gunnery import SPRAY_LEVEL
from picket_duty.rules.play import YES
from picket_duty.state import CHIEFS
from picket_duty.text.battle import damage_row, shot_row, strike_row
from picket_duty.text.names import (
    LEVELS,
    MUST_LEAVE,
    PHASE_HOURS,
    POST_NAMES,
    WEAPONS,
    count,
    grouped,
    item_name,
    item_words,
    leave_words,
    listed,
    loss_words,
    naval_name,
    part_of_ship,
    plane_name,
    plane_number,
    result_words,
    ship_words,
    short_date,
    short_name,
    to_come_words,
)
from picket_duty.text.phrases import Phrase, cases, phrase, say, words
from picket_duty.text.rolls import roll_line, roll_words, short_sum
from picket_duty.text.status import succession
from picket_duty.text.styled_text import Line, Span, line, safe, text_of

#: The names of decisions in the log, if not their ids.
ORDER_NAMES = {REPAIR_MEN.id: "repair parties"}
#: Outcomes of a dive that its roll states in full, and weather without flying.
SPARED = (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS)
NO_FLYING = (Sky.STORM, Sky.TYPHOON)


def log_line(event: Event, tables: Tables) -> Line:
    """The line of an event; empty if it has none."""
    if isinstance(event, Roll):
        return roll_line(event, tables)
    if isinstance(event, DecisionMade):
        return _chosen(event, tables)
    if isinstance(event, Fire | Support):
        return _shot(event, tables)
    fact = fact_of(event, tables)
    if fact is None:
        return line(safe(event.text)) if isinstance(event, Note) else []
    return say(fact.row.log, **fact.fields)


def log_text(event: Event, tables: Tables) -> str:
    """The line of an event as plain text, rolls with their chart; empty if it has none."""
    if isinstance(event, Roll):
        return roll_words(event, tables)
    return text_of(log_line(event, tables)).strip()


def repeats_a_roll(event: Event, before: Event | None) -> bool:
    """Whether an event adds nothing to the roll before it: a shot or a dive that missed, clear sky or rain."""
    if isinstance(event, Fire | Support):
        return not event.hits and event.state == event.state_before and not event.flamed_again
    if not isinstance(before, Roll):
        return False
    if isinstance(event, Strike):
        return before.purpose is DIVE and not event.weapon and event.outcome in SPARED
    return isinstance(event, Weather) and before.purpose is WEATHER and event.weather not in NO_FLYING


# -- the row of an event and its fields, for log and headlines -------------------------


class Fact(NamedTuple):
    """What an event says: its row of the phrase table and the fields of all voices that say it by the event alone."""

    row: Phrase
    fields: dict[str, Any]


def fact_of(event: Event, tables: Tables) -> Fact | None:
    """The row of an event with its fields; None for a roll, an order or a remark without a row."""
    find = FACTS.get(type(event))
    return find(event, tables) if find is not None else None


def _phase(event: PhaseBegun, tables: Tables) -> Fact:
    fields = {"day": short_date(event.date), "name": event.name, "hours": PHASE_HOURS.get(event.name, "")}
    return Fact(phrase("phase"), fields | {"light": event.light, "station": event.station})


def _weather(event: Weather, tables: Tables) -> Fact:
    return Fact(phrase("weather", event.weather), {})


def _raid(event: Raid, tables: Tables) -> Fact:
    rolled = event.rolled if event.rolled > event.planes else None
    some, none = ("kikusui_raid", "no_kikusui_raid") if event.kikusui else ("raid", "no_raid")
    return Fact(phrase(some if event.planes else none), {"planes": event.planes, "rolled": rolled})


def _wave(event: WaveBegun, tables: Tables) -> Fact:
    to_come = to_come_words(event.to_come) if event.to_come else ""
    planes = ", ".join(map(_plane, event.planes))
    fields = {"number": event.number, "which": _of_raid(event), "planes": planes, "to_come": to_come}
    return Fact(phrase("wave"), fields)


def _of_raid(event: WaveBegun) -> str:
    if not event.before:
        return ""
    planes = len(event.planes)
    row = phrase("planes_of_raid" if planes > 1 else "plane_of_raid")
    between = "and" if planes == 2 else "to"
    return words(row.log, first=event.before + 1, between=between, last=event.before + planes)


def _plane(plane: IdentifiedPlane) -> str:
    number, kind, weapon = plane_number(plane["plane"]), plane["type"], plane["weapon"]
    if weapon is None:
        fields = {"bearing": plane["bearing"], "altitude": plane["altitude"]}
        lost = WEAPONS[plane["lost_weapon"]] if "lost_weapon" in plane else None
        return words(phrase("plane_sighted").log, number=number, type=kind, weapon=lost, **fields)
    fields = {"weapon": WEAPONS[weapon], "altitude": LEVELS[SPRAY_LEVEL[weapon]]}
    return words(phrase("special_sighted").log, number=number, type=kind, **fields)


def _strike(event: Strike, tables: Tables) -> Fact:
    fields = {"plane": plane_name(event.plane), "weapon": WEAPONS.get(event.weapon, "")}
    return Fact(strike_row(event), fields | {"part": part_of_ship(event.section)})


def _damage(event: Damage, tables: Tables) -> Fact:
    """New hit markers of a compartment are apart from those it had; a deck fire has its level."""
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


def _control(event: Control, tables: Tables) -> Fact:
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


def _crew(event: Crew, tables: Tables) -> Fact:
    if event.killed:
        killed = succession(event)
        fields = {"title": safe(killed.title), "successor": safe(killed.successor), "change": killed.change}
        return Fact(phrase("killed"), fields)
    name = safe(naval_name(event.name, event.post))
    return Fact(phrase("appointed"), {"post": POST_NAMES[event.post], "name": name, "value": event.value})


def _loss(event: Loss, tables: Tables) -> Fact | None:
    row = _loss_row(event, tables)
    fields = {
        "track": event.track,
        "part": part_of_ship(MEN_SECTIONS.get(event.track, "")),
        "points": event.points,
        "left": event.left,
        "cause": safe(item_words(tables, event.cause)) if event.cause else "",
        "must_leave": MUST_LEAVE,
    }
    return Fact(row, fields) if row is not None else None


def _loss_row(event: Loss, tables: Tables) -> Phrase | None:
    """The row of a change of a track; None if nothing was lost and the track has no line for that."""
    track = event.track
    if not event.points:
        # The track was at its limit already, or no stores were used, as the roll before says.
        return phrase("hull_struck_again") if track == Track.HULL else None
    if event.cause == USED:
        return phrase("stores_used")
    if track == Track.MORALE and event.points < 0:
        return phrase("morale_rises")
    at_end = event.left >= tables.numbers.flood_limit if track == Track.FLOOD else not event.left
    row = cases("at_end").get(track) if at_end else None
    if row is not None and row.log:
        return row
    return phrase("men_lost") if track in MEN_SECTIONS else phrase("loss", track)


def _leave(event: Leave, tables: Tables) -> Fact:
    if event.reason == SUNK:
        return Fact(phrase("ship_lost"), {"why": loss_words(event.why)})
    back = short_date(event.until) if event.until else ""
    row = phrase("leaves_for_good" if event.rear else "leaves")
    return Fact(row, {"reason": leave_words(event.reason), "back": back})


def _new_ship(event: NewShip, tables: Tables) -> Fact:
    row = phrase("ship_returns" if event.returning else "new_ship")
    return Fact(row, {"ship": ship_words(event.name, event.hull)})


def _turn_end(event: TurnEnd, tables: Tables) -> Fact:
    return Fact(phrase("day_over"), {"day": short_date(event.date), "stores": format_tracks(event)})


def format_tracks(event: TurnEnd) -> str:
    """Stores and tracks of a ship at the end of a day."""
    return words(
        phrase("stores").log,
        fuel=event.fuel,
        ammunition=event.ammunition,
        hull=event.hull,
        maneuver=event.maneuver,
        morale=event.morale,
    )


def _undone(event: Undone, tables: Tables) -> Fact:
    rolls = event.answers - event.decisions
    parts = [count(event.decisions, "decision")] if event.decisions else []
    return Fact(phrase("undone"), {"answers": listed(parts + ([count(rolls, "roll")] if rolls else []))})


def _note(event: Note, tables: Tables) -> Fact | None:
    if event.remark is None:
        return None
    remark, subject = event.remark
    return Fact(phrase("remark", remark), {"subject": safe(subject)})


def _ended(event: Ended, tables: Tables) -> Fact:
    summary = event.summary
    stages, held = len(summary.get("stages", ())), summary.get("stages_held", 0)
    return Fact(phrase("outcome"), {"outcome": result_words(summary.get("outcome") or "", stages, held)})


#: The function for the row and fields of each kind of event.
FACTS: dict[type[Event], Callable[..., Fact | None]] = {
    PhaseBegun: _phase,
    Weather: _weather,
    Raid: _raid,
    WaveBegun: _wave,
    Strike: _strike,
    Damage: _damage,
    Control: _control,
    Crew: _crew,
    Loss: _loss,
    Leave: _leave,
    NewShip: _new_ship,
    TurnEnd: _turn_end,
    Undone: _undone,
    Note: _note,
    Ended: _ended,
}


# -- orders and shots ------------------------------------------------------------------


def _chosen(event: DecisionMade, tables: Tables) -> Line:
    if event.officer and event.answer == YES:
        return say(phrase("maneuver_ordered").log, captain=safe(short_name(event.officer)))
    return say(phrase("order").log, **_order_fields(event, tables))


def officers_line(event: DecisionMade, tables: Tables) -> Line:
    """The line of a decision that the officers made for the captain."""
    if event.officer and event.answer == YES:
        return _chosen(event, tables)
    row = "officers_order"
    if event.kind == MEN_TO_JOBS and not event.answer:
        row = "officers_no_men"
    elif event.about == RESCIND.id and event.answer == YES:
        row = "officers_rescind"
    elif event.about == ORDER_MANEUVER.id and event.answer != YES:
        row = "officers_course"
    return say(phrase(row).log, **_order_fields(event, tables))


def _order_fields(event: DecisionMade, tables: Tables) -> dict[str, str]:
    return {"about": ORDER_NAMES.get(event.about, event.about), "order": safe(format_order(event, tables))}


def format_order(event: DecisionMade, tables: Tables) -> str:
    """The text of the chosen option, which slots fire at each plane, or how many men go to each job."""
    if event.kind == ONE:
        return event.words or str(event.answer)
    if not event.answer:
        return "nobody"
    if event.kind == MEN_TO_JOBS:
        return ", ".join(
            f"{count(men, 'man', 'men')} to {item_words(tables, job)}" for job, men in event.answer.items()
        )
    planes: dict[int, list[str]] = {}
    for slot, plane in event.answer.items():
        planes.setdefault(plane, []).append(item_name(tables, slot))
    return "; ".join(f"at {plane_name(plane)}: {grouped(slots)}" for plane, slots in sorted(planes.items()))


def _shot(event: Fire | Support, tables: Tables) -> Line:
    """A shot. The state of the plane is named if this shot changed it."""
    shot = say(
        shot_row(shot_of(event)).log,
        shooter=safe(item_name(tables, event.by)),
        plane=plane_name(event.plane),
        hits=event.hits,
        officer=_directing(event),
    )
    return [*shot, *_after_shot(event, tables)]


def _directing(event: Fire | Support) -> str:
    """The gunnery officer, if the ship's director controlled the gun that splashed a plane."""
    return safe(short_name(event.officer)) if isinstance(event, Fire) else ""


def shot_line(roll: Roll, event: Fire | Support, tables: Tables) -> Line:
    """A shot and its roll in one short line: slot, plane, dice, sum of the modifiers, and effect.

    ``roll`` is the roll before the event.
    """
    shooter = Span(f"  {safe(event.by)} at {plane_number(event.plane)}: ", "dim")
    done = say(shot_row(shot_of(event)).card, hits=event.hits, officer=_directing(event))
    return [shooter, *short_sum(roll), Span("  "), *done, *_after_shot(event, tables)]


def _after_shot(event: Fire | Support, tables: Tables) -> Line:
    """Whether the crew became aces, and which slots have no target left and do not fire in this wave."""
    spans = say(phrase("ace").log) if isinstance(event, Fire) and event.ace else []
    fighters = [slot for slot in event.without_target if isinstance(slot_named(slot), FighterSlot)]
    others = [slot for slot in event.without_target if slot not in fighters]
    for slots, row in ((fighters, phrase("fighters_too_late")), (others, phrase("no_target_left"))):
        if slots:
            names = grouped([safe(item_name(tables, slot)) for slot in slots])
            spans += say(row.log, slots=names, number=len(slots))
    return spans
