"""A small set of puzzles that does not change when the shipped set is measured again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from picket_duty.analysis import puzzles as module

#: A fire plan and two declarations; of the second of them declaring is the best order.
PLAN, HOLD, DECLARE = "MF3K2T", "Q1VPNS", "TX5YHK"


@pytest.fixture
def small_set(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program has these puzzles only."""
    monkeypatch.setattr(module, "shipped_folder", lambda: Path(__file__).parent)
    module.puzzles.cache_clear()
    yield
    module.puzzles.cache_clear()
