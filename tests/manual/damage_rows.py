"""The rows of the manual's table of damage values, from the file of measurements."""

from __future__ import annotations

from picket_duty.book import load_tables
from picket_duty.odds.damage_weights import MeasuredWeight, load_weights
from picket_duty.state import CAMPAIGN, SCENARIO
from tools.weights import PIECES, by_hand_of

TABLES = load_tables()


def rows() -> list[str]:
    """A row for each kind of damage."""
    weights = {(weight.id, weight.kind): weight for weight in load_weights()}
    kinds = (SCENARIO, CAMPAIGN)
    cells = ([piece.words, *(cell for kind in kinds for cell in _cells(weights[piece.id, kind]))] for piece in PIECES)
    return [f"| {' | '.join(row)} |" for row in cells]


def _cells(measured_weight: MeasuredWeight) -> tuple[str, str]:
    numbers = (by_hand_of(measured_weight, TABLES), measured_weight.value, measured_weight.low, measured_weight.high)
    hand, value, low, high = (f"{round(number, 3) + 0.0:.3f}" for number in numbers)
    return hand, f"{value} ({low} to {high})"
