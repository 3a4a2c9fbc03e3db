"""Glicko-2 ratings (M. E. Glickman, "Example of the Glicko-2 system", 2013), updated after every single result.

A rating is given on the usual scale, 1500 on average; its deviation is the standard error, so that the true strength
lies within two deviations of the rating in 95 of 100 cases.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

#: The rating of a new player, its deviation, and how much a player's strength varies.
START, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
#: The system constant tau: how fast the volatility may change. Small, since puzzles are solved one by one.
TAU = 0.5
#: Points of the usual scale in a unit of the algorithm's own scale.
SCALE = 173.7178
#: The iteration for the volatility ends at this difference.
NEAR = 1e-6


class Rating(msgspec.Struct, frozen=True):
    """A rating, its deviation and the volatility of the player."""

    rating: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY


def updated(player: Rating, results: Iterable[tuple[Rating, float]]) -> Rating:
    """The rating after results of one period: the opponent's rating, and 1 for a win, 0 for a loss.

    Without results only the deviation grows, to that of a new player at most.
    """
    mu, phi = (player.rating - START) / SCALE, player.deviation / SCALE
    precision = improvement = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - START) / SCALE)))
        precision += weight * weight * expected * (1 - expected)
        improvement += weight * (score - expected)
    if not precision:
        grown = SCALE * math.hypot(phi, player.volatility)
        return Rating(player.rating, min(DEVIATION, grown), player.volatility)
    variance = 1 / precision
    volatility = _volatility(phi, player.volatility, variance, variance * improvement)
    before = phi * phi + volatility * volatility
    after = 1 / (1 / before + precision)
    return Rating(START + SCALE * (mu + after * improvement), SCALE * math.sqrt(after), volatility)


def expected_score(player: Rating, opponent: Rating) -> float:
    """The chance that a player wins, both ratings being uncertain."""
    weight = _weight(math.hypot(player.deviation, opponent.deviation) / SCALE)
    return 1 / (1 + math.exp(-weight * (player.rating - opponent.rating) / SCALE))


def _weight(phi: float) -> float:
    """How much a result counts against an opponent of this deviation (g of the paper)."""
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _volatility(phi: float, volatility: float, variance: float, change: float) -> float:
    """The new volatility (step 5 of the paper): a root found by the Illinois method."""
    start = math.log(volatility * volatility)

    def slope(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        return math.exp(x) * (change * change - grown) / (2 * grown * grown) - (x - start) / (TAU * TAU)

    low = start
    if change * change > phi * phi + variance:
        high = math.log(change * change - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
