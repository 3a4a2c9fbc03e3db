"""The real program in a pseudo-terminal, with worker processes, recorded, and without any
terminal.
"""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.systems import POSIX
from tests.terminal_codes import ALTERNATE_OFF, ALTERNATE_ON, MOUSE_OFF, MOUSE_ON

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = "import sys; from picket_duty.tui.app import run; sys.exit(run())"


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_program_and_restores_the_terminal(tmp_path, name):
    from tests.hostile.program import Terminal

    terminal = Terminal(tmp_path, code=PROGRAM, PICKET_DUTY_PACE="step")
    terminal.wait_for(b"New game")
    assert ALTERNATE_ON in terminal.seen
    assert MOUSE_ON in terminal.seen
    for keys, text in (
        (b"\x1b[B\r", b"start with"),
        (b"\r", b"no attack"),
        (b"\r", b"Level"),
        (b"\r", b"Crew value, captain"),
        (b"\r", b"Last roll"),
    ):
        terminal.seen = b""
        terminal.press(keys)
        terminal.wait_for(text)
    terminal.seen = b""
    terminal.process.send_signal(getattr(signal, name))
    status = terminal.end()
    assert status == 0
    assert ALTERNATE_OFF in terminal.seen
    assert MOUSE_OFF in terminal.seen
    saves = list((tmp_path / "saves").iterdir())
    assert len(saves) == 1
    assert b'["r"' in saves[0].read_bytes()


@pytest.mark.slow
def test_without_a_terminal_plain_mode_is_named(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PICKET_DUTY_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment, timeout=60
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "--plain" in done.stderr
    assert done.stderr.count("\n") == 1


#: A program that starts its first worker in a thread beside a screen, and prints where standard
#: error goes afterwards.
STARTED_BESIDE_A_SCREEN = """
import asyncio, sys
from picket_duty.analysis.workers import workers
from picket_duty.book import load_tables
from picket_duty.tui.app import PicketApp
def start():
    with workers(1, background=True) as run:
        return list(run(abs, [-1, -2]))
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
    """Textual's standard error has no descriptor; the first worker starts a process that needs
    one.
    """
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


def test_the_demonstration_leaves_the_terminal_as_it_was():
    rows = (ROOT / "docs" / "demonstration.cast").read_text(encoding="utf-8").splitlines()[1:]
    text = "".join(json.loads(row)[2] for row in rows)
    modes = dict(re.findall(r"\x1b\[\?(\d+)([hl])", text))
    on_by_default = {"7", "25"}
    assert {"25", "1000", "1049", "2004"} <= set(modes)
    for mode, state in modes.items():
        assert state == ("h" if mode in on_by_default else "l"), f"mode {mode} is left {state}"
    assert text.count("\x1b[>") == text.count("\x1b[<")
    assert text.endswith("\x1b[0m")
