"""The real program in a pseudo-terminal, and without any terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; from picket_duty.tui.app import run; sys.exit(run())"
ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"
MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h", b"\x1b[?1000l"


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_program_and_restores_the_terminal(tmp_path: Path, name: str) -> None:
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
def test_without_a_terminal_plain_mode_is_named(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PICKET_DUTY_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "--plain" in done.stderr
    assert done.stderr.count("\n") == 1
