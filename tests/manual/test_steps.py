"""The manual's steps to write a scenario, carried out as written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from picket_duty import manual
from picket_duty.book import Tables
from picket_duty.tui.screens.game_setup import ScenarioScreen

HEADING = "## Your own scenario"


def steps() -> list[list[str]]:
    section = manual.page("scenarios").partition(HEADING)[2].partition("\n## ")[0]
    return [shlex.split(" ".join(code.split()))[1:] for code in re.findall(r"`(picket-duty [^`]*)`", section)]


@pytest.mark.slow
def test_the_documented_steps_to_a_new_scenario_work(run, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    new, check, play, screen = steps()
    assert run(*new).status == 0
    (file,) = tmp_path.glob("*.toml")
    assert (check[-1], play[-1], screen[-1]) == (file.name,) * 3
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("station = 1\n", "station = 17\n"), encoding="utf-8")
    result = run(*check)
    assert result.status == 2
    assert f"{file.name}: station 17 is not a number from 1 to 16" in result.out
    file.write_text(text.replace("station = 1\n", "station = 14\n"), encoding="utf-8")
    assert run(*check).status == 0
    left = run(*play, "--plain", "--seed", "2", "--save", "own.pd", input="ship\nquit\n")
    assert "station 14" in left.out
    assert f"own.pd --plain --tables {file.name}'" in left.err
    assert "--tables" in run("resume", "own.pd", "--plain").err
    moved = file.rename("shared.toml")
    assert run("resume", "own.pd", "--plain", "--tables", moved, input="quit\n").status == 0
    gone = run("resume", "own.pd", "--plain", "--tables", file)
    assert (gone.status, gone.err.count("\n")) == (2, 1)
    assert "does not exist" in gone.err
    screen = ScenarioScreen(Tables(moved))
    assert "9 The Long Night" in [item.text for item in screen.items()]
