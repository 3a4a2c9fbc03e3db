"""The crews of a game: casualties, and everyone who held a post, with their record and awards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from picket_duty.book import Tables
from picket_duty.facts import Day, GameFacts
from picket_duty.pages.blocks import Block, Fields, Heading, Items, Paragraph, Space
from picket_duty.pages.squadron import ship_when_ready
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.records import days_on_duty
from picket_duty.state import Setup, Ship, State
from picket_duty.text import POST_NAMES, count
from picket_duty.text.mount_captains import credited_words, lost_words, mount_captains, record_words
from picket_duty.text.names import item_name, short_date, signed, title_case
from picket_duty.text.ship_service import Award, CrewMember, casualty_words, crew_members, fallen_words
from picket_duty.text.status import succession
from picket_duty.text.styled_text import Line, line


def crew_page(
    ships: Iterable[Ship], state: State, tables: Tables, facts: GameFacts, awards: Sequence[Award]
) -> list[Block]:
    """The crews of some ships, ship by ship; of ships not on duty only those whose crew was drawn."""
    blocks: list[Block] = []
    for ship in ships:
        members = crew_members(ship, facts.officers, awards, tables)
        if not members and ship is not state.ship:
            continue
        days = sum(day.ship == ship.name for day in days_on_duty(state))
        title = line((ship.name, "title"), (f"  {ship.hull_number}, {count(days, 'day')} on duty", "dim"))
        blocks += [Heading(title, 4), Paragraph(_casualties(ship, state, tables, facts))]
        blocks.append(
            Fields(tuple((title_case(POST_NAMES[member.post]), _record(member)) for member in members))
            if members
            else Paragraph(line(("Her officers and chiefs have not been assigned yet", "dim")))
        )
        blocks += _captains(ship, state.setup, tables, facts.days)
    return blocks


def _casualties(ship: Ship, state: State, tables: Tables, facts: GameFacts) -> Line:
    """The casualties, and the men of the repair parties: left and replaced."""
    men, full = sum(ship_when_ready(ship, state, tables).men.values()), sum(tables.numbers.men.values())
    officers, men_lost = facts.casualties(ship.name)
    lost, sunk = casualty_words(officers, men_lost), ship.fate == SUNK
    replaced = men + men_lost - full
    came = f", {count(replaced, 'man', 'men')} replaced at the anchorage" if replaced > 0 else ""
    return line(
        (f"{lost or 'No casualties'}{' before she sank' if sunk else ''}.", "bad" if lost else "plain"),
        "" if sunk else f" Repair parties: {men} of {full} men{came}.",
    )


def _record(member: CrewMember) -> Line:
    """An officer or chief: value, name, when killed or appointed, and the record."""
    style = "good" if member.value > 0 else "bad" if member.value < 0 else "plain"
    spans = line((f"{signed(member.value):>2}  ", style), (member.name, "dim" if member.killed else "strong"))
    if member.when:
        spans += line(": ", (member.when, "bad" if member.killed else "dim"))
    return [*spans, *line(f"{'; ' if member.when else ': '}{member.deeds}")] if member.deeds else spans


def _captains(ship: Ship, setup: Setup, tables: Tables, facts: Sequence[Day]) -> list[Block]:
    """The captains of the mounts of a ship who were credited with planes or lost."""
    of_ship = [captain for captain in mount_captains(facts, tables) if captain.ship == ship.name]
    rows = tuple(
        (
            title_case(item_name(tables, captain.mount)),
            line((record_words(captain, setup, tables), "bad" if captain.lost else "plain")),
        )
        for captain in sorted(of_ship, key=lambda captain: captain.mount)
    )
    return [Fields(rows, "Mount captains")] if rows else []


def people_of_day(date: str, facts: Sequence[Day], setup: Setup, tables: Tables) -> list[Line]:
    """What a day brought to those aboard: officers killed and their successors, men lost, planes credited to mounts."""
    days = [day for day in facts if day.date == date]
    lines = [
        line((f"{loss.title}; {loss.then}.", "bad"), f" {loss.change}")
        for day in days
        for killed in day.killed
        for loss in (succession(killed.event),)
    ]
    if men := casualty_words(0, sum(day.men_lost for day in days)):
        lines.append(line((f"{title_case(men)}.", "bad")))
    captains = mount_captains(facts, tables)
    lost_today = [captain for captain in captains if captain.lost.startswith(date)]
    lines += [line((lost_words(captain, setup, tables), "bad")) for captain in lost_today]
    credited = credited_words(captains, date, setup, tables)
    return [*lines, line(credited)] if credited else lines


def changes_of_day(facts: Sequence[Day], setup: Setup, tables: Tables) -> list[Block]:
    """What the last day on duty changed for the crew; empty before the first."""
    day = next((day for day in reversed(facts) if day.phases), None)
    if day is None:
        return []
    people, date = people_of_day(day.date, facts, setup, tables), short_date(day.date)
    if not people:
        return [Paragraph(line((f"{date}: no change in the crew of {day.ship}.", "dim"))), Space()]
    return [Heading(line((f"{date}  ", "title"), (day.ship, "dim")), 4), Items(tuple(people)), Space()]


def killed_blocks(ships: Iterable[Ship], several: bool = False) -> list[Block]:
    """The officers and chiefs killed aboard some ships, each with the ship if there are ``several``."""
    rows = tuple(fallen_words(fallen, ship.name if several else "") for ship in ships for fallen in ship.fallen)
    return [Heading("Killed in action", 3), Items(rows)] if rows else []
