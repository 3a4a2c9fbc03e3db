"""The records of a campaign, one page each: calendar, ships, map, planes, days, crews and result.

From them open the war diary of the ships, and the historical days off Okinawa. Every game with a log has a diary.
"""

from __future__ import annotations

import datetime
import itertools
import string
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from picket_duty.book import Tables
from picket_duty.book.historical_days import PicketShip, day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.facts import GameFacts, RecordCounts, count_records
from picket_duty.figures.plots import TimeSeries, bar_lines, column_lines, share_lines
from picket_duty.game import Game
from picket_duty.pages.war_diary import Diary, read_diary, report_blocks, ship_blocks, ships_with_days, write_diary
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.records import days_on_duty, reported_days
from picket_duty.saves import SaveError
from picket_duty.state import CAMPAIGN, JAPANESE_WIN, US_WIN, DayRecord, Ship, State
from picket_duty.text import POST_NAMES, count, item_name
from picket_duty.text.campaign_progress import campaign_of, stages_words
from picket_duty.text.historical import day_entries, day_title
from picket_duty.text.names import date_words, game_words, short_date, signed, title_case
from picket_duty.text.ship_service import Award, CrewMember, casualty_words, crew_members, end_title
from picket_duty.text.status import met_words, outcome_has_days
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.campaign_pages import (
    MARKS,
    as_she_is,
    calendar_lines,
    can_play,
    evening_of,
    map_lines,
    play_line,
    ships_of,
    squadron_lines,
)
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, fit, length, line, pad, safe, side_by_side, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.game_setup import SetupScreen, patrol_fields
from picket_duty.tui.screens.page import Page, TabbedPage, TextPage
from picket_duty.tui.widgets.choices import FormRow

CALENDAR, SHIPS, MAP, PLANES, DAYS, CREWS, RESULT = range(7)
NAMES = ("Calendar", "Ships", "Map", "Planes", "Days", "Crews", "Result")
#: The name of the page of the ships where they are a squadron.
SQUADRON = "Squadron"
PLAY = bind("p", "play_day", "Play", "Play a patrol as a ship that was there", "history.play")


