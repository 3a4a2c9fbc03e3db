"""Which planes fighters, support ships and guns can fire at, and the rolls of their shots (charts 9-1,
9-2, S-1, rules 5.3).
"""

from __future__ import annotations

from collections.abc import Iterable

from picket_duty.book.data import LIST_AND_TRIM, SPOILED_AIM, MountData
from picket_duty.book.ids import (
    FIRE_ROOMS,
    FighterSlot,
    Gun,
    Slot,
    SupportShip,
)
from picket_duty.book.vocabulary import FIRE_PLAN, GUNNERY, SUPPORT
from picket_duty.charts import Modifier
from picket_duty.requests import Choice, Roll
from picket_duty.rules.play import ArmedMount, Play
from picket_duty.state import BOMB, OHKA, TORPEDO, WORKING, Plane

#: Column for spray fire and SFS at a special plane, by its weapon (rules 5.3).
SPRAY_LEVEL = {TORPEDO: "L", BOMB: "M", OHKA: "H"}
#: SFS fires at low and medium planes only (rules 5.3).
SFS_LEVELS = ("L", "M")
#: SFS fires like a 40 mm gun without a director (rules 5.3).
SFS_CHART = "9-2/40mm"


def plan_choice(play: Play) -> Choice:
    """The fire plan choice: the planes each slot bears on, and the reason for each barred slot."""
    slots: dict[str, tuple[int, ...]] = {}
    barred: dict[str, str] = {}
    flying = [plane for plane in play.state.air.planes if plane.flying]
    everyone = tuple(plane.number for plane in flying)
    for marker in play.state.air.markers:
        slots[marker] = everyone
    within_sfs = tuple(plane.number for plane in flying if level_of(plane) in SFS_LEVELS)
    support = [SupportShip(number).id for number in range(1, play.ship.sfs + 1)]
    if within_sfs:
        slots |= dict.fromkeys(support, within_sfs)
    else:
        barred |= dict.fromkeys(support, "fires only at planes at low or medium altitude")
    silent = all_silent(play)
    #: The planes that mounts bear on, by the number of their reach.
    reached: dict[int, tuple[int, ...]] = {}
    for mount_id, armed in play.battery().items():
        if reason := silent or mount_silent(play, armed.data):
            barred[mount_id] = reason
            continue
        if armed.reach_number not in reached:
            reached[armed.reach_number] = within_reach(armed, flying)
        if bears := reached[armed.reach_number]:
            slots[mount_id] = bears
        else:
            barred[mount_id] = "no plane within reach"
    return Choice(FIRE_PLAN, slots=slots, barred=barred)


def all_silent(play: Play) -> str:
    """Reason why no mount can fire, or an empty text."""
    if not play.ship.ammunition:
        return "no ammunition"
    if play.ship.declared:
        return "the emergency declaration keeps the guns silent"
    return ""


def mount_silent(play: Play, data: MountData) -> str:
    """Reason why a mount cannot fire, or an empty text."""
    if play.state.ship.mounts[data.id].destroyed:
        return "destroyed"
    if not data.magazine or not _gone(play, data.magazine):
        return ""
    if data.other_magazine and not _gone(play, data.other_magazine):
        return ""
    if not data.other_magazine:
        return "its magazine is out of action"
    return "both magazines are out of action"


def held_by_emergency(play: Play, plane: Plane) -> bool:
    """Whether guns could fire at a plane if no emergency were declared."""
    if not (play.ship.declared and play.ship.ammunition):
        return False
    mounts = (armed for armed in play.battery().values() if not mount_silent(play, armed.data))
    return any(within_reach(armed, [plane]) for armed in mounts)


def within_reach(armed: ArmedMount, planes: Iterable[Plane]) -> tuple[int, ...]:
    """Numbers of the planes a mount can fire at: by arc and altitude, or by spray fire at special
    planes.
    """
    arcs = armed.arcs
    levels = armed.chart.columns
    return tuple(
        [
            plane.number
            for plane in planes
            if (
                SPRAY_LEVEL[plane.weapon] in levels
                if plane.special
                else plane.altitude in arcs[plane.bearing]
            )
        ]
    )


def shot_roll(play: Play, slot: Slot, plane: Plane) -> Roll:
    """The roll of one slot of the fire plan at one plane."""
    if isinstance(slot, Gun):
        return gun_roll(play, slot.mount, plane)
    if isinstance(slot, FighterSlot):
        return Roll(play.tables["S-1"], SUPPORT, slot.id, plane=plane.number, item=slot.id)
    return Roll(
        play.tables[SFS_CHART],
        SUPPORT,
        slot.id,
        column=level_of(plane),
        plane=plane.number,
        item=slot.id,
    )


def gun_roll(play: Play, mount_id: str, plane: Plane) -> Roll:
    """The roll of a mount at a plane with all its modifiers (chart 9-2)."""
    armed = play.battery()[mount_id]
    level = level_of(plane)
    modifiers = gun_modifiers(play, armed, level, plane.special)
    return Roll(armed.chart, GUNNERY, mount_id, level, modifiers, plane=plane.number, item=mount_id)


