"""The shipped tables, and new games with them, for all tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from picket_duty.book import load_tables
from picket_duty.game import Game
from picket_duty.requests import Roll

TABLES = load_tables()
#: The ids of all house rules.
HOUSE_RULES = tuple(sorted(rule.id for rule in TABLES.house_rules))


def new_game(**setup: Any) -> Game:
    return Game.new(tables=TABLES, **setup)


def step(game, choose):
    """Give one answer: the computer's dice, or the order that ``choose`` gives for the game."""
    if isinstance(game.request, Roll):
        game.roll()
    else:
        game.answer(choose(game))


def play_to(game, about, choose):
    """A game played on to the first choice of a kind, with the orders that ``choose`` gives."""
    while getattr(game.request, "about", "") != about:
        assert game.request is not None, f"no {about} in this game"
        step(game, choose)
    return game


def of_kind(things: Iterable[Any], kind: Any) -> list[Any]:
    """The events, blocks or others of a kind, in order."""
    return [thing for thing in things if isinstance(thing, kind)]
