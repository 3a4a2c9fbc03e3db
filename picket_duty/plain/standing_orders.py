"""Standing orders in line mode: the word ``orders`` shows and gives them, and they answer in the player's place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from picket_duty.captains.standing_orders import (
    FROM,
    ORDERS,
    Standing,
    StandingError,
    halt,
    keep_standing,
    standing_answer,
    standing_of,
)
from picket_duty.events import Event
from picket_duty.game import Game
from picket_duty.requests import Answer, Illegal

COMMANDS, NONE, OFF = "staff commands", "none", "off"
HELP = """\
  orders                 the standing orders; orders maneuver always, orders maneuver from 40, orders fire plan staff,
                         orders staff commands, orders staff commands off, orders none"""


class StandingWords:
    """The standing orders of a game played in lines."""

    def __init__(self, game: Game, show: Callable[[Sequence[str]], None]) -> None:
        self.game = game
        self.show = show
        self.standing = standing_of(game)

    def answer(self) -> Answer | None:
        """The answer of the orders to the choice wanted now, None where the player is asked."""
        return standing_answer(self.game, self.standing)

    def calls(self, happened: Sequence[Event]) -> str:
        """Why the staff in command calls the captain, empty where it does not."""
        return halt(self.game, happened) if self.standing.commands else ""

    def carry_out(self, rest: str) -> None:
        """The word ``orders`` and what is typed after it. Raises Illegal, SaveError."""
        if rest:
            try:
                changed = changed_by(self.standing, rest)
            except StandingError as error:
                raise Illegal(str(error)) from None
            keep_standing(self.game, changed)
            self.standing = changed
        self.show(order_lines(self.standing))


def changed_by(standing: Standing, text: str) -> Standing:
    """The orders as a line typed changes them. Raises StandingError."""
    words = text.split()
    if words == [NONE]:
        return Standing()
    if " ".join(words[:2]) == COMMANDS and words[2:] in ([], [OFF]):
        return standing.commanded(not words[2:])
    if len(words) == 3 and words[:2] == ["maneuver", FROM] and words[2].isascii() and words[2].isdigit():
        return standing.from_chance(int(words[2]))
    return standing.but(" ".join(words[:-1]), words[-1])


def order_lines(standing: Standing) -> list[str]:
    """Every order and what it is, with what it may be."""
    lines = [f"  {COMMANDS:<15} {'yes' if standing.commands else 'no'}"]
    for name, allowed in ORDERS.items():
        least = f" {standing.least} per cent" if standing.of(name) == FROM else ""
        lines.append(f"  {name:<15} {standing.of(name)}{least}  ({', '.join(allowed)})")
    return ["Standing orders, in this game:", *lines]
