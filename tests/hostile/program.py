"""Runs the real program: in a pipe, in a pseudo-terminal, on a stream that is closed or full."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (sys.executable, "-P", "-m", "picket_duty")
#: Seconds to wait for expected output.
PATIENCE = 60


def environment(home: Path, **changed: str | None) -> dict[str, str]:
    """The environment of the program with variables set, or removed if None; the size comes from
    the window only.
    """
    mine = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    variables = {
        **mine,
        "TERM": "xterm-256color",
        "PYTHONPATH": str(ROOT),
        "PICKET_DUTY_HOME": str(home),
        **changed,
    }
    return {name: value for name, value in variables.items() if value is not None}


def run(
    home: Path,
    *words: str | bytes,
    input: bytes = b"",
    before: Callable[[], None] | None = None,
    stdout: object = subprocess.PIPE,
    cwd: Path | None = None,
    **changed: str | None,
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end. ``before`` is called in the new process, before the program."""
    if before is not None:
        # A process that cannot write would leave incomplete compiled modules behind.
        changed.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    return subprocess.run(
        [*PROGRAM, *words],
        input=input,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(home, **changed),
        preexec_fn=before,
        timeout=PATIENCE,
        cwd=cwd or home,
    )


class Terminal:
    """The program or other code on a pseudo-terminal.

    Closing it sends SIGHUP only if it is the program's controlling terminal, as a terminal window
    is.
    """

    def __init__(
        self,
        home: Path,
        *words: str,
        program: Sequence[str] = PROGRAM,
        code: str = "",
        rows: int = 24,
        columns: int = 80,
        controlling: bool = False,
        ignored: signal.Signals | None = None,
        **changed: str | None,
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

        def before() -> None:
            # A check that runs without a terminal ignores SIGHUP, and so would every program that
            # it starts.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            if controlling:
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            if ignored is not None:
                signal.signal(ignored, signal.SIG_IGN)

        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", code] if code else [*program, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(home, **changed),
            start_new_session=True,
            cwd=home,
            preexec_fn=before,
        )
        os.close(slave)
        self.seen = b""

    def wait_for(self, text: bytes | str) -> None:
        """Read until this text appears, or a match of this pattern in the text without its color
        codes.
        """
        end = time.monotonic() + PATIENCE
        while not (
            text in self.seen
            if isinstance(text, bytes)
            else re.search(
                text, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.seen.decode("utf-8", "replace"))
            )
        ):
            if time.monotonic() > end or not (self._read() or self.process.poll() is None):
                self.process.kill()
                raise AssertionError(f"{text!r} never came: {self.seen[-2000:]!r}")

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def look(self) -> None:
        while self._read():
            pass

    def end(self) -> int:
        """Read to the end; returns the exit status. Fails if the program floods the output or does
        not end.
        """
        end = time.monotonic() + PATIENCE
        most = len(self.seen) + 1_000_000
        while self.process.poll() is None:
            self._read()
            if time.monotonic() > end or len(self.seen) > most:
                self.process.kill()
                raise AssertionError(f"no end after {len(self.seen)} bytes: {self.seen[-500:]!r}")
        while self._read():
            pass
        os.close(self.master)
        return self.process.wait()

    def vanish(self, within: float = PATIENCE) -> int:
        """Close the terminal; returns the exit status of the program, which must end within these
        seconds.
        """
        os.close(self.master)
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def _read(self) -> bool:
        ready, _, _ = select.select([self.master], [], [], 0.1)
        if not ready:
            return False
        try:
            output = os.read(self.master, 65536)
        except OSError:
            return False
        self.seen += output
        return bool(output)


def is_running(process):
    """Whether a process runs; a zombie does not."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return True
