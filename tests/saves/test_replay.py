"""Replay and verify: every row and every state recomputed, the first difference named."""

import json

import pytest

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import GUNNERY, SUPPORT
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.requests import Roll
from picket_duty.saves import SaveError, copy_save
from picket_duty.saves.format import pack
from picket_duty.saves.replay import Differs
from tests.games import of_kind

from .entries import contents_of, rebuilt
from .games import TABLES, add_entry, begun, changed_midway, new_branch, other_tables, play, saved


@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("scenario", range(1, 9))
def test_a_whole_game_verifies(path, scenario, level):
    game = saved(path, scenario=scenario, level=level, seed=scenario)
    again = saves.verify(saves.read_record(path), TABLES, "a")
    assert again.state_hash == game.state_hash
    assert again.summary() == game.summary()


def differing(path, changed):
    """The difference found in a save with changed entries and correct checksums."""
    entries = contents_of(path.read_bytes())
    changed(entries)
    path.write_bytes(rebuilt(entries))
    with pytest.raises(Differs) as caught:
        saves.verify(saves.read_record(path), TABLES, "a")
    return caught.value.difference


def without_state(entry):
    entry[3:] = [pack(b"{}")]


def of_another_step(entry):
    entry[1] = entry[1].replace("turn", "setup")


@pytest.mark.parametrize("forge", [without_state, of_another_step])
def test_a_forged_day_is_refused_at_the_first_opening_not_after_an_undo(path, forge):
    """A game that is replayed whole compared only the hashes of its days, and could be undone to a
    forged one.
    """
    saved(path, campaign="mini", level="advanced", seed=5, answers=170)
    entries = contents_of(path.read_bytes())
    forge(next(entry for entry in entries if entry[0] == "at" and entry[1].endswith("/turn")))
    path.write_bytes(rebuilt([*entries, ["tables", TABLES.digest, "1.0.0"]]))
    with pytest.raises(SaveError, match=r"1945-03-24/(turn|setup)"):
        saves.resume(path, TABLES)


def test_a_repaired_save_opens_again_though_an_earlier_answer_differs(path, run):
    saved(path, campaign="mini", level="advanced", seed=5, answers=170)
    entries = contents_of(path.read_bytes())
    last = max(number for number, entry in enumerate(entries) if entry[0] == "at")
    next(entry for entry in reversed(entries[:last]) if entry[0] == "r")[2] = "nonsense"
    path.write_bytes(rebuilt(entries))
    with pytest.raises(Differs, match="'nonsense'"):
        saves.resume(path, TABLES)
    repaired = run("saves", "repair", path)
    assert "continues from 1945-04-15/morning with the tables in use" in repaired.out
    assert saves.resume(path, TABLES).state.label == "1945-04-15/morning"


def test_a_changed_row_is_named_with_chart_and_rows(path, run):
    game = saved(path, scenario=2, seed=5)

    def change(entries):
        number = next(
            n for n, entry in enumerate(entries) if entry[0] == "r" and entry[2] == "destroyed"
        )
        entries[number][2] = "miss"

    difference = differing(path, change)
    assert difference.chart.startswith(("9-2/", "S-1"))
    assert "'miss'" in difference.recorded
    assert "'destroyed'" in difference.now
    assert "row" in difference.now
    assert difference.phase == "1945-05-27/morning"
    with pytest.raises(Differs) as caught:
        saves.verify(saves.read_record(path), TABLES, "a")
    assert str(caught.value) == f"a: {difference}", (
        "made with these tables, so nothing is said of others"
    )
    with pytest.raises(Differs) as caught:
        saves.load_whole(path, TABLES)
    assert caught.value.difference == difference
    assert 0 < difference.answer < len(game.answers)
    result = run("replay", path, "--verify")
    assert result.status == 2
    assert len(result.err.strip().splitlines()) == 1
    assert "table" in result.err
    assert "1945-05-27/morning" in result.err


@pytest.mark.parametrize(
    "change",
    [
        lambda entries: next(entry for entry in entries if entry[:2] == ["r", [1, 3]]).__setitem__(
            1, [6, 6]
        ),
        lambda entries: next(entry for entry in entries if len(entry) == 6).__setitem__(
            2, "0" * 16
        ),
        lambda entries: entries[-1].__setitem__(1, "0" * 16),
        lambda entries: entries.insert(20, ["at", "1945-05-27/evening", "0" * 16, ""]),
    ],
    ids=["dice", "hash", "end", "step"],
)
def test_changed_dice_hashes_ends_and_missing_steps_are_differences(path, change):
    saved(path, scenario=2, seed=5)
    assert differing(path, change).recorded


