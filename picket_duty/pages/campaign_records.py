"""The records of a campaign or patrol: its planes, the plots of its days, and its result."""

from __future__ import annotations

import itertools
import string
from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.facts import RecordCounts, count_records
from picket_duty.pages.blocks import (
    DENSE,
    EMPTY,
    FULL,
    BarChart,
    Block,
    Columns,
    DayChart,
    Fields,
    Heading,
    Paragraph,
    Shares,
    Space,
)
from picket_duty.pages.calendar import MARKS
from picket_duty.pages.squadron import losses_blocks, ships_of
from picket_duty.rules.records import days_on_duty, reported_days
from picket_duty.state import CAMPAIGN, JAPANESE_WIN, US_WIN, DayRecord, State
from picket_duty.text import count, item_name
from picket_duty.text.campaign_progress import stages_words
from picket_duty.text.names import date_words, game_words, short_date
from picket_duty.text.ship_service import end_title
from picket_duty.text.status import hit_words, met_words, outcome_has_days
from picket_duty.text.styled_text import line

#: Signs of planes in the bar of their fates.
NEAR_MISS, FLYING = "o", "^"
#: So few days have plots narrow enough for two side by side on any terminal.
FEW_DAYS = 7
#: Columns of a plot, and of a plot of few days.
PLOT, SMALL_PLOT = 54, 36


def planes_page(state: State, tables: Tables, weapons: int = 0) -> list[Block]:
    """The planes met, their fates, the credits, and the ships lost compared with historical losses.

    ``weapons`` is how many weapons hit a ship.
    """
    records = state.records
    flying = 0 if state.outcome else sum(plane.flying for plane in state.air.planes)
    counts = count_records(records, flying=flying)
    parts = (
        ("splashed", counts.splashed, "good", FULL),
        ("crashed", counts.crashed, "bad", DENSE),
        ("near miss" if counts.near_misses == 1 else "near misses", counts.near_misses, "warn", NEAR_MISS),
        ("missed or withdrew", counts.missed_or_withdrew, "plain", EMPTY),
        *((("still flying", counts.flying, "dim", FLYING),) if counts.flying else ()),
    )
    waves, phases = count(records.waves, "wave"), count(records.phases, "phase")
    days = count(len(reported_days(state)), "day")
    fought = f"{waves} in {phases} on {days}{set_afire_words(counts)}{hit_words(weapons)}"
    return [
        Heading(f"Planes met: {counts.met}", 4),
        Shares(parts),
        Paragraph(fought),
        Space(),
        credits_block(state, tables),
        Space(),
        *losses_blocks(state, tables),
    ]


def credits_block(state: State, tables: Tables) -> Columns:
    """The planes splashed or set afire, by type and by shooter."""
    names = {item_name(tables, shooter): planes for shooter, planes in state.records.by_mount.items()}
    charts = (("by type", state.records.by_type, "good"), ("by shooter", names, "title"))
    return Columns(
        tuple(
            (BarChart(f"Splashed or set afire, {what}", tuple(sorted(planes.items(), key=most_first)), style),)
            for what, planes, style in charts
        ),
        36,
    )


def most_first(item: tuple[str, int]) -> tuple[int, str]:
    """The order of credits: the most first, equal ones by name."""
    name, planes = item
    return -planes, name


def set_afire_words(counts: RecordCounts) -> str:
    """How many of the planes not splashed were set afire; empty if all were splashed."""
    afire, rest = counts.set_afire, counts.met - counts.splashed
    if not rest:
        return ""
    if rest == 1:
        return f"; the one plane not splashed was {'' if afire else 'not '}set afire"
    if afire == rest:
        return f"; {'both planes' if rest == 2 else f'all {rest}'} not splashed were set afire"
    return f"; {afire or 'none'} of the {rest} not splashed {'were' if afire > 1 else 'was'} set afire"


# -- days ---------------------------------------------------------------------------


def ship_letters(days: Sequence[DayRecord]) -> dict[str, str]:
    """A letter for each ship of some days, in the order of their first days."""
    ships = dict.fromkeys(day.ship for day in days)
    return dict(zip(ships, itertools.cycle(string.ascii_uppercase), strict=False))


