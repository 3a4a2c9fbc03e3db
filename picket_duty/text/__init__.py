"""The one teller: requests, rolls, events, ship and game in words.

Sentences are told in spans, pieces of text with a style: the screen draws them, plain mode and reports join them.
"""

from picket_duty.text.log import event_words, repeats_a_roll, shot_line, tell
from picket_duty.text.names import OUTCOMES, POST_NAMES, count, item_name, plane_line, plane_number, signed
from picket_duty.text.prompts import choice_lines
from picket_duty.text.rolls import roll_words
from picket_duty.text.status import damage_lines, day_lines, outcome_lines, ship_lines

__all__ = [
    "OUTCOMES",
    "POST_NAMES",
    "choice_lines",
    "count",
    "damage_lines",
    "day_lines",
    "event_words",
    "item_name",
    "outcome_lines",
    "plane_line",
    "plane_number",
    "repeats_a_roll",
    "roll_words",
    "ship_lines",
    "signed",
    "tell",
    "shot_line",
]
