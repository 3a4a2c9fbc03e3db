"""The ASCII look of commands: everything they print, in a pipe and on a terminal."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from picket_duty.commands.main import main
from tests.golden import fixed
from tests.golden.command_lines import transcripts
from tests.saves.games import saved

SIMULATE = ("simulate", "--scenario", "2", "-n", "40", "--jobs", "1")


@pytest.mark.slow
def test_every_command_prints_only_ascii(monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    monkeypatch.setattr(fixed, "MOST_LINES", 10**9)
    monkeypatch.setattr(fixed, "MOST_SIGNS", 10**9)
    assert [line for line in transcripts() if not line.isascii()] == []


@pytest.mark.parametrize(
    "words",
    [
        ("card",),
        ("tables", "show", "22"),
        pytest.param(
            ("simulate", "--scenario", "2", "-n", "5"),
            marks=pytest.mark.skipif(not importlib.util.find_spec("picket_duty.lab"), reason="needs the lab"),
        ),
    ],
)
def test_the_setting_and_the_environment_choose_the_look(home, tmp_path, monkeypatch, words):
    path = home / "g.picket"
    saved(path, scenario=3, seed=5)
    words = (*words, str(path)) if words == ("card",) else words
    settings = tmp_path / "home" / "config.toml"

    def look():
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0
        return result.stdout.isascii()

    assert not look()
    settings.write_text('ascii = "on"\n', encoding="utf-8")
    assert look()
    monkeypatch.setenv("PICKET_DUTY_ASCII", "0")
    assert not look()
    settings.write_text("ascii = [\n", encoding="utf-8")
    monkeypatch.delenv("PICKET_DUTY_ASCII")
    assert not look()
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    assert look()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize("words", [("manual", "damage"), SIMULATE, ("tables", "show", "9-2/5in"), ("--help",)])
def test_a_terminal_gets_only_ascii(tmp_path: Path, words):
    from tests.hostile.program import Terminal

    seen = {}
    for value in ("0", "1"):
        terminal = Terminal(tmp_path, *words, PICKET_DUTY_ASCII=value)
        assert terminal.end() == 0
        seen[value] = terminal.seen
    assert seen["1"].isascii()
    assert words == ("--help",) or not seen["0"].isascii()


@pytest.mark.slow
def test_plain_mode_prints_only_ascii(home, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    orders = "odds\nship\nsky\n?\nauto\n" * 40
    for number in (2, 3):
        command = ["play", "--plain", "--scenario", str(number), "--seed", "5", "--level", "advanced"]
        result = CliRunner().invoke(main, command, input=orders)
        assert result.exit_code == 0
        assert [line for line in result.output.splitlines() if not line.isascii()] == []
