"""A second, independent reading of the charts.

Transcribed from the printed charts alone, for comparison with the tables of the program.
`cells()` yields every cell as a pair (question, result) in the contract of
`tables query`; `clamped()` yields the totals outside the printed charts that the slips
or the charts themselves clamp (10, 16, 20, 23, 24).
"""

from collections.abc import Iterator
from datetime import date, timedelta

from tests.text_table import table_of

from . import attack, damage, gunnery, ship, sky, stations
from .modifiers import MODIFIERS

__all__ = ["MODIFIERS", "cells", "clamped"]

Cell = tuple[dict, dict]


def _rolls(table: str, fields: str, values, first: int = 2, kind=lambda v: v) -> Iterator[Cell]:
    """The rows of a chart; with several fields, a value has one for each."""
    names = fields.split()
    for roll, value in enumerate(values, first):
        row = value if len(names) > 1 else (value,)
        yield (
            {"table": table, "roll": roll},
            {name: kind(part) for name, part in zip(names, row, strict=True)},
        )


def _grid(table: str, field: str, rows, columns, kind) -> Iterator[Cell]:
    for roll, row in rows:
        values = row.split() if isinstance(row, str) and " " in row else row
        for column, value in zip(columns, values, strict=True):
            yield {"table": table, "roll": roll, "column": column}, {field: kind(value)}


def _yes(value: str) -> bool:
    return {"y": True, "x": True, "-": False}[value]


def _stations() -> Iterator[Cell]:
    yield from _rolls("1-1", "stations", stations.ONE_ONE, kind=list)
    day = date(1945, 3, 24)
    while day <= date(1945, 6, 25):
        (row,) = [r for r in stations.CALENDAR if r[0] == day.month and r[1] <= day.day <= r[2]]
        result = {"active": bool(row[3]), "stations": list(row[3]), "table": row[4]}
        yield {"table": "2-2", "date": day.isoformat()}, result
        day += timedelta(days=1)
    for table, row in stations.DUTY.items():
        for question, result in _rolls(table, "station", row):
            again = stations.REROLL.get((table, question["roll"]))
            yield question, result | ({"reroll_on": list(again)} if again else {})
    yield from _rolls("3-1", "assigned", stations.FDT, kind=bool)
    yield from _rolls("4-1", "markers", stations.SFS)
    yield from _rolls("5-1", "activated", stations.LAND_RADAR, kind=bool)


def _sky() -> Iterator[Cell]:
    yield from _rolls("6-1", "weather", sky.WEATHER, first=1)
    yield from _rolls("6-2", "typhoon", sky.TYPHOON, first=0, kind=bool)
    yield from _rolls("6-3", "days ship_damaged", sky.TYPHOON_DAYS, first=1)
    yield from _rolls("6-4", "result hull", sky.TYPHOON_DAMAGE)
    yield from _rolls("6-5", "days", sky.REPAIR_DAYS, first=1)
    for (period, light), row in sky.COVERAGE.items():
        for roll, value in enumerate(row, 2):
            question = {"table": "7-1", "period": period, "light": light, "roll": roll}
            yield question, {"carrier": value in "CB", "land": value in "LB"}
    yield from _grid("7-2", "markers", sky.AFS, attack.COLUMNS, int)
    yield from _rolls("7-3", "land carrier", [(value, value) for value in sky.KIKUSUI_AFS], first=0)


def _attack() -> Iterator[Cell]:
    yield from _grid("8-1", "result", attack.RAID, attack.COLUMNS, str)
    for letter, rows in attack.LETTERS.items():
        for roll, (count, text) in enumerate(rows, 2):
            words = text.split()
            planes = [
                {"bearing": int(w[:-1]), "altitude": w[-1]} for w in words if w not in ("RR", "+")
            ]
            assert len(planes) == (count or 0), (letter, roll)
            result = {"planes": planes, "note_a": "+" in words, "random": "RR" in words}
            yield {"table": f"8-1{letter}", "roll": roll}, result
    yield from _rolls("D-2", "bearing", attack.D2)
    yield from _rolls("22-1", "bearing", attack.KIKUSUI_BEARING)
    yield from _rolls("22", "planes", attack.KIKUSUI_PLANES)
    yield from _rolls("8-2", "plane weapon note", attack.RANDOM)
    for planes, waves, special in attack.WAVES:
        yield {"table": "8-3", "planes": planes}, {"waves": list(waves), "special": list(special)}


