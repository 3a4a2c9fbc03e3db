"""Terminals that are dumb, too small, resized, gone or stopped: refused in one line, or played and
left cleanly.
"""

import os
import random
import shlex
import shutil
import signal
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

if os.name != "posix":
    pytest.skip("pseudo-terminals and job control are POSIX", allow_module_level=True)

import pty
import tty

from picket_duty.captains import captain_named, play_out
from picket_duty.saves import resume
from picket_duty.tui.app import LARGEST
from picket_duty.tui.ending import PATIENCE, Ending
from picket_duty.tui.screens.dialogs import AskScreen
from picket_duty.tui.terminal import MOST_WAITING, Output
from picket_duty.tui.widgets.radar import RadarPlot
from tests.games import new_game
from tests.hostile.program import PROGRAM, Terminal, run
from tests.saves.games import saved
from tests.terminal_codes import ALTERNATE_OFF, ALTERNATE_ON, CURSOR_ON
from tests.tui.conftest import running

NOWHERE = {"COLUMNS": None, "LINES": None}
#: Bytes that the program may use on the largest screen.
MOST_MEMORY = 500_000_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "terminal",
    [
        *({"TERM": kind} for kind in ("dumb", "unknown", "DUMB")),
        *(
            {"rows": rows, "columns": columns, **NOWHERE}
            for rows, columns in ((0, 0), (0, 80), (24, 0))
        ),
    ],
    ids=str,
)
def test_a_terminal_without_cursor_or_size_is_refused_in_one_line_before_a_game_starts(
    tmp_path, terminal
):
    refused = Terminal(tmp_path, "play", "--scenario", "6", **terminal)
    assert refused.end() == 2
    assert refused.seen.count(b"\n") == 1
    assert b"--plain" in refused.seen
    assert b"\x1b" not in refused.seen
    assert not (tmp_path / "saves").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "variable",
    [
        {"TEXTUAL_DRIVER": "os:system"},
        {"TEXTUAL_DRIVER": "no_such_module:Driver"},
        {"TEXTUAL_DRIVER": "textual.driver:Driver"},
        {"TEXTUAL_DRIVER": ""},
        {"TEXTUAL_COLOR_SYSTEM": "x"},
    ],
    ids=str,
)
def test_a_variable_that_textual_cannot_use_is_refused_in_one_line(tmp_path, variable):
    refused = Terminal(tmp_path, "play", "--scenario", "6", **variable)
    assert refused.end() == 2
    assert refused.seen.count(b"\n") == 1
    assert next(iter(variable)).encode() in refused.seen


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    [{"COLUMNS": "99999999", "LINES": "99999"}, {"rows": 60000, "columns": 60000, **NOWHERE}],
    ids=str,
)
def test_a_screen_is_no_larger_than_one_that_can_be_drawn(tmp_path, size):
    terminal = Terminal(tmp_path, "play", "--scenario", "6", "--seed", "7", **size)
    terminal.wait_for(f"\x1b[{LARGEST.height};1H".encode())
    terminal.wait_for(b"ORDERS")
    terminal.look()
    assert memory(terminal.process.pid) < MOST_MEMORY
    terminal.press(CTRL_Q)
    assert terminal.end() == 0


@pytest.mark.slow
@pytest.mark.parametrize("way", [b"q", b"\x11", signal.SIGTERM])
@pytest.mark.parametrize(
    ("rows", "columns", "shown"), [(5, 50, b"Picket Duty needs"), (1, 1, b"P")]
)
def test_a_small_window_shows_one_line_and_every_quit_key_works(
    tmp_path, rows, columns, shown, way
):
    terminal = Terminal(
        tmp_path, "play", "--scenario", "6", "--seed", "7", rows=rows, columns=columns
    )
    terminal.wait_for(shown)
    terminal.process.send_signal(way) if isinstance(way, signal.Signals) else terminal.press(way)
    assert terminal.end() == 0
    assert ALTERNATE_OFF in terminal.seen


