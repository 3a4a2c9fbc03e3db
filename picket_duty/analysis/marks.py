"""Marks of orders, and the accuracy of a game: both compare the player's orders with doctrine's.

An order's points are the difference of the chance of winning between it and doctrine's order, playout by playout with
the same dice. No order is marked whose points are within two standard errors.

Accuracy has the shape and the constants that lichess uses for a move (https://lichess.org/page/accuracy), applied to
the total points that all orders of a game lost. Measured with 32 playouts over 48 games each of scenarios 1 to 8,
basic: doctrine 100 (by definition), cautious 99.7 (standard error 0.3), greedy 82.3 (3.3), random 41.0 (5.2).
"""

from __future__ import annotations

import math

#: The names of the marks.
EVEN, BETTER, SLIP, MISTAKE, BLUNDER = MARKS = ("even", "better", "slip", "mistake", "blunder")
#: Points lost from which an order has a mark, the worst first.
LOSSES = ((10.0, BLUNDER), (5.0, MISTAKE), (2.0, SLIP))
#: Points gained from which an order is better.
GAIN = 2.0
#: Standard errors that the points must exceed.
MIN_ERRORS = 2.0
#: The constants of accuracy: scale, rate per point lost, offset.
SCALE, RATE, OFFSET = 103.1668, 0.04354, 3.1669


def mark_of(points: float, error: float) -> str:
    """The mark of an order from its points and their standard error."""
    if abs(points) <= MIN_ERRORS * error:
        return EVEN
    if points >= GAIN:
        return BETTER
    return next((mark for loss, mark in LOSSES if -points >= loss), EVEN)


def error_of(gain: int, squares: int, playouts: int) -> float:
    """The standard error, in points, of a gain in half wins over paired playouts; ``squares`` is the sum of squares.

    At least a point in a hundred playouts: playouts that all agree do not make a figure certain.
    """
    mean = gain / playouts
    variance = max(0.0, squares / playouts - mean * mean)
    return 100 * max(math.sqrt(variance / max(1, playouts - 1)) / 2, 1 / playouts)


def accuracy_of(points: float) -> float:
    """The accuracy of a game, 0 to 100, from the total points that its orders gained (negative: lost)."""
    return min(100.0, max(0.0, SCALE * math.exp(-RATE * max(0.0, -points)) - OFFSET))
