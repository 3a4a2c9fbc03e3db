"""The historical days off Okinawa: what happened, with sources, and a patrol as a historical ship."""

from __future__ import annotations

import datetime
from typing import Any, ClassVar

from picket_duty.book import Tables
from picket_duty.book.historical_days import PicketShip, day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.text.historical import day_entries, day_title
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.campaign_pages import can_play, play_line
from picket_duty.tui.lines import Line, line, safe, wrap
from picket_duty.tui.screens.game_setup import SetupScreen, patrol_fields
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.widgets.choices import Field


def real_day_lines(tables: Tables, date: datetime.date, width: int) -> list[Line]:
    """A historical day, every entry with its source."""
    lines = [line((day_title(date), "title")), []]
    for entry in day_entries(tables, date):
        lines += wrap(line(("  * ", "key"), entry.text), width, indent=4)
        lines += wrap(line(("    ", "dim"), (entry.source, "dim")), width, indent=4)
    play = play_line(tables, date)
    return [*lines, [], *play] if play else lines


PLAY = bind("p", "play_day", "Play", "Play a patrol as a ship that was there", "history.play")


class HistoricalDayScreen(TextPage[None]):
    """A historical day. Left and Right turn to the days before and after, p sets up a patrol as a historical ship."""

    BINDINGS: ClassVar = [
        bind("left", "turn(-1)", "Day before", "Day before", "history.before"),
        bind("right", "turn(1)", "Next day", "Next day", "history.after"),
        PLAY,
        back("escape,q,h,enter"),
    ]

    def __init__(self, date: datetime.date) -> None:
        super().__init__()
        self.date = within(date)

    def action_turn(self, days: int) -> None:
        """Turn to another day."""
        self.date = within(self.date + datetime.timedelta(days))
        self.turn_page()
        self.refresh_bindings()

    def action_play_day(self) -> None:
        """Set up a patrol as the historical ship."""
        play_day(self, self.date)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A patrol needs a ship whose station is known."""
        return action != "play_day" or can_play(self.context.tables, self.date)

    def lines_for(self, width: int) -> list[Line]:
        """What happened on the day."""
        return real_day_lines(self.context.tables, self.date, width)


def within(date: datetime.date) -> datetime.date:
    """A date, or the nearest one of the calendar."""
    return max(FIRST_DAY, min(LAST_DAY, date))


def play_day(screen: Page[Any], date: datetime.date) -> None:
    """Open the setup page of a patrol, filled in with the historical ship's day, station and name."""
    tables = screen.context.tables
    ship = day_of(tables.history, date).playable
    if ship is not None:
        screen.app.push_screen(SetupScreen(f"Patrol: {safe(ship.ship)}", {}, filled_in(tables, ship)))


def filled_in(tables: Tables, real: PicketShip) -> list[Field]:
    """The fields of a patrol, filled in with the day, station and name of a historical ship."""
    fields = patrol_fields(tables)
    known = {"patrol": real.date.isoformat(), "station": str(real.station), "ship": real.ship}
    for field in fields:
        field.value = known.get(field.name, field.value)
    return fields
