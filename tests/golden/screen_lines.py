"""The text of the screens, for a golden listing: every screen as it opens, and battles while keys
are pressed.

Unlike the pictures of ``tests/tui``, which need one version of Textual, this lists what the program
writes in each panel: its lines, and a checksum of them, of their styles and of what a click on them
does. Lines that are listed before are left out.
"""

from __future__ import annotations

import asyncio
import datetime
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from picket_duty.book.ids import DIRECTOR
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.companions.screens.table_screen import AtTableScreen
from picket_duty.facts import facts_of
from picket_duty.figures import curves, plots
from picket_duty.figures.curves import Leg, NumberedPoint
from picket_duty.game import Game
from picket_duty.pages import (
    campaign_calendar,
    campaign_day,
    campaign_records,
    crews,
    historical_day,
    orders,
    phases,
    ships,
)
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.introductions import campaign_page, scenario_page
from picket_duty.text.campaign_progress import days_done_words, progress_words, stages_lines
from picket_duty.text.status import damage_lines
from picket_duty.text.styled_text import Line, line
from picket_duty.tui import deck_plan, palette, side_view
from picket_duty.tui.app import PicketApp
from picket_duty.tui.crash import TRACEBACK_VARIABLE
from picket_duty.tui.glyphs import ASCII, UNICODE, Glyphs
from picket_duty.tui.lines import cut, fit, pad, side_by_side, wrap
from picket_duty.tui.page_view import page_lines as view
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import (
    CALENDAR,
    DAYS,
    CampaignRecordsScreen,
)
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen
from picket_duty.tui.screens.game_setup import SetupScreen, scenario_fields
from picket_duty.tui.screens.odds import OddsScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.screens.saved_games import SavedGamesScreen
from picket_duty.tui.screens.standing_orders import StandingOrdersScreen
from picket_duty.tui.screens.tutorial import lesson_lines, load_script
from picket_duty.tui.settings import MANUAL
from picket_duty.tui.station_map import map_lines
from picket_duty.tui.widgets.day_strip import day_strip
from picket_duty.tui.widgets.panel import Panel
from tests.companions.screens import PRACTICE, begun
from tests.companions.screens import SCREENS as COMPANION_SCREENS
from tests.games import TABLES, new_game
from tests.golden.command_lines import make_saves
from tests.golden.fixed import checksum, date_saves, fixed_home, listed_once, neutral, record_games
from tests.tui.every import SCREENS
from tests.tui.games import at_roll, big_plan, first_game, hurt_ship, middle, playback, played

Make = Callable[[], Screen[Any]]
#: The panels are still when they were the same this many times, this many seconds apart.
SAME = 2
TURN = 0.06
SMALL = (80, 24)
LARGE = (120, 40)
LARGEST = (160, 50)


def at_a_gun() -> Game:
    return first_game(
        lambda game: at_roll("gunnery")(game) and bool(game.request.modifiers), scenario=4
    )


def own_dice() -> Game:
    return first_game(at_roll("gunnery"), scenario=4, dice="own")


def with_saves(make: Make) -> Screen[Any]:
    record_games(*make_saves())
    return make()


