"""Companion games on the screen: started from the menu, played by keys and clicks, hidden pieces under a cover."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

import picket_duty.companions
from picket_duty.companions import table_saves
from picket_duty.companions.registry import companion, companion_names
from picket_duty.companions.screens.table_panels import (
    Cover,
    ScoreSheetPanel,
    TableOrders,
    View,
    chart_rows,
    event_lines,
)
from picket_duty.companions.screens.table_screen import (
    AtTableScreen,
    GamesScreen,
    QuestionChart,
    TableBoard,
    TablePageScreen,
    TableReplayScreen,
    fill_in_plain_mode,
    name_of,
)
from picket_duty.companions.table_pages import game_page
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import glyphs_for
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.charts import ChartListScreen, RollScreen
from picket_duty.tui.screens.manual_reader import HelpScreen, ManualScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import NameScreen, PickScreen
from picket_duty.tui.screens.replay import Playback
from picket_duty.tui.widgets.choices import ItemList
from tests.companions.play import give
from tests.quick import first_is_quick
from tests.tui.conftest import _own_folder as _own_folder
from tests.tui.conftest import running, showing, text_of, type_in, until
from tests.tui.every import screens_of
from tests.tui.games import TABLES
from tests.tui.test_app import typed_before_it_stands
from tests.tui.test_ending import ends_the_program
from tests.tui.test_menu import assert_title
from tests.tui.test_walks import Walk, walks

TEAM = "international-team"
SIGNS = glyphs_for("utf-8")


@asynccontextmanager
async def at_table(game: Game, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Pilot[int], PicketApp]]:
    """A game on the screen it is played on."""
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        await until(pilot, lambda: isinstance(app.screen, AtTableScreen) and app.screen.focused is not None)
        yield pilot, app


def asked(app: PicketApp) -> str:
    return text_of(app, "asked")


def joined(lines: object) -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)  # type: ignore[attr-defined]


@pytest.mark.slow
async def test_from_the_menu_to_a_game_its_charts_its_replay_and_another_name() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        choices = app.screen.query_one(ItemList)
        choices.select("table")
        await pilot.press("enter")
        assert isinstance(app.screen, GamesScreen)
        await until(pilot, lambda: "Practice island" in text_of(app, "reading"))
        app.screen.query_one(ItemList).select(f"game {TEAM}")
        await until(pilot, lambda: "kamikazes in each move" in " ".join(text_of(app, "reading").split()))
        await pilot.press("c")
        assert isinstance(app.screen, ChartListScreen)
        await until(pilot, lambda: "fire/ship" in text_of(app, "list"))
        await pilot.press("escape", "enter")
        assert isinstance(app.screen, PickScreen)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, AtTableScreen) and "How many kamikaze" in asked(app))
        await pilot.press("2", "enter", "1", "enter")
        await until(pilot, lambda: "How many planes attack it?" in asked(app))
        await pilot.press("s")
        assert isinstance(app.screen, NameScreen)
        for _ in range(60):
            app.screen.query_one("#name-form").action_erase()  # type: ignore[attr-defined]
        await type_in(pilot, "sunday")
        await pilot.press("enter")
        await until(pilot, lambda: [save.name for save in table_saves.list_games()] == ["sunday"])
        await pilot.press("1", "enter", "escape")
        await until(pilot, lambda: isinstance(app.screen, GamesScreen) and "sunday" in text_of(app, "list"))
        await pilot.press("end", "v")
        await until(pilot, lambda: isinstance(app.screen, TableReplayScreen))
        await pilot.press("end", "left")
        await until(pilot, lambda: "1" in asked(app) and "REPLAY 2 of 3" in text_of(app, "status"))
        await pilot.press("escape", "d", "y")
        await until(pilot, lambda: not table_saves.list_games())
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))


@pytest.mark.slow
async def test_dice_are_typed_clicked_or_rolled_and_taken_back() -> None:
    game = give(table_saves.new_game(TEAM, 7), 3, "5", 3)
    async with at_table(game) as (pilot, app):
        assert "The plane's die" in asked(app)
        await pilot.press("enter")
        await until(pilot, lambda: "Type your dice" in asked(app))
        await pilot.press("7")
        await until(pilot, lambda: "7 is not on this die" in asked(app))
        await pilot.press("3")
        await until(pilot, lambda: "The ship's die" in asked(app))
        row = next(y for y, line in enumerate(asked(app).split("\n")) if "Your die" in line)
        await pilot.click(TableOrders, offset=(asked(app).split("\n")[row].index(" 4 ") + 1, row))
        await until(pilot, lambda: "3 + 2 against 4 + 5, plane lost" in text_of(app, "table-log"))
        await pilot.press("space")
        await until(pilot, lambda: len(game.answers) == 6)
        await pilot.press("u", "u", "u")
        await until(pilot, lambda: len(game.answers) == 3)
        assert "planes lost" not in text_of(app, "score-sheet")
        await pilot.press("t")
        assert isinstance(app.screen, RollScreen)
        await pilot.press("escape", "w")
        assert isinstance(app.screen, TablePageScreen)


@pytest.mark.slow
async def test_numbers_are_typed_and_options_clicked() -> None:
    game = give(table_saves.new_game("island-war-1975", 7), "2", 0, "no")
    async with at_table(game) as (pilot, app):
        await pilot.click(TableOrders, offset=(6, 2))
        await until(pilot, lambda: "Which kind of unit was eliminated?" in asked(app))
        await pilot.press("1")
        # There are more than nine options, so the number typed waits for Enter.
        await until(pilot, lambda: "[ 1_ ]" in asked(app))
        await pilot.press("1")
        await until(pilot, lambda: "[ 11_ ]" in asked(app))
        await pilot.press("0", "enter")
        await until(pilot, lambda: "110 is not an option; type 1 to " in asked(app))
        await pilot.press("1", "0", "enter")
        await until(pilot, lambda: "How many were eliminated?" in asked(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Type a number from 1 to" in asked(app))
        await pilot.press("9", "backspace", "2", "enter")
        await until(pilot, lambda: "What happened" in asked(app))
        unit = game.answers[-2]
        worth = game.tables["unit-values"].entry(unit)["points"]
        assert f"{2 * worth} points to the U.S. player: units eliminated" in text_of(app, "table-log")


async def test_t_shows_the_chart_of_the_question_and_the_help_opens_its_section_of_the_manual() -> None:
    """11.4.4: a difference of -4 is a repulse."""
    game = give(_practice(), "assault", "blue beach box", "blue beach box > 2", (1, 1), (6, 6))
    async with at_table(game) as (pilot, app):
        assert "repulse (-4)" in " ".join(asked(app).split())
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, QuestionChart))
        await until(pilot, lambda: "The difference is -4" in text_of(app, "roll"))
        screen = app.screen
        assert (screen.chart.id, screen.difference) == ("combat", -4)
        await pilot.press("escape")
        await pilot.press("question_mark", "m")
        await until(pilot, lambda: isinstance(app.screen, ManualScreen) and app.screen.topic == "companions")
        await until(pilot, lambda: "battalion integrity" in text_of(app, "reading"))
        await pilot.press("escape", "escape")
        # In a wide terminal, the same chart is below the question.
        await pilot.resize_terminal(160, 50)
        await until(pilot, lambda: "Repulse" in app.export_screenshot())


@pytest.mark.slow
async def test_hidden_pieces_are_covered_while_the_players_change_seats(tmp_path: Path) -> None:
    game = table_saves.new_game(TEAM, 7, ("umpire",))
    game.save(tmp_path / "hidden.picket")
    async with at_table(game) as (pilot, app):
        await until(pilot, lambda: "The Japanese player only" in text_of(app, "cover"))
        await pilot.press("c")
        assert isinstance(app.screen, AtTableScreen)
        await pilot.press("enter", "1", "enter", "1", "4", "u", "enter")
        await until(pilot, lambda: "14U" in text_of(app, "score-sheet"))
        await pilot.press("6", "enter")
        await until(pilot, lambda: "How many kamikaze" in asked(app))
        assert "14U" not in text_of(app, "score-sheet") + text_of(app, "table-log")
        assert "place:" not in text_of(app, "table-log")
        await pilot.press("u")
        await until(pilot, lambda: "player only" in text_of(app, "cover"))
        assert not app.screen.query_one("#at-table").display
        # The player who sees the cover cannot undo what is under it.
        answers = len(game.answers)
        await pilot.press("u")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen) and "your own table" in text_of(app, "reading"))
        assert "You are the captain" not in text_of(app, "reading")
        await pilot.press("escape")
        assert len(game.answers) == answers
        await pilot.press("enter")
        await until(pilot, lambda: "which piece do you hide next?" in asked(app))
        assert app.screen.query_one("#at-table").display
        assert not app.screen.query_one(Cover).display


@pytest.mark.slow
async def test_a_pasted_number_and_pasted_dice_are_typed() -> None:
    number, dice = table_saves.new_game(TEAM, 7), give(table_saves.new_game(TEAM, 1), 2, "5", 1)
    before = list(dice.answers)
    async with at_table(number) as (pilot, app):
        app.post_message(events.Paste("12\n"))
        await until(pilot, lambda: "12" in asked(app))
        assert number.answers == []
        await pilot.press("enter")
        assert number.answers == [12]
    async with at_table(dice) as (pilot, app):
        app.post_message(events.Paste("3 4"))
        await until(pilot, lambda: "You pasted 2 numbers, but this roll needs only 1" in asked(app))
        assert dice.answers == before
        app.post_message(events.Paste("3"))
        await until(pilot, lambda: dice.answers == [*before, (3,)])


@pytest.mark.slow
async def test_an_invalid_label_is_refused_and_ending_the_game_is_not_preselected() -> None:
    game = table_saves.new_game(TEAM, 7, ("umpire",))
    give(game, "infantry")
    async with at_table(game) as (pilot, app):
        await pilot.press("enter", "b", "minus", "1", "enter")
        await until(pilot, lambda: "'B-1' is not a label" in asked(app))
        give(game, "14", "done", 0, "done", 0, "no", "done", "no", "done", "done", "no")
        give(game, 0, "done", 0, "no", "done", "no", "done", "done", "no")
        app.screen.show_request()  # type: ignore[attr-defined]
        await until(pilot, lambda: "player only" in text_of(app, "cover") or "eliminated?" in asked(app))
        assert "2  No" in asked(app)
        assert app.screen.query_one(TableOrders).selected == 1


def test_the_forms_of_a_game_can_be_filled_from_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    fill_in_plain_mode(companion("island-war-1975"), io.StringIO("\n\n3 4-3-10\nquit\n"))
    assert "turn 4, units (text): " in capsys.readouterr().out
    fill_in_plain_mode(companion("island-war-1975"), io.StringIO("quit\n"))
    assert ": 1 of 60 entered." in capsys.readouterr().out
    assert "enter from your copy" in joined(page_lines(game_page(companion("island-war-1975")), 80, SIGNS))
    assert "enter from your copy" in joined(page_lines(game_page(companion(TEAM)), 80, SIGNS))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "area"), [((80, 24), "2  +3"), ((120, 40), f"{SIGNS.split} 2 clear +3")])
async def test_the_map_is_beside_the_question_and_marks_the_selected_area(size: tuple[int, int], area: str) -> None:
    """At every size; the dice are the computer's, and u takes back the answer before them."""
    game = give(_practice(), "assault", "blue beach box")
    async with at_table(game, size) as (pilot, app):
        sheet = app.screen.query_one("#score-sheet", ScoreSheetPanel)
        assert "Points 0 of 10" in text_of(app, "score-sheet")
        assert "Ahead Japanese (10 points to go)" in text_of(app, "score-sheet")
        marked = "".join(span.text for row in sheet.lines for span in row if span.style == "mark")
        assert area in marked
        assert "3 " not in marked.replace("+3 ", "")
        log = " ".join(text_of(app, "table-log").split())
        assert "Area 2: clear, TEM +3" in log
        assert "Pillbox-A: 5" in log
        assert "14 + 2 dice against 8 + 2 dice: success 94%, stalemate 3%, repulse 3%" in log
        before = len(game.answers)
        while not isinstance(game.answers[-1], tuple):
            await pilot.press("enter")
            await pilot.pause()
        assert isinstance(game.request, Choice)
        rolled = len(game.answers)
        assert rolled > before + 1
        assert "American attack in Area 2: " in " ".join(text_of(app, "table-log").split())
        await pilot.press("pageup")
        await until(pilot, lambda: "What happened" not in text_of(app, "table-log"))
        await pilot.press("pagedown")
        await until(pilot, lambda: "What happened" in text_of(app, "table-log"))
        await pilot.press("u")
        await until(pilot, lambda: isinstance(game.request, Choice) and len(game.answers) < rolled - 1)


