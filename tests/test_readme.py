"""The README keeps its word: its commands exist, its script runs, its pictures are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from picket_duty.commands.main import LATER, main

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_commands_exist():
    named = set(re.findall(r"picket-duty (?:--tables \S+ )?([a-z][a-z-]+)", TEXT))
    assert {"play", "resume", "tables", "simulate", "manual"} <= named
    assert named <= {*LATER, *main.commands}


SCRIPTS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_script_runs(capsys):
    exec(SCRIPTS[0], {})
    assert "Outcome(result=" in capsys.readouterr().out


def test_the_learner_runs(capsys):
    pytest.importorskip("gymnasium")
    found: dict[str, object] = {}
    exec(SCRIPTS[1], found)
    assert "hull: 1 (share of the 6 at the start)\n" in capsys.readouterr().out
    assert found["over"]


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", TEXT))
def test_links_and_pictures_lead_somewhere(target):
    assert (README.parent / target).is_file()


def test_the_test_command_is_where_the_check_looks_for_it():
    block = TEXT.split("<!-- test command -->")[1].split("```")[1]
    assert "pytest" in block
