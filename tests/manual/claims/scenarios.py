# ruff: noqa: E501
"""Claims of the page `scenarios`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import scenario
from tests.manual.evidence import T, die, guns, mod, row
from tests.rules import test_scenarios
from tests.rules.script import start

CLAIMS = {
    "There are eight scenarios. You can play each one": lambda: len(T.scenarios) == 8,
    "| 1 | The End Is Near | Anthony | June 7 | 1 | midday only |": lambda: (
        (T.scenarios[1].station, str(T.scenarios[1].date), T.scenarios[1].phases) == (1, "1945-06-07", ("midday",))
    ),
    "| 2 | A Fiery Sunday Morning | Braine | May 27 | 5 | Kikusui |": lambda: (
        (T.scenarios[2].station, str(T.scenarios[2].date), T.scenarios[2].kikusui) == (5, "1945-05-27", True)
    ),
    "| 3 | Kikusui 2 | Cassin Young | April 12 | 1 | Kikusui |": lambda: (
        (T.scenarios[3].station, str(T.scenarios[3].date), T.scenarios[3].kikusui) == (1, "1945-04-12", True)
    ),
    "| 4 | A Hell of a Day | Colhoun | April 6 | 2 | Kikusui |": lambda: (
        (T.scenarios[4].station, str(T.scenarios[4].date), T.scenarios[4].kikusui) == (2, "1945-04-06", True)
    ),
    "| 5 | Evans Ordeal | Evans | May 11 | 15 | Kikusui |": lambda: (
        (T.scenarios[5].station, str(T.scenarios[5].date), T.scenarios[5].kikusui) == (15, "1945-05-11", True)
    ),
    "| 6 | First Blood | Kimberly | March 26 | 9 | |": lambda: (
        (T.scenarios[6].station, str(T.scenarios[6].date), T.scenarios[6].kikusui) == (9, "1945-03-26", False)
    ),
    "| 7 | Hazardous Duty | La Prade | April 4-5 | 1 | two days, relief |": lambda: (
        (T.scenarios[7].station, str(T.scenarios[7].date), T.scenarios[7].turns, bool(T.scenarios[7].relief))
        == (1, "1945-04-04", 2, True)
    ),
    "| 8 | Rescue! | Dunlap | April 7 | 2 | survivors |": lambda: (
        (T.scenarios[8].station, str(T.scenarios[8].date), T.scenarios[8].stopped) == (2, "1945-04-07", True)
    ),
    "day. In scenario 7, take the": test_scenarios.test_judged_after_the_last_phase_before_section_8_rules_10,
    "you play all three phases of scenario 1": lambda: (
        scenario.phases_of(start(1, options=("anthony-full-day",))) == (0, 1, 2)
        and scenario.phases_of(start(1)) == (1,)
    ),
    "phase, roll one die after each": lambda: (
        T["scenario/7 relief"].raw.columns[0] == "Turn 1 Mid-day"
        and {
            c: min(t for t in range(1, 7) if row("scenario/7 relief", t, c)["relieved"])
            for c in T["scenario/7 relief"].raw.columns
        }
        == {"Turn 1 Mid-day": 6, "Turn 1 Evening": 5, "Turn 2 Morning": 5, "Turn 2 Mid-day": 4, "Turn 2 Evening": 4}
    ),
    "roll one die. On a roll of 5-6, the ship stops to pick up survivors, and every dive in that phase gets +1 on": lambda: (
        die("rules", "stopped", "stopped") == {1: False, 2: False, 3: False, 4: False, 5: True, 6: True}
        and mod("rules", "stopped") == 1
    ),
    "twin 20 mm mounts get +1 when they fire. With the `dunlap-1941` option, she has no 40 mm guns, and 20 mm mounts A, B and C lose that +1": lambda: (
        mod("firing/dunlap", "twin_20mm") == 1
        and [sum(guns(start(8, options=("dunlap-1941",)), f"20mm-{x}").values()) for x in "ABCDE"] == [0, 0, 0, 1, 1]
        and not any(m.startswith("40mm") for m in start(8, options=("dunlap-1941",)).armament())
    ),
    "**Scenario 8.** The Dunlap": lambda: (T.scenarios[8].ship, T.scenarios[8].stopped) == ("USS Dunlap", True),
}