class CampaignRecordsScreen(TabbedPage[None]):
    """The records of a campaign or patrol: the ships in a game of several, the result when the game is over.

    The calendar is that of ``date``, by default the current one.
    """

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("right,tab", "turn(1)", "Page", "Next page", "records.page", display="Left/Right"),
        hidden("left,shift+tab", "turn(-1)", "Previous page", "Previous page", "records.page_before"),
        *(
            hidden(
                str(number),
                f"show({number - 1})",
                "Page by number",
                "Go to the page with this number",
                id=f"records.page_{number}",
            )
            for number in range(1, len(NAMES) + 1)
        ),
        bind("d", "diary", "Diary", "War diary for every ship in the game", "records.diary"),
        bind("h", "history", "History", "What happened on this date in 1945", "records.history"),
        PLAY,
        back("escape,q,r,enter"),
    ]

    def __init__(self, game: Game, shown: int = CALENDAR, date: str = "") -> None:
        data = campaign_of(game.state, game.tables)
        squadron = data is not None and data.squadron
        several = data is not None and (squadron or data.stages > 0)
        #: The pages that this game has.
        self.pages = [
            page for page in range(len(NAMES)) if (page != SHIPS or several) and (page != RESULT or game.over)
        ]
        names = [SQUADRON if page == SHIPS and squadron else NAMES[page] for page in self.pages]
        super().__init__(tuple(names), self.pages.index(shown) if shown in self.pages else 0)
        self.game = game
        self.date = datetime.date.fromisoformat(date) if date else game.state.date
        #: Facts and awards of the game, once the page of the crews was shown.
        self._known: tuple[GameFacts, list[Award]] | None = None

    @property
    def page(self) -> int:
        """The page that is shown, as a number of ``NAMES``."""
        return self.pages[self.shown]

    def action_diary(self) -> None:
        """Show the war diary."""
        open_diary(self, self.game)

    def action_history(self) -> None:
        """Show the historical day with its sources."""
        self.app.push_screen(HistoricalDayScreen(self.date))

    def action_play_day(self) -> None:
        """Set up a patrol as the historical ship."""
        play_day(self, self.date)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The historical day belongs to the calendar page; a ship is not known for every day."""
        if action == "play_day":
            return self.page == CALENDAR and can_play(self.game.tables, self.date)
        return (action != "history" or self.page == CALENDAR) and super().check_action(action, parameters)

    def lines_for(self, width: int) -> list[Line]:
        """The lines of the current page."""
        state, tables, glyphs = self.game.state, self.game.tables, self.context.glyphs
        pages: dict[int, Callable[[], list[Line]]] = {
            CALENDAR: lambda: calendar_lines(evening_of(state, self.date), tables, width, glyphs),
            SHIPS: lambda: squadron_lines(state, tables, width, glyphs),
            MAP: lambda: map_lines(state, tables, width, self.size.height - 2, glyphs),
            PLANES: lambda: planes_lines(state, tables, width, glyphs),
            DAYS: lambda: course_lines(state, tables, width, self.size.height, glyphs),
            CREWS: lambda: self._crews(width),
            RESULT: lambda: result_lines(state, tables, width, glyphs),
        }
        return pages[self.page]()

    def _crews(self, width: int) -> list[Line]:
        """The page of the crews; their records are computed once."""
        from picket_duty.pages.awards import awards_so_far
        from picket_duty.pages.game_history import known_facts

        if self._known is None:
            self._known = known_facts(self.game), awards_so_far(self.game)
        return crews_lines(self.game.state, self.game.tables, *self._known, width)


WIDE = 110
#: So few days have plots narrow enough for two side by side on any terminal.
FEW_DAYS = 7
#: The plot of the hull, which has the letters of the ships below it.
HULL_PLOT = "Hull"
#: Glyphs of planes in the bar of their fates.
NEAR_MISS, FLYING = "o", "^"
#: The label of the historical losses: those to mines and shore batteries are not among them.
FLETCHERS = "Fletchers lost to air attack in 1945"


# -- planes ------------------------------------------------------------------------


def planes_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The planes met, their fates, the credits, and the ships lost compared with historical losses."""
    records = state.records
    flying = 0 if state.outcome else sum(plane.flying for plane in state.air.planes)
    counts = count_records(records, flying=flying)
    parts = (
        ("splashed", counts.splashed, "good", "S" if glyphs.ascii else glyphs.full),
        ("crashed", counts.crashed, "bad", "C" if glyphs.ascii else "▓"),
        ("near miss" if counts.near_misses == 1 else "near misses", counts.near_misses, "warn", NEAR_MISS),
        ("missed or withdrew", counts.missed_or_withdrew, "plain", glyphs.empty),
        *((("still flying", counts.flying, "dim", FLYING),) if counts.flying else ()),
    )
    lines = [line((f"  Planes met: {counts.met}", "title")), *share_lines(parts, width)]
    waves, phases = count(records.waves, "wave"), count(records.phases, "phase")
    days = count(len(reported_days(state)), "day")
    lines += [line(f"  {waves} in {phases} on {days}{set_afire_words(counts)}"), []]
    by_type = sorted(records.by_type.items(), key=lambda item: (-item[1], item[0]))
    names = ((item_name(tables, who), planes) for who, planes in records.by_mount.items())
    by_mount = sorted(names, key=lambda item: (-item[1], item[0]))
    half = width // 2 - 1
    if width >= 76:
        left = [line(("  Splashed or set afire, by type", "title")), *bar_lines(by_type, half, glyphs.dots)]
        right = [
            line(("  Splashed or set afire, by shooter", "title")),
            *bar_lines(by_mount, half, glyphs.dots, "title"),
        ]
        lines += side_by_side(left, right, half + 1)
    return [*lines, [], *losses_lines(state, tables, width, glyphs)]


