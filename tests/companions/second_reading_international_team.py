"""Okinawa (International Team): every answer transcribed a second time, from the rules and tables
alone.
"""

from __future__ import annotations

import datetime

from tests.text_table import table_of

#: The fights table, band by band as it is printed: dice 1 to 6.
FIGHTS = dict(
    table_of("""
    (21, 50) | De De De Dp Dp Dp
    (17, 20) | D3 De De De Dp Dp
    (13, 16) | D2 D3 De De De Dp
    (11, 12) | D1 D2 D3 De De De
    (9, 10)  | A1 D1 D2 D3 De De
    (7, 8)   | A2 A1 D1 D2 D3 De
    (5, 6)   | A3 A2 A1 D1 D2 D3
    (3, 4)   | Ae A3 A2 A1 D1 D2
    (1, 2)   | Ap Ae A3 A2 A1 D1
    """)
)

#: Dots by distance, dice 1 to 6.
SHIPS = dict(
    table_of("""
    15 | '000001'
    14 | '000011'
    13 | '000111'
    12 | '001111'
    11 | '011112'
    10 | '111122'
    9  | '111222'
    8  | '112222'
    7  | '122223'
    6  | '222233'
    5  | '222333'
    4  | '223333'
    3  | '233334'
    2  | '333344'
    1  | '333444'
    """)
)
ARTILLERY = dict(
    table_of("""
    15 | '000000'
    14 | '000000'
    13 | '000000'
    12 | '000001'
    11 | '000011'
    10 | '000111'
    9  | '001112'
    8  | '011122'
    7  | '111222'
    6  | '112223'
    5  | '122233'
    4  | '222333'
    3  | '223334'
    2  | '233344'
    1  | '333444'
    """)
)

#: First days of the boxes of the calendar, month by month.
BOXES = {month: [1, 4, 7, 10, 13, 16, 19, 22, 25, 28] for month in (4, 5)} | {
    6: [1, 4, 7, 10, 13, 16, 19]
}
ENDS = {4: 30, 5: 31, 6: 21}

SEQUENCE = [
    "american_ships_placed",
    "kamikaze_placed",
    "aeronaval_battle",
    "american_artillery_fire",
    "american_landing_and_movement",
    "american_fights",
    "japanese_artillery_fire",
    "japanese_movement",
    "japanese_fights",
]
SHOTS = {"infantry": 6, "artillery": 6, "armoured": 10, "minefield": 10, "in_fortification": 12}
#: Of armoured and of other units.
POINTS = {"land": (1, 1), "mountain": (None, 2), "sea": (None, None)}


def cells():
    yield from fights()
    for table, print_ in (("fire/ship", SHIPS), ("fire/artillery", ARTILLERY)):
        for distance, dots in print_.items():
            for roll, hits in enumerate(dots, 1):
                yield {"table": table, "distance": distance, "roll": roll}, {"hits": int(hits)}
    for target, hits in SHOTS.items():
        yield {"table": "elimination", "target": target}, {"hits": hits}
    yield from calendar()
    yield from kamikazes()
    yield from moves()


def fights():
    for (low, high), band in FIGHTS.items():
        for difference in range(low, high + 1):
            for roll, word in enumerate(band.split(), 1):
                yield {"table": "fights", "difference": difference, "roll": roll}, {"result": word}


def kamikazes():
    for plane in range(1, 7):
        for ship in range(1, 7):
            for factor in (5, 6):
                lead = plane + 2 - ship - factor
                said = "ship_sunk" if lead > 0 else "plane_lost" if lead < 0 else "roll_again"
                yield (
                    {"table": "kamikaze", "plane": plane, "ship": ship, "factor": factor},
                    {"result": said},
                )


def moves():
    for hexes in range(1, 30):
        yield {"table": "landing", "hexes": hexes}, {"units": hexes * 2}
    for terrain, each in POINTS.items():
        for unit, points in zip(("armoured", "other"), each, strict=True):
            yield {"table": "movement", "terrain": terrain, "unit": unit}, {"points": points}
    for step, action in enumerate(SEQUENCE, 1):
        yield {"table": "sequence", "step": step}, {"action": action}


def calendar():
    turn = 0
    for month, firsts in BOXES.items():
        for first, following in zip(firsts, [*firsts[1:], ENDS[month] + 1], strict=True):
            turn += 1
            days = [datetime.date(1945, month, day).isoformat() for day in range(first, following)]
            for day in days:
                yield (
                    {"table": "calendar", "date": day},
                    {"turn": turn, "first": days[0], "last": days[-1]},
                )


REFUSED = {
    "fights": [
        {"difference": 0, "roll": 3},
        {"difference": -1, "roll": 3},
        {"difference": 51, "roll": 3},
        {"difference": 10, "roll": 0},
        {"difference": 10, "roll": 7},
        {"difference": "9/10", "roll": 3},
    ],
    "fire/ship": [
        {"distance": 0, "roll": 3},
        {"distance": 16, "roll": 3},
        {"distance": 5, "roll": 7},
    ],
    "fire/artillery": [{"distance": 16, "roll": 3}, {"distance": 5, "roll": 0}],
    "elimination": [{"target": "ship"}],
    "calendar": [
        {"date": "1945-03-31"},
        {"date": "1945-06-22"},
        {"date": "1945-04-06", "field": "kamikaze"},
    ],
    "kamikaze": [
        {"plane": 3, "ship": 3, "factor": 4},
        {"plane": 3, "ship": 3, "factor": 7},
        {"plane": 7, "ship": 3, "factor": 5},
        {"plane": 3, "ship": 0, "factor": 5},
    ],
    "landing": [{"hexes": 0}],
    "movement": [{"terrain": "shoal", "unit": "other"}, {"terrain": "land", "unit": "ship"}],
    "sequence": [{"step": 0}, {"step": 10}],
    "map": [{"hex": 1}],
    "units": [{"unit": "1st Marines"}],
    "ships": [{"ship": "cruiser"}],
}
