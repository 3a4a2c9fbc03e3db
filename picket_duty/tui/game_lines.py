"""A roll in full, as lines of the screen."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.game import AnyGame
from picket_duty.requests import Roll
from picket_duty.text.names import label_words, signed
from picket_duty.text.rolls import chart_spans, modifier_spans, result_of, result_style, subject_of
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


def newest_roll(game: AnyGame) -> Roll | None:
    """The last roll of a game, None before the first."""
    return next((event for event in reversed(game.events) if isinstance(event, Roll)), None)
