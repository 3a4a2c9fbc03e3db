# ruff: noqa: E501
"""Claims of the page `staff`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.simulate import calibrate

CLAIMS = {
    "What 3,000 games of each scenario and 150 long campaigns": lambda: (
        calibrate.series_named("long-b", "greedy", 3000, 1, "")[0].wanted.games == 150
    ),
}