def daily_plots(state: State, tables: Tables) -> list[Block]:
    """Plots of raids, hull, stores and men over the days on duty."""
    daily = days_on_duty(state)
    if not daily:
        return [Paragraph(line(("No days on duty to report yet", "dim")))]
    numbers = tables.numbers
    marks = "".join(MARKS.get(state.records.calendar.get(day.date, ""), (" ",))[0] for day in daily)
    letters = ship_letters(daily)
    names = "".join(letters[day.ship] for day in daily) if len(letters) > 1 else ""
    plots = (
        _plot("Planes met", daily, "planes", 0, "warn", marks, highest=True),
        _plot("Hull", daily, "hull", numbers.hull, "title", names),
        _plot("Fuel", daily, "fuel", numbers.fuel, "good"),
        _plot("Ammunition", daily, "ammunition", numbers.ammunition, "good"),
        _plot("Men in repair parties", daily, "men", sum(numbers.men.values()), "ship"),
        _plot("Planes splashed", daily, "destroyed", 0, "good", highest=True),
    )
    spell = " to ".join(dict.fromkeys(short_date(day.date) for day in (daily[0], daily[-1])))
    blocks: list[Block] = [Paragraph(line((f"{count(len(daily), 'day')} on duty, {spell}; one column per day", "dim")))]
    if names:
        key = ", ".join(f"{letter} {ship}" for ship, letter in letters.items())
        blocks.append(Paragraph(line((f"Letters under the hull graph: {key}", "dim"))))
    least = SMALL_PLOT if len(daily) <= FEW_DAYS else PLOT
    return [*blocks, Columns(tuple((plot,) for plot in plots), least)]


def _plot(
    title: str, daily: Sequence[DayRecord], field: str, most: int, style: str, marks: str = "", highest: bool = False
) -> DayChart:
    days = tuple((short_date(day.date), getattr(day, field)) for day in daily)
    return DayChart(title, days, most, style, marks, highest)


# -- the end ------------------------------------------------------------------------


def result_page(state: State, tables: Tables, weapons: int = 0) -> list[Block]:
    """How a campaign or patrol ended, its totals, and the ships lost; ``weapons`` is how many hit a ship."""
    records = state.records
    style = {US_WIN: "good", JAPANESE_WIN: "bad"}.get(state.outcome, "strong")
    title = end_title(state, tables) if state.outcome else "The campaign continues"
    last = min(state.date, max(campaign.end for campaign in tables.campaigns.values()))
    spell = " to ".join(dict.fromkeys(map(date_words, (state.setup.start, last))))
    # The title already has the fighting days of a mini campaign, and the list of losses has the ships sunk.
    fighting = "" if outcome_has_days(state, tables) else f", {state.fighting_days} of them fighting days"
    killed = sum(len(ship.fallen) for ship in ships_of(state))
    rows = (
        ("Days on duty", f"{records.days}{fighting}"),
        ("Planes", met_words(records, weapons=weapons)),
        ("Ships", f"{len(ships_of(state))} served"),
        ("Killed", count(killed, "officer or chief", "officers and chiefs") if killed else "no officers or chiefs"),
        ("Seed", str(state.setup.seed)),
    )
    lines = (f"{game_words(state.setup, tables)}, {spell}", verdict_words(state, tables), *stages_words(state))
    return [
        Heading(line((title, style)), 3),
        *(Paragraph(words) for words in lines if words),
        Space(),
        Fields(rows),
        *losses_blocks(state, tables),
    ]


def verdict_words(state: State, tables: Tables) -> str:
    """What decides a campaign of every day, or that a patrol has no winner; empty if the title gives the reason."""
    if state.setup.kind != CAMPAIGN:
        return "A patrol is neither won nor lost."
    data = tables.campaigns[state.setup.name]
    if data.ships_sunk_draw and not data.stages:
        limit = data.ships_sunk_draw
        return f"Fewer than {limit} ships sunk is a US victory, {limit} is a draw, more is a Japanese victory."
    return ""
