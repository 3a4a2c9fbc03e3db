"""Whole decisions typed in a line: a number, a word, JSON, or orders such as ``1=2 3-5=1``.

Planes count from 1, as shown.
"""

from __future__ import annotations

import json
import re
from typing import Any

from picket_duty.captains.doctrine import exec_answer
from picket_duty.drafts.choice import option_typed
from picket_duty.requests import ASSIGN, ONE, Choice, Illegal
from picket_duty.rules.play import Play
from picket_duty.text.names import item_name, plane_number

#: Words for the exec's order; the first also lets the computer roll, and continues after a page.
AUTO = "auto"
EXEC = (AUTO, "y")
#: The word for an order without any shots or repairs.
HOLD = "hold"
#: A word that is refused as an order: it may mean the exec's order, or none.
GO = "go"
#: The target typed for a slot that holds its fire.
HOLD_SLOT = 0
#: The number of a slot or job, or a run of them.
RUN = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


def decision_of(play: Play, choice: Choice, text: str) -> Any:
    """A decision from a line: JSON, a number, a word, pairs, or the exec's order. Raises
    Illegal.
    """
    if text in EXEC:
        return exec_answer(play, choice)
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError as error:
            raise Illegal(f"{text!r} is not valid JSON: {error}") from None
    if choice.kind == ONE:
        return _option(choice, text)
    if text == GO:
        raise Illegal(f"Type {HOLD} to give no orders, or auto for your exec's plan")
    if text == HOLD:
        return {}
    if choice.kind == ASSIGN:
        pairs = pairs_of(text, list(choice.slots))
        return {slot: plane_of(play, choice, slot, shown) for slot, shown in pairs.items()}
    return pairs_of(text, list(choice.jobs))


def _option(choice: Choice, text: str) -> str:
    value = option_typed(choice, text)
    if value is not None:
        return value
    keyed = enumerate(choice.options, 1)
    printed = ", ".join(f"{number} {each.text}" for number, each in keyed if not each.barred)
    raise Illegal(f"{text!r} is not an option. Type one of: {printed}.")


def targets_of(play: Play, choice: Choice, text: str) -> dict[str, int | None]:
    """Changes of a fire plan typed as ``1=2 3=0``: the plane of each slot, None if it holds its
    fire. Raises Illegal.
    """
    targets: dict[str, int | None] = {}
    for slot, shown in pairs_of(text, list(choice.slots)).items():
        holds_fire = slot in choice.slots and shown == HOLD_SLOT
        targets[slot] = None if holds_fire else plane_of(play, choice, slot, shown)
    return targets


def plane_of(play: Play, choice: Choice, slot: str, shown: int) -> int:
    """The game's number of a plane, from 0, given the number shown. Raises Illegal with the numbers
    shown.
    """
    name = item_name(play.tables, slot)
    if slot not in choice.slots:
        raise Illegal(f"{name}: {choice.barred.get(slot, 'no such slot')}")
    planes = {plane_number(plane): plane for plane in choice.slots[slot]}
    flying = [plane_number(plane.number) for plane in play.state.air.planes if plane.flying]
    if shown not in flying:
        raise Illegal(f"{name}: no plane {shown}. Planes: {', '.join(map(str, flying))}.")
    if shown not in planes:
        raise Illegal(f"{name} cannot fire at plane {shown}, only at {', '.join(map(str, planes))}")
    return planes[shown]


def pairs_of(text: str, names: list[str]) -> dict[str, int]:
    """``1=2 3-5=1 40mm-A=1`` as slots or jobs with their numbers. Raises Illegal."""
    pairs: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        name, equals, value = part.partition("=")
        try:
            number = int(value)
        except ValueError:
            number = -1
        if not equals or number < 0:
            raise Illegal(f"{part!r} is not an order. Type an order such as 1=2, or auto.")
        run = RUN.fullmatch(name)
        if run is None:
            pairs[name] = number
            continue
        first = int(run[1])
        last = int(run[2] or run[1])
        if not 1 <= first <= last <= len(names):
            raise Illegal(f"{part!r}: the first number must be from 1 to {len(names)}")
        pairs |= dict.fromkeys(names[first - 1 : last], number)
    return pairs
