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


class Worths(msgspec.Struct, frozen=True):
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
BY_HAND = Worths()
BY_HAND_IN_SCENARIOS = Worths(leave=LOST)


class Measure(msgspec.Struct, frozen=True, eq=False):
    """The measure of harm: the charts of these tables by these worths."""

    tables: Tables
    worths: Worths

    def equipment(self, item: str) -> float:
        """What a piece of equipment is worth."""
        if item not in RADARS:
            return float(getattr(self.worths, EQUIPMENT[item]))
        radars = self.worths.radars
        return (raids.of_radars(self.tables) if radars is None else radars) / len(RADARS)

    def mount(self, mount: str) -> float:
        """What a mount is worth, nothing where no ship of the tables carries it."""
        calibre = self.tables.mounted.get(mount)
        return self.calibre(calibre.id) if calibre else 0.0

    def calibre(self, name: str) -> float:
        """What a mount of a calibre is worth."""
        return self.worths.mounts.get(name, self.tables.calibres[name].worth)

    @property
    def team(self) -> float:
        """What the fighter direction team is worth."""
        return raids.of_team(self.tables) if self.worths.team is None else self.worths.team

    @property
    def support_ship(self) -> float:
        """What a support ship is worth."""
        return raids.of_support_ship(self.tables) if self.worths.support_ship is None else self.worths.support_ship

    def magazine(self, feeds: str) -> float:
        """What a magazine is worth by the calibre that it feeds."""
        return self.worths.magazines.get(feeds, self.tables.calibres[feeds].magazine_worth)


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
    by_hand = hand_measure(tables, kind == SCENARIO).worths
    return Measure(tables, worths_of((found for found in measured() if found.kind == kind), by_hand))


