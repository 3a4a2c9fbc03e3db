"""Shared by the tests of the game in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from picket_duty.tui.settings import MANUAL


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """The player's data folder. Every roll waits for Enter."""
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    monkeypatch.setenv("PICKET_DUTY_PACE", MANUAL)
    return tmp_path
