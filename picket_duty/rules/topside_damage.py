"""Damage to mounts, their directors and equipment (table 11)."""

from __future__ import annotations

from picket_duty.book import effects, ids
from picket_duty.book.effects import Effect
from picket_duty.book.vocabulary import DamageEffect
from picket_duty.events import Damage
from picket_duty.rules.blow import HitContext, note_die, superficial
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import DAMAGED, DESTROYED, WORKING


def hit_tub(play: Play, effect: effects.HitTub, blow: HitContext) -> Procedure[None]:
    """Hit on a 40 mm tub: the die for its director, then for the gun (notes B, C, D of table
    11).
    """
    mount = play.mount(effect.mount)
    if mount is None:
        superficial(play, effect, blow)
        return
    director = yield from note_die(play, effect.notes[0], blow)
    state_before = mount.director
    mount.director = worse(mount.director, director["result"])
    emit_state(
        play,
        ids.director_id(effect.mount),
        state_before=state_before,
        state=mount.director,
        blow=blow,
    )
    if mount.destroyed:
        return
    gun = yield from note_die(play, effect.notes[1], blow)
    damage_mount(play, effect.mount, gun["result"], blow)


def hit_5in(play: Play, effect: effects.Hit5in, blow: HitContext) -> Procedure[None]:
    """Hit on a 5-inch mount: damaged or destroyed by one die (note B of table 11)."""
    mount = play.mount(effect.mount)
    if mount is None or mount.destroyed:
        superficial(play, effect, blow)
        return
    row = yield from note_die(play, effect.notes[0], blow)
    damage_mount(play, effect.mount, row["result"], blow)


def damage_mount(play: Play, mount_id: str, result: str, blow: HitContext) -> None:
    """Damage or destroy a mount by one result; enough hits destroy it (rules 6)."""
    mount = play.ship.mounts[mount_id]
    mount.hits += 1
    if result == DESTROYED or mount.hits >= play.tables.numbers.mount_hits:
        destroy_mount(play, mount_id, blow)
        return
    play.emit(Damage(section=blow.section, item=mount_id, effect=DamageEffect.DAMAGED))


def destroy_mount(play: Play, mount_id: str, blow: HitContext) -> None:
    """Destroy a mount; its kills and ace status are lost."""
    mount = play.ship.mounts[mount_id]
    mount.destroyed = True
    mount.ace = False
    mount.kills = 0
    play.ship.jobs.pop(mount_id, None)
    play.emit(Damage(section=blow.section, item=mount_id, effect=DamageEffect.DESTROYED))


def destroy_mounts(play: Play, effect: effects.DestroyMounts, blow: HitContext) -> None:
    """Destroy several mounts; those not carried or already destroyed are ignored."""
    _destroy_standing(play, effect, effect.mounts, blow)


def hit_20mm(play: Play, effect: effects.Hit20mm, blow: HitContext) -> None:
    """Hit on a 20 mm mount, which any hit destroys (table 11)."""
    _destroy_standing(play, effect, (effect.mount,), blow)


def _destroy_standing(
    play: Play, effect: Effect, mounts: tuple[str, ...], blow: HitContext
) -> None:
    standing = [
        mount_id
        for mount_id in mounts
        if mount_id in play.ship.mounts and not play.ship.mounts[mount_id].destroyed
    ]
    if not standing:
        superficial(play, effect, blow)
    for mount_id in standing:
        destroy_mount(play, mount_id, blow)


def hit_equipment(play: Play, effect: effects.HitEquipment, blow: HitContext) -> Procedure[None]:
    """Hit on equipment: the die of its note, one roll for each item not yet destroyed."""
    for item in effect.items:
        if play.ship.equipment[item] == DESTROYED:
            continue
        row = yield from note_die(play, effect.notes[0], blow, item)
        set_equipment(play, item, row["result"], blow)


def damage_equipment(play: Play, effect: effects.DamageEquipment, blow: HitContext) -> None:
    """Damage equipment without a die."""
    for item in effect.items:
        set_equipment(play, item, DAMAGED, blow)


def destroy_equipment(play: Play, effect: effects.DestroyEquipment, blow: HitContext) -> None:
    """Destroy equipment without a die."""
    for item in effect.items:
        set_equipment(play, item, DESTROYED, blow)


def set_equipment(play: Play, item: str, result: str, blow: HitContext) -> None:
    """Apply a result to equipment; a second damage result has no effect (rules 2)."""
    equipment = play.ship.equipment
    state_before = equipment[item]
    equipment[item] = worse(equipment[item], result)
    emit_state(play, item, state_before=state_before, state=equipment[item], blow=blow)


def emit_state(play: Play, item: str, state_before: str, state: str, blow: HitContext) -> None:
    """Report the state of a director or equipment after a blow: the new state, or superficial if
    unchanged.
    """
    effect = DamageEffect.SUPERFICIAL if state == state_before else DamageEffect(state)
    play.emit(Damage(section=blow.section, item=item, effect=effect))


def worse(state: str, result: str) -> str:
    """The worse of a state and a result. A result that is not a state, such as ``ok``, changes
    nothing.
    """
    order = (WORKING, DAMAGED, DESTROYED)
    if result in order and order.index(result) > order.index(state):
        return result
    return state


def kill_fdt(play: Play, effect: Effect, blow: HitContext) -> None:
    """The fighter direction team is killed."""
    if not play.ship.fdt:
        superficial(play, effect, blow)
        return
    play.ship.fdt = False
    play.emit(
        Damage(section=blow.section, item=ids.FIGHTER_DIRECTION_TEAM, effect=DamageEffect.KILLED)
    )
