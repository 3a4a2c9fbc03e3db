"""The shape that the rules require of each chart: its kind, its columns and notes, and its fields
with their values. ``charts/shapes.py`` explains the parts of a shape (``key``, ``by``, ``summed``
...). A row may omit a field in ``maybe``, and also one in ``blank``, which the rules read in every
row.

First the values of fields, then the shapes that several charts share, then every chart by its id.
"""

from __future__ import annotations

import re

from picket_duty.book import limits
from picket_duty.charts.shapes import (
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
from picket_duty.state import POSTS, SECTIONS, WEAPONS

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
    lambda value: isinstance(value, str) and bool(limits.days_of([value])),
)
BEARING = FieldRule(
    "a bearing 0, 45 ... 315", lambda value: type(value) is int and value in BEARINGS
)
LEVELS = FieldRule(
    "a combination of L, M and H in that order",
    lambda value: value in ("", "L", "M", "H", "LM", "LH", "MH", "LMH"),
)
PLANES_OF_WAVE = FieldRule(
    "a number (of planes) or 'all'",
    lambda value: value == "all" or (type(value) is int and 1 <= value <= limits.MOST_COUNTED),
)
MARKERS = PLANES_OF_WAVE._replace(says="a number (of markers) or 'all'")
COUNT = number(0, limits.MOST_COUNTED)
POSITIVE = number(1, limits.MOST_COUNTED)
POINTS = number(1, limits.MOST_POINTS)

#: The columns of charts whose column is a sum of modifiers from -2 to +2.
FIVE = ("-2", "-1", "0", "+1", "+2")
FIRE = one_of("miss", "hit", "2 hits", "flamed", "destroyed")
#: A table 2-2A to 2-4B, which selects a station on the days that chart 2-2 names.
STATION_TABLE = Shape("range", {"station": STATION, "reroll_on": maybe(list_of(SPAN, 1, 99))})
#: A table 8-1A to 8-1H.
ATTACK_TABLE = Shape(
    "range",
    {"planes": list_of(PLANE, 0, limits.MOST_COUNTED), "note_a": FLAG, "random": FLAG},
    notes={"A": {"planes": number(0, limits.NOTE_A)}},
)
DAMAGE_TABLE = Shape(
    "matrix", {"name": TEXT, "sec": FLAG, "below_waterline": FLAG, "notes": list_of(TEXT, 0, 9)}
)
SPECIAL_ATTACK = Shape(
    "range", {"result": one_of("miss", "near_miss", "damage", "sunk"), "hull": maybe(POINTS)}
)
#: The altitudes at which each mount of a ship can fire, by bearing.
FIRING_CHART = Shape(
    "list",
    {"levels": LEVELS},
    columns=tuple(map(str, BEARINGS)),
    key="mount",
    column_keys=("bearing",),
)
GUNNERY = Shape("range", {"result": FIRE})
DAYS = Shape("range", {"days": POSITIVE})
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
LENGTH = Shape("range", {"fighting_days": POSITIVE})

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
    "6-3": Shape("range", {"days": POSITIVE, "ship_damaged": FLAG}),
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
    "7-2": Shape("range", {"markers": COUNT}, columns=FIVE, summed=True),
    "7-3": Shape("range", {"land": COUNT, "carrier": COUNT}),
    "8-1": Shape("range", {"result": TEXT}, columns=FIVE, summed=True, notes={"night": ATTACK}),
    "D-2": BEARING_ROLL,
    "8-2": Shape(
        "range",
        {"plane": blank(TEXT), "weapon": blank(one_of(*WEAPONS)), "note": maybe(one_of("A", "B"))},
        notes={"B": {"result": one_of("weather", "radar")}},
    ),
    "8-3": Shape(
        "list",
        {
            "waves": list_of(PLANES_OF_WAVE, 1, limits.WAVES),
            "special": list_of(COUNT, limits.WAVES, limits.WAVES),
        },
        key="planes",
        by="number",
    ),
    "9-1": Shape(
        "list", {"bonus": number(-9, 9), "can_fire": FLAG}, columns=ALTITUDES, key="mount"
    ),
    "9-2/5in": GUNNERY._replace(columns=ALTITUDES),
    "9-2/40mm": GUNNERY._replace(columns=ALTITUDES),
    "9-2/20mm": GUNNERY._replace(columns=("L", "M")),
    "10": Shape(
        "range",
        {"result": one_of("miss", "near_miss", "hit")},
        columns=("special", "undamaged", "damaged", "shot_down"),
        notes={"section": SECTION},
    ),
    "11/forward": DAMAGE_TABLE,
    "11/midship": DAMAGE_TABLE,
    "11/aft": DAMAGE_TABLE,
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
    "12-1": SPECIAL_ATTACK,
    "12-2": SPECIAL_ATTACK,
    "12-3": SPECIAL_ATTACK,
    "13": Shape("range", {"killed": maybe(one_of(*POSTS))}),
    "14": SINKS,
    "14-1": Shape("range", {"hull": COUNT}, columns=("1-2", "3+"), summed=True),
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
        notes={"still_out": {"out": FLAG}, "days": {"days": POSITIVE}},
    ),
    "16": SINKS,
    "17": Shape("range", {"declared": FLAG}, columns=FIVE, summed=True),
    "18": Shape("range", {"weeks": maybe(number(1, 52)), "rear": FLAG}),
    "18-1": DAYS,
    "19": Shape("range", SUCCESS, columns=FIVE, summed=True),
    "20": Shape(
        "range",
        SUCCESS,
        columns=("-2", "-1..0", "+1", "+2"),
        summed=True,
        notes={"markers": {"markers": MARKERS}},
    ),
    "21": Shape("range", SUCCESS),
    "21-1": Shape(
        "range",
        {"explosion": FLAG},
        columns=("magazines", "engine_rooms", "fire_rooms", "fuel_rooms"),
    ),
    "22": Shape("range", {"planes": POSITIVE}),
    "22-1": BEARING_ROLL,
    "23": Shape(
        "range",
        {"shift": number(-9, 9)},
        columns=("-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4"),
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
        fields={},
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
        return FIRING_CHART
    if re.fullmatch("8-1[A-Z]", chart_id):
        return ATTACK_TABLE
    if re.fullmatch(r"2-\d[A-Z]", chart_id):
        return STATION_TABLE
    # A set of tables may add calibers, each with a chart 9-2.
    return SHAPES.get(chart_id, GUNNERY if chart_id.startswith("9-2/") else None)
