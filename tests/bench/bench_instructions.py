"""Instructions of starts and playouts, counted by cachegrind: unlike times, other programs do not affect them.

    python -m pytest tests/bench/bench_instructions.py -s

Needs valgrind. The goals: ``tables show`` at most 450 million, the menu at most 1.5 times a bare Textual application,
playouts 1.5 times as fast as at commit 50be2cb.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.skipif(shutil.which("valgrind") is None, reason="counts with valgrind"),
    pytest.mark.timeout(900),
]

MOST_FOR_A_CHART, MOST_FOR_THE_MENU = 450_000_000, 1.5
#: A program that ends as soon as its first frame is painted.
PROGRAM = """
import gc
gc.disable()
{imports}
async def leave(pilot):
    pilot.app.exit(0)
{app}.run(headless=True, size=(120, 40), auto_pilot=leave)
"""
BARE = PROGRAM.format(
    imports="""
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self):
        yield Static("READY")
""",
    app="Hello()",
)
MENU = PROGRAM.format(
    imports="from picket_duty.book import load_tables\nfrom picket_duty.tui.app import PicketApp",
    app="PicketApp(load_tables())",
)
#: Instructions of 60 playouts of scenarios 3 and 6 each by two captains at commit 50be2cb, in millions.
FORMER = {"random": 981, "doctrine": 4146}
PLAYOUTS, FASTER = 60, 1.5
#: Plays these games after a few others, which load the charts.
GAMES = """
import sys
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
tables, policy, games = load_tables(), sys.argv[1], int(sys.argv[2])
for seed in [9001, 9002, 9003, *range(games)]:
    for scenario in (3, 6):
        game = Game.new(scenario=scenario, seed=seed, tables=tables, history=False)
        game.play.quiet = True
        play_out(game, captain_named(policy, seed))
"""


def instructions(words: list[str], home: str) -> int:
    """The instructions that Python executes with these arguments, with compiled modules."""
    environment = {**os.environ, "PICKET_DUTY_HOME": home, "PYTHONPYCACHEPREFIX": f"{home}/compiled"}
    environment |= {"PYTHONHASHSEED": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *words]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    counted = subprocess.run(
        ["valgrind", "--tool=cachegrind", f"--cachegrind-out-file={home}/counts", *command],
        env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    match = re.search(r"I\s+refs:\s+([\d,]+)", counted.stderr)
    assert match is not None, counted.stderr
    return int(match[1].replace(",", ""))


@pytest.mark.parametrize("words", ["--version", "tables show 10"])
def test_command(words, tmp_path):
    count = instructions(["-m", "picket_duty", *words.split()], str(tmp_path))
    print(f"\n{words}: {count / 1e6:,.0f} million")
    assert count <= MOST_FOR_A_CHART


def test_menu(tmp_path):
    bare = instructions(["-c", BARE], str(tmp_path))
    menu = instructions(["-c", MENU], str(tmp_path))
    print(f"\nbare application {bare / 1e6:,.0f} million, menu {menu / 1e6:,.0f} million, ratio {menu / bare:.2f}")
    assert menu / bare <= MOST_FOR_THE_MENU


@pytest.mark.parametrize("policy", FORMER)
def test_playouts(policy, tmp_path):
    none, all_games = (instructions(["-c", GAMES, policy, str(games)], str(tmp_path)) / 1e6 for games in (0, PLAYOUTS))
    count = all_games - none
    print(f"\nplayouts by {policy}: {count:,.0f} million, {FORMER[policy] / count:.2f} times as fast as before")
    assert FORMER[policy] / count >= FASTER
