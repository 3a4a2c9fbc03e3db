# ruff: noqa: E501
"""Claims of the page `fighters`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import coverage
from tests.manual.evidence import T, cover, go, mod, not_growing, raid_shift
from tests.rules.script import start

CLAIMS = {
    "V-1 for the value of": lambda: T["7-2"].raw.columns == ["-2", "-1", "0", "+1", "+2"],
    "column of table 8-1. On the printed chart, each column brings more planes than the one to its left. The only exception is column +1 at stations 5-10, which brings fewer planes than column 0": lambda: (
        raid_shift(cover(land=2))["Chit of each fighter type present"] == 2 and not_growing() == [(0, "0", "+1")]
    ),
    "roll on table 7-2 gets +1. If you do not have one, each roll gets -1": lambda: (
        (mod("7-2", "fdt"), mod("7-2", "no_fdt")) == (1, -1)
    ),
    "and add the two results": lambda: (
        go(start(), lambda p: coverage.roll_coverage(p, True), {"7-3": 3}).tables() == ["7-3", "7-3"]
    ),
    "The same +1 or -1 for the fighter": lambda: (mod("7-3", "fdt"), mod("7-3", "no_fdt")) == (1, -1),
}
