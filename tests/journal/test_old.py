"""Saves of format 1, as the programs of then wrote them: gone on with, or taken up from their last snapshot."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from picket_duty import journal
from picket_duty.book import load_tables
from picket_duty.captains.random import RandomCaptain
from picket_duty.journal import OtherTables, SaveError, branches, lines
from picket_duty.journal import record as records

from .games import TABLES, other_tables, play
from .test_saves import contents_of, rebuilt

OLD = Path(__file__).parent / "old"
SAVES = sorted(path.stem for path in OLD.glob("*.picket"))


@pytest.fixture(params=SAVES)
def path(request, home):
    return Path(shutil.copy(OLD / f"{request.param}.picket", home))


@pytest.fixture
def mini(home):
    return Path(shutil.copy(OLD / "mini.picket", home))


def changed(path: Path, change) -> None:
    """Change the entries of a save, every checksum right."""
    entries = contents_of(path.read_bytes())
    change(entries)
    path.write_bytes(rebuilt(entries))


def with_another_row(entries) -> None:
    """The rules were corrected: a row of the first dice is another now."""
    next(one for one in entries if one[0] == "r")[2] = "no such row"


def test_one_of_each_kind_is_kept():
    assert SAVES == ["branches", "long-b", "mini", "over", "patrol", "scenario"]
    for name in SAVES:
        record = journal.read_record(OLD / f"{name}.picket")
        assert record.old, name
        assert not any(point.comparable for point in record.points), name


def test_it_is_listed_replayed_and_gone_on_with(path, run):
    before = journal.read_record(path)
    assert [save.trouble for save in journal.list_saves()] == [""]
    assert run("replay", path.stem, "--verify").status == 0
    told = run("replay", path.stem).out.splitlines()
    assert len(told) >= len(before.answers)
    assert path.read_bytes() == (OLD / path.name).read_bytes()

    game = journal.resume(path, TABLES)
    assert game.journal.notice == ""
    assert [game.requests, game.base] == [len(before.answers), 0]
    game.journal.close()
    after = journal.read_record(path)
    assert not after.old
    assert after.answers == before.answers

    game = journal.resume(path, TABLES)
    play(game, RandomCaptain(4), 60)
    left = game.state_hash
    game.journal.close()
    assert journal.resume(path, TABLES).state_hash == left
    journal.verify(journal.read_record(path), TABLES, "a")


def test_a_day_later_it_is_taken_up_from_its_day_again(home):
    path = Path(shutil.copy(OLD / "long-b.picket", home))
    game = journal.resume(path, TABLES)
    answers = game.requests
    while not any(point.day and point.answers > answers for point in game.checkpoints):
        play(game, RandomCaptain(1), 1)
    left = game.state_hash
    game.journal.close()
    again = journal.resume(path, TABLES)
    assert again.base > answers
    assert again.state_hash == left


def test_all_its_lines_can_be_compared_and_switched_to(home):
    path = Path(shutil.copy(OLD / "branches.picket", home))
    assert [one.name for one in branches.compare(path, TABLES)] == ["main", "bold", "meek"]
    branches.switch(path, "meek", TABLES).journal.close()
    game = branches.begin(path, 10, "new", TABLES)
    assert game.requests == 10
    assert game.journal.notes == {"front": {"seen": 3}}


def test_one_that_plays_differently_now_is_taken_up_from_its_last_snapshot(mini, run):
    changed(mini, with_another_row)
    answers = len(journal.read_record(mini).answers)
    assert "'picket-duty resume' takes it up" in run("replay", "mini").err

    game = journal.resume(mini, TABLES)
    start = game.requests
    assert 0 < start < answers
    assert f"{answers - start} answers taken back" in game.journal.notice
    assert game.checkpoints[0].label in game.journal.notice
    play(game, RandomCaptain(9), 30)
    left = game.state_hash
    game.journal.close()

    again = journal.resume(mini, TABLES)
    assert (again.state_hash, again.journal.notice) == (left, "")
    again.journal.close()
    told = journal.load_whole(mini, TABLES)
    assert (told.base, told.state_hash) == (start, left)


def test_a_snapshot_that_cannot_be_read_is_passed_over(mini):
    def spoil(entries):
        with_another_row(entries)
        [one for one in entries if one[0] == "at"][-1][3] = "rubbish"

    points = journal.read_record(mini).points
    changed(mini, spoil)
    assert journal.resume(mini, TABLES).requests == points[-2].answers


def test_one_that_cannot_be_played_at_all_is_refused_in_one_line(mini, run):
    def spoil(entries):
        with_another_row(entries)
        for one in entries:
            if one[0] == "at":
                one[3] = "rubbish"

    changed(mini, spoil)
    before = mini.read_bytes()
    with pytest.raises(SaveError, match=r"finish it with picket-duty 0\.1\.0") as caught:
        journal.resume(mini, TABLES)
    assert len(str(caught.value).splitlines()) == 1
    assert run("resume", "mini", "--plain").status == 2
    assert mini.read_bytes() == before


def test_other_tables_are_asked_about_as_ever(mini, tmp_path):
    other = load_tables(other_tables(tmp_path / "layer", "charts/10.toml", 'title = "', 'title = "My '))
    with pytest.raises(OtherTables):
        journal.resume(mini, other)
    assert journal.mend(mini, other)
    assert journal.resume(mini, other).requests


def test_once_gone_on_with_a_program_of_then_refuses_it(mini, monkeypatch):
    journal.resume(mini, TABLES).journal.close()
    monkeypatch.delitem(records.ENTER, "format")
    with pytest.raises(SaveError, match="not an entry of ours; the file was left as it is"):
        journal.read_record(mini)


def test_a_format_to_come_is_refused(mini):
    changed(mini, lambda entries: entries.append(["format", lines.FORMAT_VERSION + 1]))
    with pytest.raises(SaveError, match="written by a newer program"):
        journal.read_record(mini)
