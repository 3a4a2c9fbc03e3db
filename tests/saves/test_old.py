"""Saves of format 1, as the programs of then wrote them: gone on with, or taken up from their last snapshot."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.captains.random import RandomCaptain
from picket_duty.saves import Differs, OtherTables, SaveError, branches, format
from picket_duty.saves import record as records

from .games import TABLES, other_tables, play, saved
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


def as_of_format_1(path: Path) -> None:
    """A save of today as if a program of format 1 had written it: other hashes, and fields that went away."""

    def age(entries):
        entries[0][1]["version"] = 1
        for one in entries:
            if one[0] == "at":
                one[2] = one[2][::-1]
                if len(one) > 4:
                    one[4] = one[4][::-1]
                else:
                    state = msgspec.json.decode(format.unpack(one[3]))
                    one[3] = format.pack(msgspec.json.encode({**state, "on_duty": False}))
            elif one[0] == "over":
                one[1] = one[1][::-1]

    changed(path, age)


def with_another_row(entries) -> None:
    """The rules were corrected: a row of the first dice is another now."""
    next(one for one in entries if one[0] == "r")[2] = "no such row"


def plays_as_recorded(path: Path) -> bool:
    """Whether the rules of today still come to every row of a save."""
    try:
        saves.load_whole(path, TABLES)
    except Differs:
        return False
    return True


def test_one_of_each_kind_is_kept():
    assert SAVES == ["branches", "long-b", "mini", "over", "patrol", "scenario"]
    for name in SAVES:
        record = saves.read_record(OLD / f"{name}.picket")
        assert all(line.old for line in record.lines.values()), name
        assert not any(point.comparable for point in record.points), name


def test_it_is_listed_replayed_and_gone_on_with(path, run):
    before, whole = saves.read_record(path), plays_as_recorded(path)
    assert [save.trouble for save in saves.list_saves()] == [""]
    told = run("replay", path.stem)
    if whole:
        assert len(told.out.splitlines()) >= len(before.answers)
    else:
        assert "'picket-duty resume' takes it up from its last snapshot" in told.err
    assert path.read_bytes() == (OLD / path.name).read_bytes()

    game = saves.resume(path, TABLES)
    if whole:
        assert (game.requests, game.base, game.journal.notice) == (len(before.answers), 0, "")
    else:
        assert game.requests == game.base == before.points[-1].answers
        assert "saved by an older program" in game.journal.notice
    game.journal.close()
    gone_on_with(path)


def gone_on_with(path: Path) -> None:
    """Play on, twice, and find the game again each time."""
    for seed in (4, 5):
        game = saves.resume(path, TABLES)
        assert game.journal.notice == ""
        play(game, RandomCaptain(seed), 60)
        game.journal.close()
        record = saves.read_record(path)
        assert not record.line.old
        assert record.tables == TABLES.digest
        again = saves.resume(path, TABLES)
        again.journal.close()
        assert again.state_hash == game.state_hash == saves.load_whole(path, TABLES).state_hash


@pytest.mark.parametrize(
    "chosen", [{"scenario": 4}, {"campaign": "mini", "level": "advanced"}, {"campaign": "long-b", "level": "advanced"}]
)
def test_where_nothing_differs_nothing_is_lost(home, run, chosen):
    path = home / "a.picket"
    game = saved(path, answers=220, seed=3, **chosen)
    as_of_format_1(path)
    assert saves.read_record(path).line.old
    assert run("replay", "a", "--verify").out.startswith(f"a.picket: {game.requests} answers, 0 states")
    again = saves.resume(path, TABLES)
    assert (again.requests, again.base, again.journal.notice) == (game.requests, 0, "")
    assert again.state_hash == game.state_hash
    again.journal.close()
    gone_on_with(path)
    saves.verify(saves.read_record(path), TABLES, "a")


def test_a_day_later_it_is_taken_up_from_its_day_again(home):
    path = home / "a.picket"
    saved(path, answers=220, campaign="long-b", seed=3)
    as_of_format_1(path)
    game = saves.resume(path, TABLES)
    answers = game.requests
    while not any(point.day and point.answers > answers for point in game.checkpoints):
        play(game, RandomCaptain(1), 1)
    left = game.state_hash
    game.journal.close()
    again = saves.resume(path, TABLES)
    assert again.base > answers
    assert again.state_hash == left


def test_each_of_its_lines_can_be_switched_to_and_gone_on_with(home):
    path = Path(shutil.copy(OLD / "branches.picket", home))
    saves.resume(path, TABLES).journal.close()
    for name in ("meek", "main", "bold"):
        game = branches.switch(path, name, TABLES)
        assert game.requests
        assert game.journal.notes == {"front": {"seen": 3}}
        game.journal.close()
        gone_on_with(path)


def test_one_that_plays_differently_now_is_taken_up_from_its_last_snapshot(mini, run):
    changed(mini, with_another_row)
    answers = len(saves.read_record(mini).answers)
    assert "'picket-duty resume' takes it up" in run("replay", "mini").err

    game = saves.resume(mini, TABLES)
    start = game.requests
    assert 0 < start < answers
    assert f"{answers - start} answers taken back" in game.journal.notice
    assert game.checkpoints[0].label in game.journal.notice
    play(game, RandomCaptain(9), 30)
    left = game.state_hash
    game.journal.close()

    again = saves.resume(mini, TABLES)
    assert (again.state_hash, again.journal.notice) == (left, "")
    again.journal.close()
    told = saves.load_whole(mini, TABLES)
    assert (told.base, told.state_hash) == (start, left)


def test_a_snapshot_that_cannot_be_read_is_passed_over(mini):
    def spoil(entries):
        with_another_row(entries)
        [one for one in entries if one[0] == "at"][-1][3] = "rubbish"

    points = saves.read_record(mini).points
    changed(mini, spoil)
    assert saves.resume(mini, TABLES).requests == points[-2].answers


def test_one_that_cannot_be_played_at_all_is_refused_in_one_line(mini, run):
    def spoil(entries):
        with_another_row(entries)
        for one in entries:
            if one[0] == "at":
                one[3] = "rubbish"

    changed(mini, spoil)
    before = mini.read_bytes()
    with pytest.raises(SaveError, match=r"finish it with picket-duty 0\.1\.0") as caught:
        saves.resume(mini, TABLES)
    assert len(str(caught.value).splitlines()) == 1
    assert run("resume", "mini", "--plain").status == 2
    assert mini.read_bytes() == before


def test_other_tables_are_asked_about_as_ever(mini, tmp_path):
    other = load_tables(other_tables(tmp_path / "layer", "charts/10.toml", 'title = "', 'title = "My '))
    with pytest.raises(OtherTables):
        saves.resume(mini, other)
    assert saves.mend(mini, other)
    assert saves.resume(mini, other).requests


def test_once_gone_on_with_a_program_of_then_refuses_it(mini, monkeypatch):
    saves.resume(mini, TABLES).journal.close()
    monkeypatch.delitem(records.ENTER, "format")
    with pytest.raises(SaveError, match="not an entry of ours; the file was left as it is"):
        saves.read_record(mini)


def test_a_format_to_come_is_refused(mini):
    changed(mini, lambda entries: entries.append(["format", format.FORMAT_VERSION + 1]))
    with pytest.raises(SaveError, match="written by a newer program"):
        saves.read_record(mini)
