"""Claims of the page `options`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import scenario
from tests.manual.evidence import N, T, mod
from tests.rules.script import start

CLAIMS = {
    "to 6-5), the Kikusui": lambda: (
        {c: T[c].raw.level for c in ("2-2", "5-1", "6-2", "6-3", "6-4", "6-5", "K-1")}
        == dict.fromkeys(("2-2", "5-1", "6-2", "6-3", "6-4", "6-5", "K-1"), "advanced")
    ),
    "credited with three planes set afire or destroyed, it fires at +1": lambda: (
        N.ace_planes == 3 and mod("9-2/5in", "ace") == 1
    ),
    "all three phases of scenario 1": lambda: len(scenario.phases_of(start(1, options=("anthony-full-day",)))) == 3,
    "Dunlap has her 1941 guns, in scenario 8 or on a patrol": lambda: (
        "dunlap-1941" in T.scenarios[8].options
        and "dunlap-1941" in T.ships["dunlap"].options
        and "dunlap-1941" not in T.ships["fletcher"].options
    ),
}
