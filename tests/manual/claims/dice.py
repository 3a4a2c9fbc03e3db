"""Claims of the page `dice`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.plain.prompt import dice_of
from picket_duty.state import SECTIONS
from tests.manual.evidence import T, first_weather, request_after_undo

CLAIMS = {
    "condition for both.": lambda: first_weather("Kidd") == first_weather("Kidd") != first_weather("Hazelwood"),
    "for example `3 4`": lambda: dice_of("3 4") == [3, 4],
    "| 1d6 | one number, 1 to 6 |": lambda: T["24"].faces == (6,),
    "| 2d6 | two numbers |": lambda: T["10"].faces == (6, 6),
    "| d100 | the tens digit, then the ones digit, each 0 to 9 |": lambda: T["A-1"].faces == (10, 10),
    "| table 11 (forward, midship or aft) | the ten-sided die (0 to 9), then the six-sided die (1 to 6) |": lambda: (
        [T[f"11/{section}"].faces for section in SECTIONS] == [(10, 6)] * 3
    ),
    "undo a decision once dice have been": lambda: request_after_undo("dice") == "refused",
    "| table 11-1 | the row die,": lambda: (T["11-1"].faces, bool(T["11-1"].cells)) == ((6, 6), True),
}
