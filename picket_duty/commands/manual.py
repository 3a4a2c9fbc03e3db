"""``manual`` and ``history``: the rules of play, and the historical record of a day off Okinawa."""

from __future__ import annotations

import datetime
import sys
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import chosen_tables, json_option, tables_option, topic_names
from picket_duty.commands.output import can_print, echo, fail, print_json, print_lines

if TYPE_CHECKING:
    from picket_duty.book import Tables

#: Widest text on a terminal, for readability.
WIDEST = 100
#: The most characters of a passage, and sections printed at most.
SNIPPET, MOST_PRINTED = 84, 12


@click.command(epilog=f"Example: {NAME} manual damage")
@click.argument("topic", metavar="[TOPIC]", nargs=-1, shell_complete=topic_names)
@click.option("--list", "as_list", is_flag=True, help="List the topics.")
@click.option("--search", metavar="TEXT", help="List the sections that match TEXT.")
def manual(topic: tuple[str, ...], as_list: bool, search: str | None) -> None:
    """Read the manual.

    If you give no topic, all pages are listed.
    """
    wanted = " ".join(topic)
    if bool(wanted) + as_list + (search is not None) > 1:
        fail("Use only one: a topic, --list or --search")
    if search is not None:
        _print_search(search)
        return
    if wanted:
        _print_page(wanted)
        return
    from picket_duty.manual import grouped_topics

    for number, (group, pages) in enumerate(grouped_topics()):
        print_lines([*([""] if number else []), group, *(_topic_line(name, title) for name, title in pages)])
    if not as_list:
        echo("")
        echo(f"Read a page: {NAME} manual start. Search all pages: {NAME} manual --search undo.")


def _print_search(text: str) -> None:
    from picket_duty.manual import search, snippet

    matches = search(text)
    for match in matches[:MOST_PRINTED]:
        around = snippet(match, SNIPPET)
        print_lines([_topic_line(match.name, match.words), *([f"{'':<15}{around}"] if around else [])])
    if not matches:
        echo(f"No page contains {text!r}", err=True)


def _topic_line(name: str, title: str) -> str:
    return f"  {name:<11}  {title}"


def _print_page(wanted: str) -> None:
    import shlex

    from picket_duty.manual import chart_of, close_topics, links, page, plain, search, topic_named

    name = topic_named(wanted)
    if name is None:
        term = f'"{wanted}"' if " " in wanted else wanted
        if near := " or ".join(close_topics(wanted)):
            fail(f"No topic {wanted!r}. Did you mean {near}? Search with '{NAME} manual --search {term}'.")
        if search(wanted):
            fail(f"No topic {wanted!r}. Search with '{NAME} manual --search {term}'.")
        fail(f"No topic {wanted!r}. List the topics with '{NAME} manual --list'.")
    text = page(name)
    if sys.stdout.isatty() and can_print("•─━┃"):
        _print_rich(text)
    else:
        print_lines(plain(text).removesuffix("\n").split("\n"))
    charts = [shlex.quote(chart) for _, target in links(text) if (chart := chart_of(target))]
    if charts:
        print_lines(["", f"Charts: {' '.join(dict.fromkeys(charts))}", f"To see a chart, run '{NAME} tables show ID'."])


def _print_rich(text: str) -> None:
    """Print a page for the terminal. Links become plain text, because nothing can be clicked."""
    from rich.console import Console
    from rich.markdown import Markdown

    drawn = Markdown(text)
    for token in drawn.parsed:
        token.children = [child for child in token.children or () if child.type not in ("link_open", "link_close")]
    console = Console()
    console.print(drawn, width=min(console.width, WIDEST))


@click.command(epilog=f"Example: {NAME} history 1945-05-04")
@click.argument("date", metavar="[DATE]", required=False)
@json_option
@tables_option
def history(date: str | None, as_json: bool) -> None:
    """Show what happened on a day of the battle.

    Each entry names its source. If you give no date, all days are listed briefly.
    """
    from picket_duty.book.limits import FIRST_DAY, LAST_DAY
    from picket_duty.saves.daily_watch import date_of
    from picket_duty.text.historical import calendar_lines

    tables = chosen_tables()
    if date is None:
        days = [FIRST_DAY + datetime.timedelta(number) for number in range((LAST_DAY - FIRST_DAY).days + 1)]
        if as_json:
            print_json({"days": [_day_json(tables, day) for day in days]})
        else:
            print_lines(calendar_lines(tables))
        return
    day = date_of(date)
    if not FIRST_DAY <= day <= LAST_DAY:
        fail(f"The battle lasted from {FIRST_DAY} to {LAST_DAY}; {day} is not one of its days")
    if as_json:
        print_json(_day_json(tables, day))
    else:
        print_lines(_day_lines(tables, day))


def _day_lines(tables: Tables, day: datetime.date) -> list[str]:
    from picket_duty.book.historical_days import historical_day_of
    from picket_duty.text.historical import day_entries, day_title

    lines, sources = [day_title(day)], []
    for entry in day_entries(tables, day):
        if not entry.source:
            lines.append(f"  {entry.text}")
            continue
        source = f"{entry.reliability}: {entry.source}"
        if source not in sources:
            sources.append(source)
        lines.append(f"  {entry.text} [{sources.index(source) + 1}]")
    lines += [f"      [{number}] {source}" for number, source in enumerate(sources, 1)]
    patrol = historical_day_of(tables.history, day).playable
    if patrol is not None:
        lines.append(f'  {NAME} play --patrol {day} --station {patrol.station} --ship "{patrol.ship}"')
    return lines


def _day_json(tables: Tables, day: datetime.date) -> dict[str, Any]:
    """A day as JSON: the entries of the tables; ``play`` is the patrol on a historical ship's station."""
    from picket_duty.book.historical_days import historical_day_of
    from picket_duty.text.historical import day_sentences

    entries = historical_day_of(tables.history, day)
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