#: Screens with the keys pressed on them, by name: the size, then the keys. The panels are listed
#: after every key.
SCENES: dict[str, tuple[Make, tuple[int, int], str]] = {
    "fire plan": (lambda: BattleScreen(big_plan(), MANUAL), SMALL, "s 1 ] e tab tab tab"),
    "repairs": (lambda: BattleScreen(hurt_ship(), MANUAL), SMALL, "3 1 e"),
    "a gun, large": (lambda: BattleScreen(at_a_gun(), MANUAL), LARGE, "enter"),
    "own dice": (lambda: BattleScreen(own_dice(), MANUAL), SMALL, "3 4 enter"),
    "a campaign day": (
        lambda: BattleScreen(new_game(campaign="mini", seed=5), MANUAL),
        LARGE,
        "enter enter",
    ),
    "calendar, large": (lambda: CampaignRecordsScreen(middle(), CALENDAR), LARGEST, ""),
    "days": (lambda: CampaignRecordsScreen(middle(), DAYS), SMALL, ""),
    "replay": (lambda: ReplayScreen(playback()), LARGE, "w p"),
    "at the table": (COMPANION_SCREENS[AtTableScreen], SMALL, "enter 3 u s"),
    "practice island": (lambda: AtTableScreen(begun("ie-shima", PRACTICE)), LARGE, "down enter"),
    "saved games": (lambda: with_saves(SavedGamesScreen), SMALL, "down down z escape end"),
    "odds": (lambda: OddsScreen(big_plan()), LARGE, ""),
    "outcome": (lambda: OutcomeScreen(played(scenario=3, level="advanced", seed=5)), LARGE, ""),
    "a plot joined with the ship": (lambda: BattleScreen(big_plan(), MANUAL), LARGEST, "b"),
    "setup of a scenario": (
        lambda: SetupScreen(
            "Scenario", {"scenario": 5}, scenario_fields(TABLES.scenarios[5], TABLES)
        ),
        SMALL,
        "down right down right x",
    ),
    "standing orders": (lambda: StandingOrdersScreen(StandingOrders()), LARGE, "right down right"),
    "charts": (lambda: ChartListScreen(TABLES), LARGE, "f i"),
    "a chart": (lambda: ChartScreen(TABLES["20"]), SMALL, "plus c minus"),
}


def screen_lines(glyphs: Glyphs = UNICODE) -> Iterator[str]:
    """Every screen as it opens at 80 by 24, then the scenes."""
    yield from listed_once(_blocks(glyphs))


def _blocks(glyphs: Glyphs) -> Iterator[str]:
    scenes = {
        kind.__name__: (make, SMALL, "") for kind, make in {**SCREENS, **COMPANION_SCREENS}.items()
    } | SCENES
    for name, (make, size, keys) in scenes.items():
        with fixed_home() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setenv(TRACEBACK_VARIABLE, "1")
            patch.setattr("picket_duty.tui.screens.open_games.default_speed", lambda: MANUAL)
            patch.setattr("picket_duty.tui.app.glyphs_for", lambda *_, **__: glyphs)
            patch.setattr(PicketApp, "THINKS", False)
            patch.setattr("picket_duty.analysis.win_analysis.estimated_seconds", lambda *_: 40.0)
            screen = make()
            date_saves(folder.parent)
            blocks = asyncio.run(_play(screen, size, keys.split()))
            yield f"== {name}, {size[0]} by {size[1]}"
            yield from (neutral(block, folder.parent) for block in blocks)


async def _play(screen: Screen[Any], size: tuple[int, int], keys: list[str]) -> list[str]:
    """The panels of a screen, and those that change with each key."""
    app = PicketApp(TABLES)
    async with app.run_test(size=size) as pilot:
        app.push_screen(screen)
        panels = await _settled(pilot)
        blocks = ["\n".join(panel) for panel in panels.values()]
        for key in keys:
            await pilot.press(key)
            before = panels
            panels = await _settled(pilot)
            blocks.append(f"== key {key}: {type(app.screen).__name__}")
            for name, panel in panels.items():
                if panel != before.get(name):
                    blocks.append("\n".join(panel))
    return blocks


async def _settled(pilot: Pilot[Any]) -> dict[str, list[str]]:
    """The panels once no step of a battle runs and they no longer change; work in the background
    may change them.
    """
    panels: dict[str, list[str]] = {}
    same = 0
    while same < SAME:
        await asyncio.sleep(TURN)
        await pilot.pause()
        before = panels
        panels = _panels(pilot.app)
        runs = getattr(pilot.app.screen, "_clock", None) is not None
        same = same + 1 if before == panels and not runs else 0
    return panels


