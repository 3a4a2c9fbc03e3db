"""The real days as lines: a sentence or two for other pages, or everything with its sources."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.book.history import day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.tui.lines import Line, Span, line, wrap
from picket_duty.wording.history import day_entries, day_sentences, day_title, play_words


def real_day_lines(tables: Tables, date: datetime.date, width: int) -> list[Line]:
    """A day as it was, every entry with its source."""
    lines = [line((day_title(date), "title")), []]
    for told in day_entries(tables, date):
        lines += wrap(line(("  * ", "key"), told.text), width, indent=4)
        lines += wrap(line(("    ", "dim"), (told.source, "dim")), width, indent=4)
    if (words := play_words(day_of(tables.history, date))) and can_play(tables, date):
        lines += [[], line(("  p", "key"), f" stands her watch: {words}")]
    return lines


def history_lines(tables: Tables, date: datetime.date, width: int) -> list[Line]:
    """What really happened on a day, in a sentence or two below a heading; nothing outside the calendar."""
    words = " ".join(day_sentences(tables, date))
    return [line((day_title(date), "title")), *wrap([Span(words)], width)] if words else []


def can_play(tables: Tables, date: datetime.date) -> bool:
    """Whether a destroyer and her station are known on a day."""
    return FIRST_DAY <= date <= LAST_DAY and day_of(tables.history, date).playable is not None
