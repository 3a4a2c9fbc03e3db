"""The measure of harm by which fire plans and repairs are judged. Its unit is a ship lost.

Chances come from the charts, each row being worth what its effects are worth. What an effect is worth is a
captain's judgement, not a rule: the constants below. They were set so that a plane's hit is worth somewhat more than
the tenth of a ship that a hit loses outright in play (rules 13: 7 to 11 %): it also drives ships off their station.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from picket_duty.book import Tables
from picket_duty.charts import Chart, Effect
from picket_duty.odds.rolls import row_outcomes
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, DESTROYED, SECTIONS

#: The ship sunk: the unit.
LOST = 1.0
#: Leaving the station: a scenario is lost with it (rules 9), a campaign goes on without her for weeks.
LEAVE = {"scenario": 1.0, "campaign": 0.4, "patrol": 0.4}
#: Dead in the water: she must go in, and may founder on the way (table 16).
STOPPED = 0.7
#: One of six hull points: at none table 14 decides, and 14-1 takes more of them with every wave that hits.
HULL_POINT = 0.06
#: A deck fire: hull points and men to fight it, and table 16 if it gets out of control.
DECK_FIRE = 0.04
#: A hit marker on a compartment that burns: one step nearer to its destruction.
MARKER = 0.01
#: Ten points of maneuver are the way of the ship, half of them already cost the helm.
MANEUVER_POINT = 0.01
FUEL_POINT = 0.01
#: Guns and what guides them: each plane not shot down for want of them.
MOUNT = {"5in": 0.02, "40mm": 0.02, "20mm": 0.004}
DIRECTOR = 0.01
#: All gun bonuses gone with a fire room: as good as two heavy mounts of the ten.
BONUSES = 0.04
#: A magazine out: the mounts it feeds, the 40 mm ones having another.
FEEDS = {"5in": 0.02, "40mm": 0.02, "20mm": 0.012}
EQUIPMENT = {"mk37": 0.03, "sc": 0.005, "sg": 0.005, "water-lines": 0.01, "rudder": 0.0, "port-shaft": 0.0}
#: Post and team: the value of the next one is drawn anew, a team's share in the columns of 8-1 is lost.
OFFICER = 0.005
TEAM = 0.01
#: A stack hit bars the emergency maneuver until it is mended.
STACK = 0.03
#: A secondary compartment: morale, and flooding below the waterline.
SECONDARY = 0.003

_PLAIN = {
    "sink": LOST,
    "dead_in_water": STOPPED,
    "deck_fire": DECK_FIRE,
    "lose_sfs": TEAM,
    "kill_fdt": TEAM,
    "lose_gun_bonuses": BONUSES,
    "hit_secondary": SECONDARY,
    "lines_out": EQUIPMENT["water-lines"],
}
_POINTS = {"lose_hull": HULL_POINT, "lose_maneuver": MANEUVER_POINT, "lose_fuel": FUEL_POINT}


def of_effects(tables: Tables, chart: Chart, effects: Iterable[Effect], markers: int) -> float:
    """What effects of a row cost on average; ``markers`` is what the blow brings to a compartment."""
    return sum(_of_effect(tables, chart, effect, markers) for effect in effects)


def _of_effect(tables: Tables, chart: Chart, effect: Effect, markers: int) -> float:
    do = effect.do
    if do in _POINTS:
        return _POINTS[do] * effect.points
    if do == "hit_compartment":
        return _of_compartment(tables, chart, effect, markers)
    if do in ("hit_tub", "hit_5in"):
        return sum(_of_states(chart.die(note), MOUNT["5in"]) for note in effect.notes)
    if do in ("destroy_mounts", "hit_20mm"):
        return sum(MOUNT[one.split("-")[0]] for one in (effect.mounts or (effect.mount,)) if one)
    if do == "hit_equipment":
        return sum(_of_states(chart.die(effect.notes[0]), EQUIPMENT.get(item, DIRECTOR)) for item in effect.items)
    if do in ("damage_equipment", "destroy_equipment"):
        return sum(EQUIPMENT.get(item, 0.0) for item in effect.items)
    if do in ("kill", "kill_officer"):
        return OFFICER * max(1, len(effect.posts))
    if do == "near_miss":
        return of_chart(tables, "11-1", None, markers)
    if do == "random":
        return of_chart(tables, "15", None, markers)
    if do == "destroy_compartment":
        return destroyed(tables, effect.compartment) if effect.compartment else HULL_POINT
    return _PLAIN.get(do, 0.0)


def _of_compartment(tables: Tables, chart: Chart, effect: Effect, markers: int) -> float:
    """Its notes, then the share of its destruction that the markers are; a stack costs the helm."""
    data = tables.compartments[effect.compartment]
    notes = 0.0
    for note in effect.notes:
        if note in chart.die_charts:
            rows = row_outcomes(chart.die(note), None, 0)
            notes += sum(chance * of_effects(tables, chart, row.effects, markers) for row, chance in rows)
        else:
            notes += of_effects(tables, chart, chart.note(note).effects, markers)
    if data.kind == "stack":
        return notes + STACK
    return notes + destroyed(tables, data.id) * markers / data.markers


def _of_states(die: Chart, worth: float) -> float:
    """The die of a mount or an instrument: all of its worth where destroyed, half where damaged."""
    shares = {DESTROYED: 1.0, DAMAGED: 0.5}
    return worth * sum(chance * shares.get(row["result"], 0.0) for row, chance in row_outcomes(die, None, 0))


@lru_cache(maxsize=256)
def _destroyed(tables: _Known, name: str) -> float:
    data = tables.tables.compartments[name]
    found = HULL_POINT * tables.tables.numbers.hull_loss_destroyed + out_of_action(tables.tables, name)
    if data.explodes:
        found += explosion(tables.tables, name)
    return found


def destroyed(tables: Tables, name: str) -> float:
    """What the destruction of a compartment costs: hull, what it did, an explosion perhaps (rules 6)."""
    return _destroyed(_Known(tables), name)


def out_of_action(tables: Tables, name: str) -> float:
    """What a compartment flooded or destroyed takes with it, beside hull and explosion."""
    data = tables.compartments[name]
    return FEEDS.get(data.feeds, 0.0) + of_effects(tables, tables["21-1"], data.out, 0)


def explosion(tables: Tables, name: str) -> float:
    """What table 21-1 costs on average in the column of a compartment."""
    column = tables.compartments[name].explodes
    return of_chart(tables, "21-1", column, 0) if column else 0.0


def of_chart(tables: Tables, chart_id: str, column: str | None, markers: int) -> float:
    """What a roll on a chart costs on average."""
    return _of_chart(_Known(tables), chart_id, column, markers)


@lru_cache(maxsize=256)
def _of_chart(known: _Known, chart_id: str, column: str | None, markers: int) -> float:
    tables = known.tables
    chart = tables[chart_id]
    if chart.cells:
        cells = chart.cells.values()
        return sum(of_effects(tables, chart, cell.effects, markers) for cell in cells) / len(cells)
    rows = row_outcomes(chart, column, 0)
    return sum(chance * of_effects(tables, chart, row.effects, markers) for row, chance in rows)


def of_hit(tables: Tables, section: str, fresh: bool) -> float:
    """What a plane's hit costs: table 11, the deck fire, and the hull of table 14-1. ``section`` empty: any."""
    return _of_hit(_Known(tables), section, fresh)


@lru_cache(maxsize=64)
def _of_hit(known: _Known, section: str, fresh: bool) -> float:
    tables, numbers = known.tables, known.tables.numbers
    if not section:
        return sum(_of_hit(known, one, fresh) for one in SECTIONS) / len(SECTIONS)
    markers = numbers.markers_fresh if fresh else numbers.markers_other
    column = tables["14-1"].column_of(1)
    hull: float = sum(chance * row["hull"] for row, chance in row_outcomes(tables["14-1"], column, 0))
    return of_chart(tables, f"11/{section}", None, markers) + DECK_FIRE + HULL_POINT * hull


def of_near_miss(tables: Tables) -> float:
    """What a near miss costs: table 11-1."""
    return of_chart(tables, "11-1", None, 0)


def leaving(play: Play) -> float:
    """What it costs to leave the station for the anchorage."""
    return LEAVE[play.state.setup.kind]


class _Known:
    """Tables as the key of a cache: the same set is the same key."""

    __slots__ = ("tables",)

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self.tables is other.tables

    def __hash__(self) -> int:
        return id(self.tables)
