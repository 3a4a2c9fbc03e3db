"""Requests and events in plain words."""

from picket_duty.wording.plain import (
    OUTCOMES,
    POST_NAMES,
    choice_lines,
    count,
    damage_lines,
    day_lines,
    event_words,
    item_name,
    modifier_words,
    plane_line,
    roll_words,
    ship_lines,
)

__all__ = [
    "OUTCOMES",
    "POST_NAMES",
    "choice_lines",
    "count",
    "damage_lines",
    "day_lines",
    "event_words",
    "item_name",
    "modifier_words",
    "plane_line",
    "roll_words",
    "ship_lines",
]
