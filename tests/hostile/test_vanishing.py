"""A terminal that vanishes at any moment: the program ends within seconds, and the save can be opened again."""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)

import pty
import tty

from picket_duty.game import Game
from picket_duty.saves import resume, start_save
from picket_duty.tui.ending import PATIENCE, Ending
from picket_duty.tui.terminal import MOST_WAITING, Output
from tests.hostile.program import Terminal

#: Seconds in which the program must have ended; the machine may be busy.
WITHIN = PATIENCE + 10
ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"
CTRL_Q = b"\x11"
KEYS = (b"\r", b"f", b"o", b"\x1b", b"y", b"\t", b"\x1b[B", b"1", b"s", b"?", b"v")


# -- the output alone ----------------------------------------------------------------------


class Stream:
    """A standard error stream on a file."""

    encoding = "utf-8"

    def __init__(self, file: int) -> None:
        self._file = file

    def fileno(self) -> int:
        return self._file


@pytest.fixture
def ends():
    """The two ends of a pseudo-terminal; the second is the terminal of the program."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield master, slave
    for file in (master, slave):
        with suppress(OSError):
            os.close(file)


@pytest.fixture
def output(ends, monkeypatch):
    """Output to the pseudo-terminal, and its ending."""
    monkeypatch.setattr("sys.__stderr__", Stream(ends[1]))
    ending = Ending()
    return Output(ending), ending


def test_frames_are_written_in_order(ends, output):
    written, _ = output
    for number in range(3 * MOST_WAITING):
        written.write(f"{number:04d}")
    written.stop()
    wanted, read = "".join(f"{number:04d}" for number in range(3 * MOST_WAITING)), ""
    while len(read) < len(wanted):
        read += os.read(ends[0], 10_000).decode()
    assert read == wanted


def test_output_to_a_terminal_that_is_gone_never_waits(ends, output):
    written, ending = output
    os.close(ends[0])
    for _ in range(10 * MOST_WAITING):
        written.write("frame")
    written.stop()
    assert ending.asked


@pytest.mark.slow
def test_output_to_a_terminal_that_takes_nothing_stops_waiting_at_the_end(output):
    written, ending = output
    ending.asked = True
    for _ in range(MOST_WAITING + 3):
        written.write("x" * 100_000)
    written.stop()


# -- the program -------------------------------------------------------------------------


@pytest.fixture
def save(tmp_path) -> Path:
    """A saved game with a raid to fight."""
    path = tmp_path / "game.picket"
    game = Game.new(scenario=4, seed=5)
    start_save(game, path=path)
    game.save_file.close()
    return path


def opened(save: Path, **how) -> Terminal:
    terminal = Terminal(save.parent, "resume", str(save), rows=40, columns=120, controlling=True, **how)
    terminal.wait_for(ALTERNATE_ON)
    return terminal


def type_for(terminal: Terminal, seconds: float, keys: random.Random) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and terminal.process.poll() is None:
        terminal.press(keys.choice(KEYS))
        terminal.look()


def ended_cleanly(terminal: Terminal, save: Path) -> None:
    """Close the terminal; the program ends in time and leaves the save open to others."""
    terminal.vanish(WITHIN)
    game = resume(save)
    game.save_file.close()


@pytest.mark.slow
@pytest.mark.parametrize("ignored", [None, signal.SIGHUP], ids=["hangup", "ignored"])
@pytest.mark.parametrize("moment", [0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.2, 2.0])
def test_a_terminal_that_vanishes_during_start_up(save, moment, ignored):
    terminal = opened(save, ignored=ignored)
    end = time.monotonic() + moment
    while time.monotonic() < end:
        terminal.look()
    ended_cleanly(terminal, save)


@pytest.mark.slow
@pytest.mark.parametrize("ignored", [None, signal.SIGHUP], ids=["hangup", "ignored"])
@pytest.mark.parametrize("number", range(6))
def test_a_terminal_that_vanishes_in_battle(save, number, ignored):
    terminal, keys = opened(save, ignored=ignored), random.Random(number)
    terminal.wait_for(b"Gun mounts")
    type_for(terminal, keys.uniform(0.5, 4), keys)
    ended_cleanly(terminal, save)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_a_terminal_that_vanishes_while_the_program_leaves(save, number):
    terminal, keys = opened(save), random.Random(number)
    terminal.wait_for(b"Gun mounts")
    type_for(terminal, keys.uniform(0.5, 2), keys)
    if terminal.process.poll() is None:
        terminal.press(CTRL_Q)
    time.sleep(number * 0.05)
    ended_cleanly(terminal, save)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
@pytest.mark.parametrize("moment", [0.0, 0.1, 0.3, 0.8])
def test_a_signal_at_any_moment_of_start_up_leaves_the_alternate_screen(save, moment, name):
    terminal = opened(save)
    time.sleep(moment)
    terminal.process.send_signal(getattr(signal, name))
    assert terminal.end() == 0
    assert terminal.seen.rfind(ALTERNATE_OFF) > terminal.seen.rfind(ALTERNATE_ON)


@pytest.mark.slow
def test_a_signal_ends_the_program_on_a_terminal_that_takes_no_output(save):
    """Nobody reads the terminal: its buffer and the queue fill up."""
    terminal = opened(save)
    for key in KEYS * 40:
        if terminal.process.poll() is None:
            terminal.press(key)
        time.sleep(0.005)
    terminal.process.send_signal(signal.SIGTERM)
    terminal.process.wait(WITHIN)
    os.close(terminal.master)