def answer_that_differs(path):
    """The number of the answer, what is recorded, and what a replay has now."""
    with pytest.raises(Differs) as caught:
        saves.verify(saves.read_record(path), TABLES, "a")
    found = caught.value.difference
    assert found.what == "answer"
    return found.answer, found.recorded, found.now


def test_an_answer_of_the_wrong_kind_is_named_with_what_was_asked(path):
    """A decision instead of dice, dice instead of a decision, and an answer after the end."""
    game = saved(path, scenario=2, seed=5)
    entries = contents_of(path.read_bytes())
    answers = [place for place, entry in enumerate(entries) if entry[0] in "rc"]

    dice, choice = (next(place for place in answers if entries[place][0] == kind) for kind in "rc")
    for place, answer, recorded, now in (
        (dice, ["c", "yes"], 'decision "yes"', "the game is asking for dice for chart V-1"),
        (
            choice,
            ["r", [1], "x"],
            "dice 1 with result 'x'",
            "the game is asking for the emergency maneuver now",
        ),
    ):
        path.write_bytes(rebuilt([*entries[:place], answer, *entries[place + 1 :]]))
        assert answer_that_differs(path) == (answers.index(place) + 1, recorded, now)
    for answer, recorded in (
        (["c", "yes"], 'decision "yes"'),
        (["r", [1], "x"], "dice 1 with result 'x'"),
    ):
        path.write_bytes(rebuilt([*entries[:-1], answer]))
        assert answer_that_differs(path) == (len(game.answers) + 1, recorded, "the game is over")


def test_a_changed_state_is_named_by_its_first_value(path):
    saved(path, scenario=2, seed=5)

    def change(entries):
        point = next(entry for entry in entries if entry[0] == "at" and len(entry) == 4)
        state = json.loads(saves.format.unpack(point[3]))
        state["ship"]["fuel"] = 3
        point[3] = pack(json.dumps(state).encode())

    difference = differing(path, change)
    assert (difference.what, difference.recorded, difference.now) == ("state, ship.fuel", "3", "10")


def test_a_state_changed_since_the_last_day_is_a_difference_when_resumed(path):
    """Resuming replays the last day only. It compares each phase of that day with the save."""
    for answers in range(100, 400, 10):
        path.unlink(missing_ok=True)
        saved(path, campaign="mini", level="basic", seed=5, answers=answers)
        snapshot = saves.read_record(path).branch.snapshots[-1]
        if not snapshot.day:
            break
    entries = contents_of(path.read_bytes())
    last = [entry for entry in entries if entry[0] == "at"][-1]
    assert last[1] == snapshot.label
    last[2] = "0" * 16
    path.write_bytes(rebuilt(entries))
    with pytest.raises(Differs) as caught:
        saves.resume(path, TABLES)
    assert caught.value.difference.phase == snapshot.label


def test_changed_tables_name_the_first_row_that_differs(tmp_path, run, home):
    path = home / "a.picket"
    saved(path, scenario=2, seed=5)
    layer = other_tables(tmp_path / "layer")
    with pytest.raises(Differs) as caught:
        saves.verify(saves.read_record(path), load_tables(layer), "a")
    difference = caught.value.difference
    assert difference.chart == "V-1"
    assert "'0'" in difference.recorded
    assert "6..8 '1'" in difference.now
    assert "made with different tables" in str(caught.value)
    result = run("--tables", layer, "replay", "a", "--verify")
    assert result.status == 2
    assert "V-1" in result.err


def test_replay_prints_the_game_or_its_beginning(run, home):
    saved(home / "a.picket", scenario=6, seed=5)
    whole = run("replay", "a").out.splitlines()
    first = run("replay", "a", "--to", "9").out.splitlines()
    assert whole[: len(first)] == first
    assert sum(line.startswith("  Crew value, ") for line in first) == 9
    assert whole[-1].startswith("== ")
    assert run("replay", "a", "--verify").out.startswith("a.picket: ")
    assert run("replay", "a", "--verify", "--to", "9").status == 0
    assert run("replay", "none").status == 2
    assert run("replay", "a", "--to", "-1").status == 2


@pytest.mark.slow
def test_the_same_decisions_give_the_same_result(path, tmp_path):
    game = saved(path, campaign="mini", level="advanced", seed=11)
    before = path.read_bytes()
    places = [
        (number, answer)
        for number, answer in enumerate(game.answers)
        if not isinstance(answer, tuple)
    ]
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


