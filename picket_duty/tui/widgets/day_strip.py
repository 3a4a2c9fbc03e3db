"""The days around today in one line, with their marks."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.pages.blocks import MARK
from picket_duty.pages.campaign_calendar import KIKUSUI, MARKS, ONE_DAY, WEEKDAYS, day_cell, months
from picket_duty.state import State
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import length

#: Columns of a day.
CELL = len(WEEKDAYS[0])
#: Days after today on the strip.
AHEAD = 3
#: The fewest columns of the strip of days beside its key.
LEAST_STRIP = 7 * CELL


def day_strip(state: State, tables: Tables, width: int, glyphs: Glyphs) -> Line:
    """The days around today with their marks in one line, from the first day of the game; each
    month by its name.
    """
    # The days after today come first, then as many days before it as fit.
    last = state.date + ONE_DAY * AHEAD
    first = state.date
    while last > first and _strip_width(first, last) > width:
        last -= ONE_DAY
    while first > state.setup.start and _strip_width(first - ONE_DAY, last) <= width:
        first -= ONE_DAY
    strip: Line = []
    for month in months(first, last):
        strip.append(Span(f"{' ' if strip else ''}{month[0]:%b} ", "title"))
        strip += [span for day in month for span in day_cell(day, state, tables)]
    return [span._replace(text=glyphs.mark) if span.text == MARK else span for span in strip]


def explained_strip(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The strip of days, with the key of its signs beside it, or below it if there is no room."""
    strip = day_strip(state, tables, width, glyphs)
    key = _marks_key(strip)
    room = width - length(key)
    if key and room < LEAST_STRIP:
        first, *others = key
        return [strip, [first._replace(text=first.text.removeprefix(" ")), *others]]
    # The shorter strip may have fewer marks to explain.
    strip = day_strip(state, tables, room, glyphs)
    return [[*strip, *_marks_key(strip)]]


def _marks_key(strip: Line) -> Line:
    """The marks on a strip of days, each with its meaning."""
    shown = {span.text for span in strip}
    key: Line = []
    for sign, style, words in (*MARKS.values(), (KIKUSUI, "warn", "Kikusui raids")):
        if sign in shown:
            key += line((f"  {sign} ", style), (words, "dim"))
    return key


def _strip_width(first: datetime.date, last: datetime.date) -> int:
    """The columns of some days and of the names of their months, each name after the first with a
    space before it.
    """
    # The name of a month has the columns of a day.
    shown = months(first, last)
    return CELL * (len(shown) + sum(map(len, shown))) + len(shown) - 1
