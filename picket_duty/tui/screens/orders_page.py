"""Pages and cards between battles: the orders of a ship, an officer killed, a spell of quiet days."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget

from picket_duty.analysis.officers import gunnery_words
from picket_duty.book import Tables
from picket_duty.captains.standing_orders import StandingOrders, load_standing_orders
from picket_duty.charts.words import day_words
from picket_duty.game import Game
from picket_duty.rules import scenario
from picket_duty.rules.play import Play
from picket_duty.rules.records import reported_days
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.state import CAMPAIGN, PATROL, POSTS, DayRecord, Ship, State
from picket_duty.text.campaign_progress import (
    campaign_of,
    days_done_words,
    progress_words,
    stage_begins_words,
    stage_stakes_words,
    stages_words,
)
from picket_duty.text.names import (
    POST_NAMES,
    briefing,
    count,
    game_words,
    label_words,
    name_within,
    naval_date,
    naval_name,
    plain_day,
    signed,
    title_case,
)
from picket_duty.text.ship_service import ship_title
from picket_duty.text.status import DUTIES, MOST_IMPORTANT, Succession, met_words
from picket_duty.tui.bindings import bind
from picket_duty.tui.lines import Line, fit, length, line, pad, paragraphs, safe, side_by_side, wrap
from picket_duty.tui.screens.page import BattlePage, DismissOnce
from picket_duty.tui.station_map import small_map_lines
from picket_duty.tui.widgets.panel import Panel

SIGNED_BY = "Commander Task Group 51.5"
#: From this height in rows the page also has the background of the campaign.
HIGH = 34
#: Up to this height there are no empty lines between its first parts.
LOW = 26
#: The heading of the posts, with the meaning of their values.
POSTS_HEAD = "Post (-2 worst, +2 best)"
#: Columns of the posts of the crew.
POST = 23
CARD_WIDTH = 66
#: Columns of the orders, between them and the map, and of the smallest map.
TEXT_WIDTH, MAP_GAP, LEAST_MAP = 100, 3, 48


class OrdersScreen(BattlePage):
    """The orders of the ship on duty for a new station or a scenario; at the start also its rules and background.

    On a wide terminal a map shows the station.
    """

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("enter", "close", "Continue", "Take the station", "orders.go_on"),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "orders.crew", display="c"),
        bind("r", "records", "Map", "Map, calendar, ships and other records", "orders.records"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A scenario has no records and no page of its crew."""
        return action not in ("records", "crew") or not self.game.state.scenario

    def action_records(self) -> None:
        """Show the map and the other records."""
        from picket_duty.tui.screens.campaign_records import MAP, CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, MAP))

    def action_crew(self) -> None:
        """Show the page of the crew."""
        from picket_duty.tui.screens.campaign_records import CREWS, CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, CREWS))

    def lines_for(self, width: int) -> list[Line]:
        """The orders, beside them the map if there is room."""
        state, tables = self.game.state, self.game.tables
        standing = load_standing_orders(self.game)
        orders = orders_lines(state, tables, min(width, TEXT_WIDTH), self.size.height, standing, self.game.aid)
        if width < TEXT_WIDTH + MAP_GAP + LEAST_MAP:
            return orders
        chart = small_map_lines(state, tables, width - TEXT_WIDTH - MAP_GAP, self.context.glyphs)
        return side_by_side(orders, [[], *chart], TEXT_WIDTH + MAP_GAP)


def orders_lines(
    state: State, tables: Tables, width: int, height: int, standing: StandingOrders | None = None, aid: str = COMMANDED
) -> list[Line]:
    """The orders of the ship on duty: her task, what wins and loses, her station and her crew.

    At the start of a game they say what to play for, what the officers handle without asking, and how to fire.
    """
    ship = state.ship
    first = not state.fighting_days and state.date == state.setup.start
    head = line(("ORDERS", "title"), f"   {game_words(state.setup, tables)}" if first else "")
    signed_by = f"{SIGNED_BY}, {naval_date(state.date.isoformat())}"
    lines = [[*pad(head, width - len(signed_by)), *line((signed_by, "dim"))]]
    if length(head) + len(signed_by) + 2 > width:
        lines = [head, line((signed_by, "dim"))]
    space: list[Line] = [[]] if height > LOW else []
    begins = stage_begins_words(state)
    lines += [*space, *wrap(line((f"{safe(begins)}.", "good")), width, indent=0)] if begins else space
    lines += wrap(line((task_words(ship, state, tables, first), "strong")), width, indent=0)
    for words in rules_words(state, tables):
        lines += wrap(line(words), width, indent=0)
    lines += [*space, *wrap(line(station_words(ship, state, tables)), width, indent=0)]
    handled = handled_words(standing) if first and standing is not None else ""
    handled = " ".join(filter(None, (handled, fight_words(aid, standing) if first else "")))
    lines += [*space, *wrap(line((handled, "title")), width, indent=0)] if handled else []
    # A low page has no room for an empty line.
    lines += [*([] if handled and not space else [[]]), *crew_values(ship, width)]
    if words := gunnery_words(ship.crew, state.setup):
        lines += [*space, *wrap(line((words, "dim")), width, indent=0)]
    data = campaign_of(state, tables)
    if first and data is not None and height >= HIGH:
        lines += [[], line(("The operation", "title")), *paragraphs(data.background, width)]
    if state.scenario and height >= HIGH:
        lines += [[], line(("The situation", "title")), *paragraphs(briefing(state.setup, tables), width)]
    return lines


