"""The documents are true: they name existing commands, packages and files, and their examples
run.
"""

import doctest
import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from importlinter.cli import lint_imports_command

import picket_duty
from picket_duty import Game, captain_named
from picket_duty.book.tables import shipped_folder
from picket_duty.book.vocabulary import DECISIONS, ORDER_MANEUVER
from picket_duty.captains import play_out
from picket_duty.charts import parsed
from picket_duty.charts.toml_files import parse_toml
from picket_duty.commands.main import main
from picket_duty.events import UNWRITTEN, BaseEvent, Ended
from picket_duty.state import Stage
from tests.charts.files import FILES
from tests.quick import first_is_quick
from tests.saves.games import saved
from tools.bench.bench_speed import IMPORTS, LOOK_UPS, MORE_IMPORTS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PAGES = [
    README,
    *(ROOT / "docs" / f"{name}.md" for name in ("install", "lab", "scripting", "tables")),
]
SCRIPTING = ROOT / "docs" / "scripting.md"
#: Words of commands that are not run: they need a player, a cluster, minutes or an installation.
NEEDS_MORE = (
    "pip ",
    "venv",
    "dask ",
    "--scheduler",
    "tools.",
    "picket-duty watch",
    "luck",
    "review",
    "referee",
    "resume",
    "serve",
    "sheets",
    "pipx ",
    "uv ",
    "uvx ",
    "completion ",
    "packaging/",
)


def test_commands_links_and_pictures_exist():
    for page in PAGES:
        named = set(
            re.findall(
                r"picket-duty (?:--tables \S+ )?([a-z][a-z-]+)", page.read_text(encoding="utf-8")
            )
        )
        assert named
        assert named <= set(main.list_commands(click.Context(main)))
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).is_file()


def test_the_examples_of_scripting_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(
        _python(SCRIPTING), {}, "docs/scripting.md", None, None
    )
    results = doctest.DocTestRunner().run(test)
    assert results.attempted > 10
    assert not results.failed


def _python(page):
    return "\n\n".join(
        re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )


def _write_captains(folder):
    """Write the captains of the guide to scripting as ``my_captains.py``; returns their names."""
    examples = doctest.DocTestParser().get_examples(_python(SCRIPTING))
    captains = [example.source for example in examples if "def choose(" in example.source]
    text = "\n\n".join(["from picket_duty import captain_named", *captains])
    (folder / "my_captains.py").write_text(text, encoding="utf-8")
    return re.findall(r"^class (\w+)", text, re.MULTILINE)


@pytest.mark.parametrize(
    "setup", [{"scenario": 6, "level": "basic"}, {"scenario": 5, "level": "advanced"}]
)
def test_every_captain_of_scripting_plays_to_the_end(tmp_path, monkeypatch, setup):
    names = _write_captains(tmp_path)
    assert names
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_captains", raising=False)
    for name in names:
        game = Game.new(seed=7, **setup)
        play_out(game, captain_named(f"my_captains:{name}", seed=7))
        maneuvers = [
            event.answer
            for event in game.events
            if getattr(event, "about", "") == ORDER_MANEUVER.id
        ]
        assert game.outcome is not None
        assert maneuvers
        assert set(maneuvers) == {"yes"}


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_of_the_guides_runs(page, tmp_path, home):
    """Each line of shell, with doctrine as the player and few games of a simulation."""
    saved(home / "a.picket", "doctrine", scenario=6, seed=7)
    _write_captains(tmp_path)
    program = tmp_path / "bin" / "picket-duty"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m picket_duty "$@"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    lines = [line for line in _shell(page) if line and not any(word in line for word in NEEDS_MORE)]
    assert lines
    for line in lines:
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, (line, done.stderr)
        assert done.stdout or line.startswith(("mkdir", "cp"))


def _shell(page):
    """The lines of shell of a page, and its commands in tables."""
    text = page.read_text(encoding="utf-8")
    lines = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).splitlines()
    for line in [*lines, *re.findall(r"\| `(picket-duty [^`]+)` \|", text)]:
        command = line.partition("  #")[0].strip()
        if re.match(r"picket-duty play(?!.* --auto)", command):
            command += " --auto doctrine --json"
        command = re.sub(r"-n \d+", "-n 4", command.replace("TABLES/", f"{shipped_folder()}/"))
        yield command.replace(" SAVE", " a")


def test_the_fields_of_a_state_in_scripting_exist():
    text = SCRIPTING.read_text(encoding="utf-8").split("## The state of a game")[1].split("## ")[0]
    game = Game.new(scenario=6, level="basic", seed=7)
    play_out(game, captain_named("doctrine", seed=7), lambda game: bool(game.state.air.planes))
    things = {
        "state": game.state,
        "ship": game.state.ship,
        "air": game.state.air,
        "plane": game.state.air.planes[0],
    }
    named = re.findall(r"`(state|ship|air|plane)\.(\w+)`", text)
    assert len(named) > 40
    for thing, field in named:
        assert hasattr(things[thing], field), f"{thing}.{field}"
    check_fields_of_rows(game, text)


