"""Branches: return to any decision, play on, keep both; unchanged actions get the same dice."""

from __future__ import annotations

import json

import pytest

from picket_duty import saves
from picket_duty.book.vocabulary import GUNNERY, SUPPORT
from picket_duty.captains.random import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.saves import SaveError, branches

from .games import TABLES, play, saved


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.picket"


@pytest.mark.slow
def test_the_same_decisions_give_the_same_result(path):
    game = saved(path, campaign="mini", level="advanced", seed=11)
    places = branches.decisions(path, TABLES)
    for number, _, about, _ in places[:: max(len(places) // 6, 1)]:
        line = branches.begin(path, number, f"again {number}", TABLES)
        assert line.request.about == about
        for given in game.answers[number:]:
            line.answer(given)
        assert line.state_hash == game.state_hash
        line.journal.close()
        branches.switch(path, "main", TABLES).journal.close()
    for line in branches.compare(path, TABLES):
        assert line.summary["state_hash"] == game.state_hash


def test_another_fire_plan_does_not_change_other_dice(path):
    game = saved(path, scenario=2, seed=5)
    number, _, _, plan = next(
        decision for decision in branches.decisions(path, TABLES) if decision[2] == "fire plan" and len(decision[3]) > 3
    )
    held = next(iter(plan))
    line = branches.begin(path, number, "hold fire", TABLES)
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
    line.journal.close()


def test_both_branches_are_kept_listed_and_compared_and_one_is_dropped(run, home):
    path = home / "a.picket"
    game = saved(path, scenario=4, seed=3)
    line = branches.begin(path, 30, "bold", TABLES)
    play(line, RandomCaptain(77))
    line.journal.close()
    compared = {entry.name: entry for entry in branches.compare(path, TABLES)}
    assert compared["main"].summary == game.summary()
    assert compared["bold"].summary == line.summary()
    assert compared["bold"].parent == "main"
    assert compared["bold"].current
    listed = [json.loads(line) for line in run("branch", "list", "a", "--json").out.splitlines()]
    assert [entry["name"] for entry in listed] == ["main", "bold"]
    output = run("branch", "list", "a").out
    assert "hits" in output
    assert "hull" in output
    assert run("branch", "delete", "a", "bold").status == 2
    assert run("branch", "switch", "a", "main").status == 0
    assert run("branch", "delete", "a", "bold").status == 0
    assert run("branch", "switch", "a", "bold").status == 2
    assert list(saves.read_record(path).branches) == ["main"]
    assert saves.load_whole(path, TABLES).state_hash == game.state_hash


def test_commands_go_back_to_a_decision(run, home):
    saved(home / "a.picket", scenario=4, seed=3)
    number = int(run("branch", "decisions", "a").out.split()[0])
    assert run("branch", "at", "a", number, "--name", "other").status == 0
    assert run("branch", "at", "a", number, "--name", "other").status == 2
    assert run("branch", "at", "a", 9999, "--name", "far").status == 2
    assert run("branch", "at", "a", 3, "--name", " ").status == 2
    assert saves.resume(home / "a.picket", TABLES).requests == number


def test_undo_works_inside_a_branch_and_a_branch_of_a_branch(path):
    saved(path, campaign="mini", seed=5, answers=200)
    line = branches.begin(path, 150, "one", TABLES)
    play(line, RandomCaptain(4), 30)
    line.undo(10)
    play(line, RandomCaptain(5), 10)
    line.journal.close()
    second = branches.begin(path, 160, "two", TABLES)
    play(second, RandomCaptain(6), 15)
    second.journal.close()
    record = saves.read_record(path)
    assert {name: len(branch.answers) for name, branch in record.branches.items()} == {
        "main": 200,
        "one": 180,
        "two": 175,
    }
    assert record.branches["two"].parent == "one"
    for name in record.branches:
        game = branches.switch(path, name, TABLES)
        assert game.requests == len(record.branches[name].answers)
        game.journal.close()
        saves.verify(saves.read_record(path), TABLES, name)


def test_a_game_without_undo_of_dice_has_no_branches_before_dice(path):
    game = Game.new(scenario=4, seed=3, undo="dice", tables=TABLES)
    saves.start_save(game, path=path)
    play(game, RandomCaptain(3))
    game.journal.close()
    with pytest.raises(SaveError, match="so you cannot branch here"):
        branches.begin(path, 20, "again", TABLES)


def test_a_branch_name_has_at_most_forty_characters(path):
    saved(path, scenario=2, seed=5, answers=60)
    branches.begin(path, 30, "n" * 40, TABLES).journal.close()
    with pytest.raises(SaveError, match="Use 1 to 40 printable characters"):
        branches.begin(path, 30, "n" * 41, TABLES)
