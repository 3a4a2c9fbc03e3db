"""What each printed chart answers: its fields, their values, its columns and its kind.

Validation reads this registry; look-ups do not. A chart that is not listed may
have any fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from picket_duty.charts.chart import ChartError, days_in
from picket_duty.state.ship import POSTS

BEARINGS = (315, 0, 45, 90, 135, 180, 225, 270)
ALTITUDES = ("L", "M", "H")
WEAPONS = ("ohka", "bomb", "torpedo")
CALIBRES = ("5in", "40mm", "20mm")
STATIONS = range(1, 17)


class Field(NamedTuple):
    """What a field may hold: in words and as a test; ``optional`` where a row may leave it out."""

    says: str
    fits: Callable[[Any], bool]
    optional: bool = False


class Shape(NamedTuple):
    """A chart as the rules use it: kind, fields and, where they are fixed, columns."""

    kind: str
    fields: dict[str, Field]
    columns: tuple[str, ...] = ()
    cell: Field | None = None
    key: str = ""


def number(low: int, high: int) -> Field:
    """A whole number from ``low`` to ``high``."""
    return Field(f"a number from {low} to {high}", lambda value: type(value) is int and low <= value <= high)


def one_of(*words: str) -> Field:
    """One of a few words."""
    return Field(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def maybe(field: Field) -> Field:
    """The same field where a row may leave it out."""
    return field._replace(optional=True)


def list_of(field: Field, low: int, high: int) -> Field:
    """A list of ``low`` to ``high`` such values."""
    return Field(
        f"a list of {low} to {high}, each {field.says}",
        lambda value: isinstance(value, list) and low <= len(value) <= high and all(map(field.fits, value)),
    )


def _is_span(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(days_in(value))
    except (ChartError, OverflowError):
        return False


def _is_plane(value: Any) -> bool:
    return (
        isinstance(value, str)
        and re.fullmatch(r"\d{1,3}[LMH]", value, re.ASCII) is not None
        and int(value[:-1]) in BEARINGS
    )


FLAG = Field("true or false", lambda value: isinstance(value, bool))
TEXT = Field("a text", lambda value: isinstance(value, str) and bool(value.strip()))
STATION = number(1, 16)
PLANE = Field("a plane like 135L", _is_plane)
SPAN = Field("a date like 04-02 or 04-02..04-28", _is_span)
BEARING = Field("a bearing 0, 45 ... 315", lambda value: type(value) is int and value in BEARINGS)
LEVELS = Field("some of the letters LMH", lambda value: value in ("", "L", "M", "H", "LM", "LH", "MH", "LMH"))
WAVE = Field("a number of planes or all", lambda value: value == "all" or (type(value) is int and 1 <= value <= 99))
COUNT = number(0, 99)
POINTS = number(1, 10)

FIVE = ("-2", "-1", "0", "+1", "+2")
FIRE = one_of("miss", "hit", "2 hits", "flamed", "destroyed")
PERIOD_CELL = one_of("none", "carrier", "land", "both")
DUTY = Shape("range", {"station": STATION, "reroll_on": maybe(list_of(SPAN, 1, 99))})
LETTER = Shape("range", {"planes": list_of(PLANE, 0, 99), "note_a": FLAG, "random": FLAG})
DAMAGE = Shape("matrix", {"name": TEXT, "sec": FLAG, "below_waterline": FLAG, "notes": list_of(TEXT, 0, 9)})
SPECIAL = Shape("range", {"result": one_of("miss", "near_miss", "damage", "sunk"), "hull": maybe(POINTS)})
FIRING = Shape("list", {"levels": LEVELS}, tuple(map(str, BEARINGS)), key="mount")
DAYS = Shape("range", {"days": number(1, 99)})
SUCCESS = {"successful": FLAG}
SINKS = Shape("range", {"sinks": FLAG})
BEARING_ROLL = Shape("range", {"bearing": BEARING})

SHAPES: dict[str, Shape] = {
    "1-1": Shape("range", {"stations": list_of(STATION, 1, 2)}),
    "2-2": Shape("list", {"active": FLAG, "stations": list_of(STATION, 0, 16), "table": maybe(TEXT)}, key="date"),
    "3-1": Shape("range", {"assigned": FLAG}),
    "4-1": Shape("range", {"markers": COUNT}),
    "5-1": Shape("range", {"activated": FLAG}),
    "6-1": Shape("range", {"weather": one_of("storm", "rain", "clear")}),
    "6-2": Shape("range", {"typhoon": FLAG}),
    "6-3": Shape("range", {"days": number(1, 99), "ship_damaged": FLAG}),
    "6-4": Shape(
        "range",
        {"result": one_of("sinks", "major", "moderate", "light", "superficial"), "hull": maybe(POINTS)},
    ),
    "6-5": DAYS,
    "7-1": Shape("range", {"carrier": FLAG, "land": FLAG}, cell=PERIOD_CELL),
    "7-2": Shape("range", {"markers": COUNT}, FIVE),
    "7-3": Shape("range", {"land": COUNT, "carrier": COUNT}),
    "8-1": Shape("range", {"result": TEXT}, FIVE),
    "D-2": BEARING_ROLL,
    "8-2": Shape("range", {"plane": maybe(TEXT), "weapon": maybe(one_of(*WEAPONS)), "note": maybe(one_of("A", "B"))}),
    "8-3": Shape("list", {"waves": list_of(WAVE, 1, 3), "special": list_of(COUNT, 3, 3)}, key="planes"),
    "9-1": Shape("list", {"bonus": number(-9, 9), "can_fire": FLAG}, ALTITUDES, key="mount"),
    "9-2/5in": Shape("range", {"result": FIRE}, ALTITUDES),
    "9-2/40mm": Shape("range", {"result": FIRE}, ALTITUDES),
    "9-2/20mm": Shape("range", {"result": FIRE}, ("L", "M")),
    "10": Shape(
        "range",
        {"result": one_of("miss", "near_miss", "hit")},
        ("special", "undamaged", "damaged", "shot_down"),
    ),
    "11/forward": DAMAGE,
    "11/midship": DAMAGE,
    "11/aft": DAMAGE,
    "11-1": Shape(
        "matrix",
        {
            "effect": one_of("none", "superficial", "hull", "maneuver", "fuel", "deck_fire", "radars", "sfs", "random"),
            "points": maybe(POINTS),
        },
    ),
    "12-1": SPECIAL,
    "12-2": SPECIAL,
    "12-3": SPECIAL,
    "13": Shape("range", {"killed": maybe(one_of(*POSTS))}),
    "14": SINKS,
    "14-1": Shape("range", {"hull": COUNT}, ("1-2", "3+")),
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
    ),
    "16": SINKS,
    "17": Shape("range", {"declared": FLAG}, FIVE),
    "18": Shape("range", {"weeks": maybe(number(1, 52)), "rear": FLAG}),
    "18-1": DAYS,
    "19": Shape("range", SUCCESS, FIVE),
    "20": Shape("range", SUCCESS, ("-2", "-1..0", "+1", "+2")),
    "21": Shape("range", SUCCESS),
    "21-1": Shape("range", {"explosion": FLAG}, ("magazines", "engine_rooms", "fire_rooms", "fuel_rooms")),
    "22": Shape("range", {"planes": number(1, 99)}),
    "22-1": BEARING_ROLL,
    "23": Shape("range", {"shift": number(-9, 9)}, ("-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4")),
    "24": Shape("range", {"spaces": COUNT}),
    "scenario/7 relief": Shape(
        "range",
        {"relieved": FLAG},
        ("Turn 1 Mid-day", "Turn 1 Evening", "Turn 2 Morning", "Turn 2 Mid-day", "Turn 2 Evening"),
    ),
    "campaign/1 length": Shape("range", {"fighting_days": number(1, 99)}),
    "A-1": Shape("range", {"type": TEXT, "weapon": maybe(one_of(*WEAPONS))}),
    "K-1": Shape("list", {"kikusui": FLAG}, key="date"),
    "S-1": Shape("range", {"result": one_of("none", "hit", "destroyed")}),
    "V-1": Shape("range", {"value": number(-2, 2)}),
}


def shape_of(chart_id: str) -> Shape | None:
    """The shape a chart must have, None where any will do."""
    if chart_id.startswith("firing/"):
        return FIRING
    if re.fullmatch("8-1[A-Z]", chart_id):
        return LETTER
    if re.fullmatch(r"2-\d[A-Z]", chart_id):
        return DUTY
    return SHAPES.get(chart_id)
