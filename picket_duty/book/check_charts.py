"""Validation of the charts of this book: the shape that the rules require of each, references
between charts.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from picket_duty.book import effects, limits
from picket_duty.book.data import CampaignData, Numbers, ScenarioData, Sheet
from picket_duty.book.references import TableSet
from picket_duty.book.tables import BOOK, SHEET, Tables
from picket_duty.book.vocabulary import STILL_WORKS, StrikeOutcome
from picket_duty.charts import ChartError, check, kinds
from picket_duty.charts.check import (
    FLAG,
    TEXT,
    FieldRule,
    Shape,
    blank,
    list_of,
    maybe,
    number,
    one_of,
)
from picket_duty.charts.kinds import ends_of, list_numbers, located, shown
from picket_duty.state import DAMAGED, DESTROYED, POSTS, SECTIONS, UNDAMAGED, WEAPONS

#: Charts whose maneuver modifier only leads toward the misses, so never past the last row (note to
#: 19).
TOWARD_MISS = ("12-1", "12-2", "12-3")
#: How the names of modifiers end of which only one applies.
ALTERNATIVE = "(_positive|_negative|_low|_high|_working|_damaged|_destroyed)+$"
#: Charts whose effects repeat a field, which is what the rules read: the field, and the effects
#: by its value.
REPEATED: Mapping[str, tuple[str, Callable[[Any], tuple[Any, ...]]]] = {
    "13": ("killed", lambda post: (effects.Kill((post,)),) if post else ()),
    "14": ("sinks", lambda sinks: (effects.Sink(),) if sinks else ()),
    "16": ("sinks", lambda sinks: (effects.Sink(),) if sinks else ()),
}
#: Results that the die of a note may have for a director or an instrument, and for a gun.
DIRECTOR_RESULTS = (STILL_WORKS, UNDAMAGED, DAMAGED, DESTROYED)
GUN_RESULTS = (DAMAGED, DESTROYED)
#: Results of chart 8-1 that name no attack table.
NO_TABLE = (limits.NO_ATTACK, limits.RANDOM)
#: Lowest and highest sum of the dice modifiers that come from other charts and from the rules, by
#: chart.
Others = Mapping[str, tuple[int, int]]


def check_charts(tables: TableSet) -> Iterator[str]:
    """Faults between charts, each with its file."""
    yield from _check_misses(tables)
    yield from _check_repeated(tables)
    yield from _check_stations_picked(tables)
    yield from _check_rerolls(tables)
    yield from _check_attacks(tables)
    yield from _check_circles(tables)
    named = [f"11/{section}" for section in SECTIONS]
    charts = [tables.charts.get(name) for name in named]
    bearings = [
        bearing for raw in charts if isinstance(raw, kinds.MatrixChart) for bearing in raw.only
    ]
    missed = [bearing for bearing in BEARINGS if bearing not in bearings]
    if missed and all(charts):
        yield (
            f"{tables.files[named[0]]}: no table covers bearing {list_numbers(missed)}. Tables: "
            f"{', '.join(named)}."
        )
    for name, row in tables.rows("18"):
        if row.fields.get("rear") is False and "weeks" not in row.fields:
            yield f"{name}: needs 'weeks', unless it sends the ship to the rear"
    yield from _check_waves(tables)
    raw = tables.charts.get("8-2")
    rolled = {note.name for note in raw.notes if note.dice} if raw else set()
    for name, row in tables.rows("8-2"):
        if "plane" not in row.fields and str(row.fields.get("note")) not in rolled:
            yield f"{name}: needs a plane, or a note that calls for a die roll"
        if "plane" in row.fields and "weapon" not in row.fields:
            yield f"{name}: a special plane needs a weapon"


def check_shape(
    raw: kinds.RawChart, known: effects.Known, hits: int, others: Others, shape: Shape | None = None
) -> Iterator[str]:
    """Faults of one chart, each with its row; ``hits`` is the most hits of a mount that still
    fires.
    """
    answering = {note.name for note in raw.notes if note.dice and "result" in note.fields}
    of_effects = partial(effects.check_effects, known=known, chart_id=raw.id, answering=answering)
    rules = check.Rules(BOOK, of_effects, partial(swing, hits=hits, others=others))
    required = shape or shape_of(raw.id)
    yield from check.check_chart(raw, required and _with_columns(required, raw), rules)
    yield from _check_note_effects(raw)
    yield from _check_note_results(raw)
    for name, modifier in {**raw.modifiers, **raw.column_modifiers}.items():
        with suppress(ChartError):
            low, high = ends_of(modifier.only or str(limits.STATIONS.start))
            if low < limits.STATIONS.start or high >= limits.STATIONS.stop:
                yield (
                    f"modifier {name!r}: stations must be {limits.STATIONS.start} to "
                    f"{limits.STATIONS.stop - 1}"
                )


def _with_columns(shape: Shape, raw: kinds.RawChart) -> Shape:
    """A shape for a chart; guns and relief may have any columns."""
    if shape not in (GUNNERY, RELIEF):
        return shape
    return shape._replace(columns=tuple(kinds.columns_of(raw)))


def _check_note_effects(raw: kinds.RawChart) -> Iterator[str]:
    """Notes whose effects are never carried out: only a hit on a compartment does that."""
    named: set[str] = set()
    for row in raw.rows:
        for effect in row.effects:
            if isinstance(effect, effects.HitCompartment):
                named.update(effect.notes)
    for note in raw.notes:
        carried = bool(note.effects) or any(row.effects for row in note.rows)
        if carried and note.name not in named:
            yield f"note {note.name!r}: no compartment's hit names it, so its effects never happen"


def _check_note_results(raw: kinds.RawChart) -> Iterator[str]:
    """Results of a note's die that the item hit cannot have."""
    results = {note.name: [row.fields.get("result") for row in note.rows] for note in raw.notes}
    hits = (effect for row in raw.rows for effect in row.effects)
    for note, allowed in (answer for effect in hits for answer in _answers(effect)):
        for result in results.get(note, ()):
            if result not in allowed:
                yield f"note {note!r}: result {shown(result)} is not one of {', '.join(allowed)}"


