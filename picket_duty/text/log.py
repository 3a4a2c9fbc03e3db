"""The event log: one line per event, for the screen, plain mode and the referee's trace.

Each line is made from its event alone.
"""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.book import Tables
from picket_duty.book.ids import Fighters, slot_named
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
    BaseEvent,
    Chosen,
    Control,
    Crew,
    Damage,
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
    return LINES[type(event)](event, tables)


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


# -- days and raids ------------------------------------------------------------------


def _phase(event: PhaseBegun, tables: Tables) -> Line:
    day = short_date(event.date)
    hours = PHASE_HOURS.get(event.name, "")
    return say(phrase("phase").log, day=day, name=event.name, hours=hours, light=event.light, station=event.station)


def _weather(event: Weather, tables: Tables) -> Line:
    return say(phrase("weather", event.weather).log)


def _raid(event: Raid, tables: Tables) -> Line:
    rolled = event.rolled if event.rolled > event.planes else None
    if not event.planes:
        return say((phrase("no_kikusui_raid") if event.kikusui else phrase("no_raid")).log, rolled=rolled)
    row = phrase("kikusui_raid") if event.kikusui else phrase("raid")
    return say(row.log, planes=event.planes, rolled=rolled)


def _wave(event: WaveBegun, tables: Tables) -> Line:
    to_come = to_come_words(event.to_come) if event.to_come else ""
    planes = ", ".join(map(_plane, event.planes))
    return say(phrase("wave").log, number=event.number, which=_of_raid(event), planes=planes, to_come=to_come)


def _of_raid(event: WaveBegun) -> str:
    """Which planes of the raid a later wave has; empty for the first wave."""
    if not event.before:
        return ""
    planes = len(event.planes)
    row = phrase("planes_of_raid") if planes > 1 else phrase("plane_of_raid")
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


def _chosen(event: Chosen, tables: Tables) -> Line:
    if event.officer and event.answer == YES:
        return say(phrase("maneuver_ordered").log, captain=safe(short_name(event.officer)))
    return say(
        phrase("order").log,
        about=ORDER_NAMES.get(event.about, event.about),
        order=safe(order_words(event, tables)),
    )


def officers_line(event: Chosen, tables: Tables) -> Line:
    """The line of a decision that the officers made for the captain."""
    if event.officer and event.answer == YES:
        return _chosen(event, tables)
    return say(
        _officers_row(event).log,
        about=ORDER_NAMES.get(event.about, event.about),
        order=safe(order_words(event, tables)),
    )


def _officers_row(event: Chosen) -> Phrase:
    if event.kind == MEN_TO_JOBS and not event.answer:
        return phrase("officers_no_men")
    if event.about == RESCIND.id and event.answer == YES:
        return phrase("officers_rescind")
    holds_course = event.about == ORDER_MANEUVER.id and event.answer != YES
    return phrase("officers_course") if holds_course else phrase("officers_order")


def order_words(event: Chosen, tables: Tables) -> str:
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


# -- the battle ----------------------------------------------------------------------


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
    fighters = [slot for slot in event.without_target if isinstance(slot_named(slot), Fighters)]
    others = [slot for slot in event.without_target if slot not in fighters]
    for slots, row in ((fighters, phrase("fighters_too_late")), (others, phrase("no_target_left"))):
        if slots:
            names = grouped([safe(item_name(tables, slot)) for slot in slots])
            spans += say(row.log, slots=names, number=len(slots))
    return spans


def _strike(event: Strike, tables: Tables) -> Line:
    fields = {"plane": plane_name(event.plane), "weapon": WEAPONS.get(event.weapon, "")}
    return say(strike_row(event).log, part=part_of_ship(event.section), **fields)


def _damage(event: Damage, tables: Tables) -> Line:
    item = safe(item_words(tables, event.item)) if event.item else ""
    fields = {"item": item, "part": part_of_ship(event.section), **_markers(event)}
    return say(damage_row(event).log, must_leave=MUST_LEAVE, **fields)


def _markers(event: Damage) -> dict[str, int | None]:
    """New hit markers of a compartment, apart from those it had; the level of a deck fire."""
    more = event.total > event.points
    return {
        "points": None if more else event.points or None,
        "more": event.points if more else None,
        "total": event.total if more else None,
    }


