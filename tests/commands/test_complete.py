"""Shell completion of commands, options and values; nothing is completed if the values cannot be read."""

from __future__ import annotations

import subprocess
from shutil import which

import pytest
from click.shell_completion import BashComplete

from picket_duty.commands.main import ASKS, SHELLS, main


def completed(*words: str) -> list[str]:
    """The completions that bash gets for the last of these words."""
    asked = BashComplete(main, {}, "picket-duty", ASKS)
    return [one.value for one in asked.get_completions(list(words[:-1]), words[-1])]


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
    found = run("completion", shell)
    assert found.status == 0
    assert ASKS in found.out
    assert "picket-duty" in found.out
    if shell != "fish" and which(shell):
        assert subprocess.run([shell, "-n"], input=found.out, text=True, check=False).returncode == 0


def test_an_unknown_shell_is_refused(run):
    assert run("completion", "nosh").status == 2