def _gunnery() -> Iterator[Cell]:
    for mount, row in gunnery.BONUS.items():
        for column, bonus in zip("LMH", row, strict=True):
            question = {"table": "9-1", "mount": mount, "column": column}
            yield question, {"bonus": bonus or 0, "can_fire": bonus is not None}
    for table, rows in gunnery.FIRE.items():
        columns = "LM" if table == "9-2/20mm" else "LMH"
        yield from _grid(table, "result", rows, columns, gunnery.FIRE_WORDS.__getitem__)
    yield from _grid(
        "10", "result", gunnery.DIVE, gunnery.DIVE_COLUMNS, gunnery.DIVE_WORDS.__getitem__
    )
    for table, mounts in gunnery.FIRING.items():
        for mount, row in mounts.items():
            for bearing, levels in zip(gunnery.BEARINGS, row.split(), strict=True):
                question = {"table": table, "mount": mount, "bearing": bearing}
                yield question, {"levels": levels.replace("-", "")}


def _hits() -> Iterator[Cell]:
    for table, rows in damage.SECTIONS.items():
        assert len(rows) == 10
        for row, line in enumerate(rows):
            assert len(line) == 6
            for col, text in enumerate(line, 1):
                name, _, marks = text.partition("|")
                notes = [m for m in marks if m != "S"]
                yield (
                    {"table": table, "row": row, "col": col},
                    {
                        "name": name,
                        "sec": "S" in marks,
                        "below_waterline": "A" in notes and table != "11/midship",
                        "notes": notes,
                    },
                )


def _special_hits() -> Iterator[Cell]:
    for table, line in damage.SPECIAL.items():
        for roll, text in enumerate(line.split(), 2):
            word, _, hull = text.partition(":")
            result = {"near": "near_miss"}.get(word, word)
            yield (
                {"table": table, "roll": roll},
                {"result": result, "hull": int(hull) if hull else None},
            )


def _damage() -> Iterator[Cell]:
    yield from _hits()
    for row, line in enumerate(damage.NEAR_MISS, 1):
        for col, text in enumerate(line.split(), 1):
            effect, _, points = text.partition(":")
            result = {"effect": effect, "points": int(points) if points else None}
            yield {"table": "11-1", "row": row, "col": col}, result
    yield from _special_hits()
    yield from _rolls("13", "killed", damage.KILLED)
    yield from _rolls("14", "sinks", damage.HULL_SINKS, kind=bool)
    yield from _grid(
        "14-1",
        "hull",
        enumerate(zip(*damage.HULL_LOSS.values(), strict=True), 2),
        damage.HULL_LOSS,
        int,
    )
    yield from _rolls("15", "effect", damage.RANDOM_DAMAGE)
    yield from _rolls("16", "sinks", damage.SHIP_SUNK, kind=bool)


def _ship() -> Iterator[Cell]:
    five = attack.COLUMNS
    yield from _grid("17", "declared", enumerate(ship.DECLARED, 1), five, _yes)
    yield from _rolls("18", "weeks rear", [(weeks, weeks is None) for weeks in ship.WEEKS])
    yield from _rolls("18-1", "days", ship.REPLENISH)
    yield from _grid("19", "successful", enumerate(ship.MANEUVER, 2), five, _yes)
    yield from _grid("20", "successful", enumerate(ship.REPAIR, 2), ship.REPAIR_COLUMNS, _yes)
    yield from _rolls("21", "successful", ship.FLOODING, first=1, kind=_yes)
    yield from _grid("21-1", "explosion", enumerate(ship.EXPLOSION, 2), ship.ROOMS, _yes)
    yield from _grid("23", "shift", enumerate(ship.MORALE, 1), ship.MORALE_COLUMNS, int)
    yield from _rolls("24", "spaces", ship.CONSUMPTION, first=1)
    yield from _grid(
        "scenario/7 relief", "relieved", enumerate(ship.RELIEF, 1), ship.RELIEF_COLUMNS, _yes
    )
    yield from _rolls("campaign/1 length", "fighting_days", ship.FIGHTING_DAYS, first=1)


def cells() -> Iterator[Cell]:
    """Every cell of every chart: (question, result)."""
    for part in (_stations, _sky, _attack, _gunnery, _damage, _ship):
        yield from part()


# table: (last printed total, total beyond it) pairs
_CLAMPS = dict(table_of("""
    '10' | [(2, 1), (12, 13)]
    '16' | [(2, 1), (12, 13)]
    '20' | [(2, 1), (12, 13)]
    '23' | [(1, 0), (6, 7)]
    '24' | [(6, 7)]
    """))  # fmt: skip


def clamped() -> Iterator[Cell]:
    """Totals one outside the printed charts where slips or charts clamp them."""
    for question, result in cells():
        for inside, outside in _CLAMPS.get(question["table"], []):
            if question["roll"] == inside:
                yield question | {"roll": outside}, result
