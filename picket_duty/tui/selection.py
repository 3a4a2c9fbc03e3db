"""The roll that the player's selection leads to: the chart shown on request."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.book.ids import slot_named
from picket_duty.book.vocabulary import ASK_RELIEF, COUNTERFLOOD, DECLARE, FLOOD, ORDER_MANEUVER
from picket_duty.charts import ChartError
from picket_duty.requests import Choice, Decision, Job, Roll
from picket_duty.rules import anchorage, control, gunnery, wave
from picket_duty.rules.play import Play
from picket_duty.state import Plane

#: The rolls that decisions lead to.
LEADS_TO: dict[Decision, Callable[[Play], Roll]] = {
    ORDER_MANEUVER: wave.maneuver_roll,
    DECLARE: control.declaration_roll,
    FLOOD: lambda play: control.flooding_roll(play, ""),
    COUNTERFLOOD: lambda play: control.flooding_roll(play, ""),
    ASK_RELIEF: anchorage.repairs_roll,
}


def shot(play: Play, slot: str, plane: Plane | None) -> Roll | None:
    """The shot of a fire plan slot at a plane; None if nothing is selected."""
    return _now(play, lambda: gunnery.shot_roll(play, slot_named(slot), plane)) if slot and plane is not None else None


def repair(play: Play, name: str, job: Job, men: int) -> Roll | None:
    """The roll of a repair job with a number of men, at least one."""
    return _now(play, lambda: control.repair_roll(play, name, job, max(1, men)))


def decision(play: Play, choice: Choice) -> Roll | None:
    """The roll that a decision leads to, if any."""
    make = LEADS_TO.get(choice.decision)
    return _now(play, lambda: make(play)) if make else None


def _now(play: Play, make: Callable[[], Roll]) -> Roll | None:
    """A roll with the current phase and wave; None if there is no chart for it."""
    try:
        roll = make()
    except ChartError:
        return None
    roll.phase, roll.wave = play.state.label, play.state.air.wave
    return roll
