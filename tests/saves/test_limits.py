"""Everything written can be read back: any calls of a save file in any order, with low limits."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from picket_duty import saves
from picket_duty.game import Checkpoint
from picket_duty.saves import SaveError, files, format
from picket_duty.saves.writer import create, header_of

from .games import TABLES, new_branch, played, saved, switch_branch

HEADER = header_of(played(scenario=6, seed=1, answers=1))
NAMES = some.sampled_from(("main", "a", "b", "c", "d")) | some.text(max_size=3) | some.just("\ud800")
COUNTS = some.integers(-1, 12) | some.booleans() | some.just(2**70)
VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=9) | some.just("\udc80")
    | some.binary(max_size=3) | some.just("x" * 900) | some.just(object()),
    lambda more: some.lists(more, max_size=3) | some.dictionaries(some.text(max_size=3) | some.integers(), more),
    max_leaves=5,
)  # fmt: skip
CALLS = some.one_of(
    some.tuples(some.just("write_roll"), some.lists(some.integers(0, 9) | some.just("6"), max_size=3), NAMES),
    some.tuples(some.just("write_choice"), VALUES),
    some.tuples(some.just("write_undo"), COUNTS),
    some.tuples(some.just("write_note"), NAMES, VALUES),
    some.tuples(some.just("write_tables"), NAMES),
    some.tuples(some.just("write_end"), NAMES),
    some.tuples(some.just("write_checkpoint"), some.integers(1, 3000)),
    some.tuples(some.just("write"), some.tuples(some.just("branch"), NAMES, COUNTS).map(list)),
    some.tuples(some.just("write"), some.tuples(some.just("switch"), NAMES).map(list)),
    some.tuples(some.just("write"), some.tuples(some.just("drop"), NAMES).map(list)),
    some.tuples(some.just("write"), some.lists(VALUES, max_size=3)),
)


@pytest.fixture
def low_limits(monkeypatch):
    """Lower the limits, so that a save is soon full."""
    monkeypatch.setattr(format, "MOST_ANSWERS", 20)
    monkeypatch.setattr(format, "MOST_BRANCHES", 4)
    monkeypatch.setattr(format, "LARGEST_LINE", 800)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(calls=some.lists(CALLS, max_size=40))
def test_written_text_can_be_read_back(low_limits, calls):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.picket"
        save = create(path)
        save.write(["game", HEADER])
        for name, *given_ in calls:
            before = path.read_bytes()
            try:
                getattr(save, name)(*_arguments(name, given_))
            except SaveError:
                assert path.read_bytes() == before
        save.close()
        content = saves.parse(path.read_bytes(), "save")
        assert not content.torn
        assert content.branches == save._record.branches
        assert (content.current, content.notes) == (save._record.current, save._record.notes)


def _arguments(name, values):
    if name != "write_checkpoint":
        return values
    return [Checkpoint(0, 0, "1945-04-01/turn", True, ((b'{"x":"' + bytes(range(40, 90)) * values[0] + b'"}',),))]


@pytest.mark.slow
def test_a_branch_beyond_the_limit_is_refused_before_it_is_written(tmp_path):
    path = tmp_path / "a.picket"
    saved(path, scenario=6, seed=2, answers=12)
    for number in range(format.MOST_BRANCHES - 1):
        new_branch(path, 3, f"line {number}").save_file.close()
        switch_branch(path, "main")
    before = path.read_bytes()
    with pytest.raises(SaveError, match="at most 100 branches"):
        new_branch(path, 2, "one more")
    assert path.read_bytes() == before
    assert len(saves.read_record(path).branches) == format.MOST_BRANCHES


def test_one_answer_too_many_is_refused_and_the_request_stays_open(tmp_path, monkeypatch):
    monkeypatch.setattr(format, "MOST_ANSWERS", 15)
    path = tmp_path / "a.picket"
    game = saved(path, scenario=6, seed=2, answers=15)
    game = saves.resume(path, TABLES)
    request = game.request
    with pytest.raises(SaveError, match="too many answers; a save holds at most"):
        game.roll()
    assert game.request is request
    game.undo(2)
    game.roll()
    game.save_file.close()
    assert len(saves.read_record(path).answers) == 14


def test_a_state_too_large_to_be_read_back_is_not_written(tmp_path, monkeypatch):

    monkeypatch.setattr(format, "LARGEST_STATE", 500)
    path = tmp_path / "a.picket"
    game = saved(path, scenario=6, seed=2, answers=15)
    assert not saves.read_record(path).snapshots
    assert saves.resume(path, TABLES).state_hash == game.state_hash


def test_the_name_of_a_save_has_a_limit(tmp_path):
    longest = "a" * files.LONGEST_NAME
    assert files.path_of(longest, tmp_path).stem == longest
    with pytest.raises(SaveError, match="Use up to 100 printable characters"):
        files.path_of(longest + "a", tmp_path)
    with pytest.raises(SaveError, match="is not a valid save name"):
        files.path_of("", tmp_path)