@pytest.mark.slow
def test_a_terminal_that_vanishes_ends_the_program(tmp_path):
    terminal = Terminal(tmp_path)
    terminal.wait_for(b"New game")
    assert terminal.vanish() == 0


@pytest.mark.slow
def test_a_save_moved_before_the_program_ends_is_written_again(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_PACE", "fast")
    terminal = Terminal(tmp_path, "play", "--scenario", "6", "--seed", "7")
    terminal.wait_for(b"ORDERS")
    terminal.press(b"\r")
    terminal.wait_for(b"Fire plan")
    next((tmp_path / "saves").iterdir()).unlink()
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.end() == 0
    assert b"Nothing is lost" in terminal.seen
    assert next((tmp_path / "saves").iterdir()).stem.endswith("-rescued")


def test_input_or_output_that_is_not_a_terminal_is_refused_in_one_line(tmp_path):
    master, slave = pty.openpty()
    done = run(tmp_path, stdout=slave)
    os.close(master)
    os.close(slave)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"Standard input" in done.stderr
    done = run(tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert b"--plain" in done.stderr


def memory(process):
    """The memory of a process in bytes; 0 where the system does not say."""
    with suppress(OSError):
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


@pytest.fixture(scope="module")
def attacked():
    game = new_game(scenario=3, seed=5)
    play_out(game, captain_named("doctrine", 5), lambda game: bool(game.state.air.planes))
    return game


@pytest.mark.slow
async def test_the_plot_is_drawn_at_every_size(attacked, home):
    async with running(attacked, (80, 24)) as (_, app):
        plot = app.screen.query_one(RadarPlot)
        for height in range(1, 30):
            for width in (1, 2, 20, 40, 60, 80, 120):
                assert plot.draw(width, height)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (80, 1), (80, 12), (80, 20), (80, 23), (20, 24), (3, 2)])
async def test_a_battle_below_the_minimum_size_shows_a_notice_and_quits_on_q(attacked, home, size):
    async with running(attacked, (120, 50)) as (pilot, app):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert app.screen.query_one("#room").display
        await pilot.press("q")
    assert app.return_code == 0


@pytest.mark.slow
async def test_a_battle_appears_when_its_window_is_enlarged_and_asks_until_it_shrinks(
    attacked, home
):
    async with running(attacked, (80, 10)) as (pilot, app):
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen.query_one(RadarPlot).lines
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, AskScreen)
        await pilot.resize_terminal(2, 2)
        await pilot.press("q")
    assert app.return_code == 0


@pytest.mark.slow
def test_a_crashing_screen_exits_with_1(tmp_path):
    code = (
        "import sys; from picket_duty.tui.screens.menu import MenuScreen\n"
        "def broken(self): raise RuntimeError('broken on purpose')\n"
        "MenuScreen.compose = broken\n"
        "from picket_duty.tui.app import run; sys.exit(run())"
    )
    terminal = Terminal(tmp_path, code=code)
    assert terminal.end() == 1
    assert b"broken on purpose" in terminal.seen


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["TerminalInput.feed", "KeyParser.process_message"])
def test_an_error_in_a_thread_for_input_exits_with_1_and_the_crash_page(tmp_path, broken):
    code = (
        "import sys; from picket_duty.tui.terminal import KeyParser, TerminalInput\n"
        "def fail(*_): raise RuntimeError('broken on purpose')\n"
        f"{broken} = fail\n"
        "from picket_duty.tui.app import run; sys.exit(run())"
    )
    terminal = Terminal(tmp_path, code=code)
    terminal.wait_for(ALTERNATE_ON)
    terminal.press(b"x")
    assert terminal.end() == 1
    assert b"broken on purpose" in terminal.seen
    assert b"The bug report is in" in terminal.seen


