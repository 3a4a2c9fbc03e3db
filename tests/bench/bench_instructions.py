"""Instructions of a start, counted by cachegrind: not affected by other programs on the machine, as times are.

    python -m pytest tests/bench/bench_instructions.py -s

Needs valgrind. The goals: ``tables show`` at most 450 million, the menu at most 1.5 times a bare Textual application.
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
