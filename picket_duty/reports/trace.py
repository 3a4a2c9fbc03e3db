"""The referee's trace: every event in order, every die with its chart, modifiers, total and row."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.charts.words import result_words, signed
from picket_duty.events import Chosen, Ended, Event, PhaseBegun, WaveBegun
from picket_duty.facts import GameFacts
from picket_duty.game import Game
from picket_duty.reports.document import Block, Heading, Trace
from picket_duty.requests import Roll
from picket_duty.text import POST_NAMES, item_name, log_text
from picket_duty.text.log import order_words
from picket_duty.text.rolls import column_heading


def trace_blocks(facts: GameFacts, tables: Tables) -> list[Block]:
    """The trace, one folded block per day."""
    blocks: list[Block] = [Heading("Referee's trace")]
    day = "Set-up"
    lines: list[str] = []
    for event in facts.events:
        date = event.phase.partition("/")[0]
        if isinstance(event, PhaseBegun) and date != day:
            if lines:
                blocks.append(Trace(day, tuple(lines)))
            day, lines = date, []
        lines.append(trace_line(event, tables))
    if lines:
        blocks.append(Trace(day, tuple(lines)))
    return blocks


def trace_line(event: Event, tables: Tables) -> str:
    """One event in one line."""
    if isinstance(event, Roll):
        return f"  {roll_line(event, _about(event, tables), column_heading(event.chart, event.column))}"
    if isinstance(event, PhaseBegun):
        return f"== {event.phase} {event.light}, station {event.station or '-'}"
    if isinstance(event, WaveBegun):
        return f"-- {log_text(event, tables)}"
    if isinstance(event, Chosen):
        return f"  > {event.about} ({event.rule}): {order_words(event, tables)}"
    if isinstance(event, Ended):
        return f"== {log_text(event, tables)}, {event.summary['state_hash']}"
    return f"  * {log_text(event, tables) or event.__class__.__name__}"


def roll_line(roll: Roll, about: str, column: str) -> str:
    """A roll: what it is about, chart and column, dice, modifiers with reasons, total, row and result."""
    assert roll.result is not None
    chart = roll.chart
    where = roll.table + (f" note {chart.note_id}" if chart.note_id else "")
    if roll.column is not None:
        shifts = " ".join(f"{signed(modifier.value)} {modifier.why};" for modifier in roll.column_modifiers).rstrip(";")
        where += f" [{column}{': ' + shifts if shifts else ''}]"
    dice = " ".join(map(str, roll.dice))
    if roll.is_matrix:
        reached = f"row {roll.row} column {roll.col}"
    else:
        reached = f"= {roll.total}"
        changes = "; ".join(f"{signed(modifier.value)} {modifier.why}" for modifier in roll.modifiers)
        dice += f" ({changes})" if changes else ""
    return f"{about}: {where}: {dice} {reached}: {result_words(chart, roll.result, roll.column)}"


def _about(roll: Roll, tables: Tables) -> str:
    """What a roll is for, and for whom, at what and against which plane."""
    parts = [roll.purpose.id]
    if roll.item:
        parts.append(POST_NAMES.get(roll.item) or item_name(tables, roll.item))
    if roll.plane is not None:
        parts.append(f"plane {roll.plane + 1}")
    return " ".join(parts[:2]) + (f", {parts[2]}" if parts[2:] else "")


def last_lines(game: Game, count: int) -> list[str]:
    """The last events of a game, for a report of a fault."""
    return [trace_line(event, game.tables) for event in game.events[-count:]]
