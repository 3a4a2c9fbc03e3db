"""All text about a game, as lines of styled spans: facts, rolls, decisions, the ship, the days.

``phrases`` is the table of wordings: one row per fact, one field per voice. ``log``, ``headlines`` (with
``turning_points``), ``wave_card`` (with ``control_report``), ``deck_log`` (with ``raid_report``) and ``diary_entries``
fill it in for the five voices; ``battle`` has what they share. The screen draws spans; plain mode and reports join
their text.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from picket_duty.text.log import log_line, log_text, repeats_a_roll, shot_line
    from picket_duty.text.names import OUTCOMES, POST_NAMES, count, item_name, plane_line, plane_number, signed
    from picket_duty.text.rolls import roll_words
    from picket_duty.text.status import damage_lines, outcome_lines, ship_lines

__all__ = [
    "OUTCOMES",
    "POST_NAMES",
    "count",
    "damage_lines",
    "log_text",
    "item_name",
    "outcome_lines",
    "plane_line",
    "plane_number",
    "repeats_a_roll",
    "roll_words",
    "ship_lines",
    "signed",
    "log_line",
    "shot_line",
]

#: The modules of these names, from the lightest: the menu needs few.
_MODULES = ("names", "rolls", "status", "log")


def __getattr__(name: str) -> Any:
    """One of the names, from the first module that has it. Raises AttributeError."""
    for module in _MODULES if name in __all__ else ():
        if name in (names := vars(import_module(f"{__name__}.{module}"))):
            return names[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
