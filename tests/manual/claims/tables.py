# ruff: noqa: E501
"""Claims of the page `tables`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from tests.manual.evidence import T

CLAIMS = {
    "A-1, F-1 (the Fletcher's firing chart), G-1, K-1, S-1, V-1, the plain numbers, and the dice and modifiers of the rules": lambda: (
        T["rules"].raw.kind == "notes" and T["firing/fletcher"].id == "firing/fletcher"
    ),
    'Rows are `{ roll = "5..8", result = "hit" }`': lambda: {"roll": "5..8", "result": "hit"} in T["S-1"].raw.rows,
}
