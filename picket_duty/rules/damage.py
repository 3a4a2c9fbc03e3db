"""Damage: the main damage tables, their notes and the effect types (charts 11 to 15, rules 6).

Effects are dispatched by type, so that changing or adding a row of a chart needs no code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from picket_duty.book import effects, ids, vocabulary
from picket_duty.book.data import CompartmentData
from picket_duty.book.effects import Effect
from picket_duty.book.vocabulary import DamageEffect, Reason, Remark, StrikeOutcome, Track
from picket_duty.charts import Row
from picket_duty.events import Damage, Loss, Strike, note_of
from picket_duty.requests import Roll
from picket_duty.rules import anchorage, stations
from picket_duty.rules.blow import HitContext, note_die, nothing, superficial
from picket_duty.rules.casualties import kill, kill_officer, lose_men
from picket_duty.rules.deck_fires import light_deck_fire
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.rules.topside_damage import (
    damage_equipment,
    destroy_equipment,
    destroy_mounts,
    hit_5in,
    hit_20mm,
    hit_equipment,
    hit_tub,
    kill_fdt,
)
from picket_duty.state import (
    PORT,
    REMOVED,
    SECTIONS,
    STARBOARD,
    UNDAMAGED,
    Compartment,
    Flood,
    Plane,
)

PORT_BEARINGS = (225, 270, 315)
STARBOARD_BEARINGS = (45, 90, 135)
#: Function that carries out an effect; if it may ask for dice, it returns a step.
Carry = Callable[[Play, Any, HitContext], Procedure[None] | None]


def section_of(play: Play, bearing: int) -> str:
    """The section for a bearing in degrees (headings of table 11). Raises ValueError."""
    for section in SECTIONS:
        if bearing in play.tables[f"11/{section}"].only:
            return section
    raise ValueError(f"bearing {bearing} is not one of the eight bearings")


def plane_hits(play: Play, plane: Plane, section: str) -> Procedure[None]:
    """A plane hits a section: table 11, the deck fire, the men lost (rules 6).

    Table 15 may turn the hit into a miss, so the strike is reported after that roll and before its
    effects.
    """
    numbers = play.tables.numbers
    records = play.state.records
    # The hit of a fresh plane makes more hit markers. A special plane is fresh unless it is aflame.
    fresh = plane.state == UNDAMAGED or (plane.special and not plane.flamed)
    blow = HitContext(
        section,
        bearing=None if plane.special else plane.bearing,
        markers=numbers.markers_fresh if fresh else numbers.markers_other,
        plane=plane.number,
    )
    chart = play.tables[f"11/{section}"]
    row = yield play.ask(Roll(chart, vocabulary.DAMAGE, blow.actor, plane=blow.plane))
    blow.chart = chart
    blow.below_waterline = row["below_waterline"]
    results = yield from with_random_rolled(play, row.effects, blow)
    # Table 15, result 7, makes the hit a miss if no land radar is working (rules 5.5).
    may_miss = any(isinstance(effect, effects.LoseLandRadar) for effect in results)
    if may_miss and not play.state.land_radars:
        yield from carry_effects(play, results, blow)
        miss(play, plane)
        return
    play.emit(Strike(plane=plane.number, outcome=StrikeOutcome.HIT, section=section))
    plane.outcome = StrikeOutcome.HIT
    records.hits += 1
    play.state.air.plane_hits += 1
    yield from carry_effects(play, results, blow)
    yield from light_deck_fire(play, section)
    yield from lose_men(play, section, blow)


def with_random_rolled(
    play: Play, results: Iterable[Effect], blow: HitContext
) -> Procedure[list[Effect]]:
    """The effects, with each random result replaced by its roll on table 15."""
    rolled: list[Effect] = []
    for effect in results:
        if isinstance(effect, effects.Random):
            rolled += (yield play.ask(random_roll(play, blow))).effects
        else:
            rolled.append(effect)
    return rolled


def miss(play: Play, plane: Plane) -> None:
    """Record and report a miss."""
    plane.outcome = StrikeOutcome.MISS
    play.emit(Strike(plane=plane.number, outcome=StrikeOutcome.MISS, section=""))


def near_miss(play: Play, plane: Plane) -> Procedure[None]:
    """Record and report a near miss, then roll on table 11-1."""
    plane.outcome = StrikeOutcome.NEAR_MISS
    play.state.records.near_misses += 1
    play.emit(Strike(plane=plane.number, outcome=StrikeOutcome.NEAR_MISS, section=""))
    blow = HitContext(bearing=None if plane.special else plane.bearing, plane=plane.number)
    yield from near_miss_damage(play, blow)


def near_miss_damage(play: Play, blow: HitContext) -> Procedure[None]:
    """Roll on table 11-1 and carry out its effects."""
    # Copied, because later results of the original blow use the notes of another chart.
    near = msgspec.structs.replace(blow, chart=play.tables["11-1"])
    row = yield play.ask(
        Roll(play.tables["11-1"], vocabulary.NEAR_MISS, near.actor, plane=near.plane)
    )
    yield from carry_out(play, row, near)


def carry_out(play: Play, row: Row, blow: HitContext) -> Procedure[None]:
    """Carry out the effects of a row in order. Raises Sunk."""
    yield from carry_effects(play, row.effects, blow)


def carry_effects(play: Play, what: Iterable[Effect], blow: HitContext) -> Procedure[None]:
    """Carry out effects in order. Raises Sunk."""
    for effect in what:
        step = CARRIED[type(effect)](play, effect, blow)
        if step is not None:
            yield from step


def sink(play: Play, effect: Effect, blow: HitContext) -> None:
    """The ship sinks: by an explosion, by a plane or its weapon, or in a storm. Raises Sunk."""
    play.emit(Damage(section=blow.section, item=ids.SHIP, effect=DamageEffect.SUNK))
    if blow.exploded:
        raise Sunk(f"{play.tables.compartments[blow.exploded].name} {Reason.EXPLODED}")
    raise Sunk(Reason.STORM_DAMAGE if blow.plane is None else Reason.BROKEN)


def lose_hull(play: Play, points: int, cause: str = "") -> Procedure[None]:
    """Lose hull points by one result; at 0 roll once on table 14 (rules 5.6). Raises Sunk."""
    if not points:
        return
    left = play.lose(Track.HULL, points, cause)
    if left:
        return
    row = yield play.ask(hull_roll(play))
    if row["sinks"]:
        raise Sunk(Reason.NO_HULL_LEFT)


def hull_roll(play: Play) -> Roll:
    """The roll on table 14."""
    return Roll(play.tables["14"], vocabulary.HULL)


def lose_hull_points(play: Play, effect: effects.LoseHull, blow: HitContext) -> Procedure[None]:
    """Mark off hull points."""
    yield from lose_hull(play, effect.points)


def lose_maneuver(play: Play, effect: effects.LoseManeuver, blow: HitContext) -> None:
    """Mark off maneuver points; at 0 the ship is dead in the water."""
    play.lose(Track.MANEUVER, effect.points)
    # A note may take the points that the loss of the compartment hit costs: they are lost only once.
    data = play.tables.compartments.get(blow.compartment)
    if data is not None and effect in data.out:
        play.ship.compartments[blow.compartment].paid = True


def lose_fuel(play: Play, effect: effects.LoseFuel, blow: HitContext) -> None:
    """Mark off fuel points."""
    play.lose(Track.FUEL, effect.points)


def dead_in_water(play: Play, effect: Effect, blow: HitContext) -> None:
    """All maneuver points lost."""
    stop_ship(play)


def stop_ship(play: Play) -> None:
    """Maneuver 0: dead in the water (rules 6)."""
    if play.ship.maneuver:
        play.lose(Track.MANEUVER, play.ship.maneuver)


def lose_sfs(play: Play, effect: Effect, blow: HitContext) -> None:
    """Lose one surface fire support marker; with none left the damage is superficial."""
    ship = play.ship
    if not ship.sfs:
        superficial(play, effect, blow)
        return
    ship.sfs -= 1
    play.emit(Loss(track=Track.SFS, points=1, left=ship.sfs))


def lose_gun_bonuses(play: Play, effect: Effect, blow: HitContext) -> None:
    """All gun bonuses are lost until the ship is at the anchorage (21-1)."""
    play.ship.gun_bonuses_lost = True
    play.emit(Damage(section=blow.section, item=ids.GUN_BONUSES, effect=DamageEffect.LOST))


def hit_compartment(
    play: Play, effect: effects.HitCompartment, blow: HitContext
) -> Procedure[None]:
    """Hit on a primary compartment: its notes first, then markers and fire (rules 6)."""
    compartment = play.ship.compartments.get(effect.compartment)
    if compartment is None or compartment.out:
        superficial(play, effect, blow)
        return
    blow.compartment = effect.compartment
    for note in effect.notes:
        yield from take_note(play, note, blow)
        if compartment.destroyed:
            return
    data = play.tables.compartments[effect.compartment]
    # A stack does not burn.
    stack = data.kind == ids.STACK
    compartment.fire = not stack
    markers = play.tables.numbers.markers_stack if stack else blow.markers
    emit_markers(play, data, DamageEffect.HIT, markers)
    yield from add_markers(play, data.id, markers, blow)


def take_note(play: Play, note: str, blow: HitContext) -> Procedure[None]:
    """Apply a note of table 11: its die, if it has one, and its effects."""
    assert blow.chart is not None
    if note not in blow.chart.die_charts:
        yield from carry_effects(play, blow.chart.note(note).effects, blow)
        return
    row = yield from note_die(play, note, blow)
    # A compartment whose note sinks the ship explodes.
    if blow.compartment and any(isinstance(effect, effects.Sink) for effect in row.effects):
        emit_explosion(play, blow.compartment, blow)
    yield from carry_out(play, row, blow)


def emit_markers(play: Play, data: CompartmentData, effect: DamageEffect, markers: int) -> None:
    """Emit that a compartment gets more hit markers, with the number it then has."""
    total = min(data.markers, play.ship.compartments[data.id].markers + markers)
    play.emit(
        Damage(section=data.section, item=data.id, effect=effect, points=markers, total=total)
    )


def add_markers(play: Play, name: str, markers: int, blow: HitContext | None) -> Procedure[None]:
    """Add hit markers to a compartment, by a blow or (None) by its fire; enough markers destroy
    it.
    """
    data = play.tables.compartments[name]
    compartment = play.ship.compartments[name]
    compartment.markers = min(data.markers, compartment.markers + markers)
    if blow is not None:
        yield from let_water_in(play, name, blow)
    if compartment.markers >= data.markers:
        yield from destroy(play, name, blow)


def destroy_compartment(
    play: Play, effect: effects.DestroyCompartment, blow: HitContext
) -> Procedure[None]:
    """Destroy the compartment named by the effect, or else the one hit."""
    name = effect.compartment or blow.compartment
    compartment = play.ship.compartments.get(name)
    if compartment is None or compartment.out:
        superficial(play, effect, blow)
        return
    yield from destroy(play, name, blow)


def destroy(play: Play, name: str, blow: HitContext | None) -> Procedure[None]:
    """Destroy a compartment: its further effects, a hull point, and possibly an explosion (rules
    6).
    """
    data = play.tables.compartments[name]
    compartment = play.ship.compartments[name]
    compartment.markers = data.markers
    compartment.destroyed = True
    compartment.fire = False
    play.ship.jobs.pop(name, None)
    play.emit(Damage(section=data.section, item=name, effect=DamageEffect.DESTROYED))
    yield from put_out_of_action(play, name, compartment)
    # A fire does not kill those whom a hit kills, such as the captain on the bridge.
    if blow is not None:
        yield from carry_effects(
            play,
            data.destroyed_by_hit,
            HitContext(data.section, compartment=name, killed=blow.killed),
        )
    yield from lose_hull(play, play.tables.numbers.hull_loss_destroyed)
    if data.explodes:
        yield from explosion(play, name)


def put_out_of_action(play: Play, name: str, compartment: Compartment) -> Procedure[None]:
    """Apply the effects of a destroyed or flooded compartment, once; without fire rooms the ship
    stops.
    """
    data = play.tables.compartments[name]
    if data.out and not compartment.paid:
        compartment.paid = True
        yield from carry_effects(play, data.out, HitContext(data.section, compartment=name))
    if data.kind == ids.FIRE_ROOM and all(
        play.ship.compartments[other.id].out
        for other in play.tables.sheet.compartments
        if other.kind == ids.FIRE_ROOM
    ):
        stop_ship(play)


def explosion(play: Play, name: str) -> Procedure[None]:
    """Roll on table 21-1 in the column of a compartment and carry out the result."""
    data = play.tables.compartments[name]
    row = yield play.ask(explosion_roll(play, name))
    blow = HitContext(data.section)
    if row["explosion"]:
        emit_explosion(play, name, blow)
    yield from carry_out(play, row, blow)


def emit_explosion(play: Play, name: str, blow: HitContext) -> None:
    """Report an explosion, and mark it as the cause if the ship sinks."""
    blow.exploded = name
    play.emit(
        Damage(
            section=play.tables.compartments[name].section, item=name, effect=DamageEffect.EXPLODES
        )
    )


def explosion_roll(play: Play, name: str) -> Roll:
    """The roll on table 21-1 in the column of a compartment."""
    return Roll(
        play.tables["21-1"],
        vocabulary.EXPLOSION,
        actor=name,
        column=play.tables.compartments[name].explodes,
        item=name,
    )


def hit_secondary(play: Play, effect: effects.HitSecondary, blow: HitContext) -> Procedure[None]:
    """Hit on a secondary compartment: damaged, then destroyed; flooded if below the waterline
    (advanced).
    """
    ship = play.ship
    numbers = play.tables.numbers
    name = ids.secondary_id(blow.section, effect.compartment)
    hits = ship.secondary.get(name, 0)
    if not play.state.advanced or hits >= numbers.secondary_hits:
        superficial(play, effect, blow)
        return
    ship.secondary[name] = hits + 1
    state = DamageEffect.DAMAGED
    if hits + 1 >= numbers.secondary_hits:
        state = DamageEffect.DESTROYED
        ship.jobs.pop(name, None)
    play.emit(Damage(section=blow.section, item=name, effect=state))
    yield from let_water_in(play, name, blow)


def let_water_in(play: Play, name: str, blow: HitContext) -> Procedure[None]:
    """A cell hit below the waterline floods (note A of table 11, rules 6; advanced)."""
    if blow.below_waterline and play.state.advanced:
        yield from take_water(
            play,
            blow.section,
            side=side_of(blow.bearing),
            points=play.tables.numbers.flood_per_hit,
            cause=name,
        )


def side_of(bearing: int | None) -> str:
    """The side that a hit from a bearing floods: port, starboard, or empty for neither (rules
    6).
    """
    if bearing in PORT_BEARINGS:
        return PORT
    if bearing in STARBOARD_BEARINGS:
        return STARBOARD
    return ""


def take_water(play: Play, section: str, side: str, points: int, cause: str) -> Procedure[None]:
    """Add flooding, up to the end of the track, where the ship may founder (rules 2, 6, 9)."""
    ship = play.ship
    limit = play.tables.numbers.flood_limit
    points = min(points, limit - ship.flood)
    if points:
        ship.floods.append(Flood(section, side, points, cause))
    play.emit(Loss(track=Track.FLOOD, points=points, left=ship.flood, cause=cause))
    if ship.flood >= limit:
        yield from anchorage.force_return(play, Reason.FLOODING)


def deck_fire(play: Play, effect: effects.DeckFire, blow: HitContext) -> Procedure[None]:
    """Start a deck fire in the section of the result, else in the section hit, else in a rolled
    one.
    """
    section = effect.section or blow.section
    if not section and blow.bearing is not None:
        section = section_of(play, blow.bearing)
    if not section:
        die = play.tables["rules"].die("side")
        actor = f"{blow.actor} section".strip()
        row = yield play.ask(Roll(die, vocabulary.DAMAGE, actor, plane=blow.plane))
        section = row["section"]
    yield from light_deck_fire(play, section)


def random_result(play: Play, effect: Effect, blow: HitContext) -> Procedure[None]:
    """Roll on table 15 and carry out the result."""
    row = yield play.ask(random_roll(play, blow))
    yield from carry_out(play, row, blow)


def random_roll(play: Play, blow: HitContext) -> Roll:
    """The roll on table 15."""
    return Roll(play.tables["15"], vocabulary.RANDOM, blow.actor, plane=blow.plane)


def near_miss_effect(play: Play, effect: Effect, blow: HitContext) -> Procedure[None]:
    """Effect "near miss": roll on table 11-1."""
    yield from near_miss_damage(play, blow)


def lines_out(play: Play, effect: Effect, blow: HitContext) -> None:
    """Table 15, result 2: the water lines are out until a die at the start of a later phase."""
    play.ship.lines_out = True
    play.emit(Damage(section="", item=ids.LINES_OUT, effect=DamageEffect.OUT_OF_ORDER))


def fighters(play: Play, effect: Effect, blow: HitContext) -> None:
    """Table 15, result 3: US fighters drive off all planes; no more attacks in this phase."""
    air = play.state.air
    air.waves = []
    for plane in air.planes:
        if plane.flying:
            plane.state = REMOVED
    play.emit(note_of(Remark.FIGHTERS))


def lose_land_radar(play: Play, effect: Effect, blow: HitContext) -> None:
    """Table 15, result 7: a land radar station goes off line; if none is working, the hit is a miss
    (rules 5.5).
    """
    play.emit(note_of(Remark.RADAR_LOST if stations.lose_land_radar(play) else Remark.NO_RADAR))


def reassigned(play: Play, effect: Effect, blow: HitContext) -> None:
    """Table 15, result 8: a new station at the end of the turn; no effect in a scenario (rules
    8).
    """
    play.state.reassigned = True
    play.emit(note_of(Remark.REASSIGNED_IN_VAIN if play.state.scenario else Remark.REASSIGNED))


#: Function that carries out each effect type.
CARRIED: Mapping[type[Effect], Carry] = {
    effects.Sink: sink,
    effects.DeadInWater: dead_in_water,
    effects.LoseHull: lose_hull_points,
    effects.LoseManeuver: lose_maneuver,
    effects.LoseFuel: lose_fuel,
    effects.LoseSfs: lose_sfs,
    effects.LoseLandRadar: lose_land_radar,
    effects.LoseGunBonuses: lose_gun_bonuses,
    effects.DeckFire: deck_fire,
    effects.NearMiss: near_miss_effect,
    effects.Random: random_result,
    effects.Superficial: superficial,
    effects.Nothing: nothing,
    effects.KillFdt: kill_fdt,
    effects.KillOfficer: kill_officer,
    effects.Kill: kill,
    effects.HitCompartment: hit_compartment,
    effects.DestroyCompartment: destroy_compartment,
    effects.HitTub: hit_tub,
    effects.Hit5in: hit_5in,
    effects.Hit20mm: hit_20mm,
    effects.DestroyMounts: destroy_mounts,
    effects.HitEquipment: hit_equipment,
    effects.DamageEquipment: damage_equipment,
    effects.DestroyEquipment: destroy_equipment,
    effects.HitSecondary: hit_secondary,
    effects.LinesOut: lines_out,
    effects.Fighters: fighters,
    effects.Reassigned: reassigned,
}
