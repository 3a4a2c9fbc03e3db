"""The records of a campaign or patrol: calendar, what happened on a day in 1945, planes, plots of
the days.
"""

from __future__ import annotations

import datetime
import itertools
import string
from collections import Counter
from collections.abc import Sequence

import msgspec

from picket_duty.book import Tables
from picket_duty.book.historical_days import historical_day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.facts import Day, count_records, weapon_hits
from picket_duty.pages.blocks import (
    MARK,
    BarChart,
    Block,
    Columns,
    DayChart,
    Fields,
    Grid,
    Heading,
    Items,
    Page,
    Paragraph,
    Space,
    Text,
    styled,
)
from picket_duty.pages.orders import rules_words
from picket_duty.pages.ships import losses_blocks, ships_of, station_assigned
from picket_duty.rules.play import Play
from picket_duty.rules.records import days_on_duty, reported_days, reported_marks
from picket_duty.rules.stations import stations_today
from picket_duty.state import (
    ABSENT,
    ATTACKED,
    CAMPAIGN,
    JAPANESE_WIN,
    LOST,
    NO_DUTY,
    QUIET,
    STORMED,
    STRUCK,
    US_WIN,
    State,
)
from picket_duty.text.campaign_progress import (
    days_done_words,
    progress_words,
    stages_words,
    stakes_words,
)
from picket_duty.text.historical_record import day_entries, day_sentences, day_title, play_words
from picket_duty.text.names import (
    count,
    date_words,
    game_words,
    item_name,
    place_words,
    short_date,
    spell_words,
    title_case,
)
from picket_duty.text.status import (
    afire_words,
    hit_words,
    met_words,
    outcome_has_days,
    outcome_words,
)
from picket_duty.text.styled_text import Line, Span, line

#: Sign, style and words of each mark.
MARKS = {
    QUIET: (".", "dim", QUIET),
    ATTACKED: ("!", "warn", ATTACKED),
    STRUCK: ("#", "bad", "crash"),
    ABSENT: ("a", "sea", ABSENT),
    STORMED: ("~", "title", STORMED),
    NO_DUTY: ("-", "dim", NO_DUTY),
    LOST: ("X", "bad", "ship lost"),
}
#: The sign before a day of a Kikusui raid (house table K-1, advanced games).
KIKUSUI = "*"
WEEKDAYS = (" Su ", " Mo ", " Tu ", " We ", " Th ", " Fr ", " Sa ")
ONE_DAY = datetime.timedelta(days=1)


def calendar_page(state: State, tables: Tables) -> Page:
    """The progress, the months with the meaning of their marks, the historical day, and the days on
    duty.
    """
    campaign = next(iter(tables.campaigns.values()))
    history = day_page(tables, state.date)
    progress: Page = []
    if not state.outcome and (day := progress_words(state, tables)):
        done = f"   {days_done_words(state)}" if state.setup.kind == CAMPAIGN else ""
        sunk = "" if state.fighting_days_wanted else stakes_words(state, tables)
        rows = filter(None, (sunk, *stages_words(state)))
        progress = [
            Paragraph(line((title_case(day), "strong"), (done, "dim"))),
            *map(styled, rows),
            Space(),
        ]
    return [
        *progress,
        *month_blocks(state, tables, campaign.start, campaign.end),
        *history,
        *([*play_key(tables, state.date), Space()] if history else []),
        *_days_on_duty(state),
    ]


def evening_of(state: State, date: datetime.date) -> State:
    """The state for the calendar of a day that is over, without the next one, which may have
    begun.
    """
    if date >= state.date:
        return state
    last = date.isoformat()
    records = state.records
    daily = [day for day in records.daily if day.date <= last]
    calendar = {day: mark for day, mark in records.calendar.items() if day <= last}
    records = msgspec.structs.replace(records, daily=daily, calendar=calendar)
    return msgspec.structs.replace(state, date=date, step="turn_end", day_start={}, records=records)


