"""Rolls in words: purpose, actor, chart, dice, modifiers with their reasons, and result."""

from __future__ import annotations

import re

from picket_duty.book import Tables, vocabulary
from picket_duty.charts import Chart, Modifier
from picket_duty.charts.words import column_label
from picket_duty.requests import Roll
from picket_duty.text.english import lowered, signed, title_case
from picket_duty.text.names import POST_NAMES, item_name, item_words, plane_name
from picket_duty.text.roll_results import result_of, result_style
from picket_duty.text.styled_text import Line, Span, safe, text_of

#: What joins two numbers in the heading of a column.
SEVERAL = re.compile(r"(?<=\d),(?=\d)")
#: New wordings of reasons that read wrong beside the value of a modifier as the chart prints them.
REASONS = {
    "1-2 land radar stations working": "Land radar: 1-2 stations working",
    "3-4 land radar stations working": "Land radar: 3-4 stations working",
    "Built-in value": "Base value",
    "Chit of each fighter type present": "Fighter value",
    "Each SFS marker available": "SFS markers available",
    "Each hit on the gun": "Hits on the gun",
    "Nearest 40mm magazine destroyed": "Nearer 40 mm magazine destroyed",
    "Repairs continued from the previous wave": "Repairs continued from the previous round",
    "Single 20 mm mounts A, B, C (1941 armament)": "This 20 mm mount is a single, not a twin",
    "Toward a miss": "Successful emergency maneuver",
}
#: The start of the table of a die that is on no chart, before the paragraph of the rules.
RULES = "rules"
#: What the rolls of fighter coverage are for, by chart.
COVERAGE_CHARTS = {
    "7-1": "Fighter types in the combat air patrol",
    "7-2": "Air fire support (AFS)",
    "7-3": "Air fire support (AFS), one of 2 rolls",
}


# -- what a roll is for ------------------------------------------------------------


def purpose_of(roll: Roll) -> str:
    """The purpose of a roll in words. Each chart of fighter coverage has its own: the rolls follow
    one another.
    """
    return COVERAGE_CHARTS.get(roll.table) or roll.purpose.words_on(roll.chart)


def actor_of(roll: Roll, tables: Tables) -> str:
    """The subject of a roll; empty if its purpose states it."""
    if roll.purpose is vocabulary.CREW:
        return POST_NAMES[roll.item]
    if roll.purpose in (vocabulary.GUNNERY, vocabulary.SUPPORT) and roll.plane is not None:
        return f"{safe(item_name(tables, roll.item))} at {plane_name(roll.plane)}"
    if roll.item:
        return safe(item_words(tables, roll.item))
    if roll.plane is None:
        return ""
    # Planes are numbered within their wave, but bearings are rolled before the waves are known.
    raid = " of the raid" if roll.purpose is vocabulary.BEARING else ""
    return f"{plane_name(roll.plane)}{raid}"


def subject_of(roll: Roll, tables: Tables) -> str:
    """Purpose and actor of a roll."""
    what = purpose_of(roll)
    who = actor_of(roll, tables)
    if not who or what.lower() == who.lower():
        return what
    # Type of plane 3.
    if what.endswith(" of plane") and roll.plane is not None:
        return what.replace("plane", who)
    # Aft fire room: does the fire do more damage?
    if what.endswith("?"):
        return f"{title_case(who)}: {lowered(what)}"
    return f"{what}, {who}"


def before_result(what: str) -> str:
    """A subject before its result: with a colon, unless it is a question."""
    return f"{what} " if what.endswith("?") else f"{what}: "


def chart_of(roll: Roll) -> str:
    """The chart of a roll and its column, or the note on it that asks for the die."""
    title = f"{roll.table}  {roll.chart.raw.title}"
    if roll.chart.letter:
        title = f"{roll.table}, note: {roll.chart.text}"
    if roll.column is None:
        return title
    return f"{title}, column {column_heading(roll.chart, roll.column)}"


def chart_line(roll: Roll) -> Line:
    """The chart of a roll and its column with the word for it; for a die of the rules, their
    paragraph.
    """
    if is_rule(roll):
        return [
            Span("Rules ", "dim"),
            Span(safe(f"{roll.table.removeprefix(RULES).strip()}: {roll.chart.text}")),
        ]
    return [Span("Chart ", "dim"), Span(safe(chart_of(roll)))]


def is_rule(roll: Roll) -> bool:
    """Whether the rules ask for a die that is on no chart."""
    return roll.table.startswith(RULES)


def column_heading(chart: Chart, column: str | None) -> str:
    """A column in words."""
    return SEVERAL.sub(" or ", column_label(chart, str(column)))


# -- dice and modifiers --------------------------------------------------------------


def modifier_line(modifier: Modifier, roll: Roll, rule: bool = True) -> Line:
    """A modifier of a roll with its reason and rule, styled by whether it helps the player."""
    style = _modifier_style(modifier.value, roll)
    spans = [Span(signed(modifier.value), style), Span(f" {modifier_reason(modifier)}")]
    if rule:
        return [*spans, Span(f" ({modifier.rule})", "dim")]
    return spans


