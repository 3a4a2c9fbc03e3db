"""The log: one line per event, made from it alone."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.book.ids import FighterSlot, slot_named
from picket_duty.book.vocabulary import (
    DECLARE,
    DIVE,
    ORDER_MANEUVER,
    RESCIND,
    WEATHER,
    Sky,
    StrikeOutcome,
)
from picket_duty.events import DecisionMade, Event, Fire, Note, Strike, Support, Weather
from picket_duty.facts import shot_of
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Roll
from picket_duty.rules.play import NO, YES
from picket_duty.text.fact_rows import fact_of, shot_row
from picket_duty.text.names import grouped, item_name, plane_name, plane_number, short_name
from picket_duty.text.orders import order_fields
from picket_duty.text.phrases import phrase, say
from picket_duty.text.rolls import dice_line, roll_line, roll_words
from picket_duty.text.styled_text import Line, Span, line, safe, text_of

#: Outcomes of a dive that its roll states in full, and weather without flying.
SPARED = (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS)
NO_FLYING = (Sky.STORM, Sky.TYPHOON)
#: The row of an answer that the officers gave, by what it is about.
OFFICERS_ROWS = {
    (ORDER_MANEUVER.id, NO): "officers_course",
    (DECLARE.id, YES): "officers_declare",
    (DECLARE.id, NO): "officers_no_emergency",
    (RESCIND.id, YES): "officers_rescind",
}


def log_line(event: Event, tables: Tables) -> Line:
    """The line of an event; empty if it has none."""
    if isinstance(event, Roll):
        return roll_line(event, tables)
    if isinstance(event, DecisionMade):
        return _chosen(event, tables)
    if isinstance(event, Fire | Support):
        shooter = safe(item_name(tables, event.by))
        plane = plane_name(event.plane)
        # The state of the plane is named if this shot changed it.
        row = shot_row(shot_of(event))
        officer = _directing(event)
        shot = say(row.log, shooter=shooter, plane=plane, hits=event.hits, officer=officer)
        return [*shot, *_after_shot(event, tables)]
    fact = fact_of(event, tables)
    if fact is None:
        if isinstance(event, Note):
            return line(safe(event.text))
        return []
    return say(fact.row.log, **fact.fields)


def log_words(event: Event, tables: Tables) -> str:
    """The line of an event as plain text, rolls with their chart; empty if it has none."""
    if isinstance(event, Roll):
        return roll_words(event, tables)
    return text_of(log_line(event, tables)).strip()


def repeats_a_roll(event: Event, before: Event | None) -> bool:
    """Whether an event adds nothing to the roll before it: a shot or a dive that missed, clear sky
    or rain.
    """
    if isinstance(event, Fire | Support):
        return not event.hits and event.state == event.state_before and not event.flamed_again
    if not isinstance(before, Roll):
        return False
    if isinstance(event, Strike):
        return before.purpose is DIVE and not event.weapon and event.outcome in SPARED
    return (
        isinstance(event, Weather) and before.purpose is WEATHER and event.weather not in NO_FLYING
    )


# -- orders and shots ------------------------------------------------------------------


def _chosen(event: DecisionMade, tables: Tables) -> Line:
    # An order to maneuver, and no other, has the captain as its officer.
    if event.officer and event.answer == YES:
        return say(phrase("maneuver_ordered").log, captain=safe(short_name(event.officer)))
    return say(phrase("order").log, **order_fields(event, tables))


def officers_line(event: DecisionMade, tables: Tables) -> Line:
    """The line of a decision that the officers made for the captain."""
    if event.officer and event.answer == YES:
        return _chosen(event, tables)
    row = "officers_order"
    if event.kind == ONE:
        row = OFFICERS_ROWS.get((event.about, str(event.answer)), row)
    elif event.kind == MEN_TO_JOBS and not event.answer:
        row = "officers_no_men"
    elif event.kind == ASSIGN and event.answer:
        row = "officers_fire"
    return say(phrase(row).log, **order_fields(event, tables))


def _directing(event: Fire | Support) -> str:
    """The officer who directs the fire of a mount."""
    if isinstance(event, Fire):
        return safe(short_name(event.officer))
    return ""


def shot_line(
    roll: Roll, event: Fire | Support, tables: Tables, captain: Sequence[Span] = ()
) -> Line:
    """A shot in one short line. ``roll`` is the roll of the shot, ``captain`` what is said of the
    captain of the mount.
    """
    shooter = Span(f"  {safe(event.by)} at {plane_number(event.plane)}: ", "dim")
    done = say(shot_row(shot_of(event)).card, hits=event.hits, officer=_directing(event))
    return [
        shooter,
        *dice_line(roll, reasons=False),
        Span("  "),
        *done,
        *captain,
        *_after_shot(event, tables),
    ]


def _after_shot(event: Fire | Support, tables: Tables) -> Line:
    """Whether the crew became aces, and which slots have no target left and do not fire in this
    wave.
    """
    spans = say(phrase("ace").log) if isinstance(event, Fire) and event.ace else []
    fighters = [slot for slot in event.without_target if isinstance(slot_named(slot), FighterSlot)]
    others = [slot for slot in event.without_target if slot not in fighters]
    for slots, row in ((fighters, phrase("fighters_too_late")), (others, phrase("no_target_left"))):
        if slots:
            idle = grouped([safe(item_name(tables, slot)) for slot in slots])
            spans += say(row.log, slots=idle, number=len(slots))
    return spans