def months(first: datetime.date, last: datetime.date) -> list[list[datetime.date]]:
    """The days of a range, grouped by month."""
    days = (first + number * ONE_DAY for number in range((last - first).days + 1))
    return [list(month) for _, month in itertools.groupby(days, lambda day: day.month)]


def weekday(day: datetime.date) -> int:
    """0 for Sunday to 6 for Saturday."""
    return (day.weekday() + 1) % 7


def is_kikusui(day: datetime.date, tables: Tables) -> bool:
    """Whether a Kikusui raid comes on a day of an advanced game."""
    return tables["K-1"].find(day) is not None


def day_cell(day: datetime.date, state: State, tables: Tables) -> Line:
    """A day: its number and its mark, with a sign before it for today or for a Kikusui raid."""
    today = day == state.date and not state.outcome
    sign, style, _ = MARKS.get(reported_marks(state).get(day.isoformat(), ""), (" ", "plain", ""))
    number = "strong" if today else "plain" if sign != " " else "dim"
    kikusui = state.advanced and is_kikusui(day, tables)
    before = Span(MARK, "key") if today else Span(KIKUSUI, "warn") if kikusui else Span(" ")
    return [before, Span(f"{day.day:>2}", number), Span(sign, style)]


def month_blocks(
    state: State,
    tables: Tables,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
) -> Page:
    """The months of the days played, or of a range, one row per week; then the marks with their
    numbers.
    """
    days = [datetime.date.fromisoformat(day) for day in state.records.calendar]
    parts: list[tuple[Block, ...]] = []
    for month in months(first or min(days), last or max(days)):
        cells = [*([line()] * weekday(month[0])), *(day_cell(day, state, tables) for day in month)]
        cells += [line()] * (-len(cells) % 7)
        weeks = tuple(tuple(cells[start : start + 7]) for start in range(0, len(cells), 7))
        parts.append((Heading(f"{month[0]:%B %Y}", 4), Grid(WEEKDAYS, weeks, gap=0)))
    marks = Counter(reported_marks(state).values())
    items = [] if state.outcome else [line((f"{MARK} ", "key"), "today")]
    if state.advanced:
        words = " (one today)" if is_kikusui(state.date, tables) and not state.outcome else ""
        items.append(line((f"{KIKUSUI} ", "warn"), f"Kikusui raids{words}"))
    for mark, (sign, style, words) in MARKS.items():
        if state.outcome and not marks[mark]:
            continue
        # A day on which a plane crashed into the ship has another mark; a hit by a weapon alone has
        # none.
        words = "attacked, no crash" if mark == ATTACKED else words
        items.append(line((f"{sign} ", style), words, (f" {marks[mark]}", "strong")))
    legend = [span for item in items for span in (*item, Span("   "))]
    return [
        Columns(tuple(parts), 7 * len(WEEKDAYS[0]), stretch=False),
        Space(),
        Paragraph(legend[:-1]),
        Space(),
    ]


def _days_on_duty(state: State) -> Page:
    days, marks = reported_days(state), reported_marks(state)
    if not days:
        return [styled("No days on duty yet")]
    rows = list[tuple[Text, ...]]()
    for day in reversed(days):
        sign, style, words = MARKS.get(marks.get(day.date, ""), (" ", "plain", ""))
        planes = (
            str(number) if day.planes else "" for number in (day.planes, day.destroyed, day.hits)
        )
        mark = line((f"{sign} {words}", style))
        station = line((str(day.station or ""), "dim"))
        rows.append((short_date(day.date), mark, day.ship, station, *planes))
    heads = ("Day", "", "Ship", "Station", "Planes", "Splashed", "Crashed")
    title = Heading("Days on duty, latest first", 4)
    return [title, Grid(heads, tuple(rows), right=(3, 4, 5, 6))]


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
    return [Paragraph(line(("p", "key"), (f": play a patrol as {words}", "dim")))] if words else []


