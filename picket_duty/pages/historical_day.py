"""What happened on a day of 1945, and the ship whose patrol can be played on it."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.book.historical_days import historical_day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.pages.blocks import Heading, Items, Page, Paragraph
from picket_duty.text.historical_record import day_entries, day_sentences, day_title, play_words
from picket_duty.text.styled_text import line


def can_play(tables: Tables, date: datetime.date) -> bool:
    """Whether a destroyer and her station are known on a day."""
    return (
        FIRST_DAY <= date <= LAST_DAY
        and historical_day_of(tables.history, date).playable is not None
    )


def day_page(tables: Tables, date: datetime.date) -> Page:
    """What happened on a day in a few sentences; empty outside the calendar."""
    words = " ".join(day_sentences(tables, date))
    return [Heading(day_title(date), 4), Paragraph(words)] if words else []


def play_key(tables: Tables, date: datetime.date) -> Page:
    """The key that starts a patrol of the day's ship; empty if no ship is known."""
    words = play_words(historical_day_of(tables.history, date)) if can_play(tables, date) else ""
    return [Paragraph(line(("p", "key"), (f": play a patrol in {words}", "dim")))] if words else []


def historical_day_page(tables: Tables, date: datetime.date) -> Page:
    """A historical day, every entry with its source."""
    page: Page = [Heading(day_title(date), 4)]
    for entry in day_entries(tables, date):
        page.append(Items((entry.text,)))
        if entry.source:
            page.append(Paragraph(line((entry.source, "dim")), indent=2))
    return page
