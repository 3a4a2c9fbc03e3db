"""Files are written whole: by one program or several, and when a write fails or the program is
killed.
"""

import errno
import os
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import Mock

import pytest

from picket_duty import saves
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.saves import SaveError, files, record, save_file, writer
from picket_duty.saves.files import BEING_WRITTEN, LEFT_OVER, create_file, write_file
from picket_duty.tui.settings import read_settings, remember
from tests.games import TABLES
from tests.saves.games import begun, play, saved
from tests.systems import POSIX
from tools import faults
from tools.faults import ERRORS, KINDS, MEMORY, TASKS, Copying


def test_a_file_is_replaced_and_keeps_its_permissions_but_a_new_one_never_replaces_another(
    tmp_path,
):
    target = tmp_path / "report.txt"
    write_file(target, b"one")
    target.chmod(0o640)
    write_file(target, b"two")
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"two", 0o640)
    assert list(tmp_path.iterdir()) == [target]
    target = tmp_path / "a.picket"
    create_file(target, b"first")
    with pytest.raises(FileExistsError):
        create_file(target, b"second")
    assert target.read_bytes() == b"first"


@pytest.mark.parametrize("function", ["write", "fsync", "replace"])
@pytest.mark.parametrize("write", [write_file, create_file])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path, monkeypatch, function, write
):
    target = tmp_path / "report.txt"
    if write is write_file:
        target.write_bytes(b"old")

    def fail(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    if write is create_file and function == "replace":
        function = "link"
        real = open
        monkeypatch.setattr(
            "builtins.open",
            lambda path, *how, **more: (fail if path == target else real)(path, *how, **more),
        )
    monkeypatch.setattr(os, function, fail)
    with pytest.raises(OSError, match="No space"):
        write(target, b"new")
    monkeypatch.undo()
    assert [path.read_bytes() for path in tmp_path.iterdir()] == (
        [b"old"] if write is write_file else []
    )


@POSIX
def test_a_link_is_followed_and_a_device_written(tmp_path):
    real = tmp_path / "real.txt"
    link = tmp_path / "link.txt"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_file(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    write_file(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()


def test_a_save_that_another_program_has_renamed_meanwhile_is_not_doubled(home, monkeypatch):
    path = home / "a.picket"
    saved(path, scenario=6, seed=1, answers=20)
    unlink = Path.unlink

    def renamed_meanwhile(self, *arguments, **options):
        if self == path:
            unlink(self)
        unlink(self, *arguments, **options)

    monkeypatch.setattr(Path, "unlink", renamed_meanwhile)
    with pytest.raises(SaveError):
        saves.rename_save(path, "b")
    assert not list(home.iterdir())


def test_what_a_killed_program_left_is_removed_later(tmp_path):
    left = tmp_path / f".report.txt.a{BEING_WRITTEN}"
    recent = tmp_path / f".report.txt.b{BEING_WRITTEN}"
    for path in (left, recent):
        path.write_bytes(b"half")
    past = time.time() - LEFT_OVER - 1
    os.utime(left, (past, past))
    write_file(tmp_path / "report.txt", b"whole")
    assert (left.exists(), recent.exists()) == (False, True)


def change_one_setting(home, name, values):
    """Change one setting many times while others change settings; returns the number of its values
    that were lost.
    """
    os.environ["PICKET_DUTY_HOME"] = home
    lost = 0
    for number in range(60):
        remember(name, values[number % 2])
        lost += getattr(read_settings(list), name) != values[number % 2]
    return lost


@pytest.mark.slow
def test_processes_that_change_settings_at_once_never_fail_and_lose_none(tmp_path):
    """Three change a setting of their own, three others the same one."""
    own = (("bell", ("on", "off")), ("aid", ("commanded", "unaided")), ("pace", ("fast", "step")))
    with get_context("spawn").Pool(6) as pool:
        changes = [(str(tmp_path), *change) for change in (*own, *[("ascii", ("on", "off"))] * 3)]
        assert pool.starmap(change_one_setting, changes)[:3] == [0] * 3


@POSIX
@pytest.mark.parametrize("dead", [True, False])
def test_nobody_waits_for_ever_for_the_lock_of_a_folder(tmp_path, monkeypatch, dead):
    """A killed process gives the lock back at once; a stopped one is waited for until patience
    ends.
    """
    code = (
        "import sys, time; from pathlib import Path; from picket_duty.saves.files import "
        "locked_folder\n"
    )
    code += f"with locked_folder(Path({str(tmp_path)!r})): print(flush=True); time.sleep(600)"
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment)
    holder.stdout.readline()
    if dead:
        holder.kill()
        holder.wait()
    waits = []
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0.1)
    monkeypatch.setattr(files.time, "sleep", waits.append)
    with files.locked_folder(tmp_path):
        assert bool(waits) is not dead
    holder.kill()
    holder.communicate()


@pytest.mark.slow
def test_a_killed_copy_leaves_the_whole_save_or_none(home):
    path = home / "a.picket"
    saved(path, scenario=6, seed=1, answers=60)
    code = (
        "import os, sys; from pathlib import Path; from picket_duty import saves; from "
        "picket_duty.saves import files\n"
    )
    code += "files.os.fsync = lambda _: os._exit(9)\n"
    code += f"saves.export_save(Path({str(path)!r}), Path({str(home / 'b.picket')!r}))"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": os.getcwd()}
        ).returncode
        == 9
    )
    assert not (home / "b.picket").exists()


