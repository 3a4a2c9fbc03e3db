"""Companion games on the screen: started from the menu, played by keys and clicks, hidden pieces
under a cover.
"""

import io

import pytest

import picket_duty.companions
from picket_duty.charts.words import roll_label
from picket_duty.companions import table_saves
from picket_duty.companions.companion import companion, companion_names
from picket_duty.companions.screens.games_screen import GamesScreen, fill_in_plain_mode, name_of
from picket_duty.companions.screens.table_board import TableBoard
from picket_duty.companions.screens.table_orders import TableOrders, chart_rows
from picket_duty.companions.screens.table_panels import ScoreSheetPanel, event_lines
from picket_duty.companions.screens.table_screen import AtTableScreen
from picket_duty.companions.screens.table_view import View
from picket_duty.companions.table_pages import game_page
from picket_duty.requests import Choice, Roll
from picket_duty.saves import list_saves
from picket_duty.tui.glyphs import glyphs_for
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.replay import Playback
from picket_duty.tui.widgets.choices import ItemList
from tests.companions.play import give, until
from tests.companions.screens import PRACTICE, SCREENS, TEAM, begun
from tests.quick import first_is_quick
from tests.tui.conftest import _own_folder as _own_folder
from tests.tui.conftest import assert_title, running, text_of
from tests.tui.early_keys import typed_before_it_stands
from tests.tui.every import screens_of
from tests.tui.faults import ends_the_program
from tests.tui.walk import Walk, walks

SIGNS = glyphs_for("utf-8")


def joined(lines):
    return "\n".join("".join(span.text for span in line) for line in lines)


def test_the_forms_of_a_game_can_be_filled_from_the_list(capsys):
    fill_in_plain_mode(companion("island-war-1975"), io.StringIO("\n\n3 4-3-10\nquit\n"))
    assert "turn 4, units (text): " in capsys.readouterr().out
    fill_in_plain_mode(companion("island-war-1975"), io.StringIO("quit\n"))
    assert ": 1 of 60 entered." in capsys.readouterr().out
    assert "enter from your copy" in joined(
        page_lines(game_page(companion("island-war-1975")), 80, SIGNS)
    )
    assert "enter from your copy" in joined(page_lines(game_page(companion(TEAM)), 80, SIGNS))


def test_the_row_of_the_dice_is_marked_on_a_small_terminal():
    game = give(table_saves.new_game(TEAM, 7), 0, "infantry", "fire/artillery", 5)
    assert isinstance(game.request, Roll)
    roll = game.request
    assert [row[1].text.strip() for row in chart_rows(roll, 50)] == ["1", "2", "2", "2", "3", "3"]
    assert all(row[1].style == "plain" for row in chart_rows(roll, 50))
    labels = [roll_label(str(row.label)) for row in roll.chart.raw.rows]
    assert [row[0].text.strip() for row in chart_rows(roll, 50)] == labels
    give(game, 3)
    assert [
        number for number, row in enumerate(chart_rows(roll, 50), 1) if row[1].style == "mark"
    ] == [3]


def test_the_score_sheet_fits_any_width():
    games = [
        give(table_saves.new_game(TEAM, 7), 4),
        give(table_saves.new_game("island-war-2008", 7), "5"),
    ]
    for game in games:
        for width in (28, 36, 120):
            lines = page_lines(View(game).score_sheet(), width, SIGNS)
            assert len(lines) > 4
            assert all(sum(len(span.text) for span in line) <= width for line in lines)
    assert "# . . . . . . . . ." in joined(page_lines(View(games[0]).score_sheet(), 28, SIGNS))
    assert "0 of 500" in joined(page_lines(View(games[1]).score_sheet(), 28, SIGNS))


def test_a_game_lists_missing_data_and_a_save_describes_itself():
    for name in table_saves.SYSTEMS:
        game, path = table_saves.begin_game(name, 1)
        game.save_file.close()
        text = joined(page_lines(game_page(game.tables), 60, SIGNS))
        assert "Missing data" in text
        assert "the map" in text
        (save,) = (save for save in list_saves(at_table=True) if save.path == path)
        assert path.stem not in name_of(save)