def historical_day_page(tables: Tables, date: datetime.date) -> Page:
    """A historical day, every entry with its source."""
    page: Page = [Heading(day_title(date), 4)]
    for entry in day_entries(tables, date):
        page.append(Items((entry.text,)))
        page += [Paragraph(line((entry.source, "dim")), indent=2)] if entry.source else []
    return page


def planes_page(state: State, tables: Tables, weapons: int = 0) -> Page:
    """The planes met, their fates, the credits, and the ships lost; ``weapons`` is how many weapons
    hit a ship.
    """
    records = state.records
    flying = 0 if state.outcome else sum(plane.flying for plane in state.air.planes)
    counts = count_records(records, flying=flying)
    fates = (
        ("splashed", counts.splashed),
        ("crashed", counts.crashed),
        ("near miss" if counts.near_misses == 1 else "near misses", counts.near_misses),
        ("missed or withdrew", counts.missed_or_withdrew),
        *((("still flying", counts.flying),) if counts.flying else ()),
    )
    waves = count(records.waves, "wave")
    phases = count(records.phases, "phase")
    days = count(len(reported_days(state)), "day")
    return [
        BarChart(f"Planes met: {counts.met}", fates, "title"),
        Paragraph(f"{waves} in {phases} on {days}{afire_words(counts)}{hit_words(weapons)}"),
        Space(),
        credits_block(state, tables),
        Space(),
        *losses_blocks(state, tables),
    ]


def credits_block(state: State, tables: Tables) -> Columns:
    """The planes splashed or set afire, by type and by shooter."""
    named = {
        item_name(tables, shooter): planes for shooter, planes in state.records.by_mount.items()
    }
    charts = (("by type", state.records.by_type, "good"), ("by shooter", named, "title"))
    parts: list[tuple[Block, ...]] = []
    for what, planes, style in charts:
        ordered = sorted(planes.items(), key=lambda item: (-item[1], item[0]))
        parts.append((BarChart(f"Splashed or set afire, {what}", tuple(ordered), style),))
    return Columns(tuple(parts), 36)


# -- days ---------------------------------------------------------------------------


def daily_plots(state: State, tables: Tables) -> Page:
    """Plots of raids, hull, stores and men over the days on duty."""
    daily = days_on_duty(state)
    numbers = tables.numbers
    if not daily:
        return [styled("No days on duty to report yet")]
    marks = "".join(MARKS.get(state.records.calendar.get(day.date, ""), (" ",))[0] for day in daily)
    letters = dict(
        zip(
            dict.fromkeys(day.ship for day in daily),
            itertools.cycle(string.ascii_uppercase),
            strict=False,
        )
    )
    named = "".join(letters[day.ship] for day in daily) if len(letters) > 1 else ""
    plots = []
    # The title, the field of a day, the top of the scale (0: the highest value), style and marks.
    for title, field, most, style, below in (
        ("Planes met", "planes", 0, "warn", marks),
        ("Hull", "hull", numbers.hull, "title", named),
        ("Fuel", "fuel", numbers.fuel, "good", ""),
        ("Ammunition", "ammunition", numbers.ammunition, "good", ""),
        ("Men in repair parties", "men", sum(numbers.men.values()), "ship", ""),
        ("Planes splashed", "destroyed", 0, "good", ""),
    ):
        days = tuple((short_date(day.date), getattr(day, field)) for day in daily)
        plots.append((DayChart(title, days, most, style, below, highest=not most),))
    spell = spell_words(short_date(daily[0].date), short_date(daily[-1].date))
    page: Page = [styled(f"{count(len(daily), 'day')} on duty, {spell}; one column per day")]
    if named:
        key = ", ".join(f"{letter} {ship}" for ship, letter in letters.items())
        page.append(styled(f"Letters under the hull graph: {key}"))
    # Plots of a week are narrow enough for two side by side on any terminal.
    return [*page, Columns(tuple(plots), 36 if len(daily) <= 7 else 54)]


