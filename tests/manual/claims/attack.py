# ruff: noqa: E501
"""Claims of the page `attack`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import raid
from tests.manual.evidence import WAYS, T, die, go, mod, not_growing, raid_shift, raids_in_100, row, station_modifier
from tests.rules import test_raid
from tests.rules.script import start

CLAIMS = {
    "roll one die first. Planes come only on a roll of 5-6": lambda: (
        die("8-1", "night", "attack") == {1: False, 2: False, 3: False, 4: False, 5: True, 6: True}
    ),
    "5-6. If planes come, halve their number and round down. If the raid has only one plane, no planes": test_raid.test_night_halves_the_raid_and_keeps_the_first_listed_planes,
    "not help you: nearly every column brings more planes than the column to its left": lambda: (
        not_growing() == [(0, "0", "+1")]
    ),
    "planes come in 63 to 74 of 100 phases, depending": lambda: (
        (min(raids_in_100(1)), max(raids_in_100(1))) == (63, 74)
    ),
    "they come in 18 to 22 of 100 phases": lambda: (
        (round(min(raids_in_100(2)) / 3), round(max(raids_in_100(2)) / 3)) == (18, 22)
        and die("8-1", "night", "attack") == {1: False, 2: False, 3: False, 4: False, 5: True, 6: True}
    ),
    "a further roll of 5-6": lambda: (
        [number for number, attack in die("6-1", "rain", "attack").items() if attack] == [5, 6]
    ),
    "FDT on board | +1 | | there is no FDT on board | -1 |": lambda: (
        (mod("8-1", "fdt"), mod("8-1", "no_fdt")) == (1, -1)
    ),
    "overhead | -2 |": lambda: mod("8-1", "no_coverage") == -2,
    "| both of the ship's radars are working | +1 | | one or both radars are damaged, but neither is destroyed | 0 | | one or both radars are destroyed | -1 |": lambda: (
        [mod("8-1", f"radars_{condition}") for condition in ("working", "damaged", "destroyed")] == [1, 0, -1]
    ),
    "| 1 or 2 land radar stations are active | +1 | | 3 or 4 land radar stations are active | +2 |": lambda: (
        (mod("8-1", "land_radar_low"), mod("8-1", "land_radar_high")) == (1, 2)
    ),
    "you have | +1 | | you have no SFS markers | -2 |": lambda: (mod("8-1", "sfs"), mod("8-1", "no_sfs")) == (1, -2),
    "is destroyed | -1 for each |": lambda: (
        [mod("8-1", condition) for condition in ("radio", "bridge", "cic")] == [-1, -1, -1]
    ),
    "(advanced) | -1 |": lambda: (
        mod("8-1", "plot_room") == -1
        and "Plot room destroyed" in raid_shift(start(level="advanced"), secondary={"forward/Plot Room": 2})
        and "Plot room destroyed" not in raid_shift(start(), secondary={"forward/Plot Room": 2})
    ),
    "roll itself gets +1 in rain, -2 at station 1, and -1 at stations 2-4 and 11-16": lambda: (
        mod("8-1", "rain") == 1
        and [station_modifier(n) for n in range(1, 17)]
        == [[-2], [-1], [-1], [-1], [], [], [], [], [], [], [-1], [-1], [-1], [-1], [-1], [-1]]
    ),
    "8-1A to 8-1H": lambda: (
        {row("8-1", t, c)["result"] for t in range(2, 14) for c in T["8-1"].raw.columns}
        == set("ABCDEFGH") | {"NA", "RR"}
    ),
    "you also roll one die for the": lambda: (
        {x for x in "ABCDEFGH" if any(r.fields["note_a"] for r in T[f"8-1{x}"].raw.rows)} == set("ABCD")
        and die("8-1A", "A", "planes") == {n: n for n in range(1, 7)}
    ),
    "of planes, from 6 to 18": lambda: (
        (min(row("22", t)["planes"] for t in WAYS), max(row("22", t)["planes"] for t in WAYS)) == (6, 18)
    ),
    "Scenarios 2 to 5 use these rules": lambda: (
        {n for n, condition in T.scenarios.items() if condition.kikusui} == {2, 3, 4, 5}
    ),
    "in all three phases. At night, planes still come only on a roll of 5-6": lambda: (
        all(raid.kikusui_today(start(patrol="1945-06-07", level="advanced", phase=n)) for n in range(3))
        and list(
            go(
                start(patrol="1945-06-07", level="advanced", phase=2),
                lambda p: raid.determine_raid(p, True),
                {"8-1:night": 4},
            ).tables()
        )
        == ["8-1:night"]
    ),
    "Roll two dice on table 8-1": lambda: T["8-1"].dice == "2d6",
    "column, start at 0 and add up these": lambda: (
        [T["8-1"].column_of(n) for n in range(-3, 4)] == ["-2", *T["8-1"].raw.columns, "+2"]
        and T["8-1"].raw.columns == ["-2", "-1", "0", "+1", "+2"]
    ),
}
