"""A new home folder for every test of the companion games."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    return tmp_path
