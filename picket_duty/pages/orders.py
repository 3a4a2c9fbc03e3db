"""The orders at the start of a game: the ship's task, the rules, her station and her crew."""

from __future__ import annotations

from collections.abc import Iterator

from picket_duty.analysis.officers import crew_words
from picket_duty.book import Tables
from picket_duty.book.data import SPOILED_AIM
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.facts.campaign_days import campaign_of
from picket_duty.pages.blocks import (
    Block,
    Grid,
    Heading,
    Paragraph,
    Space,
    Text,
    paragraphs_of,
    styled,
)
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.state import PATROL, POSTS, Ship, State
from picket_duty.text import dates, english, names
from picket_duty.text.ship_service import ship_title
from picket_duty.text.status import DUTIES, MOST_IMPORTANT
from picket_duty.text.styled_text import line

#: What the modifiers in the text of the house rule mean.
LESS_LIKELY = "Planes are then less likely to hit you, and your guns are less likely to hit them."


def orders_page(
    state: State,
    tables: Tables,
    standing: StandingOrders | None = None,
    aid: str = COMMANDED,
    spaced: bool = True,
    background: bool = True,
) -> list[Block]:
    """The orders at the start of a game. ``spaced``: with empty lines between their parts.
    ``background``: with what the scenario or campaign is about.
    """
    ship = state.ship
    space: list[Block] = [Space()] if spaced else []
    handled = [fight_words(aid, standing)]
    if standing is not None:
        handled.insert(0, handled_words(aid, standing))
    head = line(("ORDERS", "title"), f"   {names.game_words(state.setup, tables)}")
    commander = f"Commander Task Group 51.5, {dates.naval_date(state.date.isoformat())}"
    blocks: list[Block] = [
        Heading(head, aside=commander),
        *space,
        Paragraph(line((task_words(ship, state, tables), "strong"))),
        *map(Paragraph, rules_clauses(state, tables)),
        *_house_rules(state, tables),
        *space,
        Paragraph(station_words(ship, state, tables)),
    ]
    if words := " ".join(filter(None, handled)):
        blocks += [*space, styled(words, "title"), *space]
    else:
        # Without these words, even a page that is not spaced has room for an empty line.
        blocks.append(Space())
    blocks.append(crew_values(ship))
    if gunnery := crew_words(ship.crew, state.setup):
        blocks += [*space, styled(gunnery)]
    return [*blocks, *_background(state, tables)] if background else blocks


def _house_rules(state: State, tables: Tables) -> Iterator[Block]:
    """The house rules of the game, and what they change."""
    for rule in tables.house_rules:
        if state.option(rule.id):
            meaning = f" {LESS_LIKELY}" if rule.id == SPOILED_AIM else ""
            yield Paragraph(f"House rule: {rule.title}. {rule.text}{meaning}")


def _background(state: State, tables: Tables) -> Iterator[Block]:
    """What a scenario or a campaign is about."""
    if state.scenario:
        yield Heading("The situation", 4)
    elif campaign_of(state, tables) is not None:
        yield Heading("The operation", 4)
    else:
        return
    yield from paragraphs_of(names.briefing(state.setup, tables))


def task_words(ship: Ship, state: State, tables: Tables) -> str:
    """The ship's task: her station, and for how long."""
    if state.scenario:
        return f"{ship_title(ship)} is on Radar Picket Station No. {ship.station}."
    start = f"{ship_title(ship)} will take Radar Picket Station No. {ship.station}"
    data = campaign_of(state, tables)
    if state.setup.kind == PATROL:
        return f"{start} for a patrol of {english.count(state.setup.days, 'day')}."
    if data is not None and data.stages:
        days = english.count(state.fighting_days_wanted, "fighting day")
        return f"{start} first. The campaign has {data.stages} stages of {days} each."
    if state.fighting_days_wanted:
        return (
            f"{start} first. She must serve "
            f"{english.count(state.fighting_days_wanted, 'fighting day')}."
        )
    end = "the end"
    if data is not None:
        end = dates.plain_day(data.end.isoformat())
    return f"{start}. Your squadron serves every day until {end}."


def rules_clauses(state: State, tables: Tables) -> list[str]:
    """What wins and what loses the game, one or two sentences per line."""
    if state.scenario:
        return [" ".join(tables.scenarios[int(state.setup.name)].victory.split())]
    data = campaign_of(state, tables)
    if data is None:
        return [names.NO_WINNER]
    if data.stages:
        return [
            "You hold a stage if its ship is afloat and on station after its last fighting day.",
            (
                "You lose the stage if its ship is sunk or sent to the rear, or is off station "
                "after that day. Hold as many stages as you can."
            ),
        ]
    if not data.ships_sunk_draw:
        return [
            "You win if your ship is afloat and on station at the end of the last fighting day.",
            (
                f"You lose if she is sunk or sent to the rear, or if she is off station on "
                f"{dates.plain_day(data.end.isoformat())}."
            ),
        ]
    limit = data.ships_sunk_draw
    return [
        (
            f"You win if fewer than {limit} of your ships are sunk. Exactly {limit} is a draw; "
            f"more is a defeat."
        )
    ]


def fight_words(aid: str, standing: StandingOrders | None) -> str:
    """How to fire in a raid, by the keys of the fire plan; empty if the officers fire without
    asking.
    """
    if standing is not None and standing.commands:
        return ""
    if aid == UNAIDED:
        return "In a raid, press Space to aim a gun at the selected plane, and f to open fire."
    return "In a raid, press a digit to choose an aim, f to open fire, or s to ask your exec."


def handled_words(aid: str, standing: StandingOrders) -> str:
    """What the officers handle without asking, and the key that changes it; empty if the player is
    asked everything.
    """
    change = "In a battle, press a to change your standing orders."
    if standing.commands:
        return f"Your officers are in command. {change}"
    if not standing.routine:
        return ""
    handled = "maneuvers and damage control"
    if aid != UNAIDED:
        handled = "maneuvers, damage control and fire plans that leave no choice"
    return f"Your officers handle {handled} and ask you in a crisis. {change}"


def station_words(ship: Ship, state: State, tables: Tables) -> str:
    """Where the station is, and the help the ship has there."""
    words = f"Station {ship.station}:"
    if place := names.place_words(ship.station, tables):
        words += f" {place}."
    team = "a" if ship.fdt else "no"
    craft = english.count(ship.sfs, "support ship") if ship.sfs else "no support ships"
    words += f" You have {team} fighter direction team and {craft}."
    return f"{words} Land radars: {state.land_radars}." if state.advanced else words


def crew_values(ship: Ship) -> Grid:
    """The officers and chiefs one by one, with their values and where these count."""
    rows: list[tuple[Text, ...]] = []
    for post in POSTS:
        if post not in ship.crew:
            continue
        officer = ship.crew[post]
        strong = "strong" if post == MOST_IMPORTANT else "plain"
        label = "strong" if post == MOST_IMPORTANT else "dim"
        value = "plain"
        if officer.value:
            value = "good" if officer.value > 0 else "bad"
        cells = (
            (english.title_case(names.POST_NAMES[post]), label),
            (english.signed(officer.value), value),
            (names.naval_name(officer.name, post), strong),
            (DUTIES[post], strong),
        )
        rows.append(tuple(map(line, cells)))
    return Grid(("Post (-2 to +2)", "", "Name", "Counts for"), tuple(rows), right=(1,), gap=1)
