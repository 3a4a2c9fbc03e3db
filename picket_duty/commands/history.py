"""``history``: the historical events of a day off Okinawa."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import chosen_tables, json_option, tables_option
from picket_duty.commands.output import fail, print_json, print_lines

if TYPE_CHECKING:
    from picket_duty.book import Tables


@click.command(epilog=f"Example: {NAME} history 1945-05-04")
@click.argument("date", metavar="[DATE]", required=False)
@json_option
@tables_option
def history(date: str | None, as_json: bool) -> None:
    """What really happened on a day of the battle, with its sources; without a date all days in a sentence or two."""
    tables = chosen_tables()
    if date is None:
        _every_day(tables, as_json)
        return
    day = _date(date)
    if as_json:
        print_json(_day_json(tables, day))
        return
    print_lines(_day_lines(tables, day))


def _date(text: str) -> datetime.date:
    """A day of the battle. Ends the command for any other date."""
    from picket_duty.book.limits import FIRST_DAY, LAST_DAY
    from picket_duty.saves.daily_watch import date_of

    day = date_of(text)
    if not FIRST_DAY <= day <= LAST_DAY:
        fail(f"date {day} is outside the battle, {FIRST_DAY} to {LAST_DAY}")
    return day


def _every_day(tables: Tables, as_json: bool) -> None:
    from picket_duty.book.limits import FIRST_DAY, LAST_DAY
    from picket_duty.text.historical import day_sentences

    days = [FIRST_DAY + datetime.timedelta(number) for number in range((LAST_DAY - FIRST_DAY).days + 1)]
    if as_json:
        print_json({"days": [_day_json(tables, day) for day in days]})
        return
    print_lines(f"{day}  {' '.join(day_sentences(tables, day))}" for day in days)


def _day_lines(tables: Tables, day: datetime.date) -> list[str]:
    """The entries of a day, each with its source below it, and the command that plays its patrol."""
    from picket_duty.book.historical_days import day_of
    from picket_duty.text.historical import day_entries, day_title

    lines = [day_title(day)]
    for entry in day_entries(tables, day):
        lines += [f"  {entry.text}", f"      {entry.reliability}: {entry.source}"]
    patrol = day_of(tables.history, day).playable
    if patrol is not None:
        lines.append(f'  {NAME} play --patrol {day} --station {patrol.station} --ship "{patrol.ship}"')
    return lines


def _day_json(tables: Tables, day: datetime.date) -> dict[str, Any]:
    """A day as JSON: the entries of the tables; ``play`` is the patrol on a historical ship's station."""
    from picket_duty.book.historical_days import day_of
    from picket_duty.text.historical import day_sentences

    entries = day_of(tables.history, day)
    ship = entries.playable
    return {
        "date": day,
        "words": " ".join(day_sentences(tables, day)),
        "raid": entries.raid,
        "ships": entries.ships,
        "notes": entries.notes,
        "stations": [station.number for station in entries.stations],
        "play": None if ship is None else {"patrol": day, "station": ship.station, "ship": ship.ship},
    }
