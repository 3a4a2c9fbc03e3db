"""Behavior that differs on Windows: the lock, imports from a folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from picket_duty.saves.format import LARGEST_FILE
from picket_duty.saves.writer import lock
from tests.hostile.program import ROOT


def test_the_lock_byte_is_beyond_the_end_of_any_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    locked: list[int] = []
    with open(tmp_path / "s.picket", "w+b", buffering=0) as file:
        places = SimpleNamespace(LK_NBLCK=2, locking=lambda number, mode, count: locked.append(file.tell()))
        monkeypatch.setitem(sys.modules, "msvcrt", places)
        monkeypatch.setattr(sys, "platform", "win32")
        lock(file, tmp_path / "s.picket")
        assert file.tell() == 0
    assert len(locked) == 1
    # A reader requests one byte more than the largest save; the system function counts in 31 bits.
    assert LARGEST_FILE + 1 <= locked[0] < 2**31


@pytest.mark.slow
def test_the_module_imports_nothing_from_the_current_folder(tmp_path: Path):
    for name in ("click", "msgspec", "platformdirs"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the current folder')\n")
    done = subprocess.run(
        [sys.executable, "-m", "picket_duty", "tables", "list"], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