async def test_units_that_are_alike_are_not_asked_for_in_a_practice_game() -> None:
    """11.4.2A: eight units of value 4 can lead; u takes back the order with its dice."""
    game = give(_practice(), "assault", "blue beach box")
    assert isinstance(game.request, Choice)
    number = game.request.legal().index("blue beach box > 2") + 1
    async with at_table(game) as (pilot, _):
        before = len(game.answers)
        await pilot.press(str(number), "enter")
        await until(pilot, lambda: len(game.answers) > before)
        assert game.answers[before] == "blue beach box > 2"
        assert isinstance(game.answers[before + 1], tuple)
        assert isinstance(game.request, Choice)
        await pilot.press("u")
        await until(pilot, lambda: len(game.answers) == before)


@pytest.mark.slow
async def test_the_practice_island_starts_with_one_key() -> None:
    async with showing(GamesScreen()) as (pilot, app):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, AtTableScreen) and "impulse" in asked(app))
        (save,) = table_saves.list_games()
        assert save.name.startswith("practice-")
        assert save.answers == 0
        assert name_of(save).endswith(" Practice")


def test_the_row_of_the_dice_is_marked_on_a_small_terminal() -> None:
    game = give(table_saves.new_game(TEAM, 7), 0, "infantry", "fire/artillery", 5)
    assert isinstance(game.request, Roll)
    roll = game.request
    assert [row[1].text.strip() for row in chart_rows(roll, 50)] == ["1", "2", "2", "2", "3", "3"]
    assert all(row[1].style == "plain" for row in chart_rows(roll, 50))
    give(game, 3)
    assert [number for number, row in enumerate(chart_rows(roll, 50), 1) if row[1].style == "mark"] == [3]


