"""The program under test: a file built by packaging/build.py, named with ``--program``."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from picket_duty.commands.main import main


def pytest_addoption(parser):
    parser.addoption("--program", type=Path, help="the zipapp or executable to test")


@pytest.fixture(scope="session")
def program(request) -> list[str]:
    path = request.config.getoption("--program")
    if path is None:
        pytest.skip("name what packaging/build.py built: --program FILE")
    executable = str(path.resolve(strict=True))
    return [sys.executable, executable] if executable.endswith(".pyz") else [executable]


@pytest.fixture(scope="session")
def at_home(tmp_path_factory) -> dict[str, str]:
    """An environment with separate saves, in which this checkout and its Python cannot be found."""
    variables = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PICKET_DUTY"))
    }
    return {
        **variables,
        "PICKET_DUTY_HOME": str(tmp_path_factory.mktemp("home")),
        "PYTHONIOENCODING": "utf-8",
    }


@pytest.fixture
def run(program, at_home, tmp_path) -> Callable[..., str]:
    """Run a command outside the checkout; returns its output. Its exit status must be 0."""

    def command(*words: str | Path) -> str:
        said = subprocess.run(
            [*program, *map(str, words)],
            cwd=tmp_path,
            env=at_home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
        )
        assert said.returncode == 0, said.stderr
        return said.stdout

    return command


@pytest.fixture
def installed(at_home) -> Callable[..., str]:
    """Run a command of this checkout; returns its output."""
    return lambda *words: CliRunner(env=at_home).invoke(main, list(words)).stdout
