"""A stage of a campaign, or a month: its result, the reason, its days, losses and awards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from picket_duty.facts import Day, Fate, campaign_days, count_records, facts_of, weapon_hits
from picket_duty.game import Game
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.blocks import Fields, Grid, Heading, Page, Paragraph, Row, Text
from picket_duty.saves.service_record import honors_words
from picket_duty.state import LOST, SUNK, DayRecord
from picket_duty.text.campaign_progress import decisive_words
from picket_duty.text.dates import naval_date, short_date, spell_words
from picket_duty.text.english import listed, title_case
from picket_duty.text.ship_service import casualty_words, damage_on
from picket_duty.text.status import fate_heading, met_words
from picket_duty.text.styled_text import line

#: The most days of a stage that have a row each.
MOST_ROWS = 10
#: The fates with a column.
FATES = (Fate.SPLASHED, Fate.CRASHED, Fate.NEAR_MISS, Fate.MISSED)


def stage_section(game: Game, number: int) -> Page:
    """The days, losses and awards of a stage or month. The result of a stage and its reason come
    first.
    """
    state = game.state
    facts = facts_of(game).whole
    days = campaign_days.period_days(state, number)
    # The days of a month are too many for a row each.
    by_day = bool(state.stages) and len(days) <= MOST_ROWS
    sums = _sums(game, days, planes=not by_day)
    spell = spell_words(naval_date(days[0].date), naval_date(days[-1].date)) if days else ""
    if not state.stages:
        return [Heading("The month", 4, aside=spell), sums]
    style, result = ("good", "HELD") if state.stages[number - 1].held else ("bad", "LOST")
    why = decisive_words(state, game.tables, number, facts)
    blocks: Page = [
        Heading(line((f"STAGE {number} {result}", style)), 3, aside=spell),
        Paragraph(line((why, style))),
    ]
    if by_day:
        blocks.append(served_by_day(days, facts.days))
    return [*blocks, sums]


def _sums(game: Game, days: Sequence[DayRecord], planes: bool) -> Fields:
    """The losses and awards of some days, and with ``planes`` the planes they met."""
    dates = {day.date for day in days}
    facts = [day for day in facts_of(game).whole.days if day.date in dates]
    killed = sum(len(day.killed) for day in facts)
    casualties = casualty_words(killed, sum(day.men_lost for day in facts))
    if not casualties:
        casualties = "no officers or repair party men killed or wounded"
    calendar = game.state.records.calendar
    sunk = [day.ship for day in days if calendar.get(day.date) == LOST]
    ships = f"{listed(sunk)} sunk" if sunk else "No ship sunk"
    awards = [award for award in awards_so_far(game) if award.date in dates]
    rows: list[Row] = []
    if planes:
        rows.append(("Planes", title_case(met_words(*days, weapons=weapon_hits(facts)))))
    rows.append(("Losses", f"{ships}; {casualties}."))
    rows.append(("Awarded", honors_words(awards) or "None."))
    return Fields(tuple(rows))


def served_by_day(days: Sequence[DayRecord], facts: Sequence[Day]) -> Grid:
    """What happened on each day of a stage, a row each, and in all; ``facts`` are those known."""
    rows = [_day_row(day, facts) for day in days]
    lost = sum(damage_on(day, facts).hull for day in days)
    total = [line((number, "strong")) for number in (*_fates(days), str(lost))]
    rows.append(("", line(("In all", "dim")), "", *total, ""))
    heads = (
        *("Date", "Ship", "Station"),  # columns 0 to 2
        *("Planes", *map(fate_heading, FATES)),  # 3 to 7
        *("Hull lost", "At day's end"),  # 8 and 9
    )
    # Columns of numbers are aligned right. Where there is little room, the last two fates are left
    # out first, then the station, then the hull.
    return Grid(heads, tuple(rows), right=tuple(range(2, 9)), optional=(8, 2, 6, 7))


def _day_row(day: DayRecord, facts: Sequence[Day]) -> tuple[Text, ...]:
    known = next((fact for fact in facts if fact.date == day.date), None)
    lost = damage_on(day, facts).hull
    hull = "" if known is None else str(lost)
    leave = None if known is None else known.leave
    if leave is None:
        end = ("on station", "dim")
    elif leave.reason == SUNK:
        end = ("sunk", "bad")
    else:
        end = ("to the rear" if leave.rear else "left station", "warn")
    return (
        line((short_date(day.date), "dim")),
        line((day.ship, "strong")),
        str(day.station or ""),
        *_fates([day]),
        line((hull, "bad" if lost else "plain")),
        line(end),
    )


def _fates(days: Collection[DayRecord]) -> tuple[str, ...]:
    counts = count_records(*days)
    numbers = (
        counts.met,
        counts.splashed,
        counts.crashed,
        counts.near_misses,
        counts.missed_or_withdrew,
    )
    return tuple(map(str, numbers))