class Measured(msgspec.Struct, frozen=True):
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
def measured() -> tuple[Measured, ...]:
    """The worths that were measured, from ``weights.toml``."""
    text = (files("picket_duty.odds") / "weights.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(tomllib.loads(text)["worths"], list[Measured]))


def worths_of(found: Iterable[Measured], by_hand: Worths = BY_HAND) -> Worths:
    """Worths with what was measured in place of what stands there by hand, where it is known well enough."""
    given: dict[str, Any] = {"mounts": {}, "magazines": {}}
    for one in found:
        if not one.known:
            continue
        table, calibre, name = one.id.partition(" ")
        if calibre:
            given[table][name] = one.value
        elif one.id in Worths.__struct_fields__:
            given[one.id] = one.value
    return msgspec.structs.replace(by_hand, **given)


def of_effects(measure: Measure, chart: Chart, what: Iterable[Effect], markers: int) -> float:
    """What effects of a row cost on average; ``markers`` is what the blow brings to a compartment."""
    return sum(WORTH[type(effect)](measure, chart, effect, markers) for effect in what)


#: What an effect costs on average; ``markers`` is what the blow brings to a compartment.
Worth = Callable[[Measure, Chart, Any, int], float]


def _always(cost: float) -> Worth:
    """An effect that always costs the same."""
    return lambda measure, chart, effect, markers: cost


def _worth(name: str) -> Worth:
    """An effect that costs what the worths say."""
    return lambda measure, chart, effect, markers: float(getattr(measure.worths, name))


def _each_point(name: str) -> Worth:
    """An effect that costs so much a point."""
    return lambda measure, chart, effect, markers: float(getattr(measure.worths, name) * effect.points)


def _of_hit_mount(measure: Measure, chart: Chart, effect: effects.HitTub | effects.Hit5in, markers: int) -> float:
    worth = measure.mount(effect.mount)
    return sum(_of_states(chart.die(note), worth) for note in effect.notes)


def _of_lost_mount(measure: Measure, chart: Chart, effect: effects.Hit20mm, markers: int) -> float:
    return measure.mount(effect.mount)


def _of_lost_mounts(measure: Measure, chart: Chart, effect: effects.DestroyMounts, markers: int) -> float:
    return sum(measure.mount(mount) for mount in effect.mounts)


def _of_hit_equipment(measure: Measure, chart: Chart, effect: effects.HitEquipment, markers: int) -> float:
    return sum(_of_states(chart.die(effect.notes[0]), measure.equipment(item)) for item in effect.items)


def _of_lost_equipment(
    measure: Measure, chart: Chart, effect: effects.DamageEquipment | effects.DestroyEquipment, markers: int
) -> float:
    return sum(measure.equipment(item) for item in effect.items)


def _of_posts(measure: Measure, chart: Chart, effect: effects.Kill, markers: int) -> float:
    return measure.worths.officer * len(effect.posts)


def _of_table(chart_id: str) -> Worth:
    """An effect that rolls on another table."""
    return lambda measure, chart, effect, markers: of_chart(measure, chart_id, None, markers)


def _of_destroyed(measure: Measure, chart: Chart, effect: effects.DestroyCompartment, markers: int) -> float:
    return destroyed(measure, effect.compartment) if effect.compartment else measure.worths.hull_point


def _of_compartment(measure: Measure, chart: Chart, effect: effects.HitCompartment, markers: int) -> float:
    """Its notes, then the share of its destruction that the markers are; a stack costs the helm."""
    data = measure.tables.compartments[effect.compartment]
    notes = 0.0
    for note in effect.notes:
        if note in chart.die_charts:
            rows = row_outcomes(chart.die(note), None, 0)
            notes += sum(chance * of_effects(measure, chart, row.effects, markers) for row, chance in rows)
        else:
            notes += of_effects(measure, chart, chart.note(note).effects, markers)
    if data.kind == STACK:
        return notes + measure.worths.stack
    return notes + destroyed(measure, data.id) * markers / data.markers


#: What each type of effect costs.
WORTH: Mapping[type[Effect], Worth] = {
    effects.Sink: _always(LOST),
    effects.DeadInWater: _worth("stopped"),
    effects.LoseHull: _each_point("hull_point"),
    effects.LoseManeuver: _each_point("maneuver_point"),
    effects.LoseFuel: _each_point("fuel_point"),
    effects.LoseSfs: lambda measure, chart, effect, markers: measure.support_ship,
    effects.LoseLandRadar: _always(0.0),
    effects.LoseGunBonuses: _worth("bonuses"),
    effects.DeckFire: _worth("deck_fire"),
    effects.NearMiss: _of_table("11-1"),
    effects.Random: _of_table("15"),
    effects.Superficial: _always(0.0),
    effects.Nothing: _always(0.0),
    effects.KillFdt: lambda measure, chart, effect, markers: measure.team,
    effects.KillOfficer: _worth("officer"),
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
    effects.HitSecondary: _worth("secondary"),
    effects.LinesOut: _worth("water_lines"),
    effects.Fighters: _always(0.0),
    effects.Reassigned: _always(0.0),
}


def _of_states(die: Chart, worth: float) -> float:
    """The die of a mount or an instrument: all of its worth where destroyed, half where damaged."""
    shares = {DESTROYED: 1.0, DAMAGED: 0.5}
    return worth * sum(chance * shares.get(row["result"], 0.0) for row, chance in row_outcomes(die, None, 0))


@lru_cache(maxsize=256)
def destroyed(measure: Measure, name: str) -> float:
    """What the destruction of a compartment costs: hull, what it did, an explosion perhaps (rules 6)."""
    hull = measure.worths.hull_point * measure.tables.numbers.hull_loss_destroyed
    return hull + out_of_action(measure, name) + explosion(measure, name)


def out_of_action(measure: Measure, name: str) -> float:
    """What a compartment flooded or destroyed takes with it, beside hull and explosion."""
    data = measure.tables.compartments[name]
    fed = measure.magazine(data.feeds) if data.feeds else 0.0
    return fed + raids.of_room(measure.tables, name) + of_effects(measure, measure.tables["21-1"], data.out, 0)


def explosion(measure: Measure, name: str) -> float:
    """What table 21-1 costs on average in the column of a compartment."""
    column = measure.tables.compartments[name].explodes
    return of_chart(measure, "21-1", column, 0) if column else 0.0


@lru_cache(maxsize=256)
def of_chart(measure: Measure, chart_id: str, column: str | None, markers: int) -> float:
    """What a roll on a chart costs on average."""
    chart = measure.tables[chart_id]
    if chart.cells:
        cells = chart.cells.values()
        return sum(of_effects(measure, chart, cell.effects, markers) for cell in cells) / len(cells)
    rows = row_outcomes(chart, column, 0)
    return sum(chance * of_effects(measure, chart, row.effects, markers) for row, chance in rows)


@lru_cache(maxsize=64)
def of_hit(measure: Measure, section: str, fresh: bool) -> float:
    """What a plane's hit costs: table 11, the deck fire, and the hull of table 14-1. ``section`` empty: any.

    Where a hit was measured, its parts together cost that; the sections and the markers share it out.
    """
    if not section:
        return sum(of_hit(measure, one, fresh) for one in SECTIONS) / len(SECTIONS)
    whole = measure.worths.hit
    parts = _parts_of_hit(measure, section, fresh)
    if whole is None:
        return parts
    return parts * whole * len(SECTIONS) / sum(_parts_of_hit(measure, one, True) for one in SECTIONS)


def _parts_of_hit(measure: Measure, section: str, fresh: bool) -> float:
    """The sum of what comes of a hit."""
    tables, worths = measure.tables, measure.worths
    markers = tables.numbers.markers_fresh if fresh else tables.numbers.markers_other
    column = tables["14-1"].column_of(1)
    hull: float = sum(chance * row["hull"] for row, chance in row_outcomes(tables["14-1"], column, 0))
    return of_chart(measure, f"11/{section}", None, markers) + worths.deck_fire + worths.hull_point * hull


def of_near_miss(measure: Measure) -> float:
    """What a near miss costs: table 11-1, or as it was measured."""
    whole = measure.worths.near_miss
    return of_chart(measure, "11-1", None, 0) if whole is None else whole
