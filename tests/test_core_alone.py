"""The core works without each of the packages around it, and without all of them, in copies of the
tree.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from picket_duty.extensions import PACKAGES, extensions

ROOT = Path(__file__).parent.parent
COPIED = ("picket_duty", "tables", "companions", "tests", "tools", "docs", "pyproject.toml")
NOT_COPIED = ("__pycache__", "__snapshots__", "fuzz", "bench", "pictures")
#: Files of a package outside its folder.
DATA = {"companions": "companions"}
#: Words of the command line that a package adds.
BROUGHT = {
    "companions": (
        ["games"],
        ["tables", "--game", "ie-shima", "list"],
        ["referee", "--game", "ie-shima"],
        ["manual", "companions"],
    ),
    "lab": (["simulate", "--scenario", "6"]),
    "web": (["serve"], ["manual", "browser"]),
}
#: Tests of the core that run in each copy: quick ones and slow ones.
QUICK = ("test_game.py", "commands/test_main.py", "tui/test_settings.py")
LONG = (
    "analysis",
    "book",
    "captains",
    "charts",
    "commands",
    "facts",
    "figures",
    "manual/test_manual.py",
    "odds",
    "pages",
    "plain",
    "rules",
    "saves",
    "text",
    "tui",
    "test_setup.py",
)
#: Excluded: pictures of every screen, which are not in the copy, and a test of companion games too.
LEFT_OUT = ("tui/test_pictures.py", "plain/test_prompt_loop.py")


def copy_without(target, *packages):
    for name in COPIED:
        source = ROOT / name
        if source.is_file():
            shutil.copy(source, target / name)
        else:
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns(*NOT_COPIED))
    for package in packages:
        shutil.rmtree(target / "picket_duty" / package)
        shutil.rmtree(target / "tests" / package)
        if package in DATA:
            shutil.rmtree(target / DATA[package])
    return target


#: Without all packages in the quick tests; without each of them in the slow tests.
MISSING = [
    *(pytest.param((package,), id=package, marks=pytest.mark.slow) for package in PACKAGES),
    pytest.param(PACKAGES, id="all"),
]


@pytest.fixture(scope="module", params=MISSING)
def copy(request, tmp_path_factory):
    """A copy without some packages: its folder, the missing packages, and a Python that uses only
    this copy.
    """
    root = copy_without(tmp_path_factory.mktemp("core"), *request.param)

    def python(*words):
        environment = {
            **os.environ,
            "PYTHONPATH": str(root),
            "PICKET_DUTY_HOME": str(root / "home"),
        }
        return subprocess.run(
            [sys.executable, *words], cwd=root, env=environment, capture_output=True, text=True
        )

    return SimpleNamespace(root=root, missing=request.param, python=python)


SHOWN = """
import asyncio, json, sys
from click.testing import CliRunner
import picket_duty
from picket_duty.captains import captain_named, play_out
from picket_duty.commands.main import main
from picket_duty.tui.app import PicketApp
from picket_duty.tui.keymap import key_groups
from picket_duty.tui.widgets.choices import ItemList

play_out(game := picket_duty.Game.new(scenario=6, seed=7, history=False), captain_named("doctrine", 7))
assert game.outcome is not None
async def menu():
    async with PicketApp(picket_duty.load_tables()).run_test() as pilot:
        await pilot.pause()
        return [item.value for item in pilot.app.screen.query_one(ItemList).items]
shown = [*key_groups(), *asyncio.run(menu())]
runs = [CliRunner().invoke(main, words) for words in json.loads(sys.argv[1])]
print(json.dumps([picket_duty.__file__, shown, [[run.exit_code, run.stderr] for run in runs]]))
"""


@pytest.mark.slow
def test_a_game_is_played_and_features_of_a_missing_package_are_neither_offered_nor_accepted(copy):
    words = [line for package in copy.missing for line in BROUGHT[package]]
    done = copy.python("-c", SHOWN, json.dumps(words))
    assert done.returncode == 0, done.stderr
    place, shown, refusals = json.loads(done.stdout)
    assert Path(place).is_relative_to(copy.root)
    assert {"Battle", "new", "quit"} <= set(shown)
    assert ("Companion games" in shown) == ("table" in shown) == ("companions" not in copy.missing)
    assert len(refusals) == len(words)
    for status, error in refusals:
        assert status == 2
        assert re.fullmatch(r"picket-duty: (No such (command|option)|No topic) '.*\n", error), error


@pytest.mark.slow
def test_quick_tests_of_the_core_pass(copy):
    run_tests(copy, *QUICK)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("copy", [pytest.param(PACKAGES, id="all")], indirect=True)
def test_all_tests_of_the_core_pass(copy):
    run_tests(copy, *LONG)


def run_tests(copy, *tests):
    ignored = [f"--ignore=tests/{name}" for name in LEFT_OUT]
    words = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist")
    done = copy.python(*words, *ignored, *(f"tests/{name}" for name in tests))
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def test_the_whole_tree_has_every_package():
    assert len(extensions()) == len(PACKAGES) == 3
