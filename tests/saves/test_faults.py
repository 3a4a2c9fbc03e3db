"""Every write, sync, rename, read and allocation fails in turn, and the power is cut (``tools/faults.py``)."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from picket_duty import saves
from picket_duty.captains.scripted import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.saves import record, writer
from tests.saves.games import TABLES
from tools import faults
from tools.faults import ERRORS, KINDS, MEMORY, TASKS, Copying, Task


def findings(task: type[Task], kind: str, most: int) -> list[str]:
    """The findings among the first faults of a kind; there must be faults, or the task makes no such call."""
    return [line for line in faults.faults(task, kind, most) if line]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_the_first_faults_of_every_kind_lose_nothing(task: type[Task]) -> None:
    assert [line for kind in KINDS for line in findings(task, kind, 3)] == []


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_every_fault_loses_nothing(task: type[Task]) -> None:
    cases = {kind: list(faults.faults(task, kind, 250)) for kind in KINDS}
    assert [line for lines in cases.values() for line in lines if line] == []
    assert len(cases[MEMORY]) > 3
    assert sum(len(cases[kind]) for kind in ERRORS) > 0


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_a_power_cut_at_any_moment_leaves_whole_files(task: type[Task]) -> None:
    cases = list(faults.power_cuts(task, 4))
    assert len(cases) >= 4
    assert [line for line in cases if line] == []


def test_an_answer_that_memory_fails_for_is_not_in_the_save(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It failed between the write and the count of the answer: the save had an answer more than the game."""
    game = Game.new(tables=TABLES, scenario=6, seed=3)
    path = saves.start_save(game, path=tmp_path / "a.picket")
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(record.Record, "add", Mock(side_effect=MemoryError))
        with pytest.raises(MemoryError):
            game.roll()
    assert path.read_bytes() == before
    game.roll()
    assert saves.read_record(path).answers == writer.entries_of(game)


def test_a_game_goes_on_if_memory_fails_for_a_checkpoint(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer before it was saved, but play stopped in the middle of it and asked for the same roll again."""
    game = Game.new(tables=TABLES, scenario=6, seed=3)
    path = saves.start_save(game, path=tmp_path / "a.picket")
    monkeypatch.setattr(writer.SaveFile, "write_state", Mock(side_effect=MemoryError))
    captain = RandomCaptain(3)
    begun = len(game.checkpoints)
    while len(game.checkpoints) == begun:
        game.roll() if isinstance(game.request, Roll) else game.answer(captain.choose(game))
    game.roll() if isinstance(game.request, Roll) else game.answer(captain.choose(game))
    monkeypatch.undo()
    game.save_file.close()
    assert saves.resume(path, TABLES, whole=True).state_hash == game.state_hash


def test_a_repair_that_cannot_read_the_save_undoes_nothing() -> None:
    assert findings(Copying, "read", 9) == []
    assert findings(Copying, "open", 12) == []


def test_a_copy_is_whole_or_not_there_after_a_power_cut() -> None:
    assert [line for line in faults.power_cuts(Copying, 1) if line] == []