def first_plan(game):
    """The first fire plan of more than three guns, and the number of answers before it."""
    return next(
        (number, answer)
        for number, answer in enumerate(game.answers)
        if not isinstance(answer, tuple)
        and game.at(number).request.about == "fire plan"
        and len(answer) > 3
    )


def shots_in(game, wave):
    """The dice of each gun in a wave."""
    return {
        event.actor: event.dice
        for event in of_kind(game.events, Roll)
        if (event.phase, event.wave) == wave and event.purpose in (SUPPORT, GUNNERY)
    }


def test_another_fire_plan_does_not_change_other_dice(path, tmp_path):
    game = saved(path, scenario=2, seed=5)
    number, plan = first_plan(game)
    plan = dict(plan)
    held = next(iter(plan))
    copy_save(path, tmp_path / "b.picket", number)
    line = saves.resume(tmp_path / "b.picket", TABLES)
    plan.pop(held)
    line.answer(plan)
    wave = line.state.label, line.request.wave
    while isinstance(line.request, Roll) and line.request.purpose in (SUPPORT, GUNNERY):
        line.roll()
    then = shots_in(game, wave)
    now = shots_in(line, wave)
    assert held not in now
    assert len(now) >= 2
    assert all(then[actor] == dice for actor, dice in now.items() if actor in then)
    line.save_file.close()


def test_the_command_copies_the_beginning_of_a_game_or_all_of_it(run, home):
    game = saved(home / "a.picket", scenario=4, seed=3)
    assert run("saves", "copy", "a", "early", "--at", 30).out.strip() == str(home / "early.picket")
    assert saves.resume(home / "early.picket", TABLES).requests == 30
    assert run("saves", "copy", "a", "whole").status == 0
    assert (
        saves.verify(saves.read_record(home / "whole.picket"), TABLES, "whole").state_hash
        == game.state_hash
    )
    elsewhere = home.parent / "b.picket"
    assert run("saves", "copy", "a", elsewhere, "--at", 0).status == 0
    assert saves.load_whole(elsewhere, TABLES).requests == 0
    for words in ("a early", "a far --at 9999", "a x<y", "nowhere b", "a b --branch 2"):
        assert run("saves", "copy", *words.split()).status == 2
    assert {save.name for save in saves.list_saves()} == {"a", "early", "whole"}


def test_a_copy_keeps_the_notes_and_leaves_out_undone_answers(path, tmp_path):
    game = begun(path, 40, scenario=4, seed=3, aid="unaided")
    game.save_file.write_note("lesson", 4)
    game.undo(15)
    game.save_file.close()
    copy_save(path, tmp_path / "b.picket")
    record = saves.read_record(tmp_path / "b.picket")
    assert b'["undo",' not in (tmp_path / "b.picket").read_bytes()
    assert record.answers == saves.read_record(path).answers
    assert record.notes["lesson"] == 4
    assert saves.resume(tmp_path / "b.picket", TABLES).aid == "unaided"


def test_a_copy_of_a_game_that_changed_tables_is_played_on(path, tmp_path):
    game, start, other = changed_midway(path, tmp_path / "layer")
    copy_save(path, tmp_path / "b.picket")
    again = saves.resume(tmp_path / "b.picket", other)
    assert (again.requests, again.state_hash) == (game.requests, game.state_hash)
    again.save_file.close()
    copy_save(path, tmp_path / "c.picket", start + 10)
    assert saves.resume(tmp_path / "c.picket", other).requests == start + 10


def test_a_game_without_undo_of_dice_is_not_copied_before_its_dice(path, tmp_path):
    saved(path, scenario=4, seed=3, undo="dice")
    with pytest.raises(
        SaveError, match=r"rolls cannot be undone in this game. Copy all \d+ answers.$"
    ):
        copy_save(path, tmp_path / "b.picket", 20)
    assert not (tmp_path / "b.picket").exists()
    copy_save(path, tmp_path / "b.picket")


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
    answers = {name: len(branch.answers) for name, branch in record.branches.items()}
    assert answers == {"main": 200, "one": 180, "two": 175}
    for name in record.branches:
        add_entry(path, ["switch", name])
        game = saves.resume(path, TABLES)
        assert game.requests == answers[name]
        game.save_file.close()
        saves.verify(saves.read_record(path), TABLES, name)
    add_entry(path, ["switch", "main"])
    add_entry(path, ["drop", "one"])
    assert list(saves.read_record(path).branches) == ["main", "two"]
