"""The measure of harm by which fire plans and repairs are judged. Its unit is a ship lost.

Chances come from the charts, each row being worth what its effects are worth. What an effect is worth is a
captain's judgement, not a rule: the constants below. They were set so that a plane's hit is worth somewhat more than
the tenth of a ship that a hit loses outright in play (rules 13: 7 to 11 %): it also drives ships off their station.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from picket_duty.book import Tables, effects
from picket_duty.book.effects import Effect
from picket_duty.book.ids import RADARS
from picket_duty.charts import Chart
from picket_duty.odds import raids
from picket_duty.odds.rolls import row_outcomes
from picket_duty.rules.play import Play
from picket_duty.state import CAMPAIGN, DAMAGED, DESTROYED, PATROL, SCENARIO, SECTIONS

#: The ship sunk: the unit.
LOST = 1.0
#: Leaving the station: a scenario is lost with it (rules 9), a campaign goes on without her for weeks.
LEAVE = {SCENARIO: 1.0, CAMPAIGN: 0.4, PATROL: 0.4}
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
#: What guides the guns, whose own worth stands with their calibre: each plane not shot down for want of it.
DIRECTOR = 0.01
#: All gun bonuses gone with a fire room: as good as two heavy mounts of the ten.
BONUSES = 0.04
#: Equipment that is worth something by itself; the radars are worth what chart 8-1 makes of them (``raids``).
EQUIPMENT = {"mk37": 0.03, "water-lines": 0.01, "rudder": 0.0, "port-shaft": 0.0, "stbd-shaft": 0.0}
#: A post: the value of the next one is drawn anew.
OFFICER = 0.005
#: A stack hit bars the emergency maneuver until it is mended.
STACK = 0.03
#: A secondary compartment: morale, and flooding below the waterline.
SECONDARY = 0.003


def of_effects(tables: Tables, chart: Chart, what: Iterable[Effect], markers: int) -> float:
    """What effects of a row cost on average; ``markers`` is what the blow brings to a compartment."""
    return sum(WORTH[type(effect)](tables, chart, effect, markers) for effect in what)


#: What an effect costs on average; ``markers`` is what the blow brings to a compartment.
Worth = Callable[[Tables, Chart, Any, int], float]


def _always(cost: float) -> Worth:
    """An effect that always costs the same."""
    return lambda tables, chart, effect, markers: cost


def _each_point(cost: float) -> Worth:
    """An effect that costs so much a point."""
    return lambda tables, chart, effect, markers: cost * effect.points


def _of_mount(tables: Tables, mount: str) -> float:
    """What a mount is worth, nothing where no ship of the tables carries it."""
    calibre = tables.mounted.get(mount)
    return calibre.worth if calibre else 0.0


def _of_hit_mount(tables: Tables, chart: Chart, effect: effects.HitTub | effects.Hit5in, markers: int) -> float:
    worth = _of_mount(tables, effect.mount)
    return sum(_of_states(chart.die(note), worth) for note in effect.notes)


def _of_lost_mount(tables: Tables, chart: Chart, effect: effects.Hit20mm, markers: int) -> float:
    return _of_mount(tables, effect.mount)


def _of_lost_mounts(tables: Tables, chart: Chart, effect: effects.DestroyMounts, markers: int) -> float:
    return sum(_of_mount(tables, mount) for mount in effect.mounts)


def _of_hit_equipment(tables: Tables, chart: Chart, effect: effects.HitEquipment, markers: int) -> float:
    return sum(_of_states(chart.die(effect.notes[0]), of_equipment(tables, item)) for item in effect.items)


def _of_lost_equipment(
    tables: Tables, chart: Chart, effect: effects.DamageEquipment | effects.DestroyEquipment, markers: int
) -> float:
    return sum(of_equipment(tables, item) for item in effect.items)


def of_equipment(tables: Tables, item: str) -> float:
    """What a piece of equipment is worth; the radars share what they are worth together."""
    if item in RADARS:
        return raids.of_radars(tables) / len(RADARS)
    return EQUIPMENT[item]


def _of_posts(tables: Tables, chart: Chart, effect: effects.Kill, markers: int) -> float:
    return OFFICER * len(effect.posts)


def _of_table(chart_id: str) -> Worth:
    """An effect that rolls on another table."""
    return lambda tables, chart, effect, markers: of_chart(tables, chart_id, None, markers)


def _of_destroyed(tables: Tables, chart: Chart, effect: effects.DestroyCompartment, markers: int) -> float:
    return destroyed(tables, effect.compartment) if effect.compartment else HULL_POINT


def _of_compartment(tables: Tables, chart: Chart, effect: effects.HitCompartment, markers: int) -> float:
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


#: What each type of effect costs.
WORTH: Mapping[type[Effect], Worth] = {
    effects.Sink: _always(LOST),
    effects.DeadInWater: _always(STOPPED),
    effects.LoseHull: _each_point(HULL_POINT),
    effects.LoseManeuver: _each_point(MANEUVER_POINT),
    effects.LoseFuel: _each_point(FUEL_POINT),
    effects.LoseSfs: lambda tables, chart, effect, markers: raids.of_support_ship(tables),
    effects.LoseLandRadar: _always(0.0),
    effects.LoseGunBonuses: _always(BONUSES),
    effects.DeckFire: _always(DECK_FIRE),
    effects.NearMiss: _of_table("11-1"),
    effects.Random: _of_table("15"),
    effects.Superficial: _always(0.0),
    effects.Nothing: _always(0.0),
    effects.KillFdt: lambda tables, chart, effect, markers: raids.of_team(tables),
    effects.KillOfficer: _always(OFFICER),
    effects.Kill: _of_posts,
    effects.HitCompartment: _of_compartment,
    effects.DestroyCompartment: _of_destroyed,
    effects.HitTub: _of_hit_mount,
    effects.Hit5in: _of_hit_mount,
    effects.Hit20mm: _of_lost_mount,
    effects.DestroyMounts: _of_lost_mounts,
    effects.HitEquipment: _of_hit_equipment,
    effects.DamageEquipment: _of_lost_equipment,
    effects.DestroyEquipment: _of_lost_equipment,
    effects.HitSecondary: _always(SECONDARY),
    effects.LinesOut: _always(EQUIPMENT["water-lines"]),
    effects.Fighters: _always(0.0),
    effects.Reassigned: _always(0.0),
}


def _of_states(die: Chart, worth: float) -> float:
    """The die of a mount or an instrument: all of its worth where destroyed, half where damaged."""
    shares = {DESTROYED: 1.0, DAMAGED: 0.5}
    return worth * sum(chance * shares.get(row["result"], 0.0) for row, chance in row_outcomes(die, None, 0))


@lru_cache(maxsize=256)
def destroyed(tables: Tables, name: str) -> float:
    """What the destruction of a compartment costs: hull, what it did, an explosion perhaps (rules 6)."""
    return HULL_POINT * tables.numbers.hull_loss_destroyed + out_of_action(tables, name) + explosion(tables, name)


def out_of_action(tables: Tables, name: str) -> float:
    """What a compartment flooded or destroyed takes with it, beside hull and explosion."""
    data = tables.compartments[name]
    fed = tables.calibres[data.feeds].magazine_worth if data.feeds else 0.0
    return fed + raids.of_room(tables, name) + of_effects(tables, tables["21-1"], data.out, 0)


def explosion(tables: Tables, name: str) -> float:
    """What table 21-1 costs on average in the column of a compartment."""
    column = tables.compartments[name].explodes
    return of_chart(tables, "21-1", column, 0) if column else 0.0


@lru_cache(maxsize=256)
def of_chart(tables: Tables, chart_id: str, column: str | None, markers: int) -> float:
    """What a roll on a chart costs on average."""
    chart = tables[chart_id]
    if chart.cells:
        cells = chart.cells.values()
        return sum(of_effects(tables, chart, cell.effects, markers) for cell in cells) / len(cells)
    rows = row_outcomes(chart, column, 0)
    return sum(chance * of_effects(tables, chart, row.effects, markers) for row, chance in rows)


@lru_cache(maxsize=64)
def of_hit(tables: Tables, section: str, fresh: bool) -> float:
    """What a plane's hit costs: table 11, the deck fire, and the hull of table 14-1. ``section`` empty: any."""
    numbers = tables.numbers
    if not section:
        return sum(of_hit(tables, one, fresh) for one in SECTIONS) / len(SECTIONS)
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