def test_the_score_sheet_fits_any_width() -> None:
    games = [give(table_saves.new_game(TEAM, 7), 4), give(table_saves.new_game("island-war-2008", 7), "5")]
    for game in games:
        for width in (28, 36, 120):
            lines = page_lines(View(game).score_sheet(), width, SIGNS)
            assert len(lines) > 4
            assert all(sum(len(span.text) for span in line) <= width for line in lines)
    assert "# . . . . . . . . ." in joined(page_lines(View(games[0]).score_sheet(), 28, SIGNS))
    assert "0 of 500" in joined(page_lines(View(games[1]).score_sheet(), 28, SIGNS))


def test_a_game_lists_missing_data_and_a_save_describes_itself(tmp_path: Path) -> None:
    for name in table_saves.SYSTEMS:
        game, path = table_saves.begin_game(name, 1, tmp_path / f"{name}-x.picket")
        assert game.save_file is not None
        game.save_file.close()
        text = joined(page_lines(game_page(game.tables), 60, SIGNS))
        assert "Missing data" in text
        assert "the map" in text
        assert path.stem not in name_of(table_saves.game_info(path))


def test_a_playback_hides_private_events_until_the_game_is_over(tmp_path: Path) -> None:
    game, path = table_saves.begin_game(TEAM, 1, tmp_path / "a.picket", ("umpire",))
    give(game, "infantry", "14", "done", 0)
    assert game.save_file is not None
    game.save_file.close()
    playback = Playback(table_saves.load_game(path), path)
    view = View(playback.whole)
    playback.go_to(2)
    assert "14" not in joined(page_lines(View(playback.game).score_sheet(), 80, SIGNS))
    assert "14" not in joined(line for event in view.visible_events() for line in event_lines(event, 80))
    view.shows_all = True
    assert "14: infantry" in joined(line for event in view.visible_events() for line in event_lines(event, 80))


