"""Replay and verify: every row and every state recomputed, the first difference named."""

from __future__ import annotations

import json

import pytest

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.saves import Differs
from picket_duty.saves.format import pack

from .games import TABLES, other_tables, saved
from .test_saves import contents_of, rebuilt


@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("scenario", range(1, 9))
def test_a_whole_game_verifies(tmp_path, scenario, level):
    path = tmp_path / "a.picket"
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


def test_a_changed_row_is_named_with_chart_and_rows(tmp_path, run):
    path = tmp_path / "a.picket"
    game = saved(path, scenario=2, seed=5)

    def change(entries):
        number = next(n for n, entry in enumerate(entries) if entry[0] == "r" and entry[2] == "destroyed")
        entries[number][2] = "miss"

    difference = differing(path, change)
    assert difference.chart.startswith(("9-2/", "S-1"))
    assert "'miss'" in difference.recorded
    assert "'destroyed'" in difference.now
    assert "row" in difference.now
    assert difference.phase == "1945-05-27/morning"
    with pytest.raises(Differs) as caught:
        saves.verify(saves.read_record(path), TABLES, "a")
    assert str(caught.value) == f"a: {difference}", "made with these tables, so nothing is said of others"
    with pytest.raises(Differs) as caught:
        saves.load_whole(path, TABLES)
    assert caught.value.difference == difference
    assert 0 < difference.answer < len(game.answers)
    result = run("replay", path, "--verify")
    assert result.status == 2
    assert len(result.err.strip().splitlines()) == 1
    assert "table" in result.err
    assert "1945-05-27/morning" in result.err


def test_changed_dice_are_named(tmp_path):
    path = tmp_path / "a.picket"
    saved(path, scenario=2, seed=5)

    def change(entries):
        dice = next(entry for entry in entries if entry[0] == "r" and entry[1] == [1, 3])
        dice[1] = [6, 6]

    assert differing(path, change).recorded


def test_an_answer_of_the_wrong_kind_is_named_with_what_was_asked(tmp_path):
    """A decision instead of dice, dice instead of a decision, and an answer after the end."""
    path = tmp_path / "a.picket"
    game = saved(path, scenario=2, seed=5)
    entries = contents_of(path.read_bytes())
    answers = [place for place, entry in enumerate(entries) if entry[0] in "rc"]
    dice, choice = (next(place for place in answers if entries[place][0] == kind) for kind in "rc")
    for place, answer, recorded, now in (
        (dice, ["c", "yes"], 'decision "yes"', "the game is asking for dice for table V-1"),
        (choice, ["r", [1], "x"], "dice 1 with result 'x'", "the game is asking for the emergency maneuver now"),
    ):
        path.write_bytes(rebuilt([*entries[:place], answer, *entries[place + 1 :]]))
        with pytest.raises(Differs) as caught:
            saves.verify(saves.read_record(path), TABLES, "a")
        difference = caught.value.difference
        assert (difference.answer, difference.what, difference.recorded, difference.now) == (
            answers.index(place) + 1, "answer", recorded, now,
        )  # fmt: skip
    for answer, recorded in ((["c", "yes"], 'decision "yes"'), (["r", [1], "x"], "dice 1 with result 'x'")):
        path.write_bytes(rebuilt([*entries[:-1], answer]))
        with pytest.raises(Differs) as caught:
            saves.verify(saves.read_record(path), TABLES, "a")
        difference = caught.value.difference
        assert (difference.answer, difference.recorded, difference.now) == (
            len(game.answers) + 1,
            recorded,
            "the game is over",
        )


def test_a_changed_state_is_named_by_its_first_value(tmp_path):
    path = tmp_path / "a.picket"
    saved(path, scenario=2, seed=5)

    def change(entries):
        point = next(entry for entry in entries if entry[0] == "at" and len(entry) == 4)
        state = json.loads(saves.format.unpack(point[3]))
        state["ship"]["fuel"] = 3
        point[3] = pack(json.dumps(state).encode())

    difference = differing(path, change)
    assert (difference.what, difference.recorded, difference.now) == ("state, ship.fuel", "3", "10")


def test_changed_hashes_changed_ends_and_missing_steps_are_differences(tmp_path):
    for change in (
        lambda entries: next(entry for entry in entries if len(entry) == 6).__setitem__(2, "0" * 16),
        lambda entries: entries[-1].__setitem__(1, "0" * 16),
        lambda entries: entries.insert(20, ["at", "1945-05-27/evening", "0" * 16, ""]),
    ):
        path = tmp_path / "a.picket"
        path.unlink(missing_ok=True)
        saved(path, scenario=2, seed=5)
        assert differing(path, change)


def test_a_state_changed_since_the_last_day_is_a_difference_when_resumed(tmp_path):
    """Resuming replays the last day only. It compares each phase of that day with the save."""
    path = tmp_path / "a.picket"
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
    layer = other_tables(tmp_path / "layer", "house/V-1.toml", "value = 0", "value = 1")
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
