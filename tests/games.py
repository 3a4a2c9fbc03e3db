"""The shipped tables, and new games with them, for all tests."""

from __future__ import annotations

from typing import Any

from picket_duty.book import load_tables
from picket_duty.game import Game

TABLES = load_tables()


def new_game(**setup: Any) -> Game:
    return Game.new(tables=TABLES, **setup)
