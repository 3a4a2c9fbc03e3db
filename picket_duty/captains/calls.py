"""Why the officers in command call the captain."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    StrikeOutcome,
    Track,
)
from picket_duty.events import Damage, Event, Leave, Loss, Strike
from picket_duty.facts.damage import is_out_of_control
from picket_duty.game import Game
from picket_duty.requests import Answer, Choice
from picket_duty.rules import upkeep
from picket_duty.state import SUNK
from picket_duty.text.english import lowered

#: The two reasons for a call that a headline explains (``tui/autoplay.py``).
STRUCK = "we are hit"
SHIP_LOST = "a ship is lost"


def call_reason(game: Game, happened: Sequence[Event]) -> str:
    """Why the officers in command call the captain after these events; empty if they do not."""
    left = next((event for event in happened if isinstance(event, Leave)), None)
    if left is not None:
        return SHIP_LOST if left.reason == SUNK else "we are leaving the station"
    # With less hull, a ship that leaves for repairs may sink on the way (table 16).
    low_hull = game.tables.numbers.steady_hull
    reasons = (_reason(event, low_hull) for event in happened)
    return next(filter(None, reasons), "")


def _reason(event: Event, low_hull: int) -> str:
    """Why an event of a fight is worth a call; empty if it is not."""
    if isinstance(event, Strike):
        is_hit = event.outcome in (StrikeOutcome.HIT, StrikeOutcome.WEAPON) and not event.near
        return STRUCK if is_hit else ""
    if isinstance(event, Damage):
        return "a deck fire is out of control" if is_out_of_control(event) else ""
    if isinstance(event, Loss) and event.track == Track.HULL:
        return f"the hull is at {event.left}" if event.points and event.left <= low_hull else ""
    return ""


def relief_reason(game: Game, order: Answer) -> str:
    """Why the officers in command call the captain before this order; empty unless it asks for
    relief.
    """
    choice = game.request
    if not isinstance(choice, Choice) or choice.decision != ASK_RELIEF or order == upkeep.STAY:
        return ""
    ship = game.play.ship
    wanted = next(option.text for option in choice.options if option.value == order)
    stores = f"hull {ship.hull}, fuel {ship.fuel}, ammunition {ship.ammunition}"
    return f"we should {lowered(wanted)}: {stores}"
