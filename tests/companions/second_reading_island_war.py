"""Okinawa, Island War, 1975 and 2008: every answer transcribed a second time, from the rules
alone.
"""

from __future__ import annotations

from tests.text_table import table_of

#: 18.1 to 18.5: turns, U.S. invasions and from when, Japanese invasions, what wins and by how much.
SHEETS = dict(
    table_of("""
    1 | (1, 12, 0, None, 0, 'margin', 50)
    2 | (14, 23, 0, None, 2, 'margin', 50)
    3 | (29, 39, 0, None, 0, 'margin', 50)
    4 | (46, 60, 1, 49, 0, 'japanese_total', 100)
    5 | (1, 60, 2, None, 2, 'japanese_total', 500)
    """)
)
NAMES = {
    1: "Outer Shuri Defenses",
    2: "Japanese Counterattack",
    3: "Final Shuri Defense",
    4: "Breakout",
    5: "The Campaign Scenario",
}
LINES_1975 = dict(
    table_of("""
    1 | ('A', 'B')
    2 | ('B', 'C')
    3 | ('C', 'D')
    4 | ('D', None)
    5 | ('A', None)
    """)
)
LINES_2008 = {2: ("B", "C")}

#: Units of the set-up as printed: number and kind.
US = {
    1: "15 4-3-10",
    2: "27 4-3-10",
    3: "17 4-3-10, 18 4-4-10",
    4: "26 4-3-10, 18 4-4-10",
    5: "15 4-3-10",
}
OUTER = {
    "Yonabaru": "3 2-3-10",
    "west of 1800": "4 3-4-10, 1 2-3-10",
    "south of primary": "4 3-4-10, 1 2-3-10, 3 1-2-10/1-6, 2 1-2-2/2-8, 1 1-2-5/1-6",
}
JAPANESE = {
    2: (
        "3 3-4-10, 3 2-4-10, 11 2-3-10, 2 1-1-0, 2 1-1-8, 1 3-2-10, 5 1-2-10/1-6, 3 1-2-2/2-8, 2 "
        "1-2-15/1-6"
    ),
    3: "4 2-4-10, 8 2-3-10, 7 1-2-10, 2 1-2-10/1-6, 2 1-2-2/2-8, 1 1-2-15/1-6",
    4: "1 3-4-10, 2 2-4-10, 6 2-3-10, 7 1-2-10, 2 1-2-10/1-6, 1 1-2-2/2-8",
}
UNITS = (
    "1-1-0 1-1-8 1-2-10 1-2-10/1-6 1-2-15/1-6 1-2-2/2-8 1-2-5/1-6 2-3-10 2-4-10 3-2-10 3-4-10 "
    "4-3-10 4-4-10"
).split()

LIMITS = {
    "us_replacements_from": 18,  # 13.11
    "us_replacement_units": 8,
    "japanese_replacement_points_each_turn": 1,  # 13.12
    "us_invading_units_each_turn": 6,  # 14.14
    "us_fpf_points_each_combat": 4,  # 16.2
    "us_units_removed_for_each_japanese_exit": 3,  # 17.41
    "us_battalions_to_exit": 9,  # 18.23
    "us_battalions_exit_by": 19,
}

#: 17.1 to 17.5: what scenarios 1 to 3 score; ``{north}`` and the like are lines in 1975 and zones
#: in 2008.
COMMON = dict(
    table_of("""
    unit_eliminated                   | ('both', 'value', 'enemy unit')
    us_retreat                        | ('japanese', 1, 'hex and unit')
    '{first}'                         | ('japanese', 5, 'unit at end')
    '{second}'                        | ('japanese', 1, 'unit at end')
    '{south}'                         | ('us', 4, 'unit at end')
    japanese_exit                     | ('japanese', 3, 'defense strength point')
    us_without_line_of_communications | ('japanese', 3, 'unit at end')
    """)
)
#: 18.44, 18.54: what the last two name, with their own.
LATE = {
    "unit_eliminated": ("japanese", "value", "U.S. unit"),
    "us_retreat": ("japanese", 1, "hex and unit"),
    "japanese_exit": ("japanese", 3, "defense strength point"),
}
LEDGER = {
    1: COMMON,
    2: COMMON | {"us_not_exited": ("japanese", 3, "unit and turn from 19")},
    3: COMMON,
    4: LATE | {"japanese_on_map": ("japanese", 1, "unit and turn")},
    5: LATE
    | {
        "us_arrives": ("japanese", 4, "unit"),
        "japanese_hold": ("japanese", 10, "turn from 45"),
        "us_invades": ("japanese", 4, "unit and invasion"),
    },
}
LINES = ("first", "second", "south")
ITEMS_1975 = ("japanese_north_of_primary", "japanese_north_of_secondary", "us_south_of_secondary")
ITEMS_2008 = ("japanese_in_northern_zone", "japanese_in_central_zone", "us_in_southern_zone")


def value(unit):
    """17.11: attack and defense; of artillery barrage, FPF and defense."""
    front, _, rear = unit.partition("/")
    first, second, _ = map(int, front.split("-"))
    return first + second + (int(rear.split("-")[0]) if rear else 0)