# -- the end ------------------------------------------------------------------------


def result_page(state: State, tables: Tables, facts: Sequence[Day] = ()) -> Page:
    """How a game stands or ended, and its totals; ``facts`` are its days as far as they are
    known.
    """
    records = state.records
    ships = ships_of(state)
    style = {US_WIN: "good", JAPANESE_WIN: "bad"}.get(state.outcome, "strong")
    title = outcome_words(state, tables) if state.outcome else "The campaign continues"
    last = min(state.date, max(campaign.end for campaign in tables.campaigns.values()))
    spell = spell_words(date_words(state.setup.start), date_words(last))
    # The title already has the fighting days of a mini campaign, and the list of losses has the
    # ships sunk.
    named = state.scenario or outcome_has_days(state, tables)
    killed = sum(len(ship.fallen) for ship in ships)
    rows = (
        (
            "Days on duty",
            f"{records.days}{'' if named else f', {state.fighting_days} of them fighting days'}",
        ),
        ("Phases, waves", f"{records.phases}, {records.waves}"),
        ("Planes", met_words(records, weapons=weapon_hits(facts))),
        ("Ships", "" if state.scenario else f"{len(ships)} served"),
        (
            "Killed",
            count(killed, "officer or chief", "officers and chiefs")
            if killed
            else "no officers or chiefs",
        ),
        ("Seed", str(state.setup.seed)),
    )
    about = f"{game_words(state.setup, tables)}, {spell}"
    return [
        Heading(line((title, style)), 3),
        *map(
            Paragraph,
            (about, *rules_words(state, tables), *stages_words(state)),
        ),
        Space(),
        Fields(rows),
        *(
            [Space(), credits_block(state, tables)]
            if state.scenario
            else losses_blocks(state, tables)
        ),
    ]


def active_today(state: State, tables: Tables) -> list[int] | None:
    """The stations active today, none after the last day; None if any station may be used."""
    is_over = state.date > max(campaign.end for campaign in tables.campaigns.values())
    return [] if is_over else stations_today(Play(state, tables))


def stations_page(state: State, tables: Tables) -> Page:
    """The key to the map of the stations, today's stations, the land radars, and the days served by
    station.
    """
    station = station_assigned(state)
    active = active_today(state, tables)
    today = line(
        ("Today  ", "dim"), (f"station {station}" if station else "no station yet", "strong")
    )
    page: Page = [
        Paragraph(line(("[n]", "mark"), " your station")),
        styled("You may be sent to any station.")
        if active is None
        else Paragraph(line(("(n)", "key"), " active today")),
        Space() if active is None else Paragraph(line((" n ", "dim"), " not active today")),
        Paragraph(line((" + ", "strong"), " Point Bolo")),
        Space(),
        Paragraph(today),
    ]
    if station and (place := place_words(station, tables)):
        page.append(Paragraph(line("       ", place), hang=7))
    if active is not None:
        words = ", ".join(map(str, active)) or "none (no picket duty today)"
        page.append(Paragraph(line(("Active ", "dim"), words), hang=7))
    if state.advanced:
        most = tables.numbers.land_radars
        working = state.land_radars
        lost = state.land_radars_lost
        signs = "*" * working + "X" * lost + "." * max(0, most - working - lost)
        words = f" {working} of {most} on the air{f', {lost} lost' if lost else ''}"
        page.append(Paragraph(line(("Land radar ", "dim"), (signs, "good"), words), hang=11))
    days = Counter(day.station for day in reported_days(state) if day.station)
    served = tuple(
        (f"{number:>2}", days[number])
        for number in sorted(days, key=lambda number: (-days[number], number))
    )
    return [
        *page,
        Space(),
        BarChart("Days served, by station", served, "title"),
        Space(),
        styled("Positions are approximate."),
    ]
