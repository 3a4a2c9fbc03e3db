"""Imports flow one way, and docs/ARCHITECTURE.md is true: it lists the packages in that order, its names exist."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from importlinter.cli import lint_imports_command

import picket_duty

ROOT = Path(__file__).parent.parent
PACKAGE = Path(picket_duty.__file__).parent
TEXT = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", TEXT)
ROOMS = [
    set(re.findall(r"`(\w+)`", row.split("|")[1]))
    for row in TEXT.split("\n## The flow")[0].splitlines()
    if row[:3] == "| `"
]
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))


def test_packages_are_listed_in_the_order_of_the_contract():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    assert [{name.strip().removeprefix("picket_duty.") for name in layer.split("|")} for layer in layers] == ROOMS


def test_every_package_is_named():
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    rooms |= {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    assert set.union(*ROOMS) == rooms


def test_every_named_file_exists():
    named = [name for name in QUOTED if re.match(r"(picket_duty|packaging|tests|tables)/|\w+\.toml$", name)]
    assert len(named) > 20
    for name in named:
        assert (ROOT / name).exists(), name


def test_every_name_refers_to_something():
    named = [name for name in QUOTED if re.fullmatch(r"[A-Z]\w+|[a-z]+_(?:roll|setup)", name)]
    assert {"Game", "Roll", "Checkpoint", "CARRIED", "PlaneCounts"} <= set(named)
    for name in named:
        assert re.search(rf"^(?:class|def) {name}\b|^{name}\b[^=\n]*=", SOURCE, re.MULTILINE), name


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
