"""A companion game refereed in plain mode."""

import re
from unittest.mock import Mock

import pytest

from picket_duty.plain.prompt_loop import PromptLoop
from picket_duty.saves import SaveError
from picket_duty.saves.record import Snapshot
from picket_duty.saves.save_file import SaveFile
from tests.command_line import referee, run
from tests.companions import small_island

GAME = ("--game", "international-team")


def test_a_session_can_be_left_and_resumed(tmp_path):
    save = tmp_path / "mine.picket"
    result = referee(*GAME, "--seed", 7, "--save", save, lines=["3", "1", "3", "6", "1", "quit"])
    assert result.exit_code == 0
    assert "=== Move 1: April 1 to April 3\n" in result.stdout
    assert (
        "Next: How many kamikazes are on the calendar for this move? (0 to 159)\n" in result.stdout
    )
    assert "  * Plane 1 of 3: 6 + 2 against 1 + 5, ship sunk\n" in result.stdout
    assert f"Resume it with 'picket-duty referee --game international-team {save}'" in result.stderr
    again = referee(*GAME, save, lines=["sums", "undo", "auto"])
    assert again.stdout.startswith("=== Move 1: April 1 to April 3\n")
    assert re.search(r"\nships sunk +1\n", again.stdout)
    assert "undone\n" in again.stdout
    assert again.stdout.count("    The ship's die: ") == 2


def test_a_player_is_warned_before_leaving_a_game_that_no_file_holds(tmp_path, monkeypatch):
    save = tmp_path / "mine.picket"
    ask = PromptLoop.ask

    def deleted_then_ask(self):
        save.unlink(missing_ok=True)
        return ask(self)

    monkeypatch.setattr(PromptLoop, "ask", deleted_then_ask)
    monkeypatch.setattr(SaveFile, "_move", Mock(side_effect=SaveError("the disk is full")))
    result = referee(*GAME, "--save", save, lines=["quit", "quit"])
    assert "! The game is NOT saved: mine.picket was moved or deleted" in result.stdout
    assert "Type quit again to leave without saving." in result.stdout
    assert "The game is no longer saved in any file" in result.stderr
    assert "Game saved" not in result.stderr


def test_an_answer_that_the_disk_refuses_is_not_said_to_be_saved(tmp_path, monkeypatch):
    save = tmp_path / "mine.picket"
    referee(*GAME, "--save", save, lines=["3", "quit"])
    monkeypatch.setattr(SaveFile, "write", Mock(side_effect=SaveError("the disk is full")))
    result = referee(*GAME, save, lines=["1", "1", "quit"])
    assert result.exit_code == 1
    assert result.stdout.count("! the disk is full\n! Answer again, or type quit.\n") == 1
    assert result.stdout.count("! Still not saved\n") == 1
    assert result.stderr == "picket-duty: the disk is full\n"


def test_a_session_has_a_separate_folder_and_is_played_to_its_end(tmp_path):
    result = referee(*GAME, lines=["0", "quit"])
    (save,) = (tmp_path / "table").iterdir()
    assert f"referee --game international-team {save.stem}'" in result.stderr
    move = ["7", "0", "2", "6", "2"]
    result = referee(*GAME, save.stem, lines=[*move, "0", *move, "1"])
    assert result.exit_code == 0
    assert (
        result.stdout.splitlines()[-1]
        == "> === The game ends on April 6: the American player has won"
    )
    assert "Resume it" not in result.stderr
    assert "No saves" in run("saves").stderr


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        # In one game: what is refused changes nothing.
        (
            ["x", "", "160", "9" * 400, "undo", "?", "chart fights", "chart", "chart 8-1", "again"],
            [
                "! 'x' is not a number from 0 to 159",
                "! Nothing was typed. Type ? for help.",
                ": 160 is not a number from 0 to 159",
                f"! '{'9' * 20}' is not a number from 0 to 159",
                "! nothing to undo",
                "  undo                   undo the last answer",
                "fights  ",
                "! type the name of a chart. Charts: calendar, elimination,",
                "! no chart '8-1'; the charts of international-team are calendar",
                "Next: How many kamikaze",
            ],
        ),
        (
            ["1", "9", "1", "1", "7", "x", "chart"],
            [
                "! '9' is not an option. Type 1 to 3.",
                "! a die roll of 7 is outside the range 1 to 6; chart kamikaze needs 1d6",
                "! 'x': not valid dice",
                "kamikaze  Aeronaval battle, one plane against one ship",
            ],
        ),
        (["0", "1", "2", "1", "6", "sums"], ["hits on this target  4"]),
    ],
)
def test_invalid_typed_data_are_reported(lines, says):
    result = referee(*GAME, lines=lines)
    assert [text for text in says if text not in result.stdout] == []
    assert result.exit_code == 0
    assert lines[-1] != "again" or result.stdout.count("Next: How many kamikaze") == 2


