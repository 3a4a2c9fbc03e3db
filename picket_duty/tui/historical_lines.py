"""The historical day in a few lines for other pages, and whether its ship can be played."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.book.historical_days import day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.text.historical import day_sentences, day_title, play_words
from picket_duty.tui.lines import Line, Span, line, wrap


def history_lines(tables: Tables, date: datetime.date, width: int) -> list[Line]:
    """What happened on a day, in a sentence or two below a heading, with the key that starts its patrol.

    Nothing outside the calendar.
    """
    words = " ".join(day_sentences(tables, date))
    if not words:
        return []
    return [line((day_title(date), "title")), *wrap([Span(words)], width), *play_line(tables, date)]


def play_line(tables: Tables, date: datetime.date) -> list[Line]:
    """The key that starts a patrol of the day's ship; empty if no ship is known."""
    words = play_words(day_of(tables.history, date)) if can_play(tables, date) else ""
    return [line(("p", "key"), (f" stands the watch of {words}", "dim"))] if words else []


def can_play(tables: Tables, date: datetime.date) -> bool:
    """Whether a destroyer and her station are known on a day."""
    return FIRST_DAY <= date <= LAST_DAY and day_of(tables.history, date).playable is not None
