"""The crews of a game: casualties, and everyone who held a post, with their record and awards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from picket_duty.book import Tables
from picket_duty.facts import GameFacts
from picket_duty.pages.blocks import Block, Fields, Heading, Items, Paragraph
from picket_duty.pages.squadron import ship_when_ready
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.records import days_on_duty
from picket_duty.state import Ship, State
from picket_duty.text import POST_NAMES, count
from picket_duty.text.names import signed, title_case
from picket_duty.text.ship_service import Award, CrewMember, casualty_words, crew_members, fallen_words
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
            else Paragraph(line(("Her officers and chiefs have not been drawn yet", "dim")))
        )
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


def killed_blocks(ships: Iterable[Ship], several: bool = False) -> list[Block]:
    """The officers and chiefs killed aboard some ships, each with the ship if there are ``several``."""
    rows = tuple(fallen_words(fallen, ship.name if several else "") for ship in ships for fallen in ship.fallen)
    return [Heading("Killed in action", 3), Items(rows)] if rows else []
