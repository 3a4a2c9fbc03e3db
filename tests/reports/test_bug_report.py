"""Bug reports: one text file that can be replayed anywhere with the same result."""

from __future__ import annotations

from pathlib import Path

import pytest

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.reports import bug_report
from picket_duty.saves import SaveError
from tests.saves.games import TABLES, other_tables, saved

#: Reports sent by players; every run of the tests replays each of them.
REPORTED = sorted((Path(__file__).parent / "reported").glob("*.txt"))


@pytest.mark.parametrize("file", REPORTED, ids=lambda file: file.stem)
def test_a_reported_game_can_be_replayed(file, tmp_path):
    """If rules have changed since, the first difference is named; anything else is a fault."""
    text = file.read_text(encoding="utf-8")
    report = bug_report.read(text)
    try:
        game = bug_report.replay(text, tmp_path)
    except saves.Differs as error:
        pytest.skip(f"the rules have changed since: {error}")
    assert game.requests == len(saves.parse(report.save, file.name).answers)
    if report.facts["format"] == str(saves.FORMAT_VERSION):
        assert game.state_hash == report.facts["state"]


def test_a_replayed_bug_report_reaches_the_same_state(tmp_path, run, home):
    game = saved(home / "a.picket", campaign="mini", level="advanced", seed=5, answers=170)
    target = tmp_path / "report.txt"
    assert run("bug-report", "a", "-o", target).status == 0
    text = target.read_text(encoding="utf-8")
    report = bug_report.read(text)
    assert report.facts["tables"] == TABLES.digest
    assert report.facts["fault"] == "none"
    assert report.save == (home / "a.picket").read_bytes()
    assert str(home) not in text
    assert bug_report.replay(text, tmp_path).state_hash == game.state_hash == report.facts["state"]


def test_changed_tables_travel_with_the_report(tmp_path, home):
    layer = other_tables(tmp_path / "layer", "house/V-1.toml", "value = 0", "value = 1")
    tables = load_tables(layer)
    from picket_duty.captains import captain_named, play_out
    from picket_duty.game import Game

    game = Game.new(scenario=6, seed=3, tables=tables)
    saves.start_save(game, path=home / "a.picket")
    play_out(game, captain_named("random", 3))
    game.journal.close()
    text = bug_report.write(home / "a.picket", tables)
    assert set(bug_report.read(text).tables) == {"house/V-1.toml"}
    assert bug_report.replay(text, tmp_path).state_hash == game.state_hash


def test_a_damaged_save_is_included_byte_for_byte(tmp_path, home):
    path = home / "a.picket"
    saved(path, scenario=6, seed=3)
    path.write_bytes(path.read_bytes()[:400] + b"\xff\0\r\n" + path.read_bytes()[404:-3])
    report = bug_report.read(bug_report.write(path, TABLES))
    assert report.save == path.read_bytes()
    assert "damaged" in report.facts["fault"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        bug_report.TITLE,
        f"{bug_report.TITLE}\n-- save text 90\nx",
        f"{bug_report.TITLE}\n-- save base64 1\n!",
    ],
)
def test_text_that_is_not_a_report_is_refused(text):
    with pytest.raises(SaveError):
        bug_report.read(text)


def test_a_report_writes_only_inside_its_folder(tmp_path, home):
    saved(home / "a.picket", scenario=6, seed=3, answers=5)
    text = bug_report.write(home / "a.picket", TABLES).replace("-- save", "-- table ../../evil.toml 1\nx = 1\n-- save")
    with pytest.raises(SaveError, match="is not a tables file"):
        bug_report.replay(text, tmp_path)


def test_the_command_refuses_what_is_not_there(run):
    assert run("bug-report", "none").status == 2


def test_a_packed_save_with_a_foreign_sign_is_damaged():
    head = [bug_report.TITLE, "-- save base64 1"]
    assert bug_report.read("\n".join([*head, "cGlja2V0", ""])).save == b"picket"
    assert bug_report.read("\n".join([*head, "cGlja2V0"])).save == b"picket", "without a line end"
    with pytest.raises(SaveError, match="the save in the bug report is damaged"):
        bug_report.read("\n".join([*head, "cGlj*2V0a2V0", ""]))