def _modifier_style(value: int, roll: Roll) -> str:
    """The style of a modifier, or of the sum of all, by whether it helps the player."""
    # A maneuver pulls toward a miss with either sign.
    helps = value * roll.purpose.helps if roll.toward is None else abs(value)
    if not helps:
        return "dim"
    return "good" if helps > 0 else "bad"


def modifier_reason(modifier: Modifier) -> str:
    """Reason of a modifier, without the rule for its sign that the chart prints after a colon."""
    why = modifier.why.partition(":")[0]
    return safe(REASONS.get(why, why))


def total_line(roll: Roll) -> Line:
    """Dice, modifiers, total and result of a resolved roll in one line."""
    return _with_result(dice_line(roll), roll)


def dice_line(roll: Roll, reasons: bool = True) -> Line:
    """Dice, modifiers and total of a resolved roll; without ``reasons``, the sum of the
    modifiers.
    """
    dice = "+".join(map(str, roll.dice))
    if roll.is_matrix:
        dice = f"row {roll.row} column {roll.col}"
    elif roll.faces[0] == 10 and len(roll.dice) == 2:
        # Tens and units of a hundred.
        dice = f"{roll.dice[0]}{roll.dice[1]}"
    spans = [Span(dice, "strong")]
    if reasons:
        for modifier in roll.modifiers:
            spans += [Span(" "), *modifier_line(modifier, roll, rule=False)]
    elif not roll.is_matrix and (added := sum(modifier.value for modifier in roll.modifiers)):
        spans.append(Span(f" {signed(added)}", _modifier_style(added, roll)))
    if _is_summed(roll):
        spans.append(Span(f" = {roll.total}"))
    return spans


def _is_summed(roll: Roll) -> bool:
    """Whether a total is shown: not of the row and column of a matrix, nor, without modifiers, of
    the two digits of a d100 or of one die.
    """
    if roll.is_matrix:
        return False
    return bool(roll.modifiers) or (len(roll.dice) > 1 and roll.faces[0] == 6)


def _with_result(spans: Line, roll: Roll) -> Line:
    """The dice and the result. A single die has "rolled" before it: alone, its number could be that
    of something else.
    """
    result = Span(result_of(roll), result_style(roll))
    if _is_summed(roll):
        return [*spans, Span(": "), result]
    if len(roll.dice) == 1:
        return [Span("rolled "), *spans, Span(": "), result]
    return [*spans, Span(", "), result]


# -- whole rolls -------------------------------------------------------------------------


def roll_line(roll: Roll, tables: Tables) -> Line:
    """A resolved roll as a line of the log."""
    return [Span(f"  {before_result(_logged(roll, tables))}", "dim"), *total_line(roll)]


def _logged(roll: Roll, tables: Tables) -> str:
    is_shot = roll.purpose in (vocabulary.GUNNERY, vocabulary.SUPPORT)
    if is_shot:
        return actor_of(roll, tables)
    return subject_of(roll, tables)


def short_roll_line(roll: Roll, tables: Tables) -> Line:
    """A resolved roll in one short line: subject, dice, sum of modifiers, total and result, without
    reasons.
    """
    return [
        Span(f"  {before_result(subject_of(roll, tables))}", "dim"),
        *_with_result(dice_line(roll, reasons=False), roll),
    ]


def roll_words(roll: Roll, tables: Tables) -> str:
    """A roll in one line of text with its chart: the dice to be rolled, or the dice and their
    result.
    """
    where = f"{_logged(roll, tables)} [{_table_and_column(roll)}]"
    if roll.dice:
        return f"{where}: {text_of(total_line(roll))}"
    modifiers = f", {modifier_words(roll.modifiers)}" if roll.modifiers else ""
    return f"{where}: {roll.dice_name}{modifiers}"


def dice_to_roll(roll: Roll) -> str:
    """The dice of a roll not made yet, its chart and column, and its modifiers: ``2d6 on S-1, +1
    FDT present``.
    """
    modifiers = f"; {modifier_words(roll.modifiers)}" if roll.modifiers else ""
    return f"{roll.dice_name} on {_table_and_column(roll)}{modifiers}"


def _table_and_column(roll: Roll) -> str:
    if roll.column is None:
        return roll.table
    reasons = ""
    if roll.column_modifiers:
        reasons = f" ({modifier_words(roll.column_modifiers)})"
    return f"{roll.table}, column {column_heading(roll.chart, roll.column)}{reasons}"


def modifier_words(modifiers: tuple[Modifier, ...]) -> str:
    """Modifiers with their reasons: ``+1 Mk 37 director, -1 Hits on the gun``."""
    reasons: list[str] = []
    for modifier in modifiers:
        reason = modifier_reason(modifier)
        if reason in reasons:
            # Two types of fighters, each with its own value.
            reason += " of the other type"
        reasons.append(reason)
    values = [signed(modifier.value) for modifier in modifiers]
    return ", ".join(map(" ".join, zip(values, reasons, strict=True)))
