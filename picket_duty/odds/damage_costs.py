"""The cost of what a chart row does, in ships lost.

The chance of each effect is from the charts, and a ``Measure`` weighs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any

from picket_duty.book import effects
from picket_duty.book.effects import Effect
from picket_duty.book.ids import STACK
from picket_duty.charts import Chart, Row
from picket_duty.odds.damage_weights import DAMAGED_SHARE, LOST, Measure
from picket_duty.odds.raid_costs import room_cost
from picket_duty.odds.roll_odds import mean_of
from picket_duty.state import DAMAGED, DESTROYED, SECTIONS


def effects_cost(measure: Measure, chart: Chart, what: Iterable[Effect], markers: int) -> float:
    """The mean cost of the effects of a row; ``markers`` are those that a hit puts on a
    compartment.
    """
    return sum(EFFECT_COSTS[type(effect)](measure, chart, effect, markers) for effect in what)


#: The mean cost of an effect by measure, chart, effect and the markers that a hit puts on a
#: compartment.
EffectCost = Callable[[Measure, Chart, Any, int], float]


def _always(cost: float) -> EffectCost:
    return lambda measure, chart, effect, markers: cost


def _by_weight(name: str) -> EffectCost:
    return lambda measure, chart, effect, markers: float(getattr(measure.weights, name))


def _each_point(name: str) -> EffectCost:
    return lambda measure, chart, effect, markers: float(
        getattr(measure.weights, name) * effect.points
    )


def _mount_hit(
    measure: Measure, chart: Chart, effect: effects.HitTub | effects.Hit5in, markers: int
) -> float:
    worth = measure.mount(effect.mount)
    return sum(_die_cost(chart.die(note), worth) for note in effect.notes)


def _by_chart(chart_id: str) -> EffectCost:
    """The cost of an effect that rolls on another chart."""
    return lambda measure, chart, effect, markers: chart_cost(
        measure, chart_id, column=None, markers=markers
    )


def _compartment_destroyed(
    measure: Measure, chart: Chart, effect: effects.DestroyCompartment, markers: int
) -> float:
    if not effect.compartment:
        # The compartment being hit: ``_compartment_hit`` counts its other costs.
        return measure.weights.hull_point
    return destruction_cost(measure, effect.compartment)


def _compartment_hit(
    measure: Measure, chart: Chart, effect: effects.HitCompartment, markers: int
) -> float:
    """The cost of its notes and of the markers as a share of its destruction; a stack has a
    separate weight.
    """
    data = measure.tables.compartments[effect.compartment]
    notes = 0.0
    for note in effect.notes:
        if note in chart.die_charts:
            notes += mean_of(
                chart.die(note), lambda row: effects_cost(measure, chart, row.effects, markers)
            )
        else:
            notes += effects_cost(measure, chart, chart.note(note).effects, markers)
    if data.kind == STACK:
        return notes + measure.weights.stack
    return notes + destruction_cost(measure, data.id) * markers / data.markers


#: The mean cost of each type of effect.
EFFECT_COSTS: Mapping[type[Effect], EffectCost] = {
    effects.Sink: _always(LOST),
    effects.DeadInWater: _by_weight("stopped"),
    effects.LoseHull: _each_point("hull_point"),
    effects.LoseManeuver: _each_point("maneuver_point"),
    effects.LoseFuel: _each_point("fuel_point"),
    effects.LoseSfs: lambda measure, chart, effect, markers: measure.support_ship,
    effects.LoseLandRadar: _always(0.0),
    effects.LoseGunBonuses: _by_weight("bonuses"),
    effects.DeckFire: _by_weight("deck_fire"),
    effects.NearMiss: _by_chart("11-1"),
    effects.Random: _by_chart("15"),
    effects.Superficial: _always(0.0),
    effects.Nothing: _always(0.0),
    effects.KillFdt: lambda measure, chart, effect, markers: measure.team,
    effects.KillOfficer: _by_weight("officer"),
    effects.Kill: lambda measure, chart, effect, markers: (
        measure.weights.officer * len(effect.posts)
    ),
    effects.HitCompartment: _compartment_hit,
    effects.DestroyCompartment: _compartment_destroyed,
    effects.HitTub: _mount_hit,
    effects.Hit5in: _mount_hit,
    effects.Hit20mm: lambda measure, chart, effect, markers: measure.mount(effect.mount),
    effects.DestroyMounts: lambda measure, chart, effect, markers: sum(
        map(measure.mount, effect.mounts)
    ),
    effects.HitEquipment: lambda measure, chart, effect, markers: sum(
        _die_cost(chart.die(effect.notes[0]), measure.equipment(item)) for item in effect.items
    ),
    effects.DamageEquipment: lambda measure, chart, effect, markers: sum(
        map(measure.equipment, effect.items)
    ),
    effects.DestroyEquipment: lambda measure, chart, effect, markers: sum(
        map(measure.equipment, effect.items)
    ),
    effects.HitSecondary: _by_weight("secondary"),
    effects.LinesOut: _by_weight("water_lines"),
    effects.Fighters: _always(0.0),
    effects.Reassigned: _always(0.0),
}


def _die_cost(die: Chart, worth: float) -> float:
    """The mean cost of the die of a mount or an instrument: all of its cost if destroyed, a share of
    it if damaged.
    """
    shares = {DESTROYED: 1.0, DAMAGED: DAMAGED_SHARE}
    return worth * mean_of(die, lambda row: shares.get(row["result"], 0.0))


@lru_cache(maxsize=256)
def destruction_cost(measure: Measure, name: str) -> float:
    """The cost of destroying a compartment: hull, what it did, and a possible explosion (rules
    6).
    """
    hull = measure.weights.hull_point * measure.tables.numbers.hull_loss_destroyed
    return hull + out_of_action_cost(measure, name) + explosion_cost(measure, name)


def out_of_action_cost(measure: Measure, name: str) -> float:
    """The cost of a compartment flooded or destroyed, without hull and explosion: that of its
    magazine, of its column of chart 8-1, and of its effects.
    """
    data = measure.tables.compartments[name]
    fed = measure.magazine(data.feeds) if data.feeds else 0.0
    # The chart does not matter: ``out`` has no effects with notes.
    return (
        fed
        + room_cost(measure.tables, name)
        + effects_cost(measure, measure.tables["21-1"], data.out, markers=0)
    )


def explosion_cost(measure: Measure, name: str) -> float:
    """The mean cost of table 21-1 in the column of a compartment."""
    column = measure.tables.compartments[name].explodes
    return chart_cost(measure, "21-1", column, markers=0) if column else 0.0


@lru_cache(maxsize=256)
def chart_cost(measure: Measure, chart_id: str, column: str | None, markers: int) -> float:
    """The mean cost of a roll on a chart."""
    chart = measure.tables[chart_id]

    def cost(row: Row) -> float:
        return effects_cost(measure, chart, row.effects, markers)

    if chart.cells:
        return sum(map(cost, chart.cells.values())) / len(chart.cells)
    return mean_of(chart, cost, column)


@lru_cache(maxsize=64)
def hit_cost(measure: Measure, section: str, fresh: bool) -> float:
    """The mean cost of a plane's hit on a section, or on any section if it is empty.

    It is the sum of its parts. If the cost of a hit was measured, the sum is scaled so that a hit
    by an undamaged plane has this cost on average over the sections.
    """
    if not section:
        return sum(hit_cost(measure, each, fresh) for each in SECTIONS) / len(SECTIONS)
    whole = measure.weights.hit
    parts = _hit_parts(measure, section, fresh)
    if whole is None:
        return parts
    all_sections = sum(_hit_parts(measure, each, fresh=True) for each in SECTIONS)
    return parts * whole * len(SECTIONS) / all_sections


def _hit_parts(measure: Measure, section: str, fresh: bool) -> float:
    """The cost of table 11, of the deck fire, and of the hull lost to a single hit (14-1)."""
    tables = measure.tables
    weights = measure.weights
    markers = tables.numbers.markers_fresh if fresh else tables.numbers.markers_other
    column = tables["14-1"].column_of(1)
    hull = mean_of(tables["14-1"], itemgetter("hull"), column)
    return (
        chart_cost(measure, f"11/{section}", column=None, markers=markers)
        + weights.deck_fire
        + weights.hull_point * hull
    )


def near_miss_cost(measure: Measure) -> float:
    """The cost of a near miss: table 11-1, or as measured."""
    whole = measure.weights.near_miss
    return chart_cost(measure, "11-1", column=None, markers=0) if whole is None else whole
