"""What a game is about, before it is chosen and in the orders of its first ship; the cards between
battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from picket_duty.analysis.officers import crew_words
from picket_duty.book import Tables
from picket_duty.book.data import CampaignData, ScenarioData
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.facts.campaign_days import campaign_of
from picket_duty.pages.blocks import (
    Block,
    Grid,
    Heading,
    Items,
    Paragraph,
    Space,
    Text,
    paragraphs_of,
    styled,
)
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.state import CAMPAIGN, PATROL, POSTS, DayRecord, Ship, State
from picket_duty.text import dates, english, names
from picket_duty.text.campaign_progress import days_done_words
from picket_duty.text.ship_service import ship_title
from picket_duty.text.status import DUTIES, MOST_IMPORTANT, Succession, met_words
from picket_duty.text.styled_text import line, safe


def orders_page(
    state: State,
    tables: Tables,
    standing: StandingOrders | None = None,
    aid: str = COMMANDED,
    spaced: bool = True,
    background: bool = True,
) -> list[Block]:
    """The orders at the start of a game, with empty lines if ``spaced``, and with ``background``
    what it is about.
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
        *space,
        Paragraph(station_words(ship, state, tables)),
    ]
    if words := " ".join(filter(None, handled)):
        # A low page has no room for an empty line.
        blocks += [*space, styled(words, "title"), *space]
    else:
        blocks.append(Space())
    blocks.append(crew_values(ship))
    if gunnery := crew_words(ship.crew, state.setup):
        blocks += [*space, styled(gunnery)]
    return [*blocks, *_background(state, tables)] if background else blocks


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
                "You lose it if she is sunk, sent to the rear, or off station. Hold as "
                "many stages as you can."
            ),
        ]
    if not data.ships_sunk_draw:
        return [
            "You win if she is afloat and on station at the end of the last fighting day.",
            (
                f"You lose if she is sunk, sent to the rear, or off station on "
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
    change = "Press a in a battle to change that."
    if standing.commands:
        return f"Your officers are in command. {change}"
    if not standing.routine:
        return ""
    handled = "maneuvers and damage control"
    if aid != UNAIDED:
        handled = "maneuvers, damage control and safe fire plans that leave no choice"
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


# -- cards over the board -------------------------------------------------------------


def killed_card(killed: Sequence[Succession]) -> list[Block]:
    """The card of officers and chiefs who were killed: who takes over, and what changes."""
    blocks: list[Block] = []
    for loss in killed:
        blocks += [
            Space(),
            styled(loss.title.upper(), "bad"),
            styled(dates.label_words(loss.phase)),
            Paragraph(english.sentence(loss.then)),
            styled(loss.change),
        ]
    return blocks[1:]


def quiet_card(days: Sequence[DayRecord], state: State) -> list[Block]:
    """The card of days without damage: the planes met, the ship after them, and what is left of the
    campaign.
    """
    end = days[-1]
    what = "QUIET DAYS"
    met = "no enemy aircraft"
    if any(day.planes for day in days):
        what = "DAYS WITHOUT DAMAGE"
        met = met_words(*days)
    span = f"{dates.short_date(days[0].date)} to {dates.short_date(end.date)}"
    morale = english.signed(end.morale)
    tracks = f"Hull {end.hull}, fuel {end.fuel}, ammunition {end.ammunition}, morale {morale}."
    blocks: list[Block] = [
        styled(f"{len(days)} {what}, {span}", "title"),
        Paragraph(f"{end.ship}, station {end.station}: {met}."),
        Paragraph(tracks),
    ]
    if state.setup.kind == CAMPAIGN:
        blocks.append(styled(f"{days_done_words(state)}.", "strong"))
    return blocks


def scenario_page(data: ScenarioData, tables: Tables) -> Iterator[Block]:
    """The situation of a scenario: its ship, date and length, how it is won, what happened, its
    special rules.
    """
    ship = tables.ships[data.ship_class]
    kind = names.class_words(ship.name, ship.class_name, data.ship)
    yield Heading(f"{data.number}  {data.title}", level=3)
    yield Paragraph(line((safe(f"{data.ship} {data.hull}".strip()), "strong"), safe(f", {kind}")))
    yield Paragraph(f"{dates.date_words(data.date)}, picket station {data.station}")
    yield Paragraph(f"{english.count(data.turns, 'day')}: {', '.join(data.phases)}")
    rules = data.special
    for option in tables.options.values():
        # The setup page names options by their titles.
        rules = tuple(
            rule.replace(f"option {option.id}", f"option {option.title}") for rule in rules
        )
    yield from _introduction_blocks(data.victory, data.background, rules)
    if data.credit:
        yield Space()
        yield from map(styled, data.credit.strip().splitlines())


def campaign_page(data: CampaignData) -> Iterator[Block]:
    """What a campaign is about: its dates, how it is won, what happened, its special rules."""
    yield Heading(data.title, level=3)
    yield Paragraph(f"{dates.date_words(data.start)} to {dates.date_words(data.end)}")
    yield from _introduction_blocks(data.victory, data.background, data.special)


def _introduction_blocks(victory: str, background: str, rules: Iterable[str]) -> Iterator[Block]:
    for heading, text in (("Victory", victory), ("Background", background)):
        yield Heading(heading, level=3)
        yield from paragraphs_of(text)
    yield Heading("Special rules", level=3)
    yield Items(tuple(rules))
