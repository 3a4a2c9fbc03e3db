"""Imports flow one way: the contracts stand in pyproject.toml."""

from __future__ import annotations

import subprocess
import sys


def test_playing_without_a_screen_loads_neither_textual_nor_rich():
    code = (
        "import sys; from picket_duty import Game; from picket_duty.captains import captain_named, play_out;"
        "import picket_duty.terminal.plain, picket_duty.journal;"
        "g = Game.new(scenario=6, seed=7, history=False); play_out(g, captain_named('doctrine', 7));"
        "print([name for name in ('textual', 'rich') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
