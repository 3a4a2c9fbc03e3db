"""Claims of the page `glossary`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import wave
from picket_duty.state import PHASES, SECTIONS
from tests.manual.evidence import N, T, guns, mod, must_return
from tests.rules.script import plane, start

CLAIMS = {
    "credited with three planes and fires at +1": lambda: N.ace_planes == 3 and mod("9-2/40mm", "ace") == 1,
    "0 (bow) to 315 in steps of 45": lambda: (
        sorted(b for s in SECTIONS for b in T[f"11/{s}"].only) == list(range(0, 360, 45))
    ),
    "maneuver is at 0": lambda: must_return(maneuver=0) == ["dead in the water"],
    "column of table 10": lambda: (
        N.hits_flamed == 3 and wave.dive_roll(start(), plane(state="shot_down")).column == "shot_down"
    ),
    "| section | one of the ship's three parts: forward,": lambda: SECTIONS == ("forward", "midship", "aft"),
    "the roll gets -2": lambda: mod("rules", "spray") == -2,
    "| turn | one day, made up of three": lambda: len(PHASES) == 3,
    "| Mk 37 | the director of the 5-inch mounts |": lambda: (
        guns(start(), "5in-1", "M") == {"Mk 37 director": 1} and "Mk 37 director" not in guns(start(), "40mm-A", "M")
    ),
}
