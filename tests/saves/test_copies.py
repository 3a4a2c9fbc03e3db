"""Copies of saves that end earlier, and older saves with several branches."""

from __future__ import annotations

import pytest

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import GUNNERY, SUPPORT
from picket_duty.captains.scripted import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.saves import SaveError, copy_save

from .games import TABLES, drop_branch, new_branch, other_tables, play, saved, switch_branch


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.picket"


def decisions(game):
    return [(number, answer) for number, answer in enumerate(game.answers) if not isinstance(answer, tuple)]


@pytest.mark.slow
def test_the_same_decisions_give_the_same_result(path, tmp_path):
    game = saved(path, campaign="mini", level="advanced", seed=11)
    before = path.read_bytes()
    places = decisions(game)
    for number, answer in places[:: max(len(places) // 6, 1)]:
        copy = tmp_path / f"{number}.picket"
        copy_save(path, copy, number)
        again = saves.resume(copy, TABLES, whole=True)
        assert again.answers == game.answers[:number]
        assert again.request == game.at(number).request
        for given in (answer, *game.answers[number + 1 :]):
            again.answer(given)
        again.save_file.close()
        assert again.state_hash == game.state_hash
        saves.verify(saves.read_record(copy), TABLES, "copy")
    assert path.read_bytes() == before


def test_another_fire_plan_does_not_change_other_dice(path, tmp_path):
    game = saved(path, scenario=2, seed=5)
    number, plan = next(
        (number, answer)
        for number, answer in decisions(game)
        if game.at(number).request.about == "fire plan" and len(answer) > 3
    )
    held = next(iter(plan))
    copy_save(path, tmp_path / "b.picket", number)
    line = saves.resume(tmp_path / "b.picket", TABLES)
    line.answer({slot: plane for slot, plane in plan.items() if slot != held})
    wave = line.request.wave
    while isinstance(line.request, Roll) and line.request.purpose in (SUPPORT, GUNNERY):
        line.roll()

    def shots(events):
        return {
            event.actor: event.dice
            for event in events
            if isinstance(event, Roll) and event.wave == wave and event.purpose in (SUPPORT, GUNNERY)
        }

    phase = line.state.label
    then = shots(event for event in game.events if event.phase == phase)
    now = shots(event for event in line.events if event.phase == phase)
    assert held not in now
    assert len(now) >= 2
    assert all(then[actor] == dice for actor, dice in now.items() if actor in then)
    line.save_file.close()


def test_the_command_copies_the_beginning_of_a_game_or_all_of_it(run, home):
    game = saved(home / "a.picket", scenario=4, seed=3)
    assert run("saves", "copy", "a", "early", "--at", 30).out.strip() == str(home / "early.picket")
    assert saves.resume(home / "early.picket", TABLES).requests == 30
    assert run("saves", "copy", "a", "whole").status == 0
    assert saves.verify(saves.read_record(home / "whole.picket"), TABLES, "whole").state_hash == game.state_hash
    elsewhere = home.parent / "b.picket"
    assert run("saves", "copy", "a", elsewhere, "--at", 0).status == 0
    assert saves.load_whole(elsewhere, TABLES).requests == 0
    for words in ("a early", "a far --at 9999", "a x<y", "nowhere b", "a b --branch 2"):
        assert run("saves", "copy", *words.split()).status == 2
    assert {save.name for save in saves.list_saves()} == {"a", "early", "whole"}


def test_a_copy_keeps_the_notes_and_leaves_out_undone_answers(path, tmp_path):
    game = Game.new(scenario=4, seed=3, tables=TABLES)
    game.recorded_aid = "unaided"
    saves.start_save(game, path=path)
    game.save_file.write_note("lesson", 4)
    play(game, RandomCaptain(3), 40)
    game.undo(15)
    game.save_file.close()
    copy_save(path, tmp_path / "b.picket")
    record = saves.read_record(tmp_path / "b.picket")
    assert b'["undo",' not in (tmp_path / "b.picket").read_bytes()
    assert record.answers == saves.read_record(path).answers
    assert record.notes["lesson"] == 4
    assert saves.resume(tmp_path / "b.picket", TABLES).aid == "unaided"


def test_a_copy_of_a_game_that_changed_tables_is_played_on(path, tmp_path):
    saved(path, campaign="mini", level="advanced", seed=5, answers=170)
    other = load_tables(other_tables(tmp_path / "layer", "house/V-1.toml", "value = 0", "value = 1"))
    game = saves.resume(path, other, from_snapshot=True)
    start = game.requests
    play(game, RandomCaptain(0), 60)
    game.save_file.close()
    copy_save(path, tmp_path / "b.picket")
    again = saves.resume(tmp_path / "b.picket", other)
    assert (again.requests, again.state_hash) == (game.requests, game.state_hash)
    again.save_file.close()
    copy_save(path, tmp_path / "c.picket", start + 10)
    assert saves.resume(tmp_path / "c.picket", other).requests == start + 10


def test_a_game_without_undo_of_dice_is_not_copied_before_its_dice(path, tmp_path):
    game = Game.new(scenario=4, seed=3, undo="dice", tables=TABLES)
    saves.start_save(game, path=path)
    play(game, RandomCaptain(3))
    game.save_file.close()
    with pytest.raises(SaveError, match="rolls cannot be undone in this game"):
        copy_save(path, tmp_path / "b.picket", 20)
    assert not (tmp_path / "b.picket").exists()
    copy_save(path, tmp_path / "b.picket")


# -- older saves with several branches -------------------------------------------------


def test_an_older_save_opens_at_the_branch_played_last_and_says_that_there_are_others(run, home):
    path = home / "a.picket"
    game = saved(path, scenario=4, seed=3)
    bold = new_branch(path, 30, "bold")
    play(bold, RandomCaptain(77), 40)
    bold.save_file.close()
    resumed = saves.resume(path, TABLES)
    assert resumed.requests == 70
    assert resumed.state_hash == bold.state_hash
    assert "2 branches, and this is branch 2, the one played last" in resumed.save_file.notice
    assert "saves copy a NEW --branch N" in resumed.save_file.notice
    resumed.save_file.close()
    assert "2 branches" in run("saves").out
    for number, name in ((1, "main"), (2, "bold")):
        for asked in (number, name):
            assert run("saves", "copy", "a", f"copy of {asked}", "--branch", asked).status == 0
            copy = saves.read_record(home / f"copy of {asked}.picket")
            assert list(copy.branches) == ["main"]
            assert copy.answers == saves.read_record(path).branches[name].answers
            saves.verify(copy, TABLES, "copy")
    assert saves.load_whole(home / "copy of 1.picket", TABLES).state_hash == game.state_hash
    alone = saves.resume(home / "copy of 2.picket", TABLES)
    assert not alone.save_file.notice
    alone.save_file.close()
    assert "branches: 1 main, 2 bold" in run("saves", "copy", "a", "b", "--branch", "3").err
    assert run("saves", "copy", "a", "start", "--branch", "bold", "--at", 5).status == 0
    assert len(saves.read_record(home / "start.picket").answers) == 5


def test_undo_works_inside_a_branch_and_a_branch_of_a_branch(path):
    saved(path, campaign="mini", seed=5, answers=200)
    line = new_branch(path, 150, "one")
    play(line, RandomCaptain(4), 30)
    line.undo(10)
    play(line, RandomCaptain(5), 10)
    line.save_file.close()
    second = new_branch(path, 160, "two")
    play(second, RandomCaptain(6), 15)
    second.save_file.close()
    record = saves.read_record(path)
    assert {name: len(branch.answers) for name, branch in record.branches.items()} == {
        "main": 200,
        "one": 180,
        "two": 175,
    }
    for name in record.branches:
        switch_branch(path, name)
        game = saves.resume(path, TABLES)
        assert game.requests == len(record.branches[name].answers)
        game.save_file.close()
        saves.verify(saves.read_record(path), TABLES, name)
    switch_branch(path, "main")
    drop_branch(path, "one")
    assert list(saves.read_record(path).branches) == ["main", "two"]
