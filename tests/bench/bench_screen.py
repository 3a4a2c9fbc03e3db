"""The screen in a pseudo-terminal: first paint against a bare Textual application, repaint, autoplay, idle.

    python -m pytest tests/bench/bench_screen.py -s

POSIX only. Figures are printed; ratios matter more than milliseconds, and CPU time more than elapsed time. Goals: the
menu at most 1.6 times the bare application, the battle 2.0; a repaint after a key in 4 ms, 95th percentile 8 ms;
autoplay below 10 % of a processor, idle 0.0 %.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import sys
import time

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import StandingOrders, save_standing_orders
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.saves import start_save

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

ROWS, COLUMNS = 40, 120
#: Starts of each program; seconds until a decision is analyzed; seconds of autoplay.
RUNS, SETTLED, TAPE = 12, 25, 20
HELLO = """
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self):
        yield Static("READY")
Hello().run()
"""


class Terminal:
    """A program in a pseudo-terminal of 120 columns and 40 rows, with compiled modules."""

    def __init__(self, words: list[str], home: str, **settings: str) -> None:
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.environ.update(PICKET_DUTY_HOME=home, PYTHONPYCACHEPREFIX=f"{home}/compiled")
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", **settings)
            os.execv(words[0], words)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def until(self, text: bytes, limit: float = 20.0) -> None:
        """Read until this text appears."""
        seen = b""
        while text not in seen:
            if not select.select([self.file], [], [], limit)[0]:
                raise AssertionError(f"{text!r} did not come")
            seen += os.read(self.file, 65536)

    def quiet(self, seconds: float = 0.25) -> None:
        """Read until nothing is written for a while."""
        while select.select([self.file], [], [], seconds)[0]:
            os.read(self.file, 65536)

    def press(self, key: bytes) -> float:
        """Seconds from a key to the first output after it."""
        begun = time.perf_counter()
        os.write(self.file, key)
        assert select.select([self.file], [], [], 5.0)[0], key
        seconds = time.perf_counter() - begun
        self.quiet(0.1)
        return seconds

    def read_for(self, seconds: float) -> None:
        """Read the output for this many seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.file], [], [], left)[0]:
                os.read(self.file, 65536)

    def processor(self) -> float:
        """CPU seconds used so far (Linux)."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, how: int = signal.SIGTERM) -> float:
        """Stop the program; returns the CPU seconds it used."""
        os.kill(self.pid, how)
        try:
            while os.read(self.file, 65536):
                pass
        except OSError:
            pass
        os.close(self.file)
        used = os.wait4(self.pid, 0)[2]
        return used.ru_utime + used.ru_stime


def painted(words: list[str], text: bytes, home: str) -> float:
    """CPU seconds until a text is on the screen."""
    terminal = Terminal(words, home)
    terminal.until(text)
    return terminal.end(signal.SIGKILL)


def test_first_paint(tmp_path):
    program, home = [sys.executable, "-m", "picket_duty"], str(tmp_path)
    kinds = {
        "bare application": ([sys.executable, "-c", HELLO], b"READY"),
        "menu": (program, b"Settings"),
        "battle": ([*program, "resume", nine_planes(tmp_path)], b"Fire plan"),
    }
    seconds_by_kind = {kind: [] for kind in kinds}
    for _ in range(RUNS):
        for kind, (words, text) in kinds.items():
            seconds_by_kind[kind].append(painted(words, text, home))
    # The first run compiles. The minimum is the least disturbed measurement.
    least = {kind: min(times[1:]) for kind, times in seconds_by_kind.items()}
    for kind, time_used in least.items():
        print(f"\n{kind}: {1000 * time_used:.0f} ms, ratio {time_used / least['bare application']:.2f}", end="")


def nine_planes(tmp_path) -> str:
    """A save at the fire plan of a wave of nine planes."""
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
    terminal.read_for(SETTLED)
    for name, keys in (
        ("plane", [b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"1"]),
        ("mount", [b"\x1b[B"]),
        ("toggle", [b" "]),
        ("clear and suggest", [b"x", b"s"]),
    ):
        times = sorted(terminal.press(keys[n % len(keys)]) for n in range(40))
        print(f"\n{name}: median {1000 * times[20]:.1f} ms, 95th percentile {1000 * times[37]:.1f} ms", end="")
    terminal.read_for(SETTLED)
    before = terminal.processor()
    terminal.read_for(5)
    print(f"\nidle: {100 * (terminal.processor() - before) / 5:.1f} % of a processor")
    terminal.end()


def test_autoplay_processor_time(tmp_path):
    game = Game.new(scenario=2, seed=1, tables=load_tables())
    path = start_save(game, path=tmp_path / "tape.picket")
    save_standing_orders(game, StandingOrders(commands=True))
    game.journal.close()
    terminal = Terminal([sys.executable, "-m", "picket_duty", "resume", str(path)], str(tmp_path))
    terminal.until(b"normal")
    terminal.read_for(2)
    before, answers = terminal.processor(), lines_of(path)
    terminal.read_for(TAPE)
    used = terminal.processor() - before
    assert lines_of(path) > answers + TAPE, "the tape stood still"
    print(f"\ntape: {100 * used / TAPE:.1f} % of a processor, {lines_of(path) - answers} lines in {TAPE} seconds")
    terminal.end()


def lines_of(path) -> int:
    """The number of lines of a save."""
    return len(path.read_bytes().splitlines())
