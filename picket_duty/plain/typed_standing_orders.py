"""Standing orders in plain mode: as they are typed and printed."""

from __future__ import annotations

import msgspec

from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.requests import Illegal

#: The words of each order, and what turns it off.
ROUTINE = "routine"
MANEUVER = "maneuver from"
COMMANDS = "officers command"
OFF = "off"
#: Characters of the longest of these words, and a space.
WIDTH = len(COMMANDS) + 1
#: The changes that may be typed.
CHANGES = f"{ROUTINE}, {ROUTINE} {OFF}, {MANEUVER} 40, {COMMANDS}, {COMMANDS} {OFF}"


def changed_by(standing: StandingOrders, text: str) -> StandingOrders:
    """The orders after a change that was typed. Raises Illegal."""
    order, _, last = text.rpartition(" ")
    if order == MANEUVER:
        try:
            return standing.from_chance(last)
        except ValueError as error:
            raise Illegal(str(error)) from None
    is_on = last != OFF
    if is_on:
        order = text
    if order == ROUTINE:
        return msgspec.structs.replace(standing, routine=is_on)
    if order == COMMANDS:
        return standing.commanded(commands=is_on)
    raise Illegal(f"Unknown standing order {text!r}. Type one of: {CHANGES}.")


def standing_orders_lines(standing: StandingOrders) -> list[str]:
    """The standing orders, one in each line."""
    on = {True: "on", False: OFF}
    return [
        "Standing orders in this game:",
        f"  {COMMANDS:<{WIDTH}} {on[standing.commands]}",
        f"  {ROUTINE:<{WIDTH}} {on[standing.routine]}",
        f"  {MANEUVER:<{WIDTH}} {standing.least}%",
    ]
