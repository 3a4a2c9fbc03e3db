"""What the tests share: a data folder of their own, the command line."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from picket_duty.charts import reading
from picket_duty.commands import main as cli


@pytest.fixture(autouse=True, scope="session")
def _the_same_text_is_parsed_once():
    """A set of tables is a hundred files, and many tests change one of them: the others are parsed but once.

    Every reader gets tables of his own.
    """
    parse_toml = reading.parse_toml
    parsed = cache(lambda text: pickle.dumps(parse_toml(text)))
    reading.parse_toml = lambda text: pickle.loads(parsed(text))
    yield
    reading.parse_toml = parse_toml


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A data folder of this test's own; returns its folder of saves."""
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PICKET_DUTY_TABLES", raising=False)
    folder = tmp_path / "home" / "saves"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def run(home):
    """Run the command line: status, out, err. Every fault must be one line without a traceback."""

    def command(*words: str | Path, input: str = "") -> SimpleNamespace:
        found = CliRunner().invoke(cli.main, [str(word) for word in words], input=input)
        assert "Traceback" not in found.output
        if found.exit_code:
            assert found.exit_code == 2, found.output
            assert len(found.stderr.strip().splitlines()[-1:]) == 1
        return SimpleNamespace(status=found.exit_code, out=found.stdout, err=found.stderr)

    return command
