"""The records of a campaign or patrol: planes, plots of the days, result and stations."""

from __future__ import annotations

import itertools
import string
from collections import Counter
from collections.abc import Mapping, Sequence

from picket_duty.book import Tables
from picket_duty.facts import Day, Fate, count_records, weapon_hits
from picket_duty.pages.blocks import (
    BarChart,
    Block,
    Columns,
    DayChart,
    Fields,
    Heading,
    Page,
    Paragraph,
    Space,
    styled,
)
from picket_duty.pages.campaign_calendar import MARKS, NO_MARK
from picket_duty.pages.orders import rules_clauses
from picket_duty.pages.ships import losses_blocks, ships_of, station_assigned
from picket_duty.rules.play import Play
from picket_duty.rules.records import day_reached, days_on_duty, reported_days
from picket_duty.rules.stations import stations_today
from picket_duty.state import JAPANESE_WIN, US_WIN, DayRecord, State
from picket_duty.text.campaign_progress import stages_lines
from picket_duty.text.dates import date_words, short_date, spell_words
from picket_duty.text.english import count
from picket_duty.text.names import game_words, item_name, place_words
from picket_duty.text.status import (
    MISSED_OR_WITHDREW,
    afire_words,
    fate_label,
    hit_words,
    met_words,
    outcome_has_days,
    outcome_words,
)
from picket_duty.text.styled_text import line


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
    return Columns(charts, least=36)


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
    letters = _ship_letters(daily)
    if letters:
        key = ", ".join(f"{letter} {ship}" for ship, letter in letters.items())
        page.append(styled(f"Letters under the hull graph: {key}"))
    named = "".join(letters.get(day.ship, "") for day in daily)
    calendar = state.records.calendar
    marks = ""
    for day in daily:
        sign, _, _ = MARKS.get(calendar.get(day.date, ""), NO_MARK)
        marks += sign
    numbers = tables.numbers
    plots = (
        _plot(daily, "Planes met", "planes", "warn", marks=marks),
        _plot(daily, "Hull", "hull", "title", most=numbers.hull, marks=named),
        _plot(daily, "Fuel", "fuel", "good", most=numbers.fuel),
        _plot(daily, "Ammunition", "ammunition", "good", most=numbers.ammunition),
        _plot(daily, "Men in repair parties", "men", "ship", most=sum(numbers.men.values())),
        _plot(daily, "Planes splashed", "destroyed", "good"),
    )
    # Plots of a week are narrow enough for two side by side on any terminal.
    return [*page, Columns(plots, least=36 if len(daily) <= 7 else 54)]


def _ship_letters(daily: Sequence[DayRecord]) -> dict[str, str]:
    """A letter for each ship on duty; empty if there is only one."""
    ships = list(dict.fromkeys(day.ship for day in daily))
    if len(ships) < 2:
        return {}
    return dict(zip(ships, itertools.cycle(string.ascii_uppercase), strict=False))


def _plot(
    daily: Sequence[DayRecord], title: str, field: str, style: str, most: int = 0, marks: str = ""
) -> tuple[Block, ...]:
    """A plot of one field of the days; ``most`` is the top of the scale, 0 for the highest
    value.
    """
    days = tuple((short_date(day.date), getattr(day, field)) for day in daily)
    # Of a track with a full value, the lowest day matters; of a count, the highest.
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


# -- the stations -------------------------------------------------------------------


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
    # Station numbers are right-aligned, so that they also sort as text.
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
