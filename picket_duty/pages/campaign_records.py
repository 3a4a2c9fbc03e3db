"""The records of a campaign or patrol: calendar, what happened on a day in 1945, planes, plots of
the days.
"""

from __future__ import annotations

import datetime
import itertools
import string
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from picket_duty.book import Tables
from picket_duty.book.historical_days import historical_day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.facts import Day, Fate, count_records, weapon_hits
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
from picket_duty.pages.orders import rules_clauses
from picket_duty.pages.ships import losses_blocks, ships_of, station_assigned
from picket_duty.rules.play import Play
from picket_duty.rules.records import day_reached, days_on_duty, reported_days, reported_marks
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
    DayRecord,
    State,
)
from picket_duty.text.campaign_progress import (
    days_done_words,
    progress_words,
    stages_lines,
    stakes_words,
)
from picket_duty.text.dates import date_words, short_date, spell_words
from picket_duty.text.english import count, title_case
from picket_duty.text.historical_record import day_entries, day_sentences, day_title, play_words
from picket_duty.text.names import game_words, item_name, place_words
from picket_duty.text.status import (
    MISSED_OR_WITHDREW,
    afire_words,
    fate_heading,
    fate_label,
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
    page = _progress(state, tables)
    page += month_blocks(state, tables, campaign.start, campaign.end)
    if history := day_page(tables, state.date):
        page += [*history, *play_key(tables, state.date), Space()]
    return page + _days_on_duty(state)


def _progress(state: State, tables: Tables) -> Page:
    day = progress_words(state, tables)
    if state.outcome or not day:
        return []
    done = f"   {days_done_words(state)}" if state.setup.kind == CAMPAIGN else ""
    page: Page = [Paragraph(line((title_case(day), "strong"), (done, "dim")))]
    if not state.fighting_days_wanted and (stakes := stakes_words(state, tables)):
        page.append(styled(stakes))
    return [*page, *map(styled, stages_lines(state)), Space()]


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
    sign, style, _ = MARKS.get(reported_marks(state).get(day.isoformat(), ""), (" ", "plain", ""))
    before = Span(" ")
    number = "dim" if sign == " " else "plain"
    if day == state.date and not state.outcome:
        before = Span(MARK, "key")
        number = "strong"
    elif state.advanced and is_kikusui(day, tables):
        before = Span(KIKUSUI, "warn")
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
    parts = [
        (Heading(f"{month[0]:%B %Y}", 4), _weeks(month, state, tables))
        for month in months(first or min(days), last or max(days))
    ]
    return [
        Columns(tuple(parts), 7 * len(WEEKDAYS[0]), stretch=False),
        Space(),
        Paragraph(_legend(state, tables)),
        Space(),
    ]


def _weeks(month: Sequence[datetime.date], state: State, tables: Tables) -> Grid:
    cells = [line()] * weekday(month[0])
    cells += [day_cell(day, state, tables) for day in month]
    cells += [line()] * (-len(cells) % 7)
    weeks = [tuple(cells[start : start + 7]) for start in range(0, len(cells), 7)]
    return Grid(WEEKDAYS, tuple(weeks), gap=0)


def _legend(state: State, tables: Tables) -> Line:
    """The marks with their meaning and number; after the game only those that it has."""
    items: list[Line] = []
    if not state.outcome:
        items.append(line((f"{MARK} ", "key"), "today"))
    if state.advanced:
        is_today = is_kikusui(state.date, tables) and not state.outcome
        raids = "Kikusui raids (one today)" if is_today else "Kikusui raids"
        items.append(line((f"{KIKUSUI} ", "warn"), raids))
    marks = Counter(reported_marks(state).values())
    for mark, (sign, style, words) in MARKS.items():
        # A day on which a plane crashed into the ship has another mark; a hit by a weapon alone has
        # none.
        meaning = "attacked, no crash" if mark == ATTACKED else words
        if marks[mark] or not state.outcome:
            items.append(line((f"{sign} ", style), meaning, (f" {marks[mark]}", "strong")))
    legend = [span for item in items for span in (*item, Span("   "))]
    return legend[:-1]


def _days_on_duty(state: State) -> Page:
    days = reported_days(state)
    if not days:
        return [styled("No days on duty yet")]
    marks = reported_marks(state)
    rows: list[tuple[Text, ...]] = []
    for day in reversed(days):
        sign, style, words = MARKS.get(marks.get(day.date, ""), (" ", "plain", ""))
        planes = (day.planes, day.destroyed, day.hits)
        rows.append(
            (
                short_date(day.date),
                line((f"{sign} {words}", style)),
                day.ship,
                line((str(day.station or ""), "dim")),
                *(map(str, planes) if day.planes else ("", "", "")),
            )
        )
    fates = (fate_heading(Fate.SPLASHED), fate_heading(Fate.CRASHED))
    heads = ("Day", "", "Ship", "Station", "Planes", *fates)
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
        if entry.source:
            page.append(Paragraph(line((entry.source, "dim")), indent=2))
    return page


def planes_page(state: State, tables: Tables, weapons: int = 0) -> Page:
    """The planes met, their fates, the credits, and the ships lost; ``weapons`` is how many weapons
    hit a ship.
    """
    records = state.records
    flying = 0 if state.outcome else sum(plane.flying for plane in state.air.planes)
    counts = count_records(records, flying=flying)
    fates = [
        (fate_label(Fate.SPLASHED), counts.splashed),
        (fate_label(Fate.CRASHED), counts.crashed),
        (fate_label(Fate.NEAR_MISS, counts.near_misses), counts.near_misses),
        (MISSED_OR_WITHDREW, counts.missed_or_withdrew),
    ]
    if counts.flying:
        fates.append((fate_label(Fate.FLYING), counts.flying))
    waves = count(records.waves, "wave")
    phases = count(records.phases, "phase")
    days = count(len(reported_days(state)), "day")
    return [
        BarChart(f"Planes met: {counts.met}", tuple(fates), "title"),
        Paragraph(f"{waves} in {phases} on {days}{afire_words(counts)}{hit_words(weapons)}"),
        Space(),
        credits_block(state, tables),
        Space(),
        *losses_blocks(state, tables),
    ]


def credits_block(state: State, tables: Tables) -> Columns:
    """The planes splashed or set afire, by type and by shooter."""
    records = state.records
    shooters = {item_name(tables, mount): planes for mount, planes in records.by_mount.items()}
    charts = (
        _credits("type", records.by_type, "good"),
        _credits("shooter", shooters, "title"),
    )
    return Columns(charts, 36)


def _credits(by: str, planes: Mapping[str, int], style: str) -> tuple[BarChart]:
    ordered = sorted(planes.items(), key=lambda item: (-item[1], item[0]))
    return (BarChart(f"Splashed or set afire, by {by}", tuple(ordered), style),)


# -- days ---------------------------------------------------------------------------


def daily_plots(state: State, tables: Tables) -> Page:
    """Plots of raids, hull, stores and men over the days on duty."""
    daily = days_on_duty(state)
    if not daily:
        return [styled("No days on duty to report yet")]
    spell = spell_words(short_date(daily[0].date), short_date(daily[-1].date))
    page: Page = [styled(f"{count(len(daily), 'day')} on duty, {spell}; one column per day")]
    ships = list(dict.fromkeys(day.ship for day in daily))
    named = ""
    if len(ships) > 1:
        letters = dict(zip(ships, itertools.cycle(string.ascii_uppercase), strict=False))
        named = "".join(letters[day.ship] for day in daily)
        key = ", ".join(f"{letter} {ship}" for ship, letter in letters.items())
        page.append(styled(f"Letters under the hull graph: {key}"))
    calendar = state.records.calendar
    marks = "".join(MARKS.get(calendar.get(day.date, ""), (" ",))[0] for day in daily)
    numbers = tables.numbers
    plots = (
        _plot(daily, "Planes met", "planes", "warn", marks=marks),
        _plot(daily, "Hull", "hull", "title", numbers.hull, named),
        _plot(daily, "Fuel", "fuel", "good", numbers.fuel),
        _plot(daily, "Ammunition", "ammunition", "good", numbers.ammunition),
        _plot(daily, "Men in repair parties", "men", "ship", sum(numbers.men.values())),
        _plot(daily, "Planes splashed", "destroyed", "good"),
    )
    # Plots of a week are narrow enough for two side by side on any terminal.
    return [*page, Columns(plots, 36 if len(daily) <= 7 else 54)]


def _plot(
    daily: Sequence[DayRecord], title: str, field: str, style: str, most: int = 0, marks: str = ""
) -> tuple[Block, ...]:
    """A plot of one field of the days; ``most`` is the top of the scale, 0 for the highest
    value.
    """
    days = tuple((short_date(day.date), getattr(day, field)) for day in daily)
    return (DayChart(title, days, most, style, marks, highest=not most),)


# -- the end ------------------------------------------------------------------------


def result_page(state: State, tables: Tables, facts: Sequence[Day] = ()) -> Page:
    """How a game stands or ended, and its totals; ``facts`` are its days as far as they are
    known.
    """
    style = {US_WIN: "good", JAPANESE_WIN: "bad"}.get(state.outcome, "strong")
    title = outcome_words(state, tables) if state.outcome else "The campaign continues"
    last = day_reached(state, tables)
    spell = spell_words(date_words(state.setup.start), date_words(last))
    about = f"{game_words(state.setup, tables)}, {spell}"
    page: Page = [
        Heading(line((title, style)), 3),
        *map(Paragraph, (about, *rules_clauses(state, tables), *stages_lines(state))),
        Space(),
        _totals(state, tables, facts),
    ]
    if state.scenario:
        return [*page, Space(), credits_block(state, tables)]
    return [*page, *losses_blocks(state, tables)]


def _totals(state: State, tables: Tables, facts: Sequence[Day]) -> Fields:
    records = state.records
    ships = ships_of(state)
    days = str(records.days)
    # The title already has the fighting days of a mini campaign, and the list of losses has the
    # ships sunk.
    if not (state.scenario or outcome_has_days(state, tables)):
        days += f", {state.fighting_days} of them fighting days"
    killed = sum(len(ship.fallen) for ship in ships)
    officers = count(killed, "officer or chief", "officers and chiefs")
    rows = (
        ("Days on duty", days),
        ("Phases, waves", f"{records.phases}, {records.waves}"),
        ("Planes", met_words(records, weapons=weapon_hits(facts))),
        ("Ships", "" if state.scenario else f"{len(ships)} served"),
        ("Killed", officers if killed else "no officers or chiefs"),
        ("Seed", str(state.setup.seed)),
    )
    return Fields(rows)


def active_today(state: State, tables: Tables) -> list[int] | None:
    """The stations active today, none after the last day; None if any station may be used."""
    is_over = state.date > max(campaign.end for campaign in tables.campaigns.values())
    return [] if is_over else stations_today(Play(state, tables))


def stations_page(state: State, tables: Tables) -> Page:
    """The key to the map of the stations, today's stations, the land radars, and the days served by
    station.
    """
    active = active_today(state, tables)
    station = station_assigned(state)
    today = f"station {station}" if station else "no station yet"
    page: Page = [
        Paragraph(line(("[n]", "mark"), " your station")),
        *_stations_key(active),
        Paragraph(line((" + ", "strong"), " Point Bolo")),
        Space(),
        Paragraph(line(("Today  ", "dim"), (today, "strong"))),
    ]
    if station and (place := place_words(station, tables)):
        page.append(Paragraph(line("       ", place), hang=7))
    if active is not None:
        words = ", ".join(map(str, active)) or "none (no picket duty today)"
        page.append(Paragraph(line(("Active ", "dim"), words), hang=7))
    if state.advanced:
        page.append(_land_radars(state, tables))
    days = Counter(f"{day.station:>2}" for day in reported_days(state) if day.station)
    served = sorted(days.items(), key=lambda item: (-item[1], item[0]))
    return [
        *page,
        Space(),
        BarChart("Days served, by station", tuple(served), "title"),
        Space(),
        styled("Positions are approximate."),
    ]


def _stations_key(active: list[int] | None) -> Page:
    if active is None:
        return [styled("You may be sent to any station."), Space()]
    return [
        Paragraph(line(("(n)", "key"), " active today")),
        Paragraph(line((" n ", "dim"), " not active today")),
    ]


def _land_radars(state: State, tables: Tables) -> Paragraph:
    most = tables.numbers.land_radars
    working = state.land_radars
    lost = state.land_radars_lost
    signs = "*" * working + "X" * lost + "." * max(0, most - working - lost)
    words = f" {working} of {most} on the air"
    if lost:
        words += f", {lost} lost"
    return Paragraph(line(("Land radar ", "dim"), (signs, "good"), words), hang=11)
