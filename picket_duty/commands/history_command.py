"""``history``: what happened on a day of the battle."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import echo, fail, print_json, print_lines

if TYPE_CHECKING:
    from picket_duty.book import Tables


@click.command(epilog=f"Example: {NAME} history 1945-05-04")
@click.argument("date", metavar="[DATE]", required=False)
@options.json_option
@options.tables_option
def history(date: str | None, as_json: bool) -> None:
    """Show what happened on a day of the battle.

    Each entry names its source. If you give no date, all days are listed briefly.
    """
    from picket_duty.book.historical_days import historical_day_of
    from picket_duty.book.limits import CALENDAR, FIRST_DAY, LAST_DAY
    from picket_duty.pages.formats import text_lines
    from picket_duty.pages.historical_day import historical_day_page
    from picket_duty.saves.daily_watch import date_of
    from picket_duty.text.historical_record import calendar_lines

    tables = options.chosen_tables()
    if date is None:
        if as_json:
            print_json({"days": [_day_json(tables, day) for day in CALENDAR]})
        else:
            print_lines(calendar_lines(tables))
        return
    day = date_of(date)
    if not FIRST_DAY <= day <= LAST_DAY:
        fail(f"{day} is outside the battle, which lasted from {FIRST_DAY} to {LAST_DAY}")
    if as_json:
        print_json(_day_json(tables, day))
        return
    print_lines(row for row in text_lines(historical_day_page(tables, day)) if row)
    patrol = historical_day_of(tables.history, day).playable
    if patrol is not None:
        echo(f'{NAME} play --patrol {day} --station {patrol.station} --ship "{patrol.ship}"')


def _day_json(tables: Tables, day: datetime.date) -> dict[str, Any]:
    """A day as JSON: the entries of the tables; ``play`` is the patrol on a historical ship's
    station.
    """
    from picket_duty.book.historical_days import historical_day_of
    from picket_duty.text.historical_record import day_sentences

    entries = historical_day_of(tables.history, day)
    ship = entries.playable
    play = None
    if ship is not None:
        play = {"patrol": day, "station": ship.station, "ship": ship.ship}
    return {
        "date": day,
        "words": " ".join(day_sentences(tables, day)),
        "raid": entries.raid,
        "ships": entries.ships,
        "notes": entries.notes,
        "stations": [station.number for station in entries.stations],
        "play": play,
    }
