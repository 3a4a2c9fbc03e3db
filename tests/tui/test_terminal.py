"""The real program in a pseudo-terminal, and without any terminal."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; from picket_duty.tui.app import run; sys.exit(run())"
ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"
MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h", b"\x1b[?1000l"
#: Seconds to wait for a screen.
PATIENCE = 20


class Terminal:
    """A program on a pseudo-terminal of 80 columns and 24 rows."""

    def __init__(self, folder: Path, program: str = PROGRAM) -> None:
        import fcntl
        import pty
        import struct
        import termios

        own = {"TERM": "xterm-256color", "PICKET_DUTY_HOME": str(folder), "PICKET_DUTY_PACE": "step"}
        environment = {**os.environ, **own, "PYTHONPATH": str(ROOT)}
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True,
            # A check that runs without a terminal ignores SIGHUP, and so would the program.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )  # fmt: skip
        os.close(slave)
        self.seen = b""

    def wait_for(self, text: bytes) -> None:
        """Read until a text has appeared since the last key."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            if not self._read(0.2) and self.process.poll() is not None:
                raise AssertionError(self.seen[-2000:])

    def press(self, keys: bytes) -> None:
        """Type keys."""
        self.seen = b""
        os.write(self.master, keys)

    def end(self) -> int:
        """Read to the end; returns the exit status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self._read(0.1)
        while self._read(0.1):
            pass
        os.close(self.master)
        return self.process.wait(PATIENCE)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.seen += data
        return bool(data)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_program_and_restores_the_terminal(tmp_path: Path, name: str) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for(b"New game")
    assert ALTERNATE_ON in terminal.seen
    assert MOUSE_ON in terminal.seen
    terminal.press(b"\x1b[B\r")
    terminal.wait_for(b"start with")
    terminal.press(b"\r")
    terminal.wait_for(b"no attack")
    terminal.press(b"\r")
    terminal.wait_for(b"Level")
    terminal.press(b"\r")
    terminal.wait_for(b"Crew value, captain")
    terminal.press(b"\r")
    terminal.wait_for(b"Last roll")
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
