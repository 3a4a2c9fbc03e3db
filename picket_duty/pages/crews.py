"""The crews of ships: posts and casualties, mount captains, and what a day changed for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from picket_duty.book import Tables
from picket_duty.book.vocabulary import MEN_SECTIONS
from picket_duty.events import Loss
from picket_duty.facts import Day, GameFacts, facts_of
from picket_duty.game import Game
from picket_duty.pages.blocks import Fields, Heading, Items, Page, Paragraph, Row, Space, styled
from picket_duty.pages.ships import ship_when_ready
from picket_duty.rules.records import days_on_duty
from picket_duty.state import SUNK, Setup, Ship, State
from picket_duty.text.dates import label_words, short_date
from picket_duty.text.english import count, title_case
from picket_duty.text.log import log_line
from picket_duty.text.mount_captains import credited_words, mount_captains, record_words
from picket_duty.text.names import POST_NAMES, item_name, naval_name
from picket_duty.text.phrases import card_words
from picket_duty.text.ship_service import Award, casualty_words, crew_rows
from picket_duty.text.status import succession
from picket_duty.text.styled_text import Line, line, text_of


def crew_page(
    ships: Iterable[Ship],
    state: State,
    tables: Tables,
    facts: GameFacts,
    awards: Sequence[Award],
) -> Page:
    """The crews of some ships, ship by ship. A ship that is not on duty is left out if her crew was
    not drawn.
    """
    page: Page = []
    for ship in ships:
        members = crew_rows(ship, facts.officers, awards, tables)
        if not members and ship is not state.ship:
            continue
        days = sum(day.ship == ship.name for day in days_on_duty(state))
        number = f"{ship.hull_number}, " if ship.hull_number else ""
        served = f"  {number}{count(days, 'day')} on duty"
        page += [
            Heading(line((ship.name, "title"), (served, "dim")), 4),
            Paragraph(casualties_line(ship, state, tables, facts)),
        ]
        if members:
            page.append(Fields(tuple(members)))
        else:
            page.append(styled("Her officers and chiefs have not been assigned yet"))
        if captains := _mount_captains(ship, state, tables, facts):
            page.append(Fields(tuple(captains), title="Mount captains"))
    return page


def _mount_captains(ship: Ship, state: State, tables: Tables, facts: GameFacts) -> list[Row]:
    rows: list[Row] = []
    captains = mount_captains(facts.days, tables)
    for captain in sorted(captains, key=lambda captain: captain.mount):
        if captain.ship == ship.name:
            record = record_words(captain, state.setup, tables)
            name = title_case(item_name(tables, captain.mount))
            rows.append((name, line((record, "bad" if captain.lost else "plain"))))
    return rows


def casualties_line(ship: Ship, state: State, tables: Tables, facts: GameFacts) -> Line:
    """The casualties, and the men of the repair parties: left and replaced."""
    officers, men_lost = facts.casualties(ship.name)
    lost = casualty_words(officers, men_lost)
    style = "bad" if lost else "plain"
    lost = lost or "No casualties"
    if ship.fate == SUNK:
        return line((f"{lost} before she sank.", style))
    men = sum(ship_when_ready(ship, state, tables).men.values())
    full = sum(tables.numbers.men.values())
    left = f" Repair parties: {men} of {full} men"
    replaced = men + men_lost - full
    if replaced > 0:
        left += f", {count(replaced, 'man', 'men')} replaced at the anchorage"
    return line((f"{lost}.", style), f"{left}.")


def people_of_day(date: str, facts: Sequence[Day], setup: Setup, tables: Tables) -> list[Line]:
    """What a day brought to those aboard: officers killed and their successors, men lost, planes
    credited to mounts.
    """
    days = [day for day in facts if day.date == date]
    captains = mount_captains(facts, tables)
    lines: list[Line] = []
    for day in days:
        for killed in day.killed:
            loss = succession(killed.event)
            lines.append(line((f"{loss.title}; {loss.then}.", "bad"), f" {loss.change}"))
    for men in _men_lost(days):
        lines.append(line((f"{text_of(log_line(men, tables)).strip()}.", "bad")))
    for captain in captains:
        if captain.lost.startswith(date):
            mount = item_name(tables, captain.mount)
            name = captain.name(setup, tables)
            lines.append(line((card_words("mount_lost", mount=mount, captain=name), "bad")))
    if credited := credited_words(captains, date, setup, tables):
        lines.append(line(credited))
    return lines


def _men_lost(days: Sequence[Day]) -> Iterable[Loss]:
    """The losses of each repair party as one."""
    men: dict[str, Loss] = {}
    for event in (event for day in days for phase in day.phases for event in phase.consequences):
        if isinstance(event, Loss) and event.track in MEN_SECTIONS and event.points:
            lost = men[event.track].points if event.track in men else 0
            men[event.track] = msgspec.structs.replace(event, points=lost + event.points)
    return men.values()


def gunners_today(game: Game) -> dict[str, tuple[str, int]]:
    """The captain of each mount credited or destroyed on the current day, with his planes in
    all.
    """
    days = facts_of(game).whole.days
    gunners = {}
    for captain in mount_captains(days, game.tables):
        today = days[-1].date in captain.dates or captain.lost.startswith(days[-1].date)
        if today and captain.ship == days[-1].ship:
            name = captain.name(game.state.setup, game.tables)
            gunners[captain.mount] = (name, len(captain.dates))
    return gunners


def changes_of_day(facts: Sequence[Day], setup: Setup, tables: Tables) -> Page:
    """What the last day on duty that is over, or today, changed for the crew; empty before the
    first.
    """
    for day in (day for day in reversed(facts) if day.phases):
        people = people_of_day(day.date, facts, setup, tables)
        if people or day.end is not None or day.leave is not None:
            head = line((f"{short_date(day.date)}  ", "title"), (day.ship, "dim"))
            return [
                Heading(head, 4),
                Items(tuple(people) or ("No change in the crew.",)),
                Space(),
            ]
    return []


def killed_blocks(ships: Sequence[Ship]) -> Page:
    """The officers and chiefs killed aboard some ships, each with the ship if there are several."""
    rows = [
        card_words(
            "fallen",
            name=naval_name(fallen.name, fallen.post),
            post=POST_NAMES[fallen.post],
            ship=ship.name if len(ships) > 1 else "",
            when=label_words(fallen.phase),
        )
        for ship in ships
        for fallen in ship.fallen
    ]
    return [Heading("Killed in action", 3), Items(tuple(rows))] if rows else []