def test_hidden_pieces_are_shown_to_one_player_after_changing_seats(tmp_path):
    save = tmp_path / "mine.picket"
    result = referee(*GAME, "--umpire", "--save", save, lines=["", "1", "14b", "6", "2", "quit"])
    assert result.stdout.startswith(
        "=== The Japanese player only. The other player should look away. Press Enter to continue.\n"
    )
    assert "  * Hex 14B: infantry\n" in result.stdout
    assert "=== Both players may look.\n" in result.stdout
    # If the game is resumed during the placement, the cover comes first.
    again = referee(*GAME, save, lines=["undo", "undo", "quit"])
    assert "14B" not in again.stdout
    assert again.stdout.count("only. The other player should look away") == 1
    assert "Hidden\n\n14B  infantry\n" in referee(*GAME, save, lines=["", "quit"]).stdout
    assert "14B" not in run("replay", save).stdout


def test_labels_are_typed_and_done_ends_them():
    result = referee(
        *GAME, "--umpire", lines=["", "6", "0", "8", "0", "1", "1a", "?", "1-2", "", "done", "2"]
    )
    assert (
        "Next: Which hex does the piece enter next?\n  done  The piece stops here\n"
        in result.stdout
    )
    assert "  * Hex 1A: nothing is hidden here; cross out the hex\n" in result.stdout
    assert "! '1-2' is not a valid label. Use up to 8 letters and digits." in result.stdout
    result = referee(*GAME, "--umpire", lines=["", "6", "0", "8", "0", "2", ""])
    assert "In which hex do hidden pieces join the defense" in result.stdout


def test_a_game_is_replayed_verified_listed_named_and_deleted(tmp_path):
    referee(*GAME, "--seed", 7, lines=["3", "1", "3", "6", "1", "quit"])
    (save,) = (tmp_path / "table").iterdir()
    result = run("replay", save.stem)
    assert (
        "    The ship's die: 1\n  * Plane 1 of 3: 6 + 2 against 1 + 5, ship sunk\n" in result.stdout
    )
    assert "against 1 + 5, ship sunk" not in run("replay", save, "--to", 4).stdout
    assert (
        "5 answers replayed and 1 states compared, no differences found"
        in run("replay", save.stem, "--verify").stdout
    )
    assert "international-team: move 1, 5 answers" in run("games", "saves").stdout
    assert '"game":"international-team"' in run("games", "saves", "--json").stdout.replace(" ", "")
    assert run("games", "rename", save.stem, "sunday").exit_code == 0
    assert run("games", "rename", "sunday", "a/b").exit_code == 2
    assert run("replay", "sunday", "--verify").exit_code == 0
    assert "no save named 'monday'" in run("replay", "monday").stderr
    assert run("games", "delete", "sunday", stdin="n\n").exit_code == 130
    assert run("games", "delete", "sunday", "--yes").exit_code == 0
    assert "no saved games in" in run("games", "saves").stderr


def test_a_state_that_differs_from_the_recorded_one_is_named(tmp_path, monkeypatch):
    save = tmp_path / "a.picket"
    referee(*GAME, "--save", save, lines=["0", "7", "0", "2", "6", "2", "quit"])
    assert run("replay", save, "--verify").exit_code == 0
    state = Snapshot.state
    monkeypatch.setattr(
        Snapshot, "state", lambda point: state(point).replace(b'"move":2', b'"move":3')
    )
    result = run("replay", save, "--verify")
    assert result.exit_code == 2
    assert "after 6 answers, move 2: the state differs from the save" in result.stderr


def test_the_word_sums_prints_the_score_sheet():
    result = referee("--game", "island-war-1975", lines=["2", "sums", "quit"])
    assert "\nGame-Turn  14 of 14-23\n" in result.stdout
    assert "\nJapan invades  2 in 14-22\nLeft the map   0/9, due 19-23\n" in result.stdout


def test_areas_are_typed_by_their_number_and_the_rest_by_letters(tmp_path):
    small_island.fill(tmp_path / "companions" / "ie-shima")
    result = referee(
        "--game", "ie-shima", lines=["2", "2", "0", "1", "2", "16", "1", "x", "15", "sums"]
    )
    assert "  15  2/1A: Area 15\n  16  2/1A: Area 16\n" in result.stdout
    assert "! '1' is not an option. Type 15, 16" in result.stdout
    begun = [*["15"] * 3, *["6"] * 4, *["12"] * 4, "pass", "1"]
    result = referee(
        "--game", "ie-shima", lines=["2", "2", "0", "1", "2", "16", *begun, "b", "3/305 M", "sums"]
    )
    # Options without a number of the map are numbered; a letter still answers.
    boxes = "  1  green beach box, beside Area 1\n  2  blue beach box, beside Area 2\n"
    assert f"{boxes}  3  Both: green beach box and blue beach box\n" in result.stdout
    assert "  * 3/305 M enters Area 2; 0 MF left\n" in result.stdout
    assert "\nArea 2             3/305 M\n" in result.stdout
    assert "Area 16            2/1A\n" in result.stdout