def test_a_playback_hides_private_events_until_the_game_is_over(tmp_path):
    game, path = table_saves.begin_game(TEAM, 1, tmp_path / "a.picket", ("umpire",))
    give(game, "infantry", "14", "done", 0).save_file.close()
    playback = Playback(table_saves.load_game(path), path)
    view = View(playback.whole)
    playback.go_to(2)
    assert "14" not in joined(page_lines(View(playback.game).score_sheet(), 80, SIGNS))
    for view.shows_all in (False, True):
        shown = joined(line for event in view.visible_events() for line in event_lines(event, 80))
        assert ("14" in shown) == ("14: infantry" in shown) == view.shows_all


def test_every_screen_is_covered():
    assert screens_of(picket_duty.companions) == {*SCREENS, TableBoard}


@first_is_quick("kind", SCREENS, ids=lambda kind: kind.__name__)
def test_a_crash_in_any_key_handler_exits_with_1(kind, monkeypatch):
    ends_the_program(kind, SCREENS[kind], monkeypatch)


@pytest.mark.slow
async def test_every_screen_survives_keys_typed_before_it_is_ready():
    await typed_before_it_stands(SCREENS)


async def test_no_title_of_a_companion_game_is_cut_at_80_columns():
    titles = {name: companion(name).description.title for name in companion_names()}
    async with running(GamesScreen()) as (pilot, app):
        for name, title in titles.items():
            app.screen.query_one(ItemList).select(f"game {name}")
            await pilot.pause()
            assert_title(app, "reading", title)


async def test_the_key_line_leaves_out_the_letters_that_answer_the_question():
    ashore = ("assault", "green beach box", "green beach box > 1", "1 > 5", "done")
    game = until(begun("ie-shima", PRACTICE, *ashore), "american impulse")
    board = AtTableScreen(give(game, "assault"))
    async with running(board, (120, 40)) as (pilot, app):
        assert board.query_one(TableOrders).choice.keys == ["1", "5", "a", "b", "c"]
        assert "c Charts" not in text_of(app, "keys")
        await pilot.press("c")
        assert app.screen is board
        assert board.query_one(TableOrders).choice.value == "both"
        await pilot.press("u")
        await pilot.pause()
        assert "c Charts" in text_of(app, "keys")


def played(name, options, answers, steps, **how):
    """A walk from a game begun with these answers, once its question has the focus."""
    return Walk(
        lambda: begun(name, options, *answers),
        "so is_asked\n" + steps,
        is_asked=lambda app: isinstance(app.screen, AtTableScreen) and app.screen.focused,
        selected=lambda app: app.screen.query_one(TableOrders).choice.selected,
        covered=lambda app: [app.screen.query_one(name).display for name in ("Cover", "#at-table")],
        **how,
    )


def click(text):
    async def step(pilot):
        lines = text_of(pilot.app, "asked").split("\n")
        row = next(number for number, line in enumerate(lines) if text in line)
        await pilot.click(TableOrders, offset=(lines[row].index(text) + 1, row))

    return step


async def erase(pilot):
    for _ in range(60):
        pilot.app.screen.query_one("#name-form").action_erase()


async def enter_until_rolled(pilot):
    while not isinstance(pilot.app.screen.game.answers[-1], tuple):
        await pilot.press("enter")
        await pilot.pause()


def has_rolled(app):
    """Whether a third order was answered with its dice, and a decision is asked for."""
    return isinstance(app.screen.game.request, Choice) and len(app.screen.game.answers) > 3


def scores_twice(app):
    game = app.screen.game
    worth = game.tables["unit-values"].entry(game.answers[-2])["points"]
    return f"{2 * worth} points to the U.S. player: units eliminated" in text_of(app, "table-log")


def marks_area_2(text):
    """Whether the map marks the selected Area, and no other."""

    def so(app):
        sheet = app.screen.query_one("#score-sheet", ScoreSheetPanel)
        marked = "".join(span.text for row in sheet.lines for span in row if span.style == "mark")
        return text in marked and "3 " not in marked.replace("+3 ", "")

    return so


def is_new_practice(app):
    (save,) = list_saves(at_table=True)
    return (
        save.name.startswith("practice-")
        and save.answers == 0
        and name_of(save).endswith(" Practice")
    )


