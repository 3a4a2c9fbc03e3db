"""Results of playouts as strings of half wins, one digit for each playout in the order of their
numbers: 2 for a win, 1 for a draw, 0 for a loss.
"""

from __future__ import annotations

import math

from picket_duty.analysis.playouts import is_won
from picket_duty.state import DRAW, State

#: Half wins of a win and of a draw.
WIN = 2
DRAWN = 1


def share(results: str) -> float:
    """The probability of winning by the results of playouts, a draw being half a win; 0 without
    any.
    """
    total = WIN * results.count(str(WIN)) + DRAWN * results.count(str(DRAWN))
    return total / (WIN * max(1, len(results)))


def difference_error(one: str, other: str) -> float:
    """The standard error of the difference of two shares; 1 if either has no playouts.

    Playouts of the same number had the same dice, so the shares are correlated. The error is at
    least that of one game: playouts that all agree do not make a figure certain.
    """
    pairs = min(len(one), len(other))
    if not pairs:
        return 1.0
    one_share = share(one)
    other_share = share(other)
    common = sum(
        (int(first) / WIN - one_share) * (int(second) / WIN - other_share)
        for first, second in zip(one, other, strict=False)
    )
    # The covariance of the two shares is that of a pair * pairs / (len(one) * len(other)). There
    # are as many pairs as the shorter one has playouts, so what is left is to divide by the longer
    # one.
    covariance = common / max(1, pairs - 1) / max(len(one), len(other))
    variance = _variance(one) + _variance(other) - 2 * covariance
    return max(math.sqrt(max(0.0, variance)), 1 / pairs)


def _variance(results: str) -> float:
    """The variance of the share of some results."""
    middle = share(results)
    playouts = len(results)
    squares = sum(
        results.count(str(value)) * (value / WIN - middle) ** 2 for value in (0, DRAWN, WIN)
    )
    return squares / max(1, playouts - 1) / playouts


def half_wins_of(state: State) -> int:
    """The result of a finished game in half wins; a patrol counts as won if the station is kept."""
    return half_wins(is_won(state), drawn=state.outcome == DRAW)


def half_wins(won: bool, drawn: bool) -> int:
    """The half wins of a game that was ``won``, or ``drawn``, or neither."""
    if won:
        return WIN
    return DRAWN if drawn else 0
