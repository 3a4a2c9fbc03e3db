# ruff: noqa: E501
"""Claims of the page `tables`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.book.vocabulary import PURPOSES
from tests.manual.evidence import T

CLAIMS = {
    "A-1, F-1 (the Fletcher's firing chart), G-1, K-1, S-1 and V-1; the house-rule": lambda: (
        T["rules"].raw.kind == "notes" and T["firing/fletcher"].id == "firing/fletcher"
    ),
    'like `{ roll = "5..8", result = "hit"': lambda: (
        ("5..8", {"result": "hit"}) in [(row.roll, row.fields) for row in T["S-1"].raw.rows]
    ),
    "Section 2 describes the ship, section 3 the setup and the stations, section 4 a phase, section 5 a wave, section 6 damage, section 7 damage control, section 8 the end of the turn, section 9 the anchorage, section 10 scenarios and campaigns, and section 11 options": lambda: (
        [
            PURPOSES[chart_name].rule.split(".")[0]
            for chart_name in (
                "crew",
                "station",
                "weather",
                "identify",
                "men",
                "repair",
                "upkeep",
                "anchorage",
                "length",
            )
        ]
        == [f"rules {number}" for number in range(2, 11)]
    ),
    "such as *Rule 4* on a chart": lambda: any("Rule 4" in result.text for result in T["14"].raw.rows),
}
