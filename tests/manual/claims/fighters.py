"""Claims of the page `fighters`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import coverage
from tests.manual.evidence import T, cover, go, mod, not_growing, played, raid_shift, start
from tests.rules import test_coverage, test_gunnery

CLAIMS = {
    "for the fighters overhead": lambda: (
        len(T["7-1"].raw.columns) == 6
        and [p.id for p in T["7-1"].raw.periods] == ["mar24-apr06", "apr07-apr15", "apr16-jun25"]
    ),
    "V-1 for the value of each type of fighter. This value is the column you use on": lambda: (
        T["7-2"].raw.columns == ["-2", "-1", "0", "+1", "+2"]
    ),
    (
        "The value of each type of fighter also shifts the column of table 8-1. On the printed chart, each "
        "column brings more planes than the one to its left. The only exception is column +1 at stations "
        "5-10, which brings fewer planes than column 0"
    ): lambda: (
        raid_shift(cover(land=2))["Chit of each fighter type present"] == 2 and not_growing() == [(0, "0", "+1")]
    ),
    (
        "If you have a fighter direction team, each roll on table 7-2 gets +1. If you do not have one, each "
        "roll gets -1"
    ): lambda: (mod("7-2", "fdt"), mod("7-2", "no_fdt")) == (1, -1),
    "instead and add the two results": lambda: (
        go(start(), lambda p: coverage.roll_coverage(p, True), {"7-3": 3}).tables() == ["7-3", "7-3"]
    ),
    "The same +1 or -1 for the fighter direction team applies": lambda: (
        (mod("7-3", "fdt"), mod("7-3", "no_fdt")) == (1, -1)
    ),
    "A marker lasts until the end of the phase, and you can use it once": lambda: (
        played(test_gunnery.test_an_afs_marker_is_used_once_a_spared_one_stays_rules_4_2)
        and played(test_coverage.test_markers_last_for_this_phase_only_rules_4_2)
    ),
    "plan. You may send any number of markers against one plane": lambda: played(
        test_gunnery.test_several_afs_at_one_plane_rules_4_2
    ),
}
