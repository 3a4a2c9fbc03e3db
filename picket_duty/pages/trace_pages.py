"""The trace of a game: every roll, decision and result, a line each."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.events import DecisionMade, Ended, Event, PhaseBegun, WaveBegun
from picket_duty.facts import GameFacts
from picket_duty.pages.blocks import Heading, Page, Trace
from picket_duty.requests import Roll
from picket_duty.state import date_in_label
from picket_duty.text.log import log_words
from picket_duty.text.orders import decision_words
from picket_duty.text.rolls import roll_words


def trace_blocks(facts: GameFacts, tables: Tables) -> Page:
    """The trace, one folded block per day."""
    days: dict[str, list[str]] = {}
    day = "Setup"
    for event in facts.events:
        if isinstance(event, PhaseBegun):
            day = date_in_label(event.phase)
        days.setdefault(day, []).append(trace_words(event, tables))
    return [Heading("Referee's trace"), *(Trace(day, tuple(lines)) for day, lines in days.items())]


def trace_words(event: Event, tables: Tables) -> str:
    """One event in one line."""
    if isinstance(event, Roll):
        return f"  {roll_words(event, tables)}"
    if isinstance(event, PhaseBegun):
        return f"== {event.phase} {event.light}, station {event.station or '-'}"
    if isinstance(event, WaveBegun):
        return f"-- {log_words(event, tables)}"
    if isinstance(event, DecisionMade):
        return f"  > {event.about} ({event.rule}): {decision_words(event, tables)}"
    if isinstance(event, Ended):
        return f"== {log_words(event, tables)}, {event.summary['state_hash']}"
    return f"  * {log_words(event, tables) or event.__class__.__name__}"