def _control(event: Control, tables: Tables) -> Line:
    row = phrase("repaired_by") if event.officer else phrase("repaired")
    return say(
        (row if event.success else phrase("not_repaired")).log,
        officer=safe(short_name(event.officer, CHIEFS.get(event.section, ""))),
        men=event.men,
        job=item_words(tables, event.job),
        markers=event.markers or None,
        still=event.markers_left or "none",
        flood=event.flood if event.water_drained else None,
    )


def _crew(event: Crew, tables: Tables) -> Line:
    if event.killed:
        killed = succession(event)
        title, successor = safe(killed.title), safe(killed.successor)
        return say(phrase("killed").log, title=title, successor=successor, change=killed.change)
    return say(
        phrase("appointed").log,
        post=POST_NAMES[event.post],
        name=safe(naval_name(event.name, event.post)),
        value=event.value,
    )


def _loss(event: Loss, tables: Tables) -> Line:
    row = _loss_row(event, tables)
    cause = safe(item_words(tables, event.cause)) if event.cause else ""
    return say(
        row.log,
        track=event.track,
        part=part_of_ship(MEN_SECTIONS.get(event.track, "")),
        points=event.points,
        left=event.left,
        cause=cause,
        must_leave=MUST_LEAVE,
    )


def _loss_row(event: Loss, tables: Tables) -> Phrase:
    """The row of a change of a track; an empty row if nothing was lost and the track has no line for that."""
    track = event.track
    if not event.points:
        # The track was at its limit already, or no stores were used, as the roll before says.
        return phrase("hull_struck_again") if track == Track.HULL else Phrase()
    if event.cause == USED:
        return phrase("stores_used")
    if track == Track.MORALE and event.points < 0:
        return phrase("morale_rises")
    at_end = event.left >= tables.numbers.flood_limit if track == Track.FLOOD else not event.left
    row = cases("at_end").get(track) if at_end else None
    if row is not None and row.log:
        return row
    return phrase("men_lost") if track in MEN_SECTIONS else phrase("loss", track)


# -- coming and going ------------------------------------------------------------------


def _leave(event: Leave, tables: Tables) -> Line:
    if event.reason == SUNK:
        return say(phrase("ship_lost").log, why=loss_words(event.why))
    row = phrase("leaves_for_good") if event.rear else phrase("leaves")
    return say(row.log, reason=leave_words(event.reason), back=short_date(event.until) if event.until else "")


def _new_ship(event: NewShip, tables: Tables) -> Line:
    row = phrase("ship_returns") if event.returning else phrase("new_ship")
    return say(row.log, ship=ship_words(event.name, event.hull))


def _turn_end(event: TurnEnd, tables: Tables) -> Line:
    return say(phrase("day_over").log, day=short_date(event.date), stores=stores_words(event))


def stores_words(event: TurnEnd) -> str:
    """Stores and tracks of a ship at the end of a day."""
    return words(
        phrase("stores").log,
        fuel=event.fuel,
        ammunition=event.ammunition,
        hull=event.hull,
        maneuver=event.maneuver,
        morale=event.morale,
    )


def _undone(event: Undone, tables: Tables) -> Line:
    rolls = event.answers - event.decisions
    parts = [count(event.decisions, "decision")] if event.decisions else []
    return say(phrase("undone").log, answers=listed(parts + ([count(rolls, "roll")] if rolls else [])))


def _note(event: Note, tables: Tables) -> Line:
    if event.remark is None:
        return line(safe(event.text))
    remark, subject = event.remark
    return say(phrase("remark", remark).log, subject=safe(subject))


def _ended(event: Ended, tables: Tables) -> Line:
    summary = event.summary
    outcome = result_words(summary.get("outcome") or "", len(summary.get("stages", ())), summary.get("stages_held", 0))
    return say(phrase("outcome").log, outcome=outcome)


#: The function for the line of each kind of event.
LINES: dict[type[BaseEvent], Callable[..., Line]] = {
    PhaseBegun: _phase,
    Weather: _weather,
    Raid: _raid,
    WaveBegun: _wave,
    Chosen: _chosen,
    Fire: _shot,
    Support: _shot,
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