def _panels(app: App[Any]) -> dict[str, list[str]]:
    """The lines of every visible panel of the current screen."""
    panels: dict[str, list[str]] = {}
    home = Path(os.environ["PICKET_DUTY_HOME"])
    for panel in app.screen.query(Panel):
        size = panel.size
        if panel.display and size.width and size.height:
            spans = [span for line in panel.lines for span in line]
            looks = checksum(
                *(f"{neutral(span.text, home)} {span.style} {span.action}" for span in spans)
            )
            head = f"-- {panel.id or type(panel).__name__}, {size.width} by {size.height}, {looks}"
            panels[f"{type(panel).__name__} {panel.id} {len(panels)}"] = [
                head,
                *(
                    "".join(span.text for span in line).rstrip()
                    for line in panel.lines[: size.height]
                ),
            ]
    return panels


#: A width of the pages, odd and too small for some of their lines.
WIDTH = 57
#: Sizes of the plan of the ship and of her picture from the side.
PLANS = ((71, 9), (80, 15), (117, 22))


def page_lines() -> Iterator[str]:
    """What the functions write that make the lines of pages, in games at several stages and odd or
    small sizes.
    """
    yield from listed_once(_page_blocks())


def _page_blocks() -> Iterator[str]:
    games = {
        "hurt ship": hurt_ship(),
        "first day": new_game(campaign="mini", seed=5),
        "patrol over": played(patrol="1945-04-05", days=9, level="advanced", seed=9),
        "campaign over": played(campaign="mini", level="advanced", seed=2),
    }
    for name, game in games.items():
        yield f"== {name}"
        yield from _game(game)
        for page, make in _pages(game, WIDTH).items():
            yield from _drawn(page, make())
    yield from _ships(games)
    yield from _charts()
    yield from _texts()


def _game(game: Game) -> Iterator[str]:
    state = game.state
    yield from (progress_words(state, TABLES), days_done_words(state))
    yield from stages_lines(state)
    yield from damage_lines(state, TABLES)


def _pages(game: Game, width: int) -> dict[str, Any]:
    state = game.state
    facts = facts_of(game).whole
    awards = awards_so_far(game)
    blocks = {
        "calendar": campaign_calendar.calendar_page(state, TABLES),
        "squadron": ships.squadron_page(state, TABLES),
        "record": ships.ship_record(state.ship, state, TABLES),
        "planes": campaign_records.planes_page(state, TABLES),
        "days": campaign_records.daily_plots(state, TABLES),
        "crews": crews.crew_page(ships.current_first(state), state, TABLES, facts, awards),
        "result": campaign_records.result_page(state, TABLES),
        "today": phases.today_page(game),
        "orders": orders.orders_page(state, TABLES, spaced=False, background=False),
    }
    pages = {name: partial(view, page, width, UNICODE) for name, page in blocks.items()} | {
        "strip": lambda: [day_strip(state, TABLES, width, ASCII)],
        "map": partial(map_lines, state, TABLES, width, 20, UNICODE),
        "plan": partial(deck_plan.deck_plan, state.ship, TABLES, width, 20, ASCII),
    }
    if facts.days:
        first = facts.days[0].date
        pages["first day"] = partial(
            view, campaign_day.end_of_day_page(game, first), width, UNICODE
        )
    return pages


def _ships(games: dict[str, Game]) -> Iterator[str]:
    ship = games["hurt ship"].state.ship
    for width, height in PLANS:
        yield f"fits: {deck_plan.plan_fits(ship, TABLES, width, height)}"
        yield from _drawn(
            f"plan, {width} by {height}",
            deck_plan.deck_plan(ship, TABLES, width, height, UNICODE, {"5in-1": "act"}, ("aft",)),
        )
    yield from _drawn("key", [deck_plan.label_key(ship, TABLES), deck_plan.state_key()])
    items = [
        *ship.compartments,
        *TABLES.mounted,
        "sg",
        "sc",
        "water lines forward",
        *(f"5in-1 {DIRECTOR}",),
    ]
    yield from (f"{item}: {deck_plan.condition_of(ship, TABLES, item)}" for item in items)
    side = TABLES.plan_of("fletcher").side
    if side is not None:
        for width, height in ((40, 8), (80, 12)):
            struck = ("aft", "forward", "")
            for state in (
                side_view.INTACT,
                side_view.side_state(ship, TABLES, struck),
                side_view.SideState(sinking=True),
            ):
                yield from _drawn(
                    f"side, {width} by {height}",
                    side_view.side_view(side, width, height, UNICODE, state),
                )


