"""The shipped tables, and new games with them, for all tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from picket_duty.book import load_tables
from picket_duty.game import Game

TABLES = load_tables()


def new_game(**setup: Any) -> Game:
    return Game.new(tables=TABLES, **setup)


def of_kind(things: Iterable[Any], kind: Any) -> list[Any]:
    """The events, blocks or others of a kind, in order."""
    return [thing for thing in things if isinstance(thing, kind)]
