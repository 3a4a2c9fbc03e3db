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
from picket_duty.charts import parsed
from picket_duty.charts.reading import parse_toml
from tests.charts.test_parsed import FILES
from tests.quick import first_is_quick
from tools.bench.bench_speed import IMPORTS, LOOK_UPS, MORE_IMPORTS

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
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    assert [{name.strip().removeprefix("picket_duty.") for name in layer.split("|")} for layer in layers] == ROOMS


def test_every_package_and_only_files_that_exist_are_named():
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    rooms |= {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    assert set.union(*ROOMS) == rooms
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


#: Runs a look-up with a parsed copy and prints what it imports besides the modules of others that are listed.
PROBE = """
import importlib, sys
import click
copy, others, *words = sys.argv[1:]
for name in others.split():
    importlib.import_module(name)
before = set(sys.modules)
from picket_duty.charts import parsed
parsed.NAME = copy
from picket_duty.commands.main import main
try:
    main(words)
finally:
    print(*sorted(set(sys.modules) - before), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    path = tmp_path_factory.mktemp("copy") / "copy"
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    path.write_bytes(parsed.pack({text: parse_toml(text) for text in texts}))
    return path


@first_is_quick("words", LOOK_UPS)
def test_a_look_up_imports_what_is_listed(copy, words):
    listed = {**IMPORTS, **MORE_IMPORTS[words]}
    own = {name for name in listed if name.partition(".")[0] == "picket_duty"}
    others = " ".join(listed.keys() - own)
    command = [sys.executable, "-c", PROBE, str(copy), others, *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    tops = {name.partition(".")[0] for name in others.split()}
    imported = {name for name in done.stderr.split() if name.partition(".")[0] not in tops}
    assert imported == own
