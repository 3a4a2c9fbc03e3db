"""The measure of harm by which fire plans and repairs are judged. Its unit is a ship lost.

Chances come from the charts, each row being worth what its effects are worth. What an effect is worth is no rule. By
hand it is a captain's judgement: the values of ``Worths``, by which plans are made, set so that a plane's hit is worth
somewhat more than the tenth of a ship that a hit loses outright in play (rules 13: 7 to 11 %). Fitted it is measured in
games won (``weights.toml``, made by ``lab.weights``), by which costs are stated where it is known well enough.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from picket_duty.book import Tables, effects
from picket_duty.book.effects import Effect
from picket_duty.book.ids import RADARS, STACK
from picket_duty.charts import Chart
from picket_duty.odds import raids
from picket_duty.odds.roll_odds import row_outcomes
from picket_duty.rules.play import Play
from picket_duty.state import CAMPAIGN, DAMAGED, DESTROYED, SCENARIO, SECTIONS

#: The ship sunk: the unit.
LOST = 1.0


class Weights(msgspec.Struct, frozen=True):
    """What a piece of harm costs, in ships; as they stand here, by hand.

    ``mounts`` and ``magazines`` are by calibre, by hand those of its file; ``radars`` (both), ``team`` and
    ``support_ship`` are None where the charts that they shift say what they are worth (``raids``).
    """

    #: Leaving the station: a scenario is lost with it (rules 9), a campaign goes on without her for weeks.
    leave: float = 0.4
    #: A plane's hit and a near miss as they were measured: all that comes of them together; None: the sum of it.
    hit: float | None = None
    near_miss: float | None = None
    #: Dead in the water: she must go in, and may founder on the way (table 16).
    stopped: float = 0.7
    #: One of six hull points: at none table 14 decides, and 14-1 takes more of them with every wave that hits.
    hull_point: float = 0.06
    #: A deck fire: hull points and men to fight it, and table 16 if it gets out of control.
    deck_fire: float = 0.04
    #: A hit marker on a compartment that burns: one step nearer to its destruction.
    marker: float = 0.01
    #: Ten points of maneuver are the way of the ship, half of them already cost the helm.
    maneuver_point: float = 0.01
    fuel_point: float = 0.01
    #: What guides the guns, whose own worth stands with their calibre: each plane not shot down for want of it.
    director: float = 0.01
    #: All gun bonuses gone with a fire room: as good as two heavy mounts of the ten.
    bonuses: float = 0.04
    #: Equipment that is worth something by itself.
    mk37: float = 0.03
    water_lines: float = 0.01
    rudder: float = 0.0
    shaft: float = 0.0
    radars: float | None = None
    team: float | None = None
    support_ship: float | None = None
    #: A post: the value of the next one is drawn anew.
    officer: float = 0.005
    #: A stack hit bars the emergency maneuver until it is mended.
    stack: float = 0.03
    #: A secondary compartment: morale, and flooding below the waterline.
    secondary: float = 0.003
    mounts: dict[str, float] = {}
    magazines: dict[str, float] = {}


#: Equipment by the name of its worth; the radars share what they are worth together.
EQUIPMENT = {
    "mk37": "mk37", "water-lines": "water_lines", "rudder": "rudder", "port-shaft": "shaft", "stbd-shaft": "shaft",
}  # fmt: skip
#: By hand, a scenario is lost with the station.
BY_HAND = Weights()
BY_HAND_IN_SCENARIOS = Weights(leave=LOST)


class Measure(msgspec.Struct, frozen=True, eq=False):
    """The measure of harm: the charts of these tables by these worths."""

    tables: Tables
    weights: Weights

    def equipment(self, item: str) -> float:
        """What a piece of equipment is worth."""
        if item not in RADARS:
            return float(getattr(self.weights, EQUIPMENT[item]))
        radars = self.weights.radars
        return (raids.radars_cost(self.tables) if radars is None else radars) / len(RADARS)

    def mount(self, mount: str) -> float:
        """What a mount is worth, nothing where no ship of the tables carries it."""
        calibre = self.tables.mounted.get(mount)
        return self.calibre(calibre.id) if calibre else 0.0

    def calibre(self, name: str) -> float:
        """What a mount of a calibre is worth."""
        return self.weights.mounts.get(name, self.tables.calibres[name].worth)

    @property
    def team(self) -> float:
        """What the fighter direction team is worth."""
        return raids.team_cost(self.tables) if self.weights.team is None else self.weights.team

    @property
    def support_ship(self) -> float:
        """What a support ship is worth."""
        return raids.support_ship_cost(self.tables) if self.weights.support_ship is None else self.weights.support_ship

    def magazine(self, feeds: str) -> float:
        """What a magazine is worth by the calibre that it feeds."""
        return self.weights.magazines.get(feeds, self.tables.calibres[feeds].magazine_worth)


def by_hand(play: Play) -> Measure:
    """The measure by which plans are made."""
    return hand_measure(play.tables, play.state.scenario)


def fitted(play: Play) -> Measure:
    """The measure by which costs are stated."""
    return _fitted(play.tables, SCENARIO if play.state.scenario else CAMPAIGN)


@lru_cache(maxsize=16)
def hand_measure(tables: Tables, scenario: bool = False) -> Measure:
    """The measure by hand, in scenarios or outside of them."""
    return Measure(tables, BY_HAND_IN_SCENARIOS if scenario else BY_HAND)


@lru_cache(maxsize=16)
def _fitted(tables: Tables, kind: str) -> Measure:
    by_hand = hand_measure(tables, kind == SCENARIO).weights
    return Measure(tables, fitted_weights((found for found in measured_weights() if found.kind == kind), by_hand))


class MeasuredWeight(msgspec.Struct, frozen=True):
    """A worth as it was measured in a kind of game: its 95 % interval, and the moments of games it was measured at.

    ``id`` names a field of ``Worths``, or one of its tables and a calibre. ``SHIP`` is what a ship lost costs in games
    won; all others are shares of it.
    """

    id: str
    words: str
    kind: str
    value: float
    low: float
    high: float
    moments: int

    @property
    def known(self) -> bool:
        """Whether it is known well enough to be used: to a third of itself, 95 % sure."""
        return self.high - self.low <= 2 * KNOWN * abs(self.value)


#: The part of itself to which a worth must be known.
KNOWN = 1 / 3
SHIP = "ship"


@lru_cache(maxsize=1)
def measured_weights() -> tuple[MeasuredWeight, ...]:
    """The worths that were measured, from ``weights.toml``."""
    text = (files("picket_duty.odds") / "weights.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(tomllib.loads(text)["worths"], list[MeasuredWeight]))


def fitted_weights(found: Iterable[MeasuredWeight], by_hand: Weights = BY_HAND) -> Weights:
    """Worths with what was measured in place of what stands there by hand, where it is known well enough."""
    given: dict[str, Any] = {"mounts": {}, "magazines": {}}
    for one in found:
        if not one.known:
            continue
        table, calibre, name = one.id.partition(" ")
        if calibre:
            given[table][name] = one.value
        elif one.id in Weights.__struct_fields__:
            given[one.id] = one.value
    return msgspec.structs.replace(by_hand, **given)


def effects_cost(measure: Measure, chart: Chart, what: Iterable[Effect], markers: int) -> float:
    """What effects of a row cost on average; ``markers`` is what the blow brings to a compartment."""
    return sum(EFFECT_COSTS[type(effect)](measure, chart, effect, markers) for effect in what)


#: What an effect costs on average; ``markers`` is what the blow brings to a compartment.
EffectCost = Callable[[Measure, Chart, Any, int], float]


def _always(cost: float) -> EffectCost:
    """An effect that always costs the same."""
    return lambda measure, chart, effect, markers: cost


def _by_weight(name: str) -> EffectCost:
    """An effect that costs what the worths say."""
    return lambda measure, chart, effect, markers: float(getattr(measure.weights, name))


def _each_point(name: str) -> EffectCost:
    """An effect that costs so much a point."""
    return lambda measure, chart, effect, markers: float(getattr(measure.weights, name) * effect.points)


def _mount_hit(measure: Measure, chart: Chart, effect: effects.HitTub | effects.Hit5in, markers: int) -> float:
    worth = measure.mount(effect.mount)
    return sum(_die_cost(chart.die(note), worth) for note in effect.notes)


def _mount_lost(measure: Measure, chart: Chart, effect: effects.Hit20mm, markers: int) -> float:
    return measure.mount(effect.mount)


def _mounts_lost(measure: Measure, chart: Chart, effect: effects.DestroyMounts, markers: int) -> float:
    return sum(measure.mount(mount) for mount in effect.mounts)


def _equipment_hit(measure: Measure, chart: Chart, effect: effects.HitEquipment, markers: int) -> float:
    return sum(_die_cost(chart.die(effect.notes[0]), measure.equipment(item)) for item in effect.items)


def _equipment_lost(
    measure: Measure, chart: Chart, effect: effects.DamageEquipment | effects.DestroyEquipment, markers: int
) -> float:
    return sum(measure.equipment(item) for item in effect.items)


def _posts_killed(measure: Measure, chart: Chart, effect: effects.Kill, markers: int) -> float:
    return measure.weights.officer * len(effect.posts)


def _by_chart(chart_id: str) -> EffectCost:
    """An effect that rolls on another table."""
    return lambda measure, chart, effect, markers: chart_cost(measure, chart_id, None, markers)


def _compartment_destroyed(measure: Measure, chart: Chart, effect: effects.DestroyCompartment, markers: int) -> float:
    return destruction_cost(measure, effect.compartment) if effect.compartment else measure.weights.hull_point


def _compartment_hit(measure: Measure, chart: Chart, effect: effects.HitCompartment, markers: int) -> float:
    """Its notes, then the share of its destruction that the markers are; a stack costs the helm."""
    data = measure.tables.compartments[effect.compartment]
    notes = 0.0
    for note in effect.notes:
        if note in chart.die_charts:
            rows = row_outcomes(chart.die(note), None, 0)
            notes += sum(chance * effects_cost(measure, chart, row.effects, markers) for row, chance in rows)
        else:
            notes += effects_cost(measure, chart, chart.note(note).effects, markers)
    if data.kind == STACK:
        return notes + measure.weights.stack
    return notes + destruction_cost(measure, data.id) * markers / data.markers


#: What each type of effect costs.
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
    effects.Kill: _posts_killed,
    effects.HitCompartment: _compartment_hit,
    effects.DestroyCompartment: _compartment_destroyed,
    effects.HitTub: _mount_hit,
    effects.Hit5in: _mount_hit,
    effects.Hit20mm: _mount_lost,
    effects.DestroyMounts: _mounts_lost,
    effects.HitEquipment: _equipment_hit,
    effects.DamageEquipment: _equipment_lost,
    effects.DestroyEquipment: _equipment_lost,
    effects.HitSecondary: _by_weight("secondary"),
    effects.LinesOut: _by_weight("water_lines"),
    effects.Fighters: _always(0.0),
    effects.Reassigned: _always(0.0),
}


def _die_cost(die: Chart, worth: float) -> float:
    """The die of a mount or an instrument: all of its worth where destroyed, half where damaged."""
    shares = {DESTROYED: 1.0, DAMAGED: 0.5}
    return worth * sum(chance * shares.get(row["result"], 0.0) for row, chance in row_outcomes(die, None, 0))


@lru_cache(maxsize=256)
def destruction_cost(measure: Measure, name: str) -> float:
    """What the destruction of a compartment costs: hull, what it did, an explosion perhaps (rules 6)."""
    hull = measure.weights.hull_point * measure.tables.numbers.hull_loss_destroyed
    return hull + out_of_action_cost(measure, name) + explosion_cost(measure, name)


def out_of_action_cost(measure: Measure, name: str) -> float:
    """What a compartment flooded or destroyed takes with it, beside hull and explosion."""
    data = measure.tables.compartments[name]
    fed = measure.magazine(data.feeds) if data.feeds else 0.0
    return fed + raids.room_cost(measure.tables, name) + effects_cost(measure, measure.tables["21-1"], data.out, 0)


def explosion_cost(measure: Measure, name: str) -> float:
    """What table 21-1 costs on average in the column of a compartment."""
    column = measure.tables.compartments[name].explodes
    return chart_cost(measure, "21-1", column, 0) if column else 0.0


@lru_cache(maxsize=256)
def chart_cost(measure: Measure, chart_id: str, column: str | None, markers: int) -> float:
    """What a roll on a chart costs on average."""
    chart = measure.tables[chart_id]
    if chart.cells:
        cells = chart.cells.values()
        return sum(effects_cost(measure, chart, cell.effects, markers) for cell in cells) / len(cells)
    rows = row_outcomes(chart, column, 0)
    return sum(chance * effects_cost(measure, chart, row.effects, markers) for row, chance in rows)


@lru_cache(maxsize=64)
def hit_cost(measure: Measure, section: str, fresh: bool) -> float:
    """What a plane's hit costs: table 11, the deck fire, and the hull of table 14-1. ``section`` empty: any.

    Where a hit was measured, its parts together cost that; the sections and the markers share it out.
    """
    if not section:
        return sum(hit_cost(measure, one, fresh) for one in SECTIONS) / len(SECTIONS)
    whole = measure.weights.hit
    parts = _hit_parts(measure, section, fresh)
    if whole is None:
        return parts
    return parts * whole * len(SECTIONS) / sum(_hit_parts(measure, one, True) for one in SECTIONS)


def _hit_parts(measure: Measure, section: str, fresh: bool) -> float:
    """The sum of what comes of a hit."""
    tables, weights = measure.tables, measure.weights
    markers = tables.numbers.markers_fresh if fresh else tables.numbers.markers_other
    column = tables["14-1"].column_of(1)
    hull: float = sum(chance * row["hull"] for row, chance in row_outcomes(tables["14-1"], column, 0))
    return chart_cost(measure, f"11/{section}", None, markers) + weights.deck_fire + weights.hull_point * hull


def near_miss_cost(measure: Measure) -> float:
    """What a near miss costs: table 11-1, or as it was measured."""
    whole = measure.weights.near_miss
    return chart_cost(measure, "11-1", None, 0) if whole is None else whole
