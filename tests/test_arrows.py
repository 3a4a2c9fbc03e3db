"""Imports flow one way: the contracts in pyproject.toml hold."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from importlinter.cli import lint_imports_command

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_the_contracts_are_kept(monkeypatch):
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(lint_imports_command, ["--no-cache"])
    assert result.exit_code == 0, result.output
    assert re.search(r"[1-9] kept, 0 broken", result.output)


@pytest.mark.slow
def test_playing_without_a_screen_loads_neither_textual_nor_rich():
    code = (
        "import sys; from picket_duty import Game; from picket_duty.captains import captain_named, play_out;"
        "import picket_duty.plain.plain_mode, picket_duty.saves;"
        "g = Game.new(scenario=6, seed=7, history=False); play_out(g, captain_named('doctrine', 7));"
        "print([name for name in ('textual', 'rich') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
