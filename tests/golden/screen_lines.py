"""The text of the screens, for a golden listing: every screen as it opens, and battles while keys are pressed.

Unlike the pictures of ``tests/tui``, which need one version of Textual, this lists what the program writes in each
panel: its lines, and a checksum of them, of their styles and of what a click on them does. Lines
that are listed before are left out.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.companions.screens.table_screen import AtTableScreen
from picket_duty.game import Game
from picket_duty.tui.app import PicketApp
from picket_duty.tui.ending import TRACEBACK_VARIABLE
from picket_duty.tui.glyphs import UNICODE, Glyphs
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import CALENDAR, DAYS, CampaignRecordsScreen
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen
from picket_duty.tui.screens.game_setup import SetupScreen, StandingOrdersScreen, scenario_fields
from picket_duty.tui.screens.odds import OddsScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.screens.saved_games import SavedGamesScreen
from picket_duty.tui.settings import MANUAL
from picket_duty.tui.widgets.panel import Panel
from tests.companions.test_screens import SCREENS as COMPANION_SCREENS
from tests.companions.test_screens import _at_table, _practice
from tests.golden.command_lines import make_saves
from tests.golden.fixed import checksum, date_saves, fixed_home, listed_once, neutral, record_games
from tests.tui.every import SCREENS
from tests.tui.games import TABLES, at_roll, big_plan, first_game, hurt_ship, middle, new_game, playback, played

Make = Callable[[], Screen[Any]]
#: The panels are still when they were the same this many times, this many seconds apart.
SAME, TURN = 2, 0.06
SMALL, LARGE, LARGEST = (80, 24), (120, 40), (160, 50)


def at_a_gun() -> Game:
    return first_game(lambda game: at_roll("gunnery")(game) and bool(game.request.modifiers), scenario=4)


def own_dice() -> Game:
    return first_game(at_roll("gunnery"), scenario=4, dice="own")


def with_saves(make: Make) -> Screen[Any]:
    record_games(*make_saves())
    return make()


#: Screens with the keys pressed on them, by name: the size, then the keys. The panels are listed after every key.
SCENES: dict[str, tuple[Make, tuple[int, int], str]] = {
    "fire plan": (lambda: BattleScreen(big_plan(), MANUAL), SMALL, "s 1 ] e tab tab tab"),
    "repairs": (lambda: BattleScreen(hurt_ship(), MANUAL), SMALL, "3 1 e"),
    "a gun, large": (lambda: BattleScreen(at_a_gun(), MANUAL), LARGE, "enter"),
    "own dice": (lambda: BattleScreen(own_dice(), MANUAL), SMALL, "3 4 enter"),
    "a campaign day": (lambda: BattleScreen(new_game(campaign="mini", seed=5), MANUAL), LARGE, "enter enter"),
    "calendar, large": (lambda: CampaignRecordsScreen(middle(), CALENDAR), LARGEST, ""),
    "days": (lambda: CampaignRecordsScreen(middle(), DAYS), SMALL, ""),
    "replay": (lambda: ReplayScreen(playback()), LARGE, "w p"),
    "at the table": (lambda: AtTableScreen(_at_table()), SMALL, "enter 3 u s"),
    "practice island": (lambda: AtTableScreen(_practice()), LARGE, "down enter"),
    "saved games": (lambda: with_saves(SavedGamesScreen), SMALL, "down down r escape end"),
    "odds": (lambda: OddsScreen(big_plan()), LARGE, ""),
    "outcome": (lambda: OutcomeScreen(played(scenario=3, level="advanced", seed=5)), LARGE, ""),
    "a plot joined with the ship": (lambda: BattleScreen(big_plan(), MANUAL), LARGEST, "b"),
    "setup of a scenario": (
        lambda: SetupScreen("Scenario", {"scenario": 5}, scenario_fields(TABLES.scenarios[5], TABLES)),
        SMALL,
        "down right down right x",
    ),
    "standing orders": (lambda: StandingOrdersScreen(StandingOrders()), LARGE, "right down right"),
    "charts": (lambda: ChartListScreen(TABLES), (156, 44), "f i"),
    "a chart": (lambda: ChartScreen(TABLES["20"]), SMALL, "plus c minus"),
}


def screen_lines(glyphs: Glyphs = UNICODE) -> Iterator[str]:
    """Every screen as it opens at 80 by 24, then the scenes."""
    yield from listed_once(_blocks(glyphs))


def _blocks(glyphs: Glyphs) -> Iterator[str]:
    scenes = {kind.__name__: (make, SMALL, "") for kind, make in {**SCREENS, **COMPANION_SCREENS}.items()} | SCENES
    for name, (make, size, keys) in scenes.items():
        with fixed_home() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setenv(TRACEBACK_VARIABLE, "1")
            patch.setattr("picket_duty.tui.screens.open_games.default_speed", lambda: MANUAL)
            patch.setattr("picket_duty.tui.app.glyphs_for", lambda *_: glyphs)
            patch.setattr(PicketApp, "THINKS", False)
            patch.setattr("picket_duty.analysis.win_probability.estimated_seconds", lambda *_: 40.0)
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
            before, panels = panels, await _settled(pilot)
            blocks.append(f"== key {key}: {type(app.screen).__name__}")
            for name, panel in panels.items():
                if panel != before.get(name):
                    blocks.append("\n".join(panel))
    return blocks


async def _settled(pilot: Pilot[Any]) -> dict[str, list[str]]:
    """The panels once no step of a battle runs and they no longer change; work in the background may change them."""
    panels: dict[str, list[str]] = {}
    same = 0
    while same < SAME:
        await asyncio.sleep(TURN)
        await pilot.pause()
        before, panels = panels, _panels(pilot.app)
        same = same + 1 if before == panels and not _runs(pilot.app.screen) else 0
    return panels


def _runs(screen: Screen[Any]) -> bool:
    return isinstance(screen, BattleScreen) and screen._clock is not None


def _panels(app: App[Any]) -> dict[str, list[str]]:
    """The lines of every visible panel of the current screen."""
    panels: dict[str, list[str]] = {}
    home = Path(os.environ["PICKET_DUTY_HOME"])
    for panel in app.screen.query(Panel):
        size = panel.size
        if panel.display and size.width and size.height:
            spans = [span for line in panel.lines for span in line]
            looks = checksum(*(f"{neutral(span.text, home)} {span.style} {span.action}" for span in spans))
            head = f"-- {panel.id or type(panel).__name__}, {size.width} by {size.height}, {looks}"
            panels[f"{type(panel).__name__} {panel.id} {len(panels)}"] = [
                head, *("".join(span.text for span in line).rstrip() for line in panel.lines[: size.height])
            ]  # fmt: skip
    return panels
