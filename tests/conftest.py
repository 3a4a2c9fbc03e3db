"""Fixtures for all tests: a clean environment, a data folder per test, the command line."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import pickle
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest
from click.testing import CliRunner

from picket_duty.charts import toml_files
from picket_duty.commands import main as cli
from picket_duty.odds import aims
from picket_duty.odds.aims import Aim
from picket_duty.requests import Choice
from picket_duty.rules.play import Play
from picket_duty.rules.system import encode

#: Prefixes of the variables that affect the program, Textual or Rich.
MACHINE = (
    "PICKET_DUTY",
    "XDG_",
    "LC_",
    "TEXTUAL_",
    "TERM",
    "COLORTERM",
    "COLUMNS",
    "LINES",
    "NO_COLOR",
    "FORCE_COLOR",
    "TTY_",
    "JUPYTER_",
)

#: The folder for compiled modules.
COMPILED = Path(__file__).parents[1] / ".pytest_cache" / "compiled"
#: Variables that the snapshot plugin uses.
PLUGINS = ("TEXTUAL_SNAPSHOT",)


def clear_environment() -> None:
    """Remove the machine's settings from the environment, so that the terminal is the same
    everywhere.
    """
    for name in [
        name for name in os.environ if name.startswith(MACHINE) and not name.startswith(PLUGINS)
    ]:
        del os.environ[name]
    os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
    # Compiled modules are kept between runs and shared with the processes that tests start: without
    # them a run of all tests spends a third of its time compiling.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(COMPILED)
    sys.dont_write_bytecode = False


def parse_the_same_text_once() -> None:
    """Parse each text only once: many tests change one file of a set of a hundred.

    Each reader gets a separate copy.
    """
    parse_toml = toml_files.parse_toml
    parsed = cache(lambda text: pickle.dumps(parse_toml(text)))
    toml_files.parse_toml = lambda text: pickle.loads(parsed(text))


def plan_the_same_wave_once() -> None:
    """Search for each fire plan only once: many tests begin at the same wave."""
    search = aims.plan_by_aim
    found: dict[object, dict[str, int]] = {}

    def plan_by_aim(play: Play, choice: Choice, aim: Aim, held: int = 0) -> dict[str, int]:
        wave = (encode(play.state), play.tables, str(choice.slots), aim, held)
        if wave not in found:
            found[wave] = search(play, choice, aim, held)
        return dict(found[wave])

    aims.plan_by_aim = plan_by_aim


# Now, because test modules load tables and Textual reads its variables on import.
clear_environment()
parse_the_same_text_once()
plan_the_same_wave_once()


def pytest_configure(config: pytest.Config) -> None:
    if any("::" in name for name in config.args) and config.option.markexpr == "not slow":
        config.option.markexpr = ""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    asyncio.run(
        pyfuncitem.obj(
            **{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
        )
    )
    return True


def pytest_collection_finish() -> None:
    """Leave the modules and tables loaded so far out of every later garbage collection."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _temporary_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An empty home folder, so that no test reads or writes the user's saves and settings."""
    with pytest.MonkeyPatch.context() as patch:
        # Playwright keeps its browsers in the real home folder.
        browsers = platformdirs.user_cache_dir("ms-playwright", appauthor=False, opinion=False)
        patch.setenv(
            "PLAYWRIGHT_BROWSERS_PATH", os.environ.get("PLAYWRIGHT_BROWSERS_PATH", browsers)
        )
        home = str(tmp_path_factory.mktemp("home"))
        for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
            patch.setenv(name, home)
        yield


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A data folder for one test; returns its folder of saves."""
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "saves"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def run(home):
    """Run the command line; returns status, out and err. Every error must be one line without a
    traceback.
    """

    def command(*words: str | Path, input: str = "") -> SimpleNamespace:
        result = CliRunner().invoke(cli.main, [str(word) for word in words], input=input)
        assert "Traceback" not in result.output
        if result.exit_code:
            assert result.exit_code == 2, result.output
            assert len(result.stderr.strip().splitlines()[-1:]) == 1
        return SimpleNamespace(status=result.exit_code, out=result.stdout, err=result.stderr)

    return command