def findings(task, kind, most):
    """The findings among the first faults of a kind; there must be faults, or the task makes no
    such call.
    """
    return [line for line in faults.faults(task, kind, most) if line]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_the_first_faults_of_every_kind_lose_nothing(task):
    assert [line for kind in KINDS for line in findings(task, kind, 3)] == []


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_every_fault_loses_nothing(task):
    cases = {kind: list(faults.faults(task, kind, 250)) for kind in KINDS}
    assert [line for lines in cases.values() for line in lines if line] == []
    assert len(cases[MEMORY]) > 2
    assert sum(len(cases[kind]) for kind in ERRORS) > 0


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_a_power_cut_at_any_moment_leaves_whole_files(task):
    cases = list(faults.power_cuts(task, 4))
    assert len(cases) >= 4
    assert [line for line in cases if line] == []


def test_an_answer_that_memory_fails_for_is_not_in_the_save(path, monkeypatch):
    """It failed between the write and the count of the answer: the save had an answer more than the
    game.
    """
    game = begun(path, scenario=6, seed=3)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(record.Record, "add", Mock(side_effect=MemoryError))
        with pytest.raises(MemoryError):
            game.roll()
    assert path.read_bytes() == before
    game.roll()
    assert saves.read_record(path).answers == writer.entries_of(game)


def test_a_game_goes_on_if_memory_fails_for_a_checkpoint(path, monkeypatch):
    """The answer before it was saved, but play stopped in the middle of it and asked for the same
    roll again.
    """
    game = begun(path, scenario=6, seed=3)
    captain = RandomCaptain(3)
    monkeypatch.setattr(save_file.SaveFile, "write_state", Mock(side_effect=MemoryError))
    steps = len(game.checkpoints)
    while len(game.checkpoints) == steps:
        play(game, captain, 1)
    play(game, captain, 1)
    monkeypatch.undo()
    game.save_file.close()
    assert saves.resume(path, TABLES, whole=True).state_hash == game.state_hash


def test_a_repair_that_cannot_read_undoes_nothing_and_a_copy_is_whole_or_not_there_after_a_power_cut():
    assert findings(Copying, "read", 9) == []
    assert findings(Copying, "open", 12) == []
    assert [line for line in faults.power_cuts(Copying, 1) if line] == []
