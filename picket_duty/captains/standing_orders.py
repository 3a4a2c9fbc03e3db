"""Standing orders: what the captain has decided beforehand, and what the staff decides in his place.

They hold for one game, from when they are given till they are taken back; every new game begins with none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FIRE_PLAN,
    FLOOD,
    ORDER_MANEUVER,
    RELIEVING_SHIP,
    REPAIR_MEN,
    RESCIND,
    DamageEffect,
    StrikeOutcome,
    Track,
)
from picket_duty.captains.doctrine import decide
from picket_duty.events import Damage, Event, Leave, Loss, Strike
from picket_duty.game import Game
from picket_duty.odds.roll_odds import chance
from picket_duty.requests import Answer, Choice, Decision
from picket_duty.rules import control, wave
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.play import NO, YES

#: What a standing order may be: the captain is asked; the staff decides; always or never; from a chance on.
ASK, STAFF, ALWAYS, NEVER, FROM = "ask", "staff", "always", "never", "from"
#: Every standing order by its name, with what it may be.
ORDERS = {
    "maneuver": (ASK, ALWAYS, NEVER, FROM),
    "fire plan": (ASK, STAFF),
    "declaration": (ASK, STAFF, NEVER),
    "flooding": (ASK, STAFF, NEVER),
    "men": (ASK, STAFF),
    "relief": (ASK, STAFF),
}
#: Which standing order a decision falls under.
UNDER: dict[Decision, str] = {
    ORDER_MANEUVER: "maneuver",
    FIRE_PLAN: "fire plan",
    DECLARE: "declaration",
    RESCIND: "declaration",
    FLOOD: "flooding",
    COUNTERFLOOD: "flooding",
    REPAIR_MEN: "men",
    ASK_RELIEF: "relief",
    RELIEVING_SHIP: "relief",
}
#: Why the staff in command calls, where the moment tells the rest.
STRUCK, SHIP_LOST = "we are struck", "a ship is lost"
#: Key of the note that keeps them in a save.
NOTE = "standing orders"
#: Chances from which a maneuver may be ordered, in per cent.
LEAST_CHANCE, MOST_CHANCE = 1, 99


class StandingError(ValueError):
    """A standing order that there is not; the text says which there are."""


class Standing(msgspec.Struct, frozen=True):
    """The standing orders of a game: ``orders`` by name, without those that ask; ``least`` is the chance of a maneuver
    in per cent from which ``from`` tries it; ``commands`` gives the staff every decision."""

    orders: dict[str, str] = {}
    least: int = 50
    commands: bool = False

    @property
    def on(self) -> bool:
        """Whether any is on."""
        return self.commands or bool(self.orders)

    def words(self) -> str:
        """Which are on, in a few words; empty for none."""
        if self.commands:
            return "staff commands"
        return f"{len(self.orders)} standing order{'s' if len(self.orders) > 1 else ''}" if self.orders else ""

    def of(self, name: str) -> str:
        """What a standing order is."""
        return self.orders.get(name, ASK)

    def but(self, name: str, value: str) -> Standing:
        """The same with one order changed. Raises StandingError."""
        allowed = ORDERS.get(name)
        if allowed is None:
            raise StandingError(f"there is no standing order {name!r}; there are: {', '.join(ORDERS)}")
        if value not in allowed:
            raise StandingError(f"{name} is one of {', '.join(allowed)}, not {value!r}")
        orders = {**self.orders, name: value}
        kept = {one: orders[one] for one in ORDERS if orders.get(one, ASK) != ASK}
        return msgspec.structs.replace(self, orders=kept)

    def commanded(self, commands: bool) -> Standing:
        """The same with the staff in command, or no longer."""
        return msgspec.structs.replace(self, commands=commands)

    def from_chance(self, least: int) -> Standing:
        """The same with a maneuver tried from a chance on, in per cent. Raises StandingError."""
        if not LEAST_CHANCE <= least <= MOST_CHANCE:
            raise StandingError(f"the chance of a maneuver is {LEAST_CHANCE} to {MOST_CHANCE} per cent, not {least}")
        return msgspec.structs.replace(self.but("maneuver", FROM), least=least)


# -- what they answer ---------------------------------------------------------------


def standing_answer(game: Game, standing: Standing) -> Answer | None:
    """The answer of the standing orders to the choice wanted now, None where the captain is asked."""
    choice = game.request
    if not isinstance(choice, Choice):
        return None
    order = standing.of(UNDER[choice.decision])
    if order == ASK and not standing.commands:
        return None
    given = GIVEN.get(choice.decision)
    answer = given(game, standing, order) if given is not None else None
    return decide(game.play, choice) if answer is None else answer


def _maneuver(game: Game, standing: Standing, order: str) -> Answer | None:
    """Always, never, or from a chance on."""
    if order == FROM:
        return YES if chance(wave.maneuver_roll(game.play), "yes") * 100 >= standing.least else NO
    return {ALWAYS: YES, NEVER: NO}.get(order)


def _declare(game: Game, standing: Standing, order: str) -> Answer | None:
    return NO if order == NEVER else None


def _flood(game: Game, standing: Standing, order: str) -> Answer | None:
    return control.NO_FLOODING if order == NEVER else None


#: Decisions whose standing order is more than the staff's: what it answers, None for what the staff decides.
GIVEN: dict[Decision, Callable[[Game, Standing, str], Answer | None]] = {
    ORDER_MANEUVER: _maneuver,
    DECLARE: _declare,
    FLOOD: _flood,
    COUNTERFLOOD: _flood,
}


# -- where the staff in command stops --------------------------------------------------


def halt(game: Game, happened: Sequence[Event]) -> str:
    """Why the staff in command stops after what happened and calls the captain; empty where it goes on."""
    left = next((event for event in happened if isinstance(event, Leave)), None)
    if left is not None:
        return SHIP_LOST if left.reason == SUNK else "she leaves her station"
    for event in happened:
        if isinstance(event, Strike) and event.outcome in (StrikeOutcome.HIT, StrikeOutcome.WEAPON) and not event.near:
            return STRUCK
        if isinstance(event, Damage) and event.item == DECK_FIRE and event.effect == DamageEffect.OUT_OF_CONTROL:
            return "a deck fire is out of control"
        if isinstance(event, Loss) and _is_low(event, game):
            return f"the hull is at {event.left}"
    return ""


def _is_low(loss: Loss, game: Game) -> bool:
    """Whether the hull has sunk to where she cannot be kept steady."""
    return loss.track == Track.HULL and bool(loss.points) and loss.left <= game.tables.numbers.steady_hull


# -- kept in the save ------------------------------------------------------------------


def standing_of(game: Game) -> Standing:
    """The standing orders kept in the save of a game; none where it is not saved, or what stands there is no order."""
    note = game.journal.notes.get(NOTE) if game.journal is not None else None
    try:
        return _checked(msgspec.convert(note, Standing)) if note else Standing()
    except (msgspec.ValidationError, StandingError):
        return Standing()


def _checked(found: Standing) -> Standing:
    """Orders that there are. Raises StandingError."""
    made = Standing(commands=found.commands).from_chance(found.least).but("maneuver", ASK)
    for name, value in found.orders.items():
        made = made.but(name, value)
    return made


def keep_standing(game: Game, standing: Standing) -> None:
    """Keep the standing orders in the save of a game that has one. Raises SaveError."""
    if game.journal is not None:
        note: dict[str, Any] = msgspec.to_builtins(standing)
        game.journal.write_note(NOTE, note)
