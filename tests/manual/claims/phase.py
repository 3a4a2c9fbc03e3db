"""Claims of the page `phase`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import sequence
from picket_duty.state import PHASES
from tests.manual.evidence import N, T, at, die, go, must_return, radars, raid_shift, row, totals
from tests.rules.script import CALM, start

CLAIMS = {
    "three **phases** of eight hours": lambda: len(PHASES) == 3,
    "| Morning | 0400-1200 | day |": lambda: PHASES[0] == "morning" and not start(phase=0).state.night,
    "| Midday | 1200-2000 | day |": lambda: PHASES[1] == "midday" and not start(phase=1).state.night,
    "| Evening | 2000-0400 | night |": lambda: PHASES[2] == "evening" and start(phase=2).state.night,
    "are fewer than four,": lambda: N.land_radars == 4,
    "roll once on table 5-1. The roll may": lambda: totals("5-1", "activated", True) == set(range(5, 13)),
    "One or two active stations shift the column of table 8-1 by +1, and three or four shift it by +2": lambda: (
        [sum(value for why, value in raid_shift(radars(n)).items() if "land radar" in why) for n in range(1, 5)]
        == [1, 1, 2, 2]
    ),
    "station to result 7 on table 15 or to a result on table 8-2, it": lambda: (
        row("15", 7)["effect"] == "land_radar" and die("8-2", "B", "result")[4] == "radar"
    ),
    "1. **Weather**:": lambda: go(start(), sequence.play_phase, CALM).tables()[0] == "6-1",
    "2. **Combat air": lambda: go(start(), sequence.play_phase, CALM).tables()[1] == "7-1",
    "3. **Attack**: roll": lambda: go(start(), sequence.play_phase, CALM).tables()[2] == "8-1",
    "a raid comes in one to three waves": lambda: (
        {len([n for n in row_["waves"] if n]) for row_ in (T["8-3"].entry(n) for n in range(1, 19))} == {1, 2, 3}
    ),
    "5. **Repairs**: play up to three more rounds of": lambda: N.rounds_after == 3,
    "at 0, if she has 10 flood points, or": lambda: (
        must_return(hull=0) == ["hull integrity gone"]
        and must_return(maneuver=0) == ["dead in the water"]
        and N.flood_limit == 10
    ),
    "If result 2 on table 15 has put the water": lambda: (
        go(at(start(), lines_out=True), sequence.play_phase, {**CALM, "15:still_out": 1}).tables()[0] == "15:still_out"
    ),
}