def _answers(effect: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The notes whose die gives a result for the item that an effect hits, with those it may
    give.
    """
    if isinstance(effect, effects.HitTub):
        director, gun = effect.notes
        yield director, DIRECTOR_RESULTS
        yield gun, GUN_RESULTS
    elif isinstance(effect, effects.Hit5in):
        yield effect.notes[0], GUN_RESULTS
    elif isinstance(effect, effects.HitEquipment):
        yield effect.notes[0], DIRECTOR_RESULTS


def swing(raw: kinds.RangeChart, hits: int, others: Others) -> tuple[int, int]:
    """Lowest and highest sum of the dice modifiers of a chart."""
    # Of the modifiers with a common name only one applies: with or without FDT, the stations.
    groups: dict[str, list[int]] = {}
    for name, modifier in raw.modifiers.items():
        if name == "maneuver" and raw.id in TOWARD_MISS:
            continue
        # The modifier for hits counts once for each hit; one without a value comes from a chit.
        values = [-limits.CHIT, limits.CHIT]
        if modifier.value is not None:
            values = [modifier.value * (hits if name == "hit" else 1), 0]
        common = "station"
        if not modifier.only:
            common = re.sub(ALTERNATIVE, "", name).removeprefix("no_")
        groups.setdefault(common, []).extend(values)
    less, more = others.get(raw.id, (0, 0))
    return (
        less + sum(min(0, *values) for values in groups.values()),
        more + sum(max(0, *values) for values in groups.values()),
    )


def wanted_shapes(tables: TableSet) -> dict[str, list[Shape]]:
    """Shapes of the charts that chart 8-1, the calendar, ships, calibers, scenarios and campaigns
    name.
    """
    stations = (row.fields.get("table") for _, row in tables.rows("2-2"))
    named = [
        *((table, DUTY) for table in stations if isinstance(table, str)),
        *((f"8-1{result}", LETTER) for _, result in _raids(tables)),
        *((ship.firing, FIRING) for ship in tables.ships()),
        *((caliber.chart, GUNNERY) for caliber in tables.calibers()),
        *((scenario.relief, RELIEF) for scenario in tables.all_of(ScenarioData).values()),
        *((campaign.length, LENGTH) for campaign in tables.all_of(CampaignData).values()),
    ]
    wanted: dict[str, list[Shape]] = {}
    for chart_id, shape in named:
        raw = tables.charts.get(chart_id)
        if raw is not None and shape != shape_of(chart_id):
            shapes = wanted.setdefault(chart_id, [])
            own = _with_columns(shape, raw)
            if own not in shapes:
                shapes.append(own)
    return wanted


def hits_fired_with(tables: TableSet) -> int:
    """The most hits of a mount that still fires; one more destroys it (rules 6)."""
    return max(0, (tables.only(Numbers) or Tables().numbers).mount_hits - 1)


def modifiers_of_others(tables: TableSet) -> dict[str, tuple[int, int]]:
    """Lowest and highest sum of the dice modifiers of each chart that come from elsewhere.

    Those of 9-2 are in the rules, in 9-1 and in the firing charts; those of 10 and 24 are in the
    rules.
    """
    raw = tables.charts.get("rules")
    values = {name: modifier.value or 0 for name, modifier in raw.modifiers.items()} if raw else {}
    aimed = [*_bonuses(tables), values.get("spray", 0)]
    ends = {
        "10": sum_ends([values.get("stopped", 0)]),
        "24": sum_ends([values.get("maneuvered", 0)]),
    }
    for caliber in tables.calibers():
        low, high = sum_ends([values.get("list", 0)])
        own = [sum_ends(each) for each in _mount_modifiers(tables, caliber.id)]
        ends[caliber.chart] = (
            low + min([0, *aimed]) + min([0, *(less for less, _ in own)]),
            high + max([0, *aimed]) + max([0, *(more for _, more in own)]),
        )
    return ends


def sum_ends(values: list[int]) -> tuple[int, int]:
    """Lowest and highest sum of some modifiers, each of which may apply or not."""
    return sum(min(0, value) for value in values), sum(max(0, value) for value in values)


def _bonuses(tables: TableSet) -> Iterator[int]:
    """The gun bonuses of chart 9-1."""
    for _, row in tables.rows("9-1"):
        for cell in getattr(row, "cells", None) or ():
            bonus = cell.get("bonus") if isinstance(cell, dict) else None
            if type(bonus) is int:
                yield bonus


def _mount_modifiers(tables: TableSet, caliber: str) -> Iterator[list[int]]:
    """The modifiers of the firing chart for each mount of a caliber, with any option."""
    for ship in tables.ships():
        raw = tables.charts.get(ship.firing)
        for mount in ship.mounts if raw else ():
            if raw is not None and mount.kind == caliber:
                names = list(mount.modifiers)
                for change in ship.options.values():
                    names += change.modifiers.get(mount.id, ())
                yield [raw.modifiers[name].value or 0 for name in names if name in raw.modifiers]


def _check_stations_picked(tables: TableSet) -> Iterator[str]:
    for chart_id in ("1-1", "2-2"):
        raw = tables.charts.get(chart_id)
        if raw is None:
            continue
        split = any(note.dice and "split" in (note.id, note.letter) for note in raw.notes)
        for name, row in tables.rows(chart_id):
            stations = row.fields.get("stations")
            table = row.fields.get("table")
            many = len(stations) if isinstance(stations, list) else 0
            if table is None and many == 2 and not split:
                yield f"{name}: lists two stations but has no 'split' note to choose between them"
            if table is None and many > 2:
                yield f"{name}: lists {many} stations, but has no table to choose one"
            if chart_id == "2-2" and row.fields.get("active") is not bool(many):
                active = shown(row.fields.get("active"))
                yield f"{name}: 'active' is {active}, but the number of stations listed is {many}"


def _check_rerolls(tables: TableSet) -> Iterator[str]:
    """Faults of station tables with a day on which every row is rerolled, so that the rolls never
    end.
    """
    for name, row in tables.rows("2-2"):
        raw = tables.charts.get(str(row.fields.get("table")))
        if not isinstance(raw, kinds.RangeChart) or raw.dice not in kinds.DICE:
            continue
        # A row counts if the dice alone can make one of its totals.
        rolled = (row for row in raw.rows if _numbers(row.label, kinds.TOTALS[raw.dice]))
        spans = [_days_of(row.fields.get("reroll_on")) for row in rolled]
        for day in sorted(_days_of([row.label])):
            if spans and all(day in days for days in spans):
                yield f"{name}: every row of table {raw.id} is a reroll on {day:%m-%d}"
                break


def _days_of(spans: Any) -> set[datetime.date]:
    days: set[datetime.date] = set()
    for span in spans if isinstance(spans, list) else ():
        with suppress(ChartError, OverflowError):
            days.update(limits.calendar_days(str(span)))
    return days


def _raids(tables: TableSet) -> Iterator[tuple[str, str]]:
    """The results of chart 8-1 that name an attack table, each with its row."""
    for name, row in tables.rows("8-1"):
        for cell in getattr(row, "cells", None) or ():
            if isinstance(cell, str) and cell not in NO_TABLE:
                yield name, cell


def _check_attacks(tables: TableSet) -> Iterator[str]:
    for name, result in _raids(tables):
        if f"8-1{result}" not in tables.charts:
            yield f"{name}: {result!r} needs table 8-1{result}, which does not exist"
    for chart_id, chart in tables.charts.items():
        if "note_a" not in chart.fields:
            continue
        rolled = {note.name for note in chart.notes if note.dice}
        for name, row in tables.rows(chart_id):
            if row.fields.get("note_a") is True and "A" not in rolled:
                yield f"{name}: note A has no die"
            if row.fields.get("random") is True and row.fields.get("planes"):
                yield f"{name}: cannot have both planes and a random result"


def _check_misses(tables: TableSet) -> Iterator[str]:
    """Faults of tables 12-1 to 12-3: a maneuver leads toward a miss, which has no effects."""
    for chart_id in TOWARD_MISS:
        raw = tables.charts.get(chart_id)
        if not isinstance(raw, kinds.RangeChart) or raw.dice not in kinds.DICE:
            continue
        rolled: list[int] = []
        for name, row in tables.rows(chart_id):
            if row.fields.get("result") != StrikeOutcome.MISS:
                continue
            rolled += _numbers(row.label, kinds.TOTALS[raw.dice])
            if row.effects:
                yield f"{name}: a miss cannot have effects"
        if not rolled:
            yield (
                f"{tables.files[chart_id]}: chart {chart_id} has no "
                f"'{StrikeOutcome.MISS}' row that {raw.dice} can reach; a maneuver needs one"
            )


def _check_repeated(tables: TableSet) -> Iterator[str]:
    """Faults of rows whose effects differ from the field that the rules read."""
    for chart_id, (field, effects_by) in REPEATED.items():
        for name, row in tables.rows(chart_id):
            if row.effects != effects_by(row.fields.get(field)):
                yield f"{name}: the effects must be the same as {field!r}"


def _check_circles(tables: TableSet) -> Iterator[str]:
    """Faults of results that lead back to their own table or compartment, so that rolls or the
    reckoning of their odds may never end.
    """
    leads = {chart_id: _leads(*_effects_in(tables, chart_id)) for chart_id in ("15", "11-1")}
    sheet = tables.only(Sheet)
    for room in sheet.compartments if sheet else ():
        exploding = _effects_in(tables, "21-1", room.explodes) if room.explodes else ()
        leads[room.id] = _leads(*room.out, *room.destroyed_by_hit, *exploding)
    for name in leads:
        if name not in _reached(leads, name):
            continue
        if name in tables.files:
            yield (
                f"{tables.files[name]}: a result leads back to table {name}, so rolling may never "
                f"end"
            )
        else:
            yield f"{SHEET}: compartment {name}: its destruction leads back to it"


def _effects_in(tables: TableSet, chart_id: str, column: str | None = None) -> Iterator[Any]:
    """All effects of a chart and its notes, of one of its columns if one is given."""
    raw = tables.charts.get(chart_id)
    if raw is None:
        return
    for row in raw.rows:
        yield from row.effects
    for note in raw.notes:
        yield from note.effects
        for result in note.rows:
            yield from result.effects
    brought = raw.column_effects if isinstance(raw, kinds.RangeChart) else {}
    for name, listed in brought.items():
        if column in (None, name):
            yield from listed


def _leads(*listed: Any) -> set[str]:
    """The tables that effects roll on, and the compartments that they hit or destroy."""
    targets = {effects.Random: "15", effects.NearMiss: "11-1"}
    rooms = effects.HitCompartment | effects.DestroyCompartment
    return {
        effect.compartment if isinstance(effect, rooms) else targets.get(type(effect), "")
        for effect in listed
    } - {""}


def _reached(leads: Mapping[str, set[str]], start: str) -> set[str]:
    """Everything that a table or compartment leads to, at once or later."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = leads.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def _check_waves(tables: TableSet) -> Iterator[str]:
    if "8-3" not in tables.charts:
        return
    most, sender = _most_planes(tables)
    alone = any("plane" in row.fields for _, row in tables.rows("8-2"))
    missed = list(range(1, most + 1))
    for name, row in tables.rows("8-3"):
        asked = _numbers(row.label, range(1, most + 1))
        missed = [planes for planes in missed if planes not in asked]
        yield from located(name, _check_split(row.fields, asked, alone))
    if missed:
        yield (
            f"{tables.files['8-3']}: no row covers {list_numbers(missed)}, but chart {sender} can "
            f"send {most} planes"
        )


def _check_split(fields: kinds.Fields, asked: list[int], alone: bool) -> Iterator[str]:
    """Faults of how a row of chart 8-3 splits so many planes; ``alone``: a special one may come."""
    special = fields.get("special")
    waves = fields.get("waves")
    if 1 in asked and alone and isinstance(special, list) and special[:1] == [0]:
        yield "chart 8-2 sends one special plane, but none is allowed here"
    if isinstance(waves, list) and "all" not in waves:
        total = sum(wave for wave in waves if type(wave) is int)
        for planes in asked:
            if planes != total:
                yield f"the waves add up to {total} planes, not {planes}"


def _most_planes(tables: TableSet) -> tuple[int, str]:
    """The most planes that a chart can send, and the first such chart."""
    most = 1
    sender = "22"
    for chart_id in tables.charts:
        for _, row in tables.rows(chart_id):
            planes = row.fields.get("planes")
            count = 0
            if chart_id == "22" and type(planes) is int:
                count = planes
            elif "note_a" in row.fields and isinstance(planes, list):
                count = len(planes) + limits.NOTE_A * (row.fields["note_a"] is True)
            if most < count <= limits.MOST_COUNTED:
                most = count
                sender = chart_id
    return most, sender


def _numbers(label: str, totals: range) -> list[int]:
    """The numbers in the label of a row that are among ``totals``."""
    numbers: list[int] = []
    for part in label.split(","):
        with suppress(ChartError):
            low, high = ends_of(part)
            numbers.extend(range(int(max(low, totals.start)), int(min(high + 1, totals.stop))))
    return numbers


# -- the shape of each printed chart: fields, their values, columns and kind --------------

BEARINGS = (315, 0, 45, 90, 135, 180, 225, 270)
ALTITUDES = ("L", "M", "H")


STATION = number(limits.STATIONS.start, limits.STATIONS.stop - 1)
PLANE = FieldRule(
    "a plane like 135L",
    lambda value: (
        isinstance(value, str)
        and re.fullmatch(r"\d{1,3}[LMH]", value, re.ASCII) is not None
        and int(value[:-1]) in BEARINGS
    ),
)
SPAN = FieldRule(
    "a date like 04-02 or 04-02..04-28",
    lambda value: isinstance(value, str) and bool(_days_of([value])),
)
BEARING = FieldRule(
    "a bearing 0, 45 ... 315", lambda value: type(value) is int and value in BEARINGS
)
LEVELS = FieldRule(
    "a combination of L, M and H in that order",
    lambda value: value in ("", "L", "M", "H", "LM", "LH", "MH", "LMH"),
)
WAVE = FieldRule(
    "a number of planes or all",
    lambda value: value == "all" or (type(value) is int and 1 <= value <= limits.MOST_COUNTED),
)
MARKERS = WAVE._replace(says="a number of markers or all")
COUNT = number(0, limits.MOST_COUNTED)
SOME = number(1, limits.MOST_COUNTED)
POINTS = number(1, limits.MOST_POINTS)

FIVE = ("-2", "-1", "0", "+1", "+2")
FIRE = one_of("miss", "hit", "2 hits", "flamed", "destroyed")
DUTY = Shape("range", {"station": STATION, "reroll_on": maybe(list_of(SPAN, 1, 99))})
LETTER = Shape(
    "range",
    {"planes": list_of(PLANE, 0, limits.MOST_COUNTED), "note_a": FLAG, "random": FLAG},
    notes={"A": {"planes": number(0, limits.NOTE_A)}},
)
DAMAGE = Shape(
    "matrix", {"name": TEXT, "sec": FLAG, "below_waterline": FLAG, "notes": list_of(TEXT, 0, 9)}
)
SPECIAL = Shape(
    "range", {"result": one_of("miss", "near_miss", "damage", "sunk"), "hull": maybe(POINTS)}
)
FIRING = Shape(
    "list", {"levels": LEVELS}, tuple(map(str, BEARINGS)), key="mount", column_keys=("bearing",)
)
GUNNERY = Shape("range", {"result": FIRE})
DAYS = Shape("range", {"days": SOME})
SUCCESS = {"successful": FLAG}
SINKS = Shape("range", {"sinks": FLAG})
BEARING_ROLL = Shape(
    "range", {"bearing": BEARING}, notes={"altitude": {"altitude": one_of(*ALTITUDES)}}
)
SECTION = {"section": one_of(*SECTIONS)}
#: The note whose die selects the first or the second of two stations.
SPLIT = {"split": {"pick": number(0, 1)}}
ATTACK = {"attack": FLAG}
RELIEF = Shape("range", {"relieved": FLAG})
LENGTH = Shape("range", {"fighting_days": SOME})

SHAPES: dict[str, Shape] = {
    "1-1": Shape("range", {"stations": list_of(STATION, 1, 2)}, notes=SPLIT),
    "2-2": Shape(
        "list",
        {
            "active": FLAG,
            "stations": list_of(STATION, 0, len(limits.STATIONS)),
            "table": blank(TEXT),
        },
        key="date",
        by="date",
        whole=True,
        notes=SPLIT,
    ),
    "3-1": Shape("range", {"assigned": FLAG}),
    "4-1": Shape("range", {"markers": COUNT}),
    "5-1": Shape("range", {"activated": FLAG}),
    "6-1": Shape("range", {"weather": one_of("storm", "rain", "clear")}, notes={"rain": ATTACK}),
    "6-2": Shape("range", {"typhoon": FLAG}),
    "6-3": Shape("range", {"days": SOME, "ship_damaged": FLAG}),
    "6-4": Shape(
        "range",
        {
            "result": one_of("sinks", "major", "moderate", "light", "superficial"),
            "hull": maybe(POINTS),
        },
    ),
    "6-5": DAYS,
    "7-1": Shape(
        "range",
        {"carrier": FLAG, "land": FLAG},
        column_keys=("period", "light"),
        periods=("day", "night"),
    ),
    "7-2": Shape("range", {"markers": COUNT}, FIVE, summed=True),
    "7-3": Shape("range", {"land": COUNT, "carrier": COUNT}),
    "8-1": Shape("range", {"result": TEXT}, FIVE, summed=True, notes={"night": ATTACK}),
    "D-2": BEARING_ROLL,
    "8-2": Shape(
        "range",
        {"plane": blank(TEXT), "weapon": blank(one_of(*WEAPONS)), "note": maybe(one_of("A", "B"))},
        notes={"B": {"result": one_of("weather", "radar")}},
    ),
    "8-3": Shape(
        "list",
        {
            "waves": list_of(WAVE, 1, limits.WAVES),
            "special": list_of(COUNT, limits.WAVES, limits.WAVES),
        },
        key="planes",
        by="number",
    ),
    "9-1": Shape("list", {"bonus": number(-9, 9), "can_fire": FLAG}, ALTITUDES, key="mount"),
    "9-2/5in": GUNNERY._replace(columns=ALTITUDES),
    "9-2/40mm": GUNNERY._replace(columns=ALTITUDES),
    "9-2/20mm": GUNNERY._replace(columns=("L", "M")),
    "10": Shape(
        "range",
        {"result": one_of("miss", "near_miss", "hit")},
        ("special", "undamaged", "damaged", "shot_down"),
        notes={"section": SECTION},
    ),
    "11/forward": DAMAGE,
    "11/midship": DAMAGE,
    "11/aft": DAMAGE,
    "11-1": Shape(
        "matrix",
        {
            "effect": one_of(
                "none",
                "superficial",
                "hull",
                "maneuver",
                "fuel",
                "deck_fire",
                "radars",
                "sfs",
                "random",
            ),
            "points": maybe(POINTS),
        },
    ),
    "12-1": SPECIAL,
    "12-2": SPECIAL,
    "12-3": SPECIAL,
    "13": Shape("range", {"killed": maybe(one_of(*POSTS))}),
    "14": SINKS,
    "14-1": Shape("range", {"hull": COUNT}, ("1-2", "3+"), summed=True),
    "15": Shape(
        "range",
        {
            "effect": one_of(
                "water_lines",
                "fighters",
                "sfs",
                "officer",
                "superficial",
                "land_radar",
                "reassigned",
                "sunk",
            )
        },
        notes={"still_out": {"out": FLAG}, "days": {"days": SOME}},
    ),
    "16": SINKS,
    "17": Shape("range", {"declared": FLAG}, FIVE, summed=True),
    "18": Shape("range", {"weeks": maybe(number(1, 52)), "rear": FLAG}),
    "18-1": DAYS,
    "19": Shape("range", SUCCESS, FIVE, summed=True),
    "20": Shape(
        "range",
        SUCCESS,
        ("-2", "-1..0", "+1", "+2"),
        summed=True,
        notes={"markers": {"markers": MARKERS}},
    ),
    "21": Shape("range", SUCCESS),
    "21-1": Shape(
        "range", {"explosion": FLAG}, ("magazines", "engine_rooms", "fire_rooms", "fuel_rooms")
    ),
    "22": Shape("range", {"planes": SOME}),
    "22-1": BEARING_ROLL,
    "23": Shape(
        "range",
        {"shift": number(-9, 9)},
        ("-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4"),
        summed=True,
    ),
    "24": Shape("range", {"spaces": COUNT}),
    "scenario/7 relief": RELIEF._replace(
        columns=(
            "Turn 1 Mid-day",
            "Turn 1 Evening",
            "Turn 2 Morning",
            "Turn 2 Mid-day",
            "Turn 2 Evening",
        )
    ),
    "campaign/1 length": LENGTH,
    "A-1": Shape("range", {"type": TEXT, "weapon": blank(one_of(*WEAPONS))}),
    "K-1": Shape("list", {"kikusui": FLAG}, key="date", by="date"),
    "S-1": Shape("range", {"result": one_of("none", "hit", "destroyed")}),
    "V-1": Shape("range", {"value": number(-limits.CHIT, limits.CHIT)}),
    "rules": Shape(
        "notes",
        {},
        notes={
            "stopped": {"stopped": FLAG},
            "men": {"men": COUNT},
            "spread": {"spreads": FLAG},
            "side": SECTION,
        },
    ),
}


def shape_of(chart_id: str) -> Shape | None:
    """The shape that a chart must have, or None if any shape is allowed."""
    if chart_id.startswith("firing/"):
        return FIRING
    if re.fullmatch("8-1[A-Z]", chart_id):
        return LETTER
    if re.fullmatch(r"2-\d[A-Z]", chart_id):
        return DUTY
    return SHAPES.get(chart_id, GUNNERY if chart_id.startswith("9-2/") else None)
