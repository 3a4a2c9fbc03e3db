"""A roll in full, and the phases of a day in a few lines each, as lines of the screen."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.book.vocabulary import DamageEffect, Remark
from picket_duty.events import Damage, Note
from picket_duty.facts import Aftermath, Killed, Phase, is_harm, is_weather, live_facts
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.text import log_line
from picket_duty.text.battle import format_damage
from picket_duty.text.deck_log import repair_clauses
from picket_duty.text.names import count, label_words, signed
from picket_duty.text.rolls import chart_spans, modifier_spans, result_of, result_style, subject_of
from picket_duty.text.status import raid_words
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, line, safe, wrap


def roll_lines(roll: Roll, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """A roll in full, before or after its dice are rolled."""
    when = ", ".join([label_words(roll.phase), *([f"wave {roll.wave}"] if roll.wave else [])])
    lines = wrap(line((subject_of(roll, tables), "strong"), (f"  {safe(when)}", "dim")), width)
    lines += wrap(chart_spans(roll), width)
    lines += modifier_lines(roll, width)
    return [*lines, sum_line(roll, glyphs)]


def modifier_lines(roll: Roll, width: int) -> list[Line]:
    """The column and dice modifiers with their reasons."""
    lines: list[Line] = []
    for title, modifiers in (("Column: ", roll.column_modifiers), ("Dice: ", roll.modifiers)):
        if not modifiers:
            continue
        spans: Line = [Span(title, "dim")]
        for number, modifier in enumerate(modifiers):
            spans += [*([Span(", ")] if number else []), *modifier_spans(modifier, roll)]
        lines += wrap(spans, width)
    if roll.maneuver is not None and not roll.dice:
        lines += wrap(line(("After the roll: ", "dim"), *modifier_spans(roll.maneuver, roll)), width)
    return lines


def dice_spans(roll: Roll) -> Line:
    """The dice, each in brackets."""
    return [Span("".join(f"[{die}]" for die in roll.dice), "strong")]


def sum_line(roll: Roll, glyphs: Glyphs) -> Line:
    """Dice, modifiers, total and result; before the roll, the dice wanted."""
    if not roll.dice:
        return line((f"Roll {roll.dice_name}", "key"))
    lines = [Span("Rolled ", "title"), *dice_spans(roll)]
    if not roll.is_matrix:
        for modifier in roll.modifiers:
            lines.append(Span(f" {signed(modifier.value)}", "dim"))
        lines.append(Span(f" = {roll.total}", "strong"))
    return [*lines, Span(f"  {glyphs.to} "), Span(result_of(roll), result_style(roll))]


def newest_roll(game: Game) -> Roll | None:
    """The last roll of a game, None before the first."""
    return next((event for event in reversed(game.events) if isinstance(event, Roll)), None)


def today_lines(game: Game, width: int) -> list[Line]:
    """The day so far, phase by phase; the current phase does not mention a raid that is not known yet."""
    lines: list[Line] = []
    day = live_facts(game).day_of(game.state.date.isoformat())
    for phase in day.phases if day is not None else ():
        if phase.label == game.state.label and phase.raid is None:
            lines.append(line((phase.name.capitalize(), "title")))
        else:
            lines += phase_lines(game, phase, width)
    return lines


def phase_lines(game: Game, phase: Phase, width: int) -> list[Line]:
    """One phase in a few lines."""
    station = f", station {phase.station}" if phase.station else ""
    lines = [line((f"{phase.name.capitalize()}{station}", "title"))]
    weather = (phase.weather or "quiet").capitalize()
    if phase.raid is None or not phase.attacked:
        lines.append(line(f"  {weather}, no attack"))
    else:
        kind = "Kikusui raid" if phase.raid.kikusui else "raid"
        fates = f": {raid_words(phase)}" if phase.planes else ""
        raid = f"{kind} of {count(phase.raid.planes, 'plane')}{fates}"
        lines += wrap(line(f"  {weather}, {raid}"), width, indent=6)
    return [*lines, *_suffered(game, phase, width)]


def _suffered(game: Game, phase: Phase, width: int) -> list[Line]:
    """Damage and casualties: each strike with its effects, then later losses."""
    lines: list[Line] = []
    for wave in phase.waves:
        for blow in wave.blows:
            harm = _harm_lines(game, blow.after, width)
            none = [] if harm else [Span(f": {format_damage(blow, game.tables)}")]
            lines += wrap(
                [Span(f"  Wave {wave.number}: ", "dim"), *log_line(blow.strike, game.tables), *none], width, indent=6
            )
            lines += harm
        harm = _harm_lines(game, wave.later, width)
        lines += [line((f"  After wave {wave.number}:", "dim"))] if harm and lines else []
        lines += harm
    harm = _harm_lines(game, phase.later, width)
    lines += [line(("  After the raid:", "dim"))] if harm and lines else []
    lines += harm
    done = list(dict.fromkeys(repair_clauses(phase.repairs, game.tables)))
    return (
        [*lines, *wrap(line(("  Damage control: ", "dim"), safe("; ".join(done))), width, indent=6)] if done else lines
    )


def _grows(event: Aftermath) -> bool:
    return isinstance(event, Damage) and event.effect == DamageEffect.GROWS


def _is_told(event: Aftermath) -> bool:
    if isinstance(event, Note):
        return event.remark == (Remark.EMERGENCY, "") or is_weather(event)
    return is_harm(event) or _grows(event)


def _harm_lines(game: Game, events: Sequence[Aftermath], width: int) -> list[Line]:
    """One line for each harm to the ship or her crew, each new level of a deck fire, an emergency, and for weather
    that ends the day."""
    harms = [event for event in events if _is_told(event)]
    causes = (event.event if isinstance(event, Killed) else event for event in harms)
    return [row for event in causes for row in wrap([Span("    "), *log_line(event, game.tables)], width, indent=6)]