ATTACK = ("assault", "blue beach box", "blue beach box > 2")
#: A move of the umpire's game in which nothing happens.
QUIET = ("done", 0, "no", "done", "no", "done", "done", "no")
WALKS = {
    "from the menu to a game, its charts, its replay and another name": Walk(
        None,
        f"""
        select table
        press enter
        on GamesScreen
        reading: Practice island
        select game {TEAM}
        reading: kamikazes in each move
        press c
        on ChartListScreen
        list: fire/ship
        press escape enter
        on PickScreen
        press enter
        on AtTableScreen
        asked: How many kamikaze
        press 2 enter 1 enter
        asked: How many planes attack the ship?
        press s
        on NameScreen
        so erased
        type sunday
        press enter
        so saves
        press 1 enter escape
        on GamesScreen
        list: sunday
        press end v
        on TableReplayScreen
        press end left
        asked: 1
        status: REPLAY 2 of 3
        press escape d y
        so no_saves
        press escape
        on MenuScreen
        """,
        erased=erase,
        saves=lambda _: [save.name for save in list_saves(at_table=True)] == ["sunday"],
        no_saves=lambda _: not list_saves(at_table=True),
    ),
    "dice are typed, clicked or rolled, and taken back": played(
        TEAM,
        (),
        (3, "5", 3),
        """
        asked: The plane's die
        press enter
        asked: Type your dice
        press 7
        asked: 7 is not on this die
        press 3
        asked: The ship's die
        so four_is_clicked
        table-log: 3 + 2 against 4 + 5, plane lost
        press space
        is number of answers = 6
        press u u u
        is game.answers = [3, '5', 3]
        score-sheet lacks: planes lost
        press t
        on RollScreen
        press escape w
        on TablePageScreen
        """,
        four_is_clicked=click(" 4 "),
    ),
    # There are more than nine options, so the number typed waits for Enter.
    "numbers are typed and options clicked": played(
        "island-war-1975",
        (),
        ("2", 0, "no"),
        """
        so first_is_clicked
        asked: Which kind of unit was eliminated?
        press 1
        asked: [ 1_ ]
        press 1
        asked: [ 11_ ]
        press 0 enter
        asked: 110 is not an option. Type 1 to
        press 1 0 enter
        asked: How many units of this kind were eliminated?
        press enter
        asked: Type a number from 1 to
        press 9 backspace 2 enter
        asked: What happened
        so scores_twice
        """,
        first_is_clicked=click("1  "),
        scores_twice=scores_twice,
    ),
    # 11.4.4: a difference of -4 is a repulse. In a wide terminal, the same chart is below the
    # question.
    "t shows the chart of the question, and the help opens its section of the manual": played(
        "ie-shima",
        PRACTICE,
        (*ATTACK, (1, 1), (6, 6)),
        """
        asked: repulse (-4)
        press home
        is selected = 0
        press end
        is selected = 1
        press down
        is selected = 1
        press home
        is selected = 0
        press end end
        is selected = 1
        press t
        on QuestionChart
        roll: The difference is -4
        is chart.id = combat
        is difference = -4
        press escape question_mark m
        on ManualScreen
        is topic = companions
        reading: battalion integrity
        press escape escape
        size 160x50
        so chart_is_below
        """,
        chart_is_below=lambda app: "Repulse" in app.export_screenshot(),
        slow=False,
    ),
    # The player who sees the cover cannot undo what is under it.
    "hidden pieces are covered while the players change seats": played(
        TEAM,
        ("umpire",),
        (),
        """
        cover: The Japanese player only
        press c
        on AtTableScreen
        press enter 1 enter 1 4 u enter
        score-sheet: 14U
        press 6 enter
        asked: How many kamikaze
        score-sheet lacks: 14U
        table-log lacks: 14U
        table-log lacks: place:
        press u
        cover: player only
        is covered = [True, False]
        press u question_mark
        on HelpScreen
        reading: your own table
        reading lacks: You are the captain
        press escape
        is number of answers = 2
        press enter
        asked: which piece do you hide next?
        is covered = [False, True]
        """,
    ),
    "a pasted number is typed": played(
        TEAM,
        (),
        (),
        """
        paste 12
        asked: 12
        is game.answers = []
        press enter
        is game.answers = [12]
        """,
    ),
    "pasted dice are rolled": played(
        TEAM,
        (),
        (2, "5", 1),
        """
        paste 3 4
        asked: You pasted 2 numbers, but this roll needs only 1
        is game.answers = [2, '5', 1]
        paste 3
        is game.answers = [2, '5', 1, (3,)]
        """,
    ),
    "an invalid label is refused": played(
        TEAM,
        ("umpire",),
        ("infantry",),
        """
        press enter b minus 1 enter
        asked: 'B-1' is not a valid label
        """,
    ),
    "ending the game is not preselected": played(
        TEAM,
        ("umpire",),
        ("infantry", "14", "done", 0, *QUIET, 0, *QUIET),
        """
        asked: 2  No
        is selected = 1
        """,
    ),
    **{
        # At every size; the dice are the computer's, and u takes back the answer before them.
        f"the map is beside the question at {size[0]} columns": played(
            "ie-shima",
            PRACTICE,
            ATTACK[:2],
            """
            score-sheet: Points 0 of 10
            score-sheet: Ahead Japanese (10 points to go)
            so area_2_is_marked
            table-log: Area 2: clear, TEM +3
            table-log: Pillbox-A: Combat Value 5
            table-log: 14 + 2 dice against 8 + 2 dice: success 94%, stalemate 3%, repulse 3%
            so entered
            so has_rolled
            table-log: American attack in Area 2:
            press pageup
            table-log lacks: What happened
            press pagedown
            table-log: What happened
            press u
            is game.answers = ['assault', 'blue beach box']
            """,
            area_2_is_marked=marks_area_2(area),
            entered=enter_until_rolled,
            has_rolled=has_rolled,
            size=size,
        )
        for size, area in (((80, 24), "2  +3"), ((120, 40), f"{SIGNS.split} 2 clear +3"))
    },
    # 11.4.2A: eight units of value 4 can lead; u takes back the order with its dice.
    "units that are alike are not asked for in a practice game": played(
        "ie-shima",
        PRACTICE,
        ATTACK[:2],
        """
        press 1 enter
        so has_rolled
        so leader_is_chosen
        press u
        is game.answers = ['assault', 'blue beach box']
        """,
        has_rolled=has_rolled,
        leader_is_chosen=lambda app: (
            app.screen.game.answers[2] == ATTACK[2]
            and isinstance(app.screen.game.answers[3], tuple)
        ),
        slow=False,
    ),
    "the practice island starts with one key": Walk(
        GamesScreen,
        """
        press enter
        on AtTableScreen
        asked: impulse
        so is_new_practice
        """,
        is_new_practice=is_new_practice,
    ),
    "a digit selects an option and u takes the answer back": played(
        TEAM,
        (),
        (0,),
        """
        press up
        is selected = 0
        press down
        is selected = 1
        press 3 2
        is selected = 1
        is number of answers = 1
        press enter
        is game.answers = [0, 'artillery']
        press u
        is game.answers = [0]
        """,
        slow=False,
    ),
    "typed data are refused and not corrected": played(
        TEAM,
        (),
        (),
        """
        press 1 5 0 0 enter
        asked: 1500 is not a number from 0 to 159
        press 3 full_stop 5 enter
        asked: '3.5' is not a number from 0 to 159
        press space
        asked: No dice are needed now. Press Enter to answer.
        press 0 enter
        asked: What is the next target?
        press 9
        asked: 9 is not an option. Type 1 to 7.
        is game.answers = [0]
        """,
    ),
    "a negative bid is typed or counted to": played(
        "ie-shima",
        (),
        ("no", "no"),
        """
        press minus 1 0 enter
        is game.answers = ['no', 'no', -10]
        press u
        asked: bid
        press minus enter
        asked: '-' is not a number from -10 to 10
        press minus 5 up up enter
        is game.answers = ['no', 'no', -3]
        """,
    ),
    "an answer is undone where letters are typed": played(
        TEAM,
        ("umpire",),
        ("infantry",),
        """
        press enter u
        asked: [ U_ ]
        press ctrl+underscore
        is game.answers = []
        """,
    ),
    # The landing: Assault from the green beach box.
    "the practice island is played with its map": played(
        "ie-shima",
        PRACTICE,
        (),
        """
        status: invented practice island
        asked: You, the American player
        press m
        on TablePageScreen
        press escape
        on AtTableScreen
        press 1 enter enter
        asked: 8 of 12 units from green beach box to Area 1
        """,
    ),
    "an island without a tracked board has no map": played(
        "ie-shima",
        (),
        ("no", "no", 0),
        """
        press m
        on AtTableScreen
        """,
        slow=False,
    ),
}


@walks(WALKS)
async def test_keys_lead_to_what_they_say(walk):
    await walk.take()
