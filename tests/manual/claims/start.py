# ruff: noqa: E501
"""Claims of the page `start`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import damage, sequence
from picket_duty.state import PHASES, POSTS
from tests.manual.evidence import N, T, column, down, fire, go, mod, row, typed_plan
from tests.rules.script import CALM, start

CLAIMS = {
    "0 is the bow, 90 is starboard, 180 is the": lambda: (
        damage.section_of(start(), 0) == "forward"
        and damage.side_of(90) == "starboard"
        and damage.section_of(start(), 180) == "aft"
    ),
    "stern, and 270 is port. For each": lambda: (
        damage.section_of(start(), 180) == "aft" and damage.side_of(270) == "port"
    ),
    "shows the ship's five tracks": lambda: all(
        hasattr(start().ship, track) for track in ("ammunition", "fuel", "hull", "maneuver", "flood")
    ),
    "You get nine officers and": lambda: len(POSTS) == 9,
    "a value from -2 to +2. A higher value": lambda: (
        {row("V-1", t)["value"] for t in range(2, 13)} == {-2, -1, 0, 1, 2}
    ),
    "A day has three phases. Each": lambda: (
        len(PHASES) == 3
        and [table for table in go(start(), sequence.play_phase, CALM).tables() if table in ("6-1", "7-1", "8-1")]
        == ["6-1", "7-1", "8-1"]
    ),
    "dive roll gets -1": lambda: mod("10", "maneuver") == -1,
    "Two hits damage a plane, and three set it afire": lambda: (N.hits_damaged, N.hits_flamed) == (2, 3),
    "Use the 40 mm guns against low planes and the 5-inch guns against high planes. Both kinds of gun do well against planes at medium altitude, but the 5-inch guns are": lambda: (
        down("40mm", "L") > down("5in", "L")
        and down("5in", "H") > down("40mm", "H")
        and fire("5in", "M")["miss"] < fire("40mm", "M")["miss"]
        and down("5in", "M") == down("40mm", "M")
    ),
    "fires first, with two or three men": lambda: (
        [T["20"].column_of(column("deck fire", men)) for men in (1, 2, 3)] == ["-2", "-1..0", "-1..0"]
    ),
    "then scenario 4 at the basic": lambda: len(T.scenarios[4].phases) == 3 and T.scenarios[4].turns == 1,
    "by number: `1=2 3=1` sends slot 1 (the first gun or marker listed by `guns`) at plane 2 and slot 3 at plane 1": lambda: (
        typed_plan("1=2 3=1") == {"1": 1, "3": 0}
    ),
}