def task_words(ship: Ship, state: State, tables: Tables, first: bool) -> str:
    """The ship's task: her station, and for how long; later in a game the day of it."""
    if state.scenario:
        return f"{safe(ship_title(ship))} is on Radar Picket Station No. {ship.station}."
    start = f"{safe(ship_title(ship))} will take Radar Picket Station No. {ship.station}"
    if not first:
        return f"{start}.{_other_station(ship, state)} {title_case(progress_words(state, tables))}."
    data = campaign_of(state, tables)
    if state.setup.kind == PATROL:
        return f"{start} for a patrol of {count(state.setup.days, 'day')}."
    if data is not None and data.stages:
        days = count(state.fighting_days_wanted, "fighting day")
        return f"{start} first. The campaign has {data.stages} stages of {days} each."
    if state.fighting_days_wanted:
        return f"{start} first. She must serve {count(state.fighting_days_wanted, 'fighting day')}."
    end = plain_day(data.end.isoformat()) if data is not None else "the end"
    return f"{start}. Your squadron serves every day until {end}."


def _other_station(ship: Ship, state: State) -> str:
    """Why the ship does not take the station of the ship before her; empty if she does."""
    before = next((day for day in reversed(reported_days(state)) if day.station), None)
    if before is None or before.ship == ship.name or before.station == ship.station:
        return ""
    return f" {safe(before.ship)} was on station {before.station}; every ship is assigned a station of her own."


def rules_words(state: State, tables: Tables) -> list[str]:
    """What wins and what loses the game, one or two sentences per line."""
    if (battle := scenario.data_of(Play(state, tables))) is not None:
        return [" ".join(battle.victory.split())]
    data = campaign_of(state, tables)
    if data is None:
        return ["A patrol is neither won nor lost."]
    if data.stages:
        rules = [
            "You hold a stage if its ship is afloat and on station after its last fighting day.",
            "You lose it if she is sunk, sent to the rear, or off station then. Hold as many stages as you can.",
        ]
        goes_on = state.fighting_days and not stage_begins_words(state)
        now = [*(f"{words}." for words in stages_words(state)), *([stage_stakes_words(state)] if goes_on else [])]
        return [*rules, *([" ".join(now)] if now else [])]
    if not data.ships_sunk_draw:
        return [
            "You win if she is afloat and on station at the end of the last fighting day.",
            f"You lose if she is sunk, sent to the rear, or off station on {plain_day(data.end.isoformat())}.",
        ]
    limit = data.ships_sunk_draw
    rules = [f"You win if fewer than {limit} of your ships are sunk. Exactly {limit} is a draw; more is a defeat."]
    if state.fighting_days:
        sunk = state.records.ships_sunk
        rules[0] += f" {count(sunk, 'ship') if sunk else 'No ship'} {'have' if sunk > 1 else 'has'} been sunk so far."
    return rules


def fight_words(aid: str, standing: StandingOrders | None) -> str:
    """How to fire in a raid, by the keys of the fire plan; empty if the officers fire without asking."""
    return "" if standing is not None and standing.commands else FIGHT[aid]


#: How to fire in a raid, by aid.
FIGHT = {
    COMMANDED: "In a raid, f fires the plan shown. + and - rank a plane; s shows your exec's plan.",
    UNAIDED: "In a raid, Space aims each gun at the selected plane, and f opens fire.",
}


