"""The return to the anchorage, and repairs and stores there (charts 16, 18, 18-1, rules 9)."""

from __future__ import annotations

import datetime

import msgspec

from picket_duty.book.vocabulary import ANCHORAGE, Reason
from picket_duty.requests import Roll
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.state import DAMAGED, DESTROYED, WORKING, Compartment, Mount, Ship

#: Kinds of absence, which determine what is repaired when the ship returns.
REPAIR = "repair"
REPLENISH = "replenish"
STORM_REPAIR = "storm repair"


def force_return(play: Play, reason: str) -> Procedure[None]:
    """Force a return because of fire or flooding; rolls table 16 immediately, at most once per phase
    (rules 9).
    """
    state = play.state
    if reason not in state.forced:
        state.forced.append(reason)
    if not state.sank_roll:
        yield from make_for_anchorage(play, reason)


def make_for_anchorage(play: Play, reason: str) -> Procedure[None]:
    """Table 16: whether the ship reaches the anchorage. Raises Sunk with the reason for her
    return.
    """
    play.state.sank_roll = True
    # A ship that is dead in the water later rolls again (``sequence.forced_return``).
    play.state.had_way = bool(play.ship.maneuver)
    row = yield play.ask(sink_roll(play))
    if row["sinks"]:
        raise Sunk(reason)


def sink_roll(play: Play) -> Roll:
    """The roll on table 16 with the damage control officer's value."""
    chart = play.tables["16"]
    value = play.value_of("damage_control_officer")
    modifiers = (chart.modifier("damage_control_officer", value),) if value else ()
    return Roll(chart, ANCHORAGE, modifiers=modifiers)


def reasons_to_return(play: Play) -> list[str]:
    """Reasons why the ship must return at the end of the phase, empty if she may stay."""
    reasons = list(play.state.forced)
    if not play.ship.maneuver:
        reasons.append(Reason.DEAD_IN_WATER)
    if not play.ship.hull:
        reasons.append(Reason.HULL_GONE)
    return reasons


def repair_days(play: Play) -> Procedure[int | None]:
    """Table 18: days of repairs, None if she returns to the rear (note B)."""
    row = yield play.ask(repairs_roll(play))
    if row["rear"]:
        return None
    return int(row["weeks"]) * play.tables.numbers.days_in_week


def replenish_days(play: Play) -> Procedure[int]:
    """Table 18-1: days of replenishment."""
    row = yield play.ask(replenish_roll(play))
    return int(row["days"])


def repairs_roll(play: Play) -> Roll:
    """The roll on table 18."""
    return Roll(play.tables["18"], ANCHORAGE)


def replenish_roll(play: Play) -> Roll:
    """The roll on table 18-1."""
    return Roll(play.tables["18-1"], ANCHORAGE)


def back_after(left: datetime.date, days: int) -> datetime.date:
    """The day a ship is back: the day she left, plus ``days``, plus one (18 note A)."""
    return left + datetime.timedelta(days=days + 1)


def is_damaged(play: Play) -> bool:
    """Whether the ship counts as damaged for table 15, result 8 (rules 8)."""
    ship = play.ship
    numbers = play.tables.numbers
    return (
        ship.hull < numbers.hull
        or ship.maneuver < numbers.maneuver
        or any(room.markers or room.fire or room.out for room in ship.compartments.values())
        or any(
            mount.hits or mount.destroyed or mount.director != WORKING
            for mount in ship.mounts.values()
        )
        or any(state != WORKING for state in ship.equipment.values())
        or bool(ship.deck_fires or ship.floods or ship.secondary)
        or ship.lines_out
    )


def things_destroyed(play: Play) -> int:
    """Number of destroyed mounts, directors, compartments and pieces of equipment (rules 8)."""
    ship = play.ship
    return (
        sum(mount.destroyed for mount in ship.mounts.values())
        + sum(mount.director == DESTROYED for mount in ship.mounts.values())
        + sum(room.destroyed for room in ship.compartments.values())
        + sum(state == DESTROYED for state in ship.equipment.values())
        + sum(hits >= play.tables.numbers.secondary_hits for hits in ship.secondary.values())
    )


def refitted(play: Play, ship: Ship) -> Ship:
    """A copy of a ship as she returns from the anchorage; the ship itself is not changed."""
    back = msgspec.json.decode(msgspec.json.encode(ship), type=Ship)
    refit(play, back, ship.away)
    return back


def refit(play: Play, ship: Ship, kind: str) -> None:
    """Restore stores and repair damage as the kind of absence allows (rules 9)."""
    numbers = play.tables.numbers
    ship.ammunition = numbers.ammunition
    ship.fuel = numbers.fuel
    if kind in (REPAIR, STORM_REPAIR):
        ship.hull = numbers.hull
        ship.maneuver = numbers.maneuver
    if kind == REPAIR:
        ship.men = dict(numbers.men)
        ship.compartments = {name: Compartment() for name in ship.compartments}
        ship.mounts = {
            name: Mount(ace=mount.ace, kills=mount.kills) for name, mount in ship.mounts.items()
        }
        ship.equipment = dict.fromkeys(ship.equipment, WORKING)
        ship.secondary = {}
    else:
        _clear_damage(play, ship)
    ship.deck_fires = {}
    ship.floods = []
    ship.jobs = {}
    ship.lines_out = ship.gun_bonuses_lost = False
    # No emergency (``control.NO_EMERGENCY``; that module imports this one).
    ship.declared = 0


def _clear_damage(play: Play, ship: Ship) -> None:
    """Remove markers, fires, flooding and damage; destroyed items stay destroyed."""
    for name, compartment in ship.compartments.items():
        if not compartment.destroyed:
            ship.compartments[name] = Compartment()
    for mount in ship.mounts.values():
        if not mount.destroyed:
            mount.hits = 0
        if mount.director == DAMAGED:
            mount.director = WORKING
    for item, state in ship.equipment.items():
        if state == DAMAGED:
            ship.equipment[item] = WORKING
    limit = play.tables.numbers.secondary_hits
    ship.secondary = {name: hits for name, hits in ship.secondary.items() if hits >= limit}
