"""A roll as lines of the screen: its chart, its modifiers with their reasons, dice and result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from picket_duty.requests import Roll
from picket_duty.text.dates import label_words
from picket_duty.text.english import signed
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import wrap

if TYPE_CHECKING:
    from picket_duty.book import Tables


def roll_lines(roll: Roll, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """A roll in full, before or after its dice are rolled."""
    # Not imported with the menu, here and below.
    from picket_duty.text.rolls import chart_line, subject_of

    when = label_words(roll.phase)
    if roll.wave:
        when += f", wave {roll.wave}"
    lines = wrap(line((subject_of(roll, tables), "strong"), (f"  {safe(when)}", "dim")), width)
    lines += wrap(chart_line(roll), width)
    lines += modifier_lines(roll, width)
    return [*lines, sum_line(roll, glyphs)]


def modifier_lines(roll: Roll, width: int) -> list[Line]:
    """The modifiers of the column and of the dice with their reasons; before the roll, also the one
    that depends on the dice (``toward``).
    """
    from picket_duty.text.rolls import modifier_line

    lines: list[Line] = []
    for title, modifiers in (("Column: ", roll.column_modifiers), ("Dice: ", roll.modifiers)):
        if not modifiers:
            continue
        spans: Line = [Span(title, "dim")]
        for number, modifier in enumerate(modifiers):
            if number:
                spans.append(Span(", "))
            spans += modifier_line(modifier, roll)
        lines += wrap(spans, width)
    if roll.toward is not None and not roll.dice:
        lines += wrap(
            line(("After the roll: ", "dim"), *modifier_line(roll.toward.modifier, roll)), width
        )
    return lines


def dice_spans(roll: Roll) -> Line:
    """The dice, each in brackets."""
    return [Span("".join(f"[{die}]" for die in roll.dice), "strong")]


def sum_line(roll: Roll, glyphs: Glyphs) -> Line:
    """Dice, modifiers, total and result; before the roll, the dice wanted."""
    from picket_duty.text.roll_results import result_of, result_style

    if not roll.dice:
        return line((f"Roll {roll.dice_name}", "key"))
    spans = [Span("Rolled ", "title"), *dice_spans(roll)]
    if not roll.is_matrix:
        spans += [Span(f" {signed(modifier.value)}", "dim") for modifier in roll.modifiers]
        spans.append(Span(f" = {roll.total}", "strong"))
    return [*spans, Span(f"  {glyphs.to} "), Span(result_of(roll), result_style(roll))]
