"""A companion game refereed in lines."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from picket_duty.commands.main import main
from tests.companions import small_island


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))


def referee(*words, lines=()):
    text = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(main, ["referee", *map(str, words)], input=text, prog_name="picket-duty")


GAME = ("--game", "international-team")


def test_a_session_left_and_taken_up(tmp_path):
    save = tmp_path / "mine.picket"
    found = referee(*GAME, "--seed", 7, "--save", save, lines=["3", "1", "3", "6", "1", "quit"])
    assert found.exit_code == 0
    assert "=== Move 1: April 1 to April 3\n" in found.stdout
    assert "Next: How many kamikaze does the calendar give this move? (0 to 999)\n" in found.stdout
    assert "  * Plane 1 of 3: ship sunk\n" in found.stdout
    assert f"take it up again with 'picket-duty referee --game international-team {save}'" in found.stderr
    again = referee(*GAME, save, lines=["sums", "undo", "auto"])
    assert again.stdout.startswith("=== Move 1: April 1 to April 3\n")
    assert "  ships sunk: 1\n" in again.stdout
    assert "taken back\n" in again.stdout
    assert again.stdout.count("    The die of the ship: ") == 2


def test_a_session_lies_in_a_folder_of_its_own(tmp_path):
    found = referee(*GAME, lines=["0", "quit"])
    (save,) = (tmp_path / "table").iterdir()
    assert f"referee --game international-team {save.stem}'" in found.stderr
    assert referee(*GAME, save.stem, lines=["quit"]).exit_code == 0
    assert "no saves" in CliRunner().invoke(main, ["saves"]).stderr


def test_a_whole_game_in_lines():
    move = ["0", "7", "0", "2", "6", "2"]
    found = referee(*GAME, lines=[*move, "2", *move, "1"])
    assert found.exit_code == 0
    assert found.stdout.splitlines()[-1] == "> === The game ends on April 6: the American player has won"
    assert "take it up again" not in found.stderr


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["x"], "! 'x' is not a number from 0 to 999"),
        ([""], "! nothing entered; ? for help"),
        (["1000"], "! 1000 is not a number from 0 to 999"),
        (["9" * 400], "is not a number from 0 to 999"),
        (["undo"], "! 1 answers cannot be taken back; 0 can"),
        (["1", "9"], "is not an answer to the ship; legal: 5, 6, done"),
        (["1", "1", "1", "7"], "! die 7 is not 1 to 6; table kamikaze wants 1d6"),
        (["1", "1", "1", "x"], "! 'x' are not dice"),
        (["?"], "  undo                   take the last answer back"),
        (["again"], "Next: How many kamikaze"),
    ],
)
def test_what_is_typed_wrongly_is_said(lines, says):
    found = referee(*GAME, lines=lines)
    assert says in found.stdout
    assert found.exit_code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--game", "ie-shima", "a"], "no game 'a' in"),
        (["--game", "midway"], "no companion game 'midway'"),
        ([*GAME, "nowhere"], "no game 'nowhere' in"),
        ([*GAME, "--scenario", "6"], "a companion game has no scenario"),
        ([*GAME, "--computer", "crew"], "no kinds of roll"),
        ([*GAME, "a", "--save", "b"], "leave out --save"),
        ([*GAME, "--save", "nowhere/a.picket"], "cannot write"),
    ],
)
def test_what_was_given_wrongly_is_one_line(words, says):
    found = referee(*words)
    assert found.exit_code == 2
    assert says in found.stderr
    assert found.stderr.count("\n") == 1


def test_areas_are_typed_by_their_number_and_the_rest_by_letters(tmp_path):
    small_island.fill(tmp_path / "companions" / "ie-shima")
    found = referee("--game", "ie-shima", lines=["2", "2", "0", "1", "2", "16", "1", "x", "15", "sums"])
    assert found.exit_code == 0
    assert "  15  2/1A: Area 15\n  16  2/1A: Area 16\n" in found.stdout
    assert "! '1' is not an answer to the place; legal: 15, 16" in found.stdout
    begun = [*["15"] * 3, *["6"] * 4, *["12"] * 4, "pass", "1"]
    found = referee("--game", "ie-shima", lines=["2", "2", "0", "1", "2", "16", *begun, "b", "3/305 M", "sums"])
    assert "  a  green beach box\n  b  blue beach box\n  c  Both: green beach box and blue beach box\n" in found.stdout
    assert "  * 3/305 M enters Area 2, 0 MF left\n" in found.stdout
    assert "  Area 2: 3/305 M\n" in found.stdout
    assert "  Area 16: 2/1A\n" in found.stdout
