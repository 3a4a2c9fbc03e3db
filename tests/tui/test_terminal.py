"""The real program in a pseudo-terminal, with worker processes, recorded, and without any terminal."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

from tests.tui.conftest import PATIENCE, THREADS, idle, run

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


DOCS = Path(__file__).resolve().parents[2] / "docs"

#: A program that takes the screen and prints the key it receives.
ECHO = "import sys, tty; tty.setcbreak(0); print('before'); print('\\x1b[?1049hready', flush=True); "

ECHO += "print('\\x1b[1mgot', sys.stdin.read(1), flush=True); sys.stdin.read(1)"


@pytest.fixture(scope="module")
def recorder() -> ModuleType:
    """The module, which is not part of the package."""
    pytest.importorskip("pty")
    spec = importlib.util.spec_from_file_location("recorder", DOCS / "record.py")
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["recorder"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_a_program_is_recorded_from_its_screen_on(recorder: ModuleType):
    script = recorder.read_script("size 80 24 # small\nuntil ready\npress x\nuntil got x\n")
    head, *rows = map(json.loads, recorder.record(script, [sys.executable, "-c", ECHO]).splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    times, kinds, texts = zip(*rows, strict=True)
    assert times[0] == 0
    assert list(times) == sorted(times)
    assert set(kinds) == {"o"}
    assert texts[0].startswith("\x1b[?1049h")
    assert "got x" in "".join(texts)
    assert "before" not in "".join(texts)


@pytest.mark.parametrize("row", ["jump 3", "wait long", "press sideways", "press a b", "until", "size 80"])
def test_an_unknown_script_step_is_reported_with_its_line(recorder: ModuleType, row: str):
    with pytest.raises(recorder.ScriptError, match=r"^line 2: "):
        recorder.read_script(f"# a script\n{row}\n")


def test_a_recording_fails_if_the_expected_text_never_appears(recorder: ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recorder, "PATIENCE", 0.05)
    with pytest.raises(recorder.ScriptError, match="'never' was not drawn"):
        recorder.record(recorder.read_script("until never"), [sys.executable, "-c", ECHO])


def test_the_demonstration_can_be_played(recorder: ModuleType):
    script = recorder.read_script((DOCS / "demonstration.txt").read_text())
    assert script.words[0] == "play"
    assert script.steps


def test_the_demonstration_leaves_the_terminal_as_it_was():
    rows = (DOCS / "demonstration.cast").read_text(encoding="utf-8").splitlines()[1:]
    text = "".join(json.loads(row)[2] for row in rows)
    modes = dict(re.findall(r"\x1b\[\?(\d+)([hl])", text))
    on_by_default = {"7", "25"}
    assert {"25", "1000", "1049", "2004"} <= set(modes)
    for mode, state in modes.items():
        assert state == ("h" if mode in on_by_default else "l"), f"mode {mode} is left {state}"
    assert text.count("\x1b[>") == text.count("\x1b[<")
    assert text.endswith("\x1b[0m")


#: Rounds of a hash that take some hundredths of a second, without the interpreter's lock.
ROUNDS = 50_000

#: The lowest priority of a thread.
LOWEST = 19


@pytest.mark.slow
@pytest.mark.skipif(not THREADS.exists(), reason="reads /proc")
def test_a_thread_without_a_processor_is_not_idle() -> None:
    """The thread shares a processor with a busy process of higher priority."""
    processor = min(os.sched_getaffinity(0))
    done = threading.Event()

    def work() -> None:
        os.sched_setaffinity(threading.get_native_id(), {processor})
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
        hashlib.pbkdf2_hmac("sha256", b"", b"", ROUNDS)
        done.set()

    async def wait() -> None:
        thread = threading.Thread(target=work)
        thread.start()
        await idle()
        assert done.is_set()
        await asyncio.to_thread(thread.join)

    code = f"import os, time; os.sched_setaffinity(0, {{{processor}}}); end = time.monotonic() + {PATIENCE}\n"
    code += "print(flush=True)\nwhile time.monotonic() < end: pass"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as hog:
        hog.stdout.readline()
        try:
            run(wait())
        finally:
            hog.kill()
