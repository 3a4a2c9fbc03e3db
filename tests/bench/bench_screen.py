"""The screen in a pseudo-terminal: first paint against a bare Textual application, key to repaint, idle processor time.

    python -m pytest tests/bench/bench_screen.py -s

POSIX only. Figures are printed; ratios count more than milliseconds, for machines differ.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import statistics
import struct
import sys
import time

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.journal import start_save
from picket_duty.requests import Roll

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

ROWS, COLUMNS = 40, 120
HELLO = """
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self):
        yield Static("READY")
Hello().run()
"""


class Terminal:
    """A program in a pseudo-terminal of 120 columns and 40 rows."""

    def __init__(self, words: list[str], home: str) -> None:
        self.begun = time.perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(PICKET_DUTY_HOME=home, TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(words[0], words)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def until(self, text: bytes, limit: float = 20.0) -> float:
        """Seconds from the start until the text has been written."""
        seen = b""
        while text not in seen:
            if not select.select([self.file], [], [], limit)[0]:
                raise AssertionError(f"{text!r} did not come")
            seen += os.read(self.file, 65536)
        return time.perf_counter() - self.begun

    def quiet(self, seconds: float = 0.25) -> None:
        """Read until nothing is written for a while."""
        while select.select([self.file], [], [], seconds)[0]:
            os.read(self.file, 65536)

    def press(self, key: bytes) -> float:
        """Seconds from a key to the first output after it."""
        begun = time.perf_counter()
        os.write(self.file, key)
        assert select.select([self.file], [], [], 5.0)[0], key
        found = time.perf_counter() - begun
        self.quiet(0.1)
        return found

    def processor(self) -> float:
        """Seconds of processor time used so far (Linux)."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Stop the program."""
        os.kill(self.pid, signal.SIGTERM)
        try:
            while os.read(self.file, 65536):
                pass
        except OSError:
            pass
        os.waitpid(self.pid, 0)


def opened(words: list[str], text: bytes, home: str) -> float:
    terminal = Terminal(words, home)
    found = terminal.until(text)
    terminal.end()
    return found


def test_first_paint(tmp_path):
    mine, hello = [], []
    for _ in range(8):
        mine.append(opened([sys.executable, "-m", "picket_duty"], b"Quit", str(tmp_path)))
        hello.append(opened([sys.executable, "-c", HELLO], b"READY", str(tmp_path)))
    ours, bare = statistics.median(mine[1:]), statistics.median(hello[1:])
    print(
        f"\nmenu {1000 * ours:.0f} ms, bare application {1000 * bare:.0f} ms, difference {1000 * (ours - bare):.0f} ms"
    )


def nine_planes(tmp_path) -> str:
    """A save that stands at the fire plan of a wave of nine planes."""
    tables = load_tables()
    for seed in range(2000):
        game = Game.new(scenario=2, seed=seed, tables=tables)
        while game.request is not None:
            if isinstance(game.request, Roll):
                game.roll()
            elif game.request.about == "fire plan" and len(game.state.air.planes) == 9:
                path = start_save(game, path=tmp_path / "nine.picket")
                game.journal.close()
                return str(path)
            else:
                game.answer(decide(game.play, game.request))
    raise AssertionError("no wave of nine planes")


def test_keys_on_the_battle_screen(tmp_path):
    terminal = Terminal([sys.executable, "-m", "picket_duty", "resume", nine_planes(tmp_path)], str(tmp_path))
    terminal.until(b"Fire plan")
    terminal.quiet()
    for name, keys in (("plane", b"23456781"), ("mount", b"\t"), ("toggle", b" "), ("suggest and clear", b"sc")):
        times = sorted(terminal.press(bytes([keys[n % len(keys)]])) for n in range(40))
        print(f"\n{name}: median {1000 * times[20]:.1f} ms, 95th percentile {1000 * times[37]:.1f} ms", end="")
    before = terminal.processor()
    time.sleep(3)
    print(f"\nidle: {100 * (terminal.processor() - before) / 3:.1f} % of a processor")
    terminal.end()