#: Seconds in which the program must have ended; the machine may be busy.
WITHIN = PATIENCE + 10
CTRL_Q = b"\x11"
KEYS = (b"\r", b"f", b"o", b"\x1b", b"y", b"\t", b"\x1b[B", b"1", b"s", b"?", b"v")


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
    monkeypatch.setattr("sys.__stderr__", SimpleNamespace(encoding="utf-8", fileno=lambda: ends[1]))
    ending = Ending()
    return Output(ending), ending


def test_frames_are_written_in_order(ends, output):
    written, _ = output
    frames = [f"{number:04d}" for number in range(3 * MOST_WAITING)]
    read = ""
    for frame in frames:
        written.write(frame)
    written.stop()
    while len(read) < 4 * len(frames):
        read += os.read(ends[0], 10_000).decode()
    assert read == "".join(frames)


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


@pytest.fixture
def save(tmp_path):
    path = tmp_path / "game.picket"
    saved(path, answers=0, scenario=4, seed=5)
    return path


def opened(save, **how):
    terminal = Terminal(
        save.parent, "resume", str(save), rows=40, columns=120, controlling=True, **how
    )
    terminal.wait_for(ALTERNATE_ON)
    return terminal


def read_for(terminal, seconds, keys=None):
    """Read the output, and type random keys, if any."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and terminal.process.poll() is None:
        if keys is not None:
            terminal.press(keys.choice(KEYS))
        terminal.look()


def ended_cleanly(terminal, save):
    """Close the terminal; the program ends in time and leaves the save open to others."""
    terminal.vanish(WITHIN)
    game = resume(save)
    game.save_file.close()


@pytest.mark.slow
@pytest.mark.parametrize("ignored", [None, signal.SIGHUP], ids=["hangup", "ignored"])
@pytest.mark.parametrize("moment", [0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.2, 2.0])
def test_a_terminal_that_vanishes_during_start_up(save, moment, ignored):
    terminal = opened(save, ignored=ignored)
    read_for(terminal, moment)
    ended_cleanly(terminal, save)


@pytest.mark.slow
@pytest.mark.parametrize("ignored", [None, signal.SIGHUP], ids=["hangup", "ignored"])
@pytest.mark.parametrize("number", range(6))
def test_a_terminal_that_vanishes_in_battle(save, number, ignored):
    terminal = opened(save, ignored=ignored)
    keys = random.Random(number)
    terminal.wait_for(b"ORDERS")
    terminal.press(b"\r")
    terminal.wait_for(b"Gun mounts")
    read_for(terminal, keys.uniform(0.5, 4), keys)
    ended_cleanly(terminal, save)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_a_terminal_that_vanishes_while_the_program_leaves(save, number):
    terminal = opened(save)
    keys = random.Random(number)
    terminal.wait_for(b"ORDERS")
    terminal.press(b"\r")
    terminal.wait_for(b"Gun mounts")
    read_for(terminal, keys.uniform(0.5, 2), keys)
    if terminal.process.poll() is None:
        terminal.press(CTRL_Q)
    time.sleep(number * 0.05)
    ended_cleanly(terminal, save)


@pytest.mark.slow
def test_ctrl_c_while_the_program_ends_and_luck_is_counted_breaks_off_nothing(tmp_path):
    saved(tmp_path / "game.picket", scenario=4, seed=3)
    terminal = Terminal(tmp_path, "resume", str(tmp_path / "game.picket"), controlling=True)
    terminal.wait_for(b"Luck")
    terminal.press(b"l")
    terminal.wait_for("Drawing the curve")
    terminal.press(CTRL_Q)
    terminal.wait_for(ALTERNATE_OFF)
    while terminal.process.poll() is None:
        terminal.press(b"\x03")
        terminal.look()
    assert terminal.end() == 0
    assert b"KeyboardInterrupt" not in terminal.seen


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


SHELL = shutil.which("bash")

CTRL_Z = b"\x1a"
START = f"{shlex.join(PROGRAM)}\n".encode()
PROMPT = b"ready> "
MENU = b"Companion games"
#: Bash with job control and this prompt.
BASH = (
    "import os; os.environ['PS1'] = 'ready> '; os.execv({shell!r}, ['bash', '--norc', "
    "'--noprofile', '-i'])"
)


@pytest.fixture
def shell(tmp_path):
    if SHELL is None:
        pytest.skip("needs bash")
    terminal = Terminal(tmp_path, code=BASH.format(shell=SHELL), controlling=True)
    terminal.wait_for(PROMPT)
    yield terminal
    with suppress(OSError):
        os.close(terminal.master)
    terminal.process.kill()
    terminal.process.wait()


def after(shell, keys, text):
    shell.look()
    shell.seen = b""
    shell.press(keys)
    shell.wait_for(text)
    shell.look()
    return shell.seen


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [shlex.join(PROGRAM), f"sh -c {shlex.quote(shlex.join(PROGRAM) + '; true')}"]
)
def test_ctrl_z_gives_the_terminal_back_and_fg_redraws_at_the_new_size(shell, command):
    after(shell, command.encode() + b"\n", MENU)
    stopped = after(shell, CTRL_Z, PROMPT)
    assert b"Stopped" in stopped
    assert ALTERNATE_OFF in stopped
    assert CURSOR_ON in stopped
    # What one types now is the shell's: it is echoed, and a line ends with Enter.
    typed = after(shell, b"echo $((6 * 7)); stty -a\n", b"isig")
    assert b"echo $((6 * 7))" in typed
    assert b"42\r\n" in typed
    assert b"-isig" not in typed
    assert b"-icanon" not in typed
    shell.resize(40, 120)
    drawn = after(shell, b"fg\n", MENU)
    end = time.monotonic() + 20
    while b"\x1b[39;1H" not in drawn and time.monotonic() < end:
        shell.look()
        drawn = shell.seen
    assert ALTERNATE_ON in drawn
    assert b"\x1b[39;1H" in drawn
    assert b"Stopped" in after(shell, CTRL_Z, PROMPT)
    after(shell, b"fg\n", MENU)
    assert ALTERNATE_OFF in after(shell, b"q", PROMPT)


@pytest.mark.slow
def test_a_program_stopped_in_the_background_or_without_warning_redraws_on_fg(
    shell,
):
    after(shell, START, MENU)
    after(shell, CTRL_Z, PROMPT)
    written = after(shell, b"bg; sleep 1; jobs\n", b"Stopped")
    assert MENU not in written
    after(shell, b"fg\n", MENU)
    assert ALTERNATE_OFF in after(shell, b"q", PROMPT)
    after(shell, START, MENU)
    group = os.tcgetpgrp(shell.master)
    os.killpg(group, signal.SIGSTOP)
    shell.wait_for(b"Stopped")
    drawn = after(shell, b"fg\n", MENU)
    assert ALTERNATE_ON in drawn
    assert ALTERNATE_OFF in after(shell, b"q", PROMPT)


@pytest.mark.slow
def test_without_a_shell_that_could_continue_it_the_program_goes_on(tmp_path):
    terminal = Terminal(tmp_path, controlling=True)
    terminal.wait_for(MENU)
    after(terminal, CTRL_Z, ALTERNATE_ON)
    terminal.wait_for(MENU)
    terminal.press(b"q")
    assert terminal.end() == 0


@pytest.mark.slow
def test_a_shell_without_job_control_keeps_the_program_on_the_screen(tmp_path):
    terminal = Terminal(tmp_path, controlling=True, ignored=signal.SIGTSTP)
    terminal.wait_for(MENU)
    assert ALTERNATE_OFF not in after(terminal, CTRL_Z, b"")
    terminal.press(b"q")
    assert terminal.end() == 0


@pytest.mark.slow
def test_a_terminal_that_vanishes_while_the_program_is_stopped_ends_it(shell):
    after(shell, START, MENU)
    group = os.tcgetpgrp(shell.master)
    after(shell, CTRL_Z, PROMPT)
    shell.vanish()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.killpg(group, signal.SIGKILL)
    raise AssertionError("the program is still there")