def test_scripting_names_every_decision():
    text = SCRIPTING.read_text(encoding="utf-8")
    listed = text.partition("names the decision:")[2].partition("\n\n")[0]
    assert set(re.findall("`(.*?)`", listed.replace("\n", " "))) == set(DECISIONS)


def check_fields_of_rows(game, text):
    counts = re.search(r"`state\.records` \| [^:]+: (.+) \|", text)
    assert all(hasattr(game.state.records, name) for name in re.findall(r"`(\w+)`", counts[1]))
    ship = game.state.ship
    rooms = next(iter(ship.compartments.values()))
    rows = {
        "ship.crew": ship.crew["captain"],
        "ship.mounts": ship.mounts["40mm-A"],
        "ship.compartments": rooms,
    }
    for row, value in (rows | {"state.stages": Stage()}).items():
        listed = re.search(rf"`{row}` \| [^|]*? (?:with|has) (.+) \|", text)
        names = re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", listed[1]))
        assert names
        assert all(hasattr(value, name) for name in names), row


def test_the_fields_of_events_in_scripting_are_those_of_the_json():
    text = SCRIPTING.read_text(encoding="utf-8").split("## Events")[1].split("## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)`(?:, `support`)? \| (.+) \|$", text, re.MULTILINE))
    rows["support"] = rows["fire"]
    kinds = [kind for kind in BaseEvent.__subclasses__() if kind.__module__ == BaseEvent.__module__]
    known = {kind.__struct_config__.tag: kind for kind in kinds}
    assert set(rows) == {"roll", *known}
    for name, kind in known.items():
        if kind is Ended:
            continue
        written = {*kind.__struct_encode_fields__} - {*UNWRITTEN, *BaseEvent.__struct_fields__}
        listed = set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", rows[name])))
        assert listed == written, name


def test_the_fields_of_a_result_in_scripting_are_those_of_the_json(run):
    text = (
        SCRIPTING.read_text(encoding="utf-8")
        .split("The result of a game has these fields:")[1]
        .split("## ")[0]
    )
    listed = set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", text)))
    found = set()
    for setup in ("--scenario=6", "--campaign=long-a", "--patrol=1945-04-06"):
        found |= set(
            json.loads(run("play", setup, "--seed", "7", "--auto", "doctrine", "--json").out)
        )
    assert found <= listed <= found | {"us_win", "japanese_win", "draw", "record"}


def test_the_readme_is_short_and_the_recording_a_small_moving_picture_of_the_cast():
    picture = (ROOT / "docs" / "demonstration.gif").read_bytes()
    assert picture.startswith(b"GIF89a")
    assert picture.count(b"\x21\xf9\x04") > 20
    assert len(picture) < 1_500_000
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 120


def test_the_daily_commands_of_contributing_name_existing_files():
    for word in re.findall(r"(?:tests|docs)/[\w./]+", CONTRIBUTING):
        assert (ROOT / word).exists(), word
    for module in re.findall(r"python -m (tests[\w.]+)", CONTRIBUTING):
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file()


def test_the_extras_that_contributing_installs_include_what_its_commands_need():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = re.search(r"pip install -e '\.\[([\w,]+)\]'", CONTRIBUTING)
    brought = {
        re.split(r"[<>=]", requirement)[0]
        for extra in named.group(1).split(",")
        for requirement in extras[extra]
    }
    needed = "pytest pytest-xdist pytest-textual-snapshot ruff mypy import-linter pre-commit"
    assert set(needed.split()) <= brought


#: The modules with examples, found by the prompt.
NAMES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "picket_duty").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_run(name):
    assert "picket_duty.game" in NAMES
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted
    assert not results.failed


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
    assert [
        {name.strip().removeprefix("picket_duty.") for name in layer.split("|")} for layer in layers
    ] == ROOMS


def test_every_package_and_only_files_that_exist_are_named():
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    rooms |= {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    assert set.union(*ROOMS) == rooms
    named = [
        name
        for name in QUOTED
        if re.match(r"(picket_duty|packaging|tests|tables)/|\w+\.toml$", name)
    ]
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
        "import sys; from picket_duty import Game; from picket_duty.captains import "
        "captain_named, play_out;"
        "import picket_duty.plain.plain_mode, picket_duty.saves;"
        "g = Game.new(scenario=6, seed=7, history=False); play_out(g, "
        "captain_named('doctrine', 7));"
        "print([name for name in ('textual', 'rich') if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


#: Runs a look-up with a parsed copy and prints what it imports besides the modules of others that
#: are listed.
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
