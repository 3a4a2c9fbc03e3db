"""Worker processes started by a screen: they start, and standard error is restored."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

#: A program that starts its first worker in a thread beside a screen, and prints where standard error goes afterwards.
STARTED_BESIDE_A_SCREEN = """
import asyncio, sys
from picket_duty.analysis.workers import workers
from picket_duty.book import load_tables
from picket_duty.tui.app import PicketApp
def start():
    with workers(1, background=True) as pool:
        return list(pool.each(abs, [-1, -2]))
async def play():
    app = PicketApp(load_tables())
    async with app.run_test():
        assert sys.stderr is not sys.__stderr__
        print(await asyncio.to_thread(start))
if __name__ == "__main__":
    asyncio.run(play())
    print(sys.stderr is sys.__stderr__)
"""


@pytest.mark.slow
def test_a_process_starts_in_a_thread_beside_a_screen(tmp_path):
    """Textual's standard error has no descriptor; the first worker starts a process that needs one."""
    script = tmp_path / "program.py"
    script.write_text(STARTED_BESIDE_A_SCREEN)
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": os.getcwd()},
        text=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("[1, 2]\nTrue\n", "")