def of_1975():
    for number, (first, second) in LINES_1975.items():
        yield (
            {"table": "scenarios", "scenario": number},
            {"name": NAMES[number]} | sheet(number, first, second),
        )
    yield from forces("north of primary", "south of primary")
    yield from ledger(ITEMS_1975)
    yield from both()


def of_2008():
    for number in SHEETS:
        yield (
            {"table": "scenarios", "scenario": number},
            sheet(number, *LINES_2008.get(number, (None, None))),
        )
    yield from forces("northern zone", "south of northern zone")
    yield from ledger(ITEMS_2008)
    yield from both()


def sheet(number, primary, secondary):
    first, last, us, since, japanese, wins, points = SHEETS[number]
    return {
        "first_turn": first,
        "last_turn": last,
        "first_player": "us",
        "us_invasions": us,
        "us_invasions_from": since,
        "japanese_invasions": japanese,
        "wins": wins,
        "points": points,
        "primary": primary,
        "secondary": secondary,
    }


def forces(north, south):
    places = [(number, "us", north, units) for number, units in US.items()]
    places += [(1, "japanese", place, units) for place, units in OUTER.items()]
    places += [(number, "japanese", south, units) for number, units in JAPANESE.items()]
    for number, side, place, units in places:
        for group in units.split(", "):
            count, unit = group.split()
            question = {
                "table": "forces",
                "scenario": number,
                "side": side,
                "place": place,
                "unit": unit,
            }
            yield question, {"count": int(count)}
    everything = {
        "table": "forces",
        "scenario": 5,
        "side": "japanese",
        "place": south,
        "unit": "all Japanese units",
    }
    yield everything, {"count": None}


def ledger(names):
    for number, items in LEDGER.items():
        for item, (side, points, per) in items.items():
            question = {
                "table": "victory",
                "scenario": number,
                "item": item.format(**dict(zip(LINES, names, strict=True))),
            }
            yield question, {"side": side, "points": points, "per": per}


def both():
    for unit in UNITS:
        yield {"table": "unit-values", "unit": unit}, {"points": value(unit)}
    for limit, number in LIMITS.items():
        yield {"table": "limits", "limit": limit}, {"number": number}
    yield from turns()


def turns():
    for scenario, (first, last, us, since, japanese, _, _) in SHEETS.items():
        for turn in range(first, last + 1):
            said = {
                "last": turn == last,
                "us_may_invade": us > 0 and turn >= (since or 0) and turn < last,  # 14.16
                "japanese_may_invade": japanese > 0 and turn < last,
                "us_replacements": scenario == 5 and turn >= 18,  # 13.0, 13.11
                "japanese_replacement_point": 1 if scenario == 5 else 0,
                "exit_due": scenario == 2 and turn >= 19,  # 18.23
                "hold_points": 10 if scenario == 5 and turn >= 45 else 0,  # 18.54
            }
            yield {"table": "turns", "scenario": scenario, "turn": turn}, said


REFUSED = {
    "combat": [{"odds": "3-1", "roll": 4}, {}],
    "terrain": [{"terrain": "rough"}],
    "reinforcements": [{"turn": 12}],
    "map": [{}],
    "scenarios": [{"scenario": 0}, {"scenario": 6}],
    "unit-values": [{"unit": "5-5-10"}],
    "turns": [
        {"scenario": 1, "turn": 13},
        {"scenario": 2, "turn": 13},
        {"scenario": 2, "turn": 24},
        {"scenario": 6, "turn": 1},
        {"turn": 1},
    ],
    "victory": [
        {"scenario": 1, "item": "us_not_exited"},
        {"scenario": 4, "item": "us_without_line_of_communications"},
        {"scenario": 5, "item": "us_without_line_of_communications"},
        {"scenario": 4, "item": "us_not_exited"},
        {"scenario": 5, "item": "japanese_on_map"},
        {"scenario": 6, "item": "us_retreat"},
    ],
    "limits": [{"limit": "japanese_invading_units_each_turn"}],
    "forces": [
        {"scenario": 5, "side": "japanese", "place": "Yonabaru", "unit": "2-3-10"},
        {"scenario": 1, "side": "us", "place": "Yonabaru", "unit": "2-3-10"},
        {"scenario": 1, "side": "us", "place": "Yonabaru"},
    ],
}
REFUSED_1975 = {
    "victory": [
        {"scenario": 4, "item": "japanese_north_of_primary"},
        {"scenario": 5, "item": "japanese_north_of_primary"},
        {"scenario": 1, "item": "japanese_in_northern_zone"},
    ],
    "forces": [
        {"scenario": 1, "side": "us", "place": "northern zone", "unit": "4-3-10"},
        {"scenario": 5, "side": "japanese", "place": "south of primary", "unit": "2-3-10"},
    ],
}
REFUSED_2008 = {
    "scenarios": [{"scenario": 1, "field": "name"}],
    "victory": [
        {"scenario": 1, "item": "japanese_north_of_primary"},
        {"scenario": 4, "item": "us_in_southern_zone"},
    ],
    "forces": [{"scenario": 1, "side": "us", "place": "north of primary", "unit": "4-3-10"}],
    "zones": [{"scenario": 1}],
}
