"""What the player of an unaided game asked is noted in the save and shown below the code of its
card.
"""

import pytest

from picket_duty.captains import captain_named
from picket_duty.pages.card_check import first_difference
from picket_duty.pages.game_card import asked_lines, card_of_save, code_lines
from picket_duty.saves import resume
from picket_duty.saves.notes import EXEC_ASKED, REOPENED, asked_of, note_asked
from picket_duty.saves.record import read_record
from picket_duty.saves.replay_code import read_code, split_code
from picket_duty.saves.save_list import copy_save
from picket_duty.setup import COMMANDED, UNAIDED
from tests.plain.games import talk
from tests.saves.entries import contents_of, rebuilt

from .games import TABLES, begun, play, saved


def asked_in(path):
    return asked_of(read_record(path).notes)


def below_code(path):
    return " ".join(asked_lines(card_of_save(path, TABLES))).strip()


def test_a_game_in_which_nothing_was_asked_says_so_below_its_code(path):
    saved(path, "doctrine", scenario=6, seed=2, aid=UNAIDED)
    assert asked_in(path) == []
    assert (
        below_code(path)
        == "Not verified: played without the exec's advice or the odds and luck reports."
    )


@pytest.mark.parametrize("word", ["exec", "auto", "y"])
def test_asking_the_exec_in_plain_mode_is_noted_once(path, word):
    game = begun(path, scenario=6, seed=2, aid=UNAIDED)
    talk(game, *[word] * 100)
    assert asked_in(path) == [EXEC_ASKED]
    assert contents_of(path.read_bytes()).count(["note", "asked", [EXEC_ASKED]]) == 1


def test_a_commanded_or_finished_game_and_one_without_a_save_note_nothing(path, tmp_path):
    game = begun(path, scenario=6, seed=2, aid=COMMANDED)
    note_asked(game, EXEC_ASKED)
    assert asked_in(path) is None
    finished = saved(tmp_path / "over.picket", "doctrine", scenario=6, seed=2, aid=UNAIDED)
    note_asked(finished, EXEC_ASKED)
    assert asked_in(tmp_path / "over.picket") == []
    finished.save_file = None
    note_asked(finished, EXEC_ASKED)


def test_a_game_whose_end_was_undone_or_copied_away_could_show_its_chances(path, tmp_path):
    saved(path, "doctrine", scenario=6, seed=2, aid=UNAIDED)
    copy_save(path, tmp_path / "whole.picket")
    copy_save(path, tmp_path / "part.picket", at=5)
    assert asked_in(tmp_path / "whole.picket") == []
    assert asked_in(tmp_path / "part.picket") == [REOPENED]
    game = resume(path, TABLES)
    game.undo_decision()
    note_asked(game, EXEC_ASKED)
    play(game, captain_named("doctrine", 2))
    game.save_file.close()
    assert below_code(path) == (
        "Not verified: the exec was asked for advice and the end was undone after the odds "
        "and luck reports could be seen."
    )


def test_the_remark_is_not_part_of_the_code_or_the_card(path):
    saved(path, "doctrine", scenario=6, seed=2, aid=UNAIDED)
    card = card_of_save(path, TABLES)
    text = "\n".join([*code_lines(card), *asked_lines(card), ""])
    assert read_code(text, TABLES).game.state_hash == card.game.state_hash
    assert first_difference(split_code(text)[0].splitlines(), card) == ""


@pytest.mark.parametrize("value", [None, 1, "exec", {"exec": 1}])
def test_an_older_save_and_one_with_a_forged_note_say_nothing(path, tmp_path, value):
    saved(path, "doctrine", scenario=6, seed=2, aid=UNAIDED)
    lines = [line for line in contents_of(path.read_bytes()) if line[1] != "asked"]
    if value is not None:
        lines.insert(1, ["note", "asked", value])
    old = tmp_path / "old.picket"
    old.write_bytes(rebuilt(lines))
    assert below_code(old) == ""