def handled_words(standing: StandingOrders) -> str:
    """What the officers handle without asking, and the key that changes it; empty if the player is asked everything."""
    if standing.commands:
        return "Your officers are in command. S in battle changes that."
    handled = "Your officers handle maneuvers and routine damage control. S in battle changes that."
    return handled if standing.routine else ""


def station_words(ship: Ship, state: State, tables: Tables) -> str:
    """Where the station is, and the help the ship has there."""
    place = next((place for place in tables.waters.stations if place.number == ship.station), None)
    where = f"{place.distance} miles from Point Bolo, bearing {place.bearing:03}. " if place is not None else ""
    team = "a fighter direction team" if ship.fdt else "no fighter direction team"
    craft = count(ship.sfs, "support ship") if ship.sfs else "no support ships"
    radars = f" Land radars: {state.land_radars}." if state.advanced else ""
    return f"Station {ship.station}: {where}You have {team} and {craft}.{radars}"


def crew_values(ship: Ship, width: int) -> list[Line]:
    """The officers and chiefs one by one, with their values and where these count."""
    most = width - POST - 6 - max(map(len, DUTIES.values()))
    names = {post: name_within(naval_name(officer.name, post), most) for post, officer in ship.crew.items()}
    room = max((length(line(name)) for name in names.values()), default=0) + 1
    lines = [line((f" {fit(POSTS_HEAD, POST + 4)}{fit('Name', room)}Counts for", "dim"))]
    for post in POSTS:
        if post not in ship.crew:
            continue
        officer, main = ship.crew[post], post == MOST_IMPORTANT
        style = "good" if officer.value > 0 else "bad" if officer.value < 0 else "plain"
        row = line(
            (f" {fit(title_case(POST_NAMES[post]), POST)}", "strong" if main else "dim"),
            (f"{signed(officer.value):>2}  ", style),
            (fit(safe(names[post]), room), "strong" if main else "plain"),
            (DUTIES[post], "strong" if main else "plain"),
        )
        lines += wrap(row, width, indent=POST + 5 + room)
    return lines


# -- cards over the board -------------------------------------------------------------


class Notice(Panel):
    """The text of a card."""

    def __init__(self, rows: Sequence[Line]) -> None:
        super().__init__(id="notice")
        self.rows = list(rows)

    def draw(self, width: int, height: int) -> list[Line]:
        """The lines, wrapped to the card."""
        return [row for text in self.rows for row in (wrap(text, width) if text else [[]])]


class CardOverBoard(DismissOnce[None], ModalScreen[None]):
    """A card over the board that waits for a key."""

    BINDINGS: ClassVar = [bind("enter,space,escape,q", "close", "Continue", "Close the card", "notice.go_on")]

    def __init__(self, rows: Sequence[Line]) -> None:
        super().__init__()
        self.rows = [*rows, [], line(("Enter", "key"), (": continue", "dim"))]

    def compose(self) -> ComposeResult:
        """The card."""
        with Vertical(id="ask"):
            yield from self.content()

    def content(self) -> Iterable[Widget]:
        """The lines, and a row for each."""
        notice = Notice(self.rows)
        notice.styles.height = len(notice.draw(CARD_WIDTH - 6, 0))
        yield notice


def killed_lines(killed: Sequence[Succession]) -> list[Line]:
    """The card of officers and chiefs who were killed: who takes over, and what changes."""
    lines: list[Line] = []
    for loss in killed:
        lines += [[]] if lines else []
        lines.append(line((safe(loss.title).upper(), "bad")))
        lines.append(line((label_words(loss.phase), "dim")))
        lines.append(line(f"{safe(loss.successor)} takes over."))
        lines.append(line((loss.change, "bad" if loss.is_worse else "plain")))
    return lines


def quiet_lines(days: Sequence[DayRecord], state: State, tables: Tables) -> list[Line]:
    """The card of days without damage: the planes met, the ship after them, and what is left of the campaign."""
    first, last = (day_words(datetime.date.fromisoformat(day.date)) for day in (days[0], days[-1]))
    end, raided = days[-1], any(day.planes for day in days)
    what = "DAYS WITHOUT DAMAGE" if raided else "QUIET DAYS"
    lines = [
        line((f"{len(days)} {what}, {first} to {last}", "title")),
        line(f"{safe(end.ship)}, station {end.station}: {met_words(*days) if raided else 'no enemy aircraft'}."),
        line(f"Hull {end.hull}, fuel {end.fuel}, ammunition {end.ammunition}, morale {signed(end.morale)}."),
    ]
    if state.setup.kind == CAMPAIGN:
        lines.append(line((f"{days_done_words(state)}.", "strong")))
    return lines
