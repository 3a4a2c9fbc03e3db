"""Shell completion of commands, options and values; nothing is completed if the values cannot be read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from click.shell_completion import BashComplete

from picket_duty.commands import ASKS, SHELLS
from picket_duty.commands.main import main


def completed(*words: str) -> list[str]:
    """The completions that bash gets for the last of these words."""
    asked = BashComplete(main, {}, "picket-duty", ASKS)
    return [completion.value for completion in asked.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("compl",), ["completion"]),
        (("tables", "show", "9-2/5"), ["9-2/5in"]),
        (("play", "--scenario", "kim"), ["kimberly"]),
        (("play", "--campaign", ""), ["mini", "long-a", "long-b"]),
        (("play", "--auto", "d"), ["doctrine"]),
        (("play", "--option", "gun"), ["gun-repair"]),
        (("manual", "dam"), ["damage"]),
    ],
)
def test_commands_and_values_are_completed(words, first):
    assert completed(*words) == first


def test_saves_are_completed_except_names_with_control_characters(home, run):
    assert run("play", "--scenario", "6", "--seed", "1", "--auto", "random", "--save", home / "kim.picket").status == 0
    folder = home / "saves"
    folder.mkdir(exist_ok=True)
    whole = (home / "kim.picket").read_bytes()
    for name in ("kim", "kim\x1b[31m"):
        (folder / f"{name}.picket").write_bytes(whole)
    assert completed("log", "k") == ["kim"]


def test_unreadable_tables_complete_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("PICKET_DUTY_TABLES", str(tmp_path / "nowhere"))
    assert completed("tables", "show", "9") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script(run, shell):
    result = run("completion", shell)
    assert result.status == 0
    assert ASKS in result.out
    assert "picket-duty" in result.out
    if which(shell):
        assert subprocess.run([shell, "-n"], input=result.out, text=True, check=False).returncode == 0


def test_an_unknown_shell_is_refused(run):
    assert run("completion", "nosh").status == 2


#: Names that a shell would run, split, expand or cut if they were not quoted.
NAMES = ["$(touch PWN)", "`touch PWN`", "a|touch PWN", "a&touch PWN", "a>PWN", "a;touch PWN", "two words", "{a,b}",
         "it's", "back\\slash", "*", "a,b", "~", "~root"]  # fmt: skip


@pytest.fixture
def shell_environment(tmp_path: Path, home: Path) -> dict[str, str]:
    """An environment in which picket-duty is this program."""
    program = tmp_path / "bin" / "picket-duty"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m picket_duty "$@"\n')
    program.chmod(0o755)
    root = str(Path(__file__).resolve().parents[2])
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": root, "PICKET_DUTY_HOME": str(home.parent)}


@pytest.fixture
def named_saves(home: Path, run) -> None:
    """A save of each of these names."""
    assert run("play", "--scenario", "6", "--seed", "1", "--auto", "random", "--save", home / "kim.picket").status == 0
    whole = (home / "kim.picket").read_bytes()
    (home / "kim.picket").unlink()
    for name in NAMES:
        (home / f"{name}.picket").write_bytes(whole)


@pytest.mark.slow
@pytest.mark.usefixtures("named_saves")
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_a_shell_takes_each_offered_name_as_one_word(shell, shell_environment, tmp_path, run):
    if not which(shell):
        pytest.skip(f"{shell} is not installed")
    script = run("completion", shell).out + ASK[shell]
    done = subprocess.run([shell], input=script, env=shell_environment, cwd=tmp_path, capture_output=True, text=True)
    offered = [name for name in NAMES if shell != "fish" or not name.startswith("~")]  # fish would expand these
    assert sorted(done.stdout.splitlines()) == sorted(offered), done.stderr
    assert not list(tmp_path.rglob("PWN*"))


#: Ask for the saves, and print what the shell would insert as arguments of a command, one line each.
ASK = {
    "bash": r"""
COMP_WORDS=(picket-duty log "") COMP_CWORD=2
_picket_duty_completion picket-duty
for value in "${COMPREPLY[@]}"; do eval "printf '%s\\n' $value"; done
""",
    "fish": r"""
for value in (complete --escape -C "picket-duty log "); eval "printf '%s\\n' $value"; end
""",
}


#: Makes Ctrl+X write the line, as its words are after quoting, and clear it.
ZSH = """
autoload -Uz compinit; compinit -u -D; source ./script; setopt menu_complete
shown() { eval "print -rl -- ${BUFFER#picket-duty log }" >>shown; BUFFER=; print -n DO; print NE }
zle -N shown; bindkey ^X shown; print -n REA; print DY
"""


@pytest.mark.slow
@pytest.mark.usefixtures("named_saves")
def test_zsh_takes_each_offered_name_as_one_word(shell_environment, tmp_path, run):
    pty = pytest.importorskip("pty", reason="presses Tab in a terminal of Unix")
    if not which("zsh"):
        pytest.skip("zsh is not installed")
    (tmp_path / "script").write_text(run("completion", "zsh").out)
    (tmp_path / "setup").write_text(ZSH)
    keys, end = pty.openpty()
    environment = {**shell_environment, "TERM": "dumb"}
    with subprocess.Popen(["zsh", "-f", "-i"], stdin=end, stdout=end, stderr=end, env=environment, cwd=tmp_path) as zsh:
        press(keys, "source ./setup\n", b"READY")
        for tabs in range(len(NAMES)):
            press(keys, "picket-duty log " + "\t" * (tabs + 1) + "\x18", b"DONE")
        zsh.kill()
    os.close(keys)
    os.close(end)
    assert sorted((tmp_path / "shown").read_text().splitlines()) == sorted(NAMES)
    assert not list(tmp_path.rglob("PWN*"))


def press(keys: int, text: str, mark: bytes) -> None:
    """Type a text in a terminal and wait for a mark in its output."""
    os.write(keys, text.encode())
    shown = b""
    while mark not in shown:
        shown += os.read(keys, 65536)
