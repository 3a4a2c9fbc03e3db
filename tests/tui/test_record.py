"""The recorder of demonstrations: scripts read, a program recorded as an asciinema cast."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

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