def _at_table() -> Game:
    game = table_saves.new_game("international-team", seed=1)
    for answer in (2, "5", 1, [3]):
        game.answer(answer)
    return game


#: How to make every screen of the companion games, by its class.
def _practice() -> Game:
    """A game on the practice island, after its set-up by the computer."""
    return table_saves.new_game("ie-shima", 7, ("practice", "stacks", "computer-japanese"))


SCREENS: dict[type[Screen[Any]], Callable[[], Screen[Any]]] = {
    GamesScreen: GamesScreen,
    AtTableScreen: lambda: AtTableScreen(_at_table()),
    TablePageScreen: lambda: TablePageScreen(View(_practice()).score_sheet()),
    QuestionChart: lambda: QuestionChart(_practice(), "combat", 3),
    TableReplayScreen: lambda: TableReplayScreen(Playback(_at_table())),
}


def test_every_screen_is_covered() -> None:
    assert screens_of(picket_duty.companions) == {*SCREENS, TableBoard}


@first_is_quick("kind", SCREENS, ids=lambda kind: kind.__name__)
def test_a_crash_in_any_key_handler_exits_with_1(kind: type[Screen[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    ends_the_program(kind, SCREENS[kind], monkeypatch)


@pytest.mark.slow
async def test_every_screen_survives_keys_typed_before_it_is_ready() -> None:
    await typed_before_it_stands(SCREENS)


async def test_no_title_of_a_companion_game_is_cut_at_80_columns() -> None:
    titles = {name: companion(name).game.title for name in companion_names()}
    async with showing(GamesScreen()) as (pilot, app):
        for name, title in titles.items():
            app.screen.query_one(ItemList).select(f"game {name}")
            await pilot.pause()
            assert_title(app, "reading", title)


async def test_a_digit_selects_an_option_of_a_companion_game_and_u_takes_the_answer_back() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        game = give(table_saves.new_game("international-team", 7), 0)
        await app.push_screen(AtTableScreen(game))
        await pilot.pause()
        panel, answers = app.screen.query_one(TableOrders), len(game.answers)
        last = len(game.request.options) - 1
        await pilot.press("up")
        assert panel.selected == last
        await pilot.press("down")
        assert panel.selected == 0
        await pilot.press("3", "2")
        assert (panel.selected, len(game.answers)) == (1, answers)
        value = game.request.options[1].value
        await pilot.press("enter")
        await until(pilot, lambda: len(game.answers) == answers + 1)
        assert game.answers[-1] == value
        await pilot.press("u")
        await until(pilot, lambda: len(game.answers) == answers)


def answered(*answers: object) -> Callable[[PicketApp], bool]:
    return lambda app: app.screen.game.answers == list(answers)


def played(name: str, options: tuple[str, ...], answers: tuple[object, ...], *steps: Any, slow: bool = True) -> Walk:
    """A walk that begins when a game asks for something on its screen."""
    start = lambda: PicketApp(TABLES, give(table_saves.new_game(name, 7, options), *answers))  # noqa: E731
    return Walk(start, lambda app: isinstance(app.screen, AtTableScreen) and app.screen.focused, *steps, slow=slow)


WALKS = {
    "typed data are refused and not corrected": played(
        TEAM, (), (), "1 5 0 0 enter", {"asked": "1500 is not a number from 0 to 159"},
        "3 full_stop 5 enter", {"asked": "'3.5' is not a number from 0 to 159"},
        "space", {"asked": "No dice are needed now. Press Enter to answer."},
        "0 enter", {"asked": "What is the target?"}, "9", {"asked": "9 is not an option; type 1 to 7"}, answered(0),
    ),
    "a negative bid is typed or counted to": played(
        "ie-shima", (), ("no", "no"), "minus 1 0 enter", answered("no", "no", -10), "u", {"asked": "bid"},
        "minus enter", {"asked": "'-' is not a number from -10 to 10"}, "minus 5 up up enter", answered("no", "no", -3),
    ),
    "an answer is undone where letters are typed": played(
        TEAM, ("umpire",), ("infantry",), "enter u", {"asked": "[ U_ ]"}, "ctrl+underscore", answered(),
    ),
    "the practice island is played with its map": played(
        "ie-shima", ("practice", "stacks", "computer-japanese"), (),
        {"status": "invented practice island", "asked": "You, the American player"}, "m", TablePageScreen,
        # The landing: Assault from the green beach box.
        "escape", AtTableScreen, "1 enter enter", {"asked": "8 of 12 units from green beach box to Area 1"},
    ),
    "an island without a tracked board has no map": played(
        "ie-shima", (), ("no", "no", 0), "m", AtTableScreen, slow=False
    ),
}  # fmt: skip


@walks(WALKS)
async def test_keys_lead_to_what_they_say(walk: Walk) -> None:
    await walk.take()
