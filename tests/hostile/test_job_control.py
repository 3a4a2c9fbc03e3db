"""Ctrl+Z: the program stops like any other, gives the terminal back, and returns to the screen at its new size."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import time
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("job control is POSIX", allow_module_level=True)

from tests.hostile.program import PROGRAM, Terminal

SHELL = shutil.which("bash")
pytestmark = pytest.mark.slow

ALTERNATE_ON, ALTERNATE_OFF, CURSOR_ON = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"
CTRL_Z = b"\x1a"
PROMPT = b"ready> "
MENU = b"Companion games"
#: Bash with job control and this prompt.
BASH = "import os; os.environ['PS1'] = 'ready> '; os.execv({shell!r}, ['bash', '--norc', '--noprofile', '-i'])"


@pytest.fixture
def shell(tmp_path: Path):
    """A shell with job control on a terminal."""
    if SHELL is None:
        pytest.skip("needs bash")
    terminal = Terminal(tmp_path, code=BASH.format(shell=SHELL), controlling=True)
    terminal.wait_for(PROMPT)
    yield terminal
    os.close(terminal.master)
    terminal.process.kill()
    terminal.process.wait()


def starts(shell: Terminal, command: str = shlex.join(PROGRAM)) -> None:
    after(shell, command.encode() + b"\n", MENU)


def after(shell: Terminal, keys: bytes, text: bytes) -> bytes:
    """Type keys, wait for a text; returns what was written since."""
    shell.look()
    shell.seen = b""
    shell.press(keys)
    shell.wait_for(text)
    shell.look()
    return shell.seen


@pytest.mark.parametrize("command", [shlex.join(PROGRAM), f"sh -c {shlex.quote(shlex.join(PROGRAM) + '; true')}"])
def test_ctrl_z_gives_the_terminal_back_and_fg_redraws_at_the_new_size(shell: Terminal, command: str) -> None:
    starts(shell, command)
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


def test_a_program_in_the_background_stops_until_it_is_in_front(shell: Terminal) -> None:
    starts(shell)
    after(shell, CTRL_Z, PROMPT)
    written = after(shell, b"bg; sleep 1; jobs\n", b"Stopped")
    assert MENU not in written
    after(shell, b"fg\n", MENU)
    assert ALTERNATE_OFF in after(shell, b"q", PROMPT)


def test_a_stop_without_warning_redraws_on_fg(shell: Terminal) -> None:
    starts(shell)
    group = os.tcgetpgrp(shell.master)
    os.killpg(group, signal.SIGSTOP)
    shell.wait_for(b"Stopped")
    drawn = after(shell, b"fg\n", MENU)
    assert ALTERNATE_ON in drawn
    assert ALTERNATE_OFF in after(shell, b"q", PROMPT)


def test_without_a_shell_that_could_continue_it_the_program_goes_on(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, controlling=True)
    terminal.wait_for(MENU)
    after(terminal, CTRL_Z, ALTERNATE_ON)
    terminal.wait_for(MENU)
    terminal.press(b"q")
    assert terminal.end() == 0


def test_a_shell_without_job_control_keeps_the_program_on_the_screen(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, controlling=True, ignored=signal.SIGTSTP)
    terminal.wait_for(MENU)
    terminal.look()
    terminal.seen = b""
    terminal.press(CTRL_Z)
    terminal.look()
    assert ALTERNATE_OFF not in terminal.seen
    terminal.press(b"q")
    assert terminal.end() == 0


def test_a_terminal_that_vanishes_while_the_program_is_stopped_ends_it(tmp_path: Path) -> None:
    if SHELL is None:
        pytest.skip("needs bash")
    terminal = Terminal(tmp_path, code=BASH.format(shell=SHELL), controlling=True)
    terminal.wait_for(PROMPT)
    starts(terminal)
    group = os.tcgetpgrp(terminal.master)
    after(terminal, CTRL_Z, PROMPT)
    terminal.vanish()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.killpg(group, signal.SIGKILL)
    raise AssertionError("the program is still there")
