"""A stage of a long campaign, or a month, that is over: a section of the page of its last day."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from picket_duty.book import Tables
from picket_duty.events import Event, Leave
from picket_duty.facts import Day, count_records
from picket_duty.game import Game
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.blocks import Block, Fields, Grid, Heading, Text
from picket_duty.pages.consequences import no_relief_words
from picket_duty.pages.dice_luck import COUNTED_PLANES, COUNTED_STRIKES, ledger
from picket_duty.pages.game_history import known_facts
from picket_duty.rules.campaign import SUNK
from picket_duty.saves.service_record import awards_line
from picket_duty.state import LOST, DayRecord
from picket_duty.text.campaign_progress import (
    dice_words,
    period_days,
)
from picket_duty.text.names import listed, naval_date, short_date
from picket_duty.text.ship_service import best_day_words, best_guns_words, casualty_words, damage_on
from picket_duty.text.styled_text import line

#: More days than these have no line each.
MOST_DAYS_LISTED = 10
#: The headings of the fates of planes.
FATES = ("Planes", "Splashed", "Crashed", "Near miss", "Missed")


def stage_section(game: Game, number: int, chance: str = "") -> list[Block]:
    """The days, losses and awards of a stage or month, headed by the result of a stage.

    ``chance`` is that of holding the next stage.
    """
    state, tables, facts = game.state, game.tables, known_facts(game)
    days = period_days(state, number)
    dates = {day.date for day in days}
    of_stage = [day for day in facts.days if day.date in dates]
    events = [event for event in facts.events if event.phase.partition("/")[0] in dates]
    spell = " to ".join(dict.fromkeys(naval_date(day.date) for day in (*days[:1], *days[-1:])))
    by_day = state.stages and len(days) <= MOST_DAYS_LISTED
    rows: tuple[tuple[str, Text], ...] = (
        ("Chance", chance),
        ("Relief", no_relief_words(state, tables) if state.stages and not state.outcome else ""),
        ("Dice", _dice(events, tables)),
        ("Best day", best_day_words(days, facts.days)),
        ("Best gun", best_guns_words(of_stage, tables)),
        ("Losses", _losses(game, days, of_stage)),
        ("Awarded", awards_line([award for award in awards_so_far(game) if award.date in dates]) or "None."),
    )
    held = bool(state.stages) and bool(state.stages[number - 1].held)
    result = line((f"STAGE {number} {'HELD' if held else 'LOST'}", "good" if held else "bad"))
    return [
        Heading(result, 3, aside=spell) if state.stages else Heading("The month", 4, aside=spell),
        served_by_day(days, facts.days) if by_day else served_by_ship(days),
        Fields(rows),
    ]


def served_by_ship(days: Sequence[DayRecord]) -> Grid:
    """What each ship did in some days, a row each."""
    ships = list(dict.fromkeys(day.ship for day in days))
    served = [(name, [day for day in days if day.ship == name]) for name in ships]
    served += [("Together", list(days))] if len(ships) > 1 else []
    rows: list[tuple[Text, ...]] = [
        (line((name, "strong")), str(len(of_ship)), *_fates(of_ship)) for name, of_ship in served
    ]
    return Grid(("Ship", "Days", *FATES), tuple(rows), right=tuple(range(1, 7)))


def served_by_day(days: Sequence[DayRecord], facts: Sequence[Day]) -> Grid:
    """What happened on each day of a stage, a row each, and in all; ``facts`` are those known."""
    rows: list[tuple[Text, ...]] = []
    lost = 0
    for day in days:
        known = next((fact for fact in facts if fact.date == day.date), None)
        hull = damage_on(day, facts).hull
        lost += hull
        rows.append((
            line((short_date(day.date), "dim")),
            line((day.ship, "strong")),
            str(day.station or ""),
            *_fates([day]),
            line((f"{hull if known is not None else ''}", "bad" if hull else "plain")),
            line(_end_of_day(known.leave if known is not None else None)),
        ))  # fmt: skip
    total = (line((number, "strong")) for number in (*_fates(days), str(lost)))
    rows.append(("", line(("In all", "dim")), "", *total, ""))
    heads = ("Date", "Ship", "Station", *FATES, "Hull lost", "At day's end")
    return Grid(heads, tuple(rows), right=tuple(range(2, 9)), optional=(8, 2, 6, 7))


def _end_of_day(left: Leave | None) -> tuple[str, str]:
    """How a ship ended a day, with its style."""
    if left is None:
        return "on station", "dim"
    if left.reason == SUNK:
        return "sunk", "bad"
    return "to the rear" if left.rear else "left station", "warn"


def _fates(days: Collection[DayRecord]) -> tuple[str, ...]:
    """The planes met on some days, then their fates."""
    counts = count_records(*days)
    numbers = counts.met, counts.splashed, counts.crashed, counts.near_misses, counts.missed_or_withdrew
    return tuple(map(str, numbers))


def _dice(events: Sequence[Event], tables: Tables) -> str:
    """The hits that the dice of some events gave on the ship and on planes, beside the average; empty without dives."""
    entries = ledger(tables, events)
    strikes, planes = (
        [entry for entry in entries if entry.counted == counted] for counted in (COUNTED_STRIKES, COUNTED_PLANES)
    )
    if not strikes:
        return ""
    ship = sum(entry.rolled for entry in strikes), sum(entry.expected for entry in strikes)
    return dice_words(*ship, sum(entry.rolled for entry in planes), sum(entry.expected for entry in planes))


def _losses(game: Game, days: Sequence[DayRecord], facts: Sequence[Day]) -> str:
    """The officers killed and men lost on some days, and the ships that were lost; ``facts`` are those of the days."""
    lost = casualty_words(sum(len(day.killed) for day in facts), sum(day.men_lost for day in facts))
    sunk = [day.ship for day in days if game.state.records.calendar.get(day.date) == LOST]
    ships = f"{listed(sunk)} sunk" if sunk else "No ship sunk"
    return f"{ships}; {lost or 'no officers or repair-party men lost'}."
