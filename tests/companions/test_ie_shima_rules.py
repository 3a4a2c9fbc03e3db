"""The list of the rules of Ie Shima, ``ie_shima_rules.md``: every module and test that it names exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

from picket_duty.companions.registry import companions_folder

HERE = Path(__file__).parent
ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in (HERE / "ie_shima_rules.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d", line)
]
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))
#: Chapters without rules: learning, introduction, reading, credits, index.
WITHOUT = {1, 22, 23, 24}


def test_every_chapter_of_rules_is_listed():
    listed = {int(paragraph.split(".")[0]) for paragraphs, _, _ in ROWS for paragraph in paragraphs.split(", ")}
    assert listed == set(range(1, 25)) - WITHOUT


def test_every_listed_place_and_test_exists():
    for paragraphs, places, test in ROWS:
        assert f"def {test}(" in TESTS, paragraphs
        for place in places.split(", "):
            if place.startswith("charts/"):
                assert (companions_folder() / "ie-shima" / place).is_file(), place
            elif not place.startswith("left to the players"):
                module, _, name = place.partition(".")
                assert hasattr(importlib.import_module(f"picket_duty.companions.{module}"), name), place


def test_every_chart_of_the_game_is_named():
    named = {place for _, places, _ in ROWS for place in places.split(", ")}
    for path in (companions_folder() / "ie-shima" / "charts").glob("*.toml"):
        assert f"charts/{path.name}" in named