def _charts() -> Iterator[str]:
    rows = [("Zeke", 13), ("Val", 4), ("Betty with Ohka", 0), ("Nate", 1)]
    legs = [
        Leg(0, 0.5, 10, 1.0, False),
        Leg(10, 1.0, 10, 0.25, True),
        Leg(10, 0.25, 30, 0.0, False),
    ]
    marks = [NumberedPoint(10, 0.25), NumberedPoint(30, 0.0)]
    series = plots.TimeSeries("Hull", [6, 6, 5, 3, 3, 0, 1], 6)
    long = plots.TimeSeries("Fuel", [day * 7 % 11 for day in range(100)], 10)
    for glyphs in (UNICODE, ASCII):
        for width in (20, 81):
            yield from _drawn(f"bars, {width}", plots.bar_lines(rows, width, glyphs.dots))
            yield from _drawn(
                f"columns, {width}", plots.column_lines(series, width, 4, glyphs.dots, "SMTWTFS")
            )
            yield from _drawn(
                f"many columns, {width}", plots.column_lines(long, width, 6, glyphs.dots)
            )
            yield from _drawn(
                f"curve, {width}", curves.curve_lines(legs, marks, width, 9, glyphs.dots, 10)
            )
        yield from _drawn(
            "key", [curves.curve_key(glyphs.dots), curves.curve_key(glyphs.dots, True)]
        )
    yield from _drawn("no bars", plots.bar_lines([], 40, ASCII.dots))


def _texts() -> Iterator[str]:
    yield from (f"{target.title}: {target.help}" for target in palette.places(PicketApp(TABLES)))
    lesson = load_script().lessons[0]
    yield from _drawn(f"lesson {lesson.title}", lesson_lines(lesson, 60, "1 of 9"))
    yield from _drawn(f"lesson {lesson.title}, done", lesson_lines(lesson, 37, now=False))
    yield from _drawn("scenario 8", view(scenario_page(TABLES.scenarios[8], TABLES), 70, ASCII))
    yield from _drawn("mini campaign", view(campaign_page(TABLES.campaigns["mini"]), 70, ASCII))
    for day in (1, 13):
        date = datetime.date(1945, 4, day)
        yield from _drawn(
            f"history {date}", view(historical_day.day_page(TABLES, date), 60, UNICODE)
        )
        yield from _drawn(
            f"ships of {date}",
            view(historical_day.historical_day_page(TABLES, date), 60, UNICODE),
        )
    words = line(
        ("Fire ", "title"),
        ("at the plane that is ", "dim"),
        ("nearest", "key"),
        " to your ship, and then at the next",
    )
    for width in (5, 12, 13, 24, 60):
        yield from _drawn(
            f"wrapped, {width}", [*wrap(words, width), cut(words, width), pad(words, width)]
        )
        yield f"{fit('The next plane', width)!r}"
    yield from _drawn(
        "beside", side_by_side([words[:1], words[1:2]], [words[2:], [], words[:1]], 30)
    )


def _drawn(name: str, lines: Sequence[Line]) -> Iterator[str]:
    """The lines as one block, with a checksum of them and their styles."""
    texts = ["".join(span.text for span in spans).rstrip() for spans in lines]
    looks = checksum(
        *(f"{span.text} {span.style} {span.action}" for spans in lines for span in spans)
    )
    yield "\n".join([f"-- {name}: {len(texts)} lines, {looks}", *texts])