def losses_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The ships lost in the game compared with the Fletchers that air attacks sank in the same months of 1945."""
    ours, history = ships_lost(state), tables.waters.lost
    lines = [
        line(("  Destroyers lost", "title")),
        line(
            (f"  {fit('Your ships', len(FLETCHERS) + 1)}", "dim"),
            f"{state.records.ships_sunk:>2}  ",
            ("X " * len(ours), "bad"),
        ),
        line((f"  {FLETCHERS} ", "dim"), f"{len(history):>2}  ", ("X " * len(history), "dim")),
        [],
    ]
    left = [line((f"  {fit(day_words(date), 8)}{safe(name)}", "bad")) for date, name in ours] or [
        line(("  none", "dim"))
    ]
    longest = max((len(loss.ship) for loss in history), default=0)
    right = [
        line(
            f"{fit(day_words(loss.date), 8)}{fit(loss.ship, longest + 1)}",
            (f"station {loss.station}" if loss.station else "", "dim"),
        )
        for loss in history
    ]
    half = min(width // 2, width - max(map(length, right), default=0))
    lines.append([*pad(line(("  Your ships", "strong")), half), Span("In 1945, to air attack", "strong")])
    return [*lines, *side_by_side(left, right, half)]


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


def ships_lost(state: State) -> list[tuple[datetime.date, str]]:
    """The days of the ships sunk, and their names."""
    days = sorted(day for day, mark in state.records.calendar.items() if mark == "lost")
    sunk = [ship.name for ship in (*state.lost, state.ship) if ship.fate == SUNK]
    names = list(dict.fromkeys(sunk))
    return [(datetime.date.fromisoformat(day), name) for day, name in zip(days, names, strict=False)]


# -- days ---------------------------------------------------------------------------


def ship_letters(days: Sequence[DayRecord]) -> dict[str, str]:
    """A letter for each ship of some days, in the order of their first days."""
    ships = dict.fromkeys(day.ship for day in days)
    return dict(zip(ships, itertools.cycle(string.ascii_uppercase), strict=False))


def course_lines(state: State, tables: Tables, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Plots of hull, stores, men and raids over the days on duty."""
    daily = days_on_duty(state)
    if not daily:
        return [line(("  No days on duty to report yet", "dim"))]
    numbers = tables.numbers
    men = sum(numbers.men.values())
    across = 2 if width >= WIDE or len(daily) <= FEW_DAYS else 1
    room = width // across - 2
    plots = (
        TimeSeries("Planes met", [day.planes for day in daily], 1, "warn", max),
        TimeSeries(HULL_PLOT, [day.hull for day in daily], numbers.hull, "title"),
        TimeSeries("Fuel", [day.fuel for day in daily], numbers.fuel, "good"),
        TimeSeries("Ammunition", [day.ammunition for day in daily], numbers.ammunition, "good"),
        TimeSeries("Men in repair parties", [day.men for day in daily], men, "ship"),
        TimeSeries("Planes splashed", [day.destroyed for day in daily], 1, "good", max),
    )
    marks = "".join(MARKS.get(state.records.calendar.get(day.date, ""), (" ",))[0] for day in daily)
    rows = max(5, min(12, (height - 4) * across // len(plots) - 4))
    letters = ship_letters(daily)
    under = {"Planes met": marks, HULL_PLOT: "".join(letters[day.ship] for day in daily) if len(letters) > 1 else ""}
    blocks = [column_lines(plot, room, rows, glyphs.dots, under.get(plot.name, "")) for plot in plots]
    spell = " to ".join(dict.fromkeys(short_date(day.date) for day in (daily[0], daily[-1])))
    lines = [line((f"  {count(len(daily), 'day')} on duty, {spell}; one column per day", "dim"))]
    if len(letters) > 1:
        names = ", ".join(f"{letter} {safe(ship)}" for ship, letter in letters.items())
        lines += wrap(line((f"  Ships below the hull: {names}", "dim")), width, indent=4)
    for number in range(0, len(blocks), across):
        row = blocks[number] if across == 1 else side_by_side(blocks[number], blocks[number + 1], room + 2)
        lines += [[Span("  "), *spans] for spans in row]
        lines.append([])
    return lines


# -- crews --------------------------------------------------------------------------


def crews_lines(state: State, tables: Tables, facts: GameFacts, awards: Sequence[Award], width: int) -> list[Line]:
    """Casualties, and everyone who held a post with their record, ship by ship; the ship on duty first."""
    lines: list[Line] = []
    for ship in ships_of(state):
        members = crew_members(ship, facts.officers, awards, tables)
        if members or ship is state.ship:
            lines += [*([[]] if lines else []), *_crew_head(ship, state, tables, facts, width)]
            lines += [row for member in members for row in _member_lines(member, width)]
            lines += [] if members else [line(("  Her officers and chiefs have not been drawn yet", "dim"))]
    return lines


def _crew_head(ship: Ship, state: State, tables: Tables, facts: GameFacts, width: int) -> list[Line]:
    """The ship with her days on duty, her casualties, and the men of the repair parties: lost, replaced and left."""
    days = sum(day.ship == ship.name for day in days_on_duty(state))
    men, full = sum(as_she_is(ship, state, tables).men.values()), sum(tables.numbers.men.values())
    title = line(
        (f"  {safe(ship.name)}", "title"), (f"  {safe(ship.hull_number)}, {count(days, 'day')} on duty", "dim")
    )
    officers, men_lost = facts.casualties(ship.name)
    lost = casualty_words(officers, men_lost)
    replaced = men + men_lost - full
    came = f", {count(replaced, 'man', 'men')} replaced at the anchorage" if replaced > 0 else ""
    sunk = " before she sank" if ship.fate == SUNK else ""
    left = "" if sunk else f" Repair parties: {men} of {full} men{came}."
    words = line((f"  {lost or 'No casualties'}{sunk}.", "bad" if lost else "plain"), left)
    return [title, *wrap(words, width, indent=4)]


#: Columns of a post, and of post, value and name; from this width the record is in the same line.
POST, NAMED, BESIDE_NAME = 24, 58, 110


def _member_lines(member: CrewMember, width: int) -> list[Line]:
    """An officer or chief: post, value, name, when killed or appointed, and the record."""
    style = "good" if member.value > 0 else "bad" if member.value < 0 else "plain"
    named = line(
        (f"  {fit(title_case(POST_NAMES[member.post]), POST)}", "dim"),
        (f"{signed(member.value):>2}  ", style),
        (safe(member.name), "dim" if member.killed else "strong"),
    )
    record = line(
        (member.when, "bad" if member.killed else "dim"), "; " if member.when and member.deeds else "",
        safe(member.deeds),
    )  # fmt: skip
    if not length(record):
        return [named]
    if width >= BESIDE_NAME:
        return wrap([*pad(named, NAMED), Span("  "), *record], width, indent=NAMED + 2)
    return [named, *wrap([Span(" " * (POST + 6)), *record], width, indent=POST + 6)]


# -- the end ------------------------------------------------------------------------


def result_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """How a campaign or patrol ended, and its totals."""
    records = state.records
    style = {US_WIN: "good", JAPANESE_WIN: "bad"}.get(state.outcome, "strong")
    title = end_title(state, tables) if state.outcome else "The campaign continues"
    lines = wrap(line((f"  {safe(title)}", style)), width, indent=2)
    lines += [line(f"  {game_words(state.setup, tables)}, {_spell(state, tables)}")]
    if reason := why_words(state, tables):
        lines += wrap(line("  ", reason), width, indent=2)
    for words in stages_words(state):
        lines += wrap(line("  ", safe(words)), width, indent=4)
    # The title already has the fighting days of a mini campaign, and the list of losses has the ships sunk.
    fighting = "" if outcome_has_days(state, tables) else f", {state.fighting_days} of them fighting days"
    killed = sum(len(ship.fallen) for ship in ships_of(state))
    rows = [
        ("Days on duty", f"{records.days}{fighting}"),
        ("Planes", met_words(records)),
        ("Ships", f"{len(ships_of(state))} served"),
        ("Killed", count(killed, "officer or chief", "officers and chiefs") if killed else "no officers or chiefs"),
        ("Seed", str(state.setup.seed)),
    ]
    lines.append([])
    for label, words in rows:
        lines += wrap(line((f"  {label:<15}", "dim"), words), width, indent=17)
    return [*lines, [], *losses_lines(state, tables, width, glyphs)]


def _spell(state: State, tables: Tables) -> str:
    last = min(state.date, max(campaign.end for campaign in tables.campaigns.values()))
    return " to ".join(dict.fromkeys(map(date_words, (state.setup.start, last))))


def why_words(state: State, tables: Tables) -> str:
    """What decides a campaign of every day, or that a patrol has no winner; empty if the title gives the reason."""
    if state.setup.kind != CAMPAIGN:
        return "A patrol is neither won nor lost."
    data = tables.campaigns[state.setup.name]
    if data.ships_sunk_draw and not data.stages:
        limit = data.ships_sunk_draw
        return f"Fewer than {limit} ships sunk is a US victory, {limit} is a draw, more is a Japanese victory."
    return ""


def open_diary(screen: Page[Any], game: Game) -> None:
    """Show the diary of a game over a screen, or why it cannot be read."""
    try:
        diary = read_diary(game)
    except SaveError as error:
        screen.notify(str(error), severity="error", markup=False)
        return
    screen.app.push_screen(ShipDiaryScreen(diary))


class ShipDiaryScreen(TabbedPage[None]):
    """The diary by ship."""

    BINDINGS: ClassVar = [
        bind("right,tab", "turn(1)", "Ship", "Next ship", "diary.ship", display="Left/Right"),
        hidden("left,shift+tab", "turn(-1)", "Previous ship", id="diary.ship_before"),
        bind("a", "reports", "Reports", "Show the ship's action reports or diary", "diary.reports"),
        bind("w", "write", "Save", "Save the whole diary as an HTML file", "diary.write"),
        back("escape,q,d,enter"),
    ]

    def __init__(self, diary: Diary) -> None:
        self.ships = ships_with_days(diary)
        super().__init__(tuple(ship.name.removeprefix("USS ") for ship in self.ships))
        self.diary = diary
        self.in_reports = False

    def action_show(self, number: int) -> None:
        """Show the diary of a ship."""
        self.in_reports = False
        super().action_show(number)

    def action_reports(self) -> None:
        """Switch between diary and action reports."""
        self.in_reports = not self.in_reports
        self.turn_page()

    def action_write(self) -> None:
        """Write the whole diary to a file and show its path."""
        try:
            path = write_diary(self.diary)
        except (OSError, SaveError) as error:
            self.notify(f"The diary could not be saved: {error}", severity="error", markup=False)
            return
        self.notify(str(path), title="Diary saved", markup=False)

    def lines_for(self, width: int) -> list[Line]:
        """The diary or the action reports of the current ship."""
        if not self.ships:
            return [line("The diary begins after the first day on duty.")]
        ship = self.ships[self.shown]
        blocks = report_blocks(self.diary, ship) if self.in_reports else ship_blocks(self.diary, ship)
        return page_lines(blocks, width, self.context.glyphs)


def real_day_lines(tables: Tables, date: datetime.date, width: int) -> list[Line]:
    """A historical day, every entry with its source."""
    lines = [line((day_title(date), "title")), []]
    for entry in day_entries(tables, date):
        lines += wrap(line(("  * ", "key"), entry.text), width, indent=4)
        lines += wrap(line(("    ", "dim"), (entry.source, "dim")), width, indent=4) if entry.source else []
    play = play_line(tables, date)
    return [*lines, [], *play] if play else lines


class HistoricalDayScreen(TextPage[None]):
    """A historical day. Left and Right turn to the days before and after, p sets up a patrol as a historical ship."""

    BINDINGS: ClassVar = [
        bind("left", "turn(-1)", "Previous day", "Previous day", "history.before"),
        bind("right", "turn(1)", "Next day", "Next day", "history.after"),
        PLAY,
        back("escape,q,h,enter"),
    ]

    def __init__(self, date: datetime.date) -> None:
        super().__init__()
        self.date = within(date)

    def action_turn(self, days: int) -> None:
        """Turn to another day."""
        self.date = within(self.date + datetime.timedelta(days))
        self.turn_page()
        self.refresh_bindings()

    def action_play_day(self) -> None:
        """Set up a patrol as the historical ship."""
        play_day(self, self.date)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A patrol needs a ship whose station is known."""
        return action != "play_day" or can_play(self.context.tables, self.date)

    def lines_for(self, width: int) -> list[Line]:
        """What happened on the day."""
        return real_day_lines(self.context.tables, self.date, width)


def within(date: datetime.date) -> datetime.date:
    """A date, or the nearest one of the calendar."""
    return max(FIRST_DAY, min(LAST_DAY, date))


def play_day(screen: Page[Any], date: datetime.date) -> None:
    """Open the setup page of a patrol, filled in with the historical ship's day, station and name."""
    tables = screen.context.tables
    ship = day_of(tables.history, date).playable
    if ship is not None:
        screen.app.push_screen(SetupScreen(f"Patrol: {safe(ship.ship)}", {}, filled_in(tables, ship)))


def filled_in(tables: Tables, real: PicketShip) -> list[FormRow]:
    """The fields of a patrol, filled in with the day, station and name of a historical ship."""
    fields = patrol_fields(tables)
    known = {"patrol": real.date.isoformat(), "station": str(real.station), "ship": real.ship}
    for field in fields:
        field.value = known.get(field.name, field.value)
    return fields
