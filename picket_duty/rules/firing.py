"""A fire plan carried out: the shots in their order, and what they do to the planes (charts 9-2, S-1,
rules 5.3).
"""

from __future__ import annotations

from collections.abc import Mapping

from picket_duty.book.data import ACES
from picket_duty.book.ids import AFS, SFS, FighterSlot, Gun, Slot, slot_named
from picket_duty.book.vocabulary import FireResult
from picket_duty.events import Fire, Support
from picket_duty.rules.gunnery import plan_choice, shot_roll, under_director
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import GONE, PLANE_DAMAGED, SHOT_DOWN, Plane

#: Hits scored by a result of a shot; the other two results set the state of the plane.
HITS: Mapping[str, int] = {
    FireResult.MISS: 0,
    FireResult.NONE: 0,
    FireResult.HIT: 1,
    FireResult.TWO_HITS: 2,
}
#: A flamed plane (state ``SHOT_DOWN``) still dives and can be fired at; a destroyed one (``GONE``)
#: is out of the air. Bound once because every shot compares them: enum member lookup is slow in
#: Python 3.11.
FLAMED = FireResult.FLAMED
DESTROYED = FireResult.DESTROYED


def fire_plan(play: Play) -> Procedure[None]:
    """Assign AFS markers, SFS markers and mounts to planes, then roll them in that order."""
    choice = plan_choice(play)
    if not choice.slots:
        return
    orders: dict[str, int] = yield from play.choose(choice)
    planes = play.state.air.planes
    for index, (name, number) in enumerate(orders.items()):
        slot = slot_named(name)
        plane = planes[number]
        # A marker is used up even if its plane is already down.
        if isinstance(slot, FighterSlot):
            play.state.air.markers.remove(name)
        if not plane.flying:
            continue
        row = yield play.ask(shot_roll(play, slot, plane))
        if play.no_events:
            apply_fire(play, plane, row["result"], slot)
            continue
        shot = shoot(play, plane, row["result"], slot)
        if not plane.flying:
            # The log names the slots that are left without a target.
            shot.without_target = [
                later for later, other in list(orders.items())[index + 1 :] if other == number
            ]
        play.emit(shot)


def shoot(play: Play, plane: Plane, result: str, slot: Slot) -> Fire | Support:
    """Apply the result of a shot at a flying plane; returns its event."""
    state_before = plane.state
    was_ace = is_ace(play, slot)
    hits = apply_fire(play, plane, result, slot)
    flamed = result == FLAMED
    flamed_again = flamed and state_before == SHOT_DOWN
    if not isinstance(slot, Gun):
        return Support(
            plane=plane.number,
            by=slot.id,
            hits=hits,
            state=plane.state,
            state_before=state_before,
            flamed=flamed,
            flamed_again=flamed_again,
        )
    ace = is_ace(play, slot) and not was_ace
    officer = ""
    # The gunnery officer is named if his director destroyed the plane.
    if plane.state == GONE and under_director(play, slot):
        officer = play.ship.crew["gunnery_officer"].name
    return Fire(
        plane=plane.number,
        by=slot.id,
        hits=hits,
        state=plane.state,
        state_before=state_before,
        officer=officer,
        ace=ace,
        flamed=flamed,
        flamed_again=flamed_again,
    )


def apply_fire(play: Play, plane: Plane, result: str, slot: Slot) -> int:
    """Apply a result of 9-2 or S-1 to a plane; returns the number of hits scored."""
    numbers = play.tables.numbers
    state_before = plane.state
    if result == DESTROYED:
        plane.state = GONE
        hits = 0
    else:
        # The result "flamed" adds the hits that are still missing.
        hits = numbers.hits_flamed - plane.hits if result == FLAMED else HITS[result]
        hits = max(hits, 0)
        plane.hits += hits
        if plane.hits >= numbers.hits_flamed:
            plane.state = SHOT_DOWN
        elif plane.hits >= numbers.hits_damaged:
            plane.state = PLANE_DAMAGED
    if plane.state != state_before and plane.state in (GONE, SHOT_DOWN):
        # A plane is credited once: to the slot that flamed it, even if another destroys it.
        if state_before != SHOT_DOWN:
            credit(play, plane, slot)
        count_brought_down(play, plane, flamed_before=state_before == SHOT_DOWN)
    return hits


def credit(play: Play, plane: Plane, slot: Slot) -> None:
    """Credit a flamed or destroyed plane to a slot; enough planes make an ace crew."""
    records = play.state.records
    records.by_type[plane.type] = records.by_type.get(plane.type, 0) + 1
    credited = AFS if isinstance(slot, FighterSlot) else SFS
    if isinstance(slot, Gun):
        credited = slot.mount
    records.by_mount[credited] = records.by_mount.get(credited, 0) + 1
    if not isinstance(slot, Gun):
        return
    mount = play.ship.mounts[slot.mount]
    mount.kills += 1
    if mount.kills >= play.tables.numbers.ace_planes and play.state.option(ACES):
        mount.ace = True


def is_ace(play: Play, slot: Slot) -> bool:
    """Whether a slot is a mount with an ace crew."""
    return isinstance(slot, Gun) and play.ship.mounts[slot.mount].ace


def count_brought_down(play: Play, plane: Plane, flamed_before: bool) -> None:
    """Count a plane as flamed or destroyed; one flamed earlier then counts as destroyed only."""
    records = play.state.records
    if plane.state == SHOT_DOWN:
        records.flamed += 1
        return
    records.destroyed += 1
    records.flamed -= flamed_before
