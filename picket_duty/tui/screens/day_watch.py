"""The day's watch: its game, the result of the attempt that counts, and how to play it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.widget import Widget

from picket_duty.saves import SaveError
from picket_duty.saves.daily_watch import (
    attempts_on,
    counted_save,
    today,
    unfinished_save,
    watch_setup,
)
from picket_duty.saves.service_record import read_service
from picket_duty.setup import SetupError
from picket_duty.text.english import count
from picket_duty.text.names import (
    OUTCOMES,
    SAME_FOR_ALL,
    briefing,
    situation_words,
    title_words,
    watch_words,
)
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.keymap import back, bind
from picket_duty.tui.lines import wrap
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import TextPanel

TEXT_WIDTH = 100
#: The values of the items.
STAND = "stand"
CARD = "card"
#: The number of coming days listed.
DAYS = 7


class DayWatchScreen(Page[None]):
    """A day's watch. Enter plays or resumes it; Left and Right show the days before and after."""

    BINDINGS: ClassVar = [
        bind("left", "turn(-1)", "Previous day", "Show the previous day's watch", "watch.before"),
        bind("right", "turn(1)", "Next day", "Show the next day's watch", "watch.after"),
        back(tooltip="Return to the menu"),
    ]

    def __init__(self, date: datetime.date | None = None) -> None:
        """Without a date, that of today."""
        super().__init__()
        self.date = date or today()

    def content(self) -> Iterable[Widget]:
        yield TextPanel(self._head, id="head")
        yield ItemList(self._items(), id="menu")
        yield TextPanel(self._briefing, id="reading")

    def on_screen_resume(self) -> None:
        for text in self.query(TextPanel):
            text.redraw()
        self.query_one(ItemList).set_items(self._items())

    def action_turn(self, days: int) -> None:
        # Dates end with the year 9999.
        with suppress(OverflowError):
            self.date += datetime.timedelta(days)
        self.on_screen_resume()

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        if event.item.value == STAND:
            from picket_duty.tui.screens.open_games import stand_watch

            stand_watch(self.app, self.date)
        elif (path := self._counted()) is not None:
            from picket_duty.tui.screens.card import CardScreen

            self.app.push_screen(CardScreen(path))

    def _head(self, width: int) -> list[Line]:
        width = min(width, TEXT_WIDTH)
        title = line((title_words(self.date), "title"))
        try:
            words = watch_words(watch_setup(self.date, self.context.tables), self.context.tables)
        except SetupError as error:
            return [title, *wrap([Span(safe(str(error)), "bad")], width)]
        lines = [title]
        for text in (Span(words, "strong"), Span(SAME_FOR_ALL), Span(self._played(), "dim")):
            lines += wrap([text], width, indent=0)
        return lines

    def _played(self) -> str:
        """The attempts at the watch, with the result of the first."""
        attempts = len(attempts_on(self.date))
        if not attempts:
            return "Not played yet."
        first = "not finished"
        for entry in read_service():
            if entry.watch == self.date.isoformat():
                planes = f"{entry.destroyed} of {count(entry.planes, 'plane')} splashed"
                outcome = OUTCOMES.get(entry.outcome, entry.outcome)
                first = f"{outcome}, {planes}, {entry.hits} crashed"
                break
        return f"{count(attempts, 'attempt')}. First attempt: {first}."

    def _items(self) -> list[Item]:
        """What can be done, the most likely first: resume an attempt, see the card, play."""
        attempts = len(attempts_on(self.date))
        is_begun = unfinished_save(self.date) is not None
        if is_begun:
            counts = "counts" if attempts == 1 else "does not count"
            stand = Item(STAND, "Continue", f"Attempt {attempts} ({counts})")
        elif attempts:
            stand = Item(STAND, "Play again", "The same dice; this attempt does not count")
        else:
            stand = Item(STAND, "Stand the watch", "Your first attempt counts")
        items = [stand]
        if self._counted():
            words = "The result of your first attempt, with its replay code"
            items.insert(1 if is_begun else 0, Item(CARD, "Card", words))
        return items

    def _briefing(self, width: int) -> list[Line]:
        width = min(width, TEXT_WIDTH)
        tables = self.context.tables
        try:
            setup = watch_setup(self.date, tables)
            coming = [self.date + datetime.timedelta(day) for day in range(1, DAYS + 1)]
            games = [(day, situation_words(watch_setup(day, tables), tables)) for day in coming]
        except (SetupError, OverflowError):
            return []
        lines = [
            *wrap([Span(safe(briefing(setup, tables)))], width, indent=0),
            [],
            line(("Coming days", "title")),
        ]
        return [
            *lines,
            *(line((f"{day:%a} {day.isoformat()}  ", "dim"), safe(words)) for day, words in games),
        ]

    def _counted(self) -> Path | None:
        """The save of the attempt that counts, if it is over."""
        try:
            return counted_save(self.date)
        except SaveError:
            return None
