"""Random tables within the schema, played at random.

At the top of the repository: ``python -m tests.fuzz.tables 200``.

Every chart keeps its rows and its vocabulary; what stands in the rows, the modifiers and the plain
numbers are dealt anew. Whatever a table says, the promises of the rules hold and no game stops.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
import time

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import Numbers
from picket_duty.book.printing import BOOK
from picket_duty.captains.random import RandomCaptain
from picket_duty.charts import Chart
from picket_duty.charts.kinds import RangeChart, RawChart, rows_of
from picket_duty.game import Game
from tests.fuzz.phases import play_checked

#: What of a row says where it stands; all else is what it says.
PLACE = ("roll", "at", "row", "col", "id")
#: A game of such tables may go on long; this many answers are enough.
PHASE_LIMIT = 400


def random_tables(chance: random.Random) -> Tables:
    """The shipped tables dealt anew."""
    tables = Tables()
    for chart in tables.all_charts():
        if chart.raw.kind in ("range", "matrix") and chance.random() < 0.7:
            raw = copy.deepcopy(chart.raw)
            deal(raw, chance)
            tables[chart.id] = Chart(raw, BOOK)
        elif chart.raw.kind == "notes":
            raw = copy.deepcopy(chart.raw)
            bend_modifiers(raw, chance)
            tables[chart.id] = Chart(raw, BOOK)
    tables.__dict__["numbers"] = bend_numbers(tables.numbers, chance)
    return tables


def deal(raw: RawChart, chance: random.Random) -> None:
    """Exchange what the rows and cells say, and the numbers of the modifiers."""
    for rows in (list(rows_of(raw)), *(list(note.rows) for note in raw.notes)):
        places = [{key: getattr(row, key) for key in PLACE if hasattr(row, key)} for row in rows]
        chance.shuffle(rows)
        for row, place in zip(rows, places, strict=True):
            for key, value in place.items():
                setattr(row, key, value)
    bend_modifiers(raw, chance)


def bend_modifiers(raw: RawChart, chance: random.Random) -> None:
    """Change the numbers of the modifiers a little; totals they push off the chart count as its last row."""
    if isinstance(raw, RangeChart):
        raw.clamp = True
    for modifiers in (raw.modifiers, raw.column_modifiers):
        for modifier in modifiers.values():
            if modifier.value is not None and chance.random() < 0.5:
                modifier.value += chance.choice((-2, -1, 1, 2))


def bend_numbers(numbers: Numbers, chance: random.Random) -> Numbers:
    """Change the plain numbers a little, each within what the check of the tables allows."""
    changes = {}
    for name in ("ammunition", "fuel", "hull", "maneuver", "rounds_after", "men_per_job", "mount_hits", "days_in_week"):
        changes[name] = max(1, getattr(numbers, name) + chance.choice((-2, -1, 0, 0, 1, 2)))
    changes["ace_planes"] = chance.randrange(1, 6)
    changes["flood_limit"] = chance.randrange(4, 13)
    changes["men"] = {section: chance.randrange(0, 20) for section in numbers.men}
    return msgspec.structs.replace(numbers, **changes)


def play_random(number: int) -> int:
    """One game on random tables; returns its phases."""
    chance = random.Random(number)
    tables = random_tables(chance)
    setup = ({"scenario": number % 8 + 1}, {"campaign": "mini"}, {"campaign": "long-b"})[chance.randrange(3)]
    level = chance.choice(("basic", "advanced"))
    game = Game.new(level=level, seed=number, tables=tables, history=False, **setup)
    return play_checked(game, RandomCaptain(number), every=5)


def main() -> int:
    """Play so many games, each on tables of its own, and print the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    phases, began = 0, time.perf_counter()
    for number in range(asked.first, asked.first + asked.games):
        try:
            phases += play_random(number)
        except Exception:
            print(f"game {number}", file=sys.stderr)
            raise
    print(f"{asked.games} sets of tables, {phases} phases, {time.perf_counter() - began:.0f} s without a fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