def gun_modifiers(play: Play, armed: ArmedMount, level: str, spray: bool) -> tuple[Modifier, ...]:
    """Dice modifiers of a mount, each with its reason (9-1, 9-2, rules 5.3). Those in ``armed.own_modifiers``
    the mount always has.
    """
    ship = play.state.ship
    data = armed.data
    chart = armed.chart
    mount = ship.mounts[data.id]
    modifiers: list[Modifier] = []
    turning = turning_hard(play)
    if spray:
        modifiers.append(play.tables["rules"].modifier("spray"))
    elif not turning:
        bonus = director_bonus(play, armed, level)
        if bonus:
            modifiers.append(bonus)
    officer = ship.crew["gunnery_officer"].value
    if officer:
        modifiers.append(chart.modifier("gunnery_officer", officer))
    if mount.hits:
        modifiers.append(chart.modifier("hit", chart.modifier("hit").value * mount.hits))
    if mount.ace:
        modifiers.append(chart.modifier("ace"))
    if data.other_magazine and _gone(play, data.magazine):
        modifiers.append(chart.modifier("magazine"))
    if listing(play):
        modifiers.append(play.tables["rules"].modifier("list"))
    if turning:
        modifiers.append(play.tables["rules"].modifier("spoiled_aim"))
    modifiers += armed.own_modifiers
    return tuple(modifiers)


def alike(play: Play, slot: Slot) -> object:
    """Key of a slot's condition: slots of a ship with equal keys have equal odds at the same
    plane.
    """
    if not isinstance(slot, Gun):
        return type(slot)
    armed = play.battery()[slot.mount]
    mount = play.state.ship.mounts[slot.mount]
    data = armed.data
    reduced = bool(data.other_magazine) and _gone(play, data.magazine)
    return data.kind, armed.own_modifiers, mount.hits, mount.ace, mount.director, reduced


def director_bonus(play: Play, armed: ArmedMount, level: str) -> Modifier | None:
    """The director bonus of a mount by chart 9-1. None if its director or the power is out, if it
    was hit and is now worked by hand, or if it has no bonus at this altitude. A hard turn also
    takes the bonus, in ``gun_modifiers``.
    """
    ship = play.state.ship
    caliber = armed.caliber
    if ship.gun_bonuses_lost or director_state(play, armed) != WORKING:
        return None
    if caliber.by_hand and ship.mounts[armed.data.id].hits:
        return None
    if caliber.power and fire_rooms_out(play):
        return None
    return armed.director_bonus.get(level)


def turning_hard(play: Play) -> bool:
    """Whether an emergency maneuver of this wave, successful or not, spoils the aim of guns and
    planes (rules 11).
    """
    # As ``State.option``, but without a call, because every shot and every dive asks this.
    return play.state.air.maneuver is not None and SPOILED_AIM in play.state.setup.options


def mounts_in(play: Play, choice: Choice) -> list[str]:
    """The mounts of a fire plan choice that bear on a plane."""
    battery = play.battery()
    return [slot for slot in choice.slots if slot in battery]


def is_directed(play: Play, mount: str, planes: Iterable[Plane]) -> bool:
    """Whether a mount has a director bonus at one of some planes; spray fire never has."""
    armed = play.battery()[mount]
    return any(
        not plane.special and director_bonus(play, armed, plane.altitude) for plane in planes
    )


def under_director(play: Play, gun: Gun) -> bool:
    """Whether the ship's director, which the gunnery officer commands, controls a gun: its caliber
    uses it and it works.
    """
    armed = play.battery()[gun.mount]
    return bool(armed.caliber.director) and director_state(play, armed) == WORKING


def director_state(play: Play, armed: ArmedMount) -> str:
    """State of the director of a mount: the shared instrument of its caliber, or its own
    director.
    """
    shared = armed.caliber.director
    ship = play.state.ship
    if shared:
        return ship.equipment[shared]
    return ship.mounts[armed.data.id].director


def fire_rooms_out(play: Play) -> bool:
    """Whether both fire rooms are destroyed or flooded."""
    rooms = play.state.ship.compartments
    for name in FIRE_ROOMS:  # noqa: SIM110 -- a generator is slower, and every shot asks this.
        if not rooms[name].out:
            return False
    return True


def listing(play: Play) -> bool:
    """Whether list or trim has reached the limit that hinders gunfire and maneuver (rules 6)."""
    if not play.state.ship.floods or not play.state.option(LIST_AND_TRIM):
        return False
    limit = play.tables.numbers.list_limit
    return abs(play.ship.list_points) >= limit or abs(play.ship.trim_points) >= limit


def level_of(plane: Plane) -> str:
    """The altitude at which a plane is fired at: that of a special attack plane depends on its
    weapon.
    """
    if plane.special:
        return SPRAY_LEVEL[plane.weapon]
    return plane.altitude


def _gone(play: Play, magazine: str) -> bool:
    """Whether a magazine is out of action."""
    compartment = play.state.ship.compartments.get(magazine)
    # As ``Compartment.out``, but without a call, because every mount of every plan asks this.
    return compartment is not None and (compartment.destroyed or compartment.flooded)
