"""How to make every screen of the companion games."""

from __future__ import annotations

from picket_duty.companions import table_saves
from picket_duty.companions.screens.games_screen import GamesScreen
from picket_duty.companions.screens.table_board import QuestionChart, TablePageScreen
from picket_duty.companions.screens.table_replay import TableReplayScreen
from picket_duty.companions.screens.table_screen import AtTableScreen
from picket_duty.companions.screens.table_view import View
from picket_duty.tui.screens.replay import Playback
from tests.companions.play import give

TEAM = "international-team"
PRACTICE = ("practice", "stacks", "computer-japanese")


def begun(name, options=(), *answers):
    return give(table_saves.new_game(name, 7, options), *answers)


#: How to make every screen of the companion games, by its class.
SCREENS = {
    GamesScreen: GamesScreen,
    AtTableScreen: lambda: AtTableScreen(begun(TEAM, (), 2, "5", 1, 3)),
    TablePageScreen: lambda: TablePageScreen(View(begun("ie-shima", PRACTICE)).score_sheet()),
    QuestionChart: lambda: QuestionChart(begun("ie-shima", PRACTICE), "combat", 3),
    TableReplayScreen: lambda: TableReplayScreen(Playback(begun(TEAM, (), 2, "5", 1, 3))),
}
