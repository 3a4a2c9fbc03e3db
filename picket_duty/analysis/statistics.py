"""Statistics of many games: counts, means and confidence intervals.

Sums are of integers and so exact; sums of floats differ in the last digits between Python versions.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

#: Two-sided 95 % of the normal distribution, in standard deviations.
Z95 = 1.959963984540054

Interval = tuple[float, float]


def wilson(successes: int, trials: int) -> Interval:
    """Wilson's 95 % score interval of a proportion (E. B. Wilson, 1927); 0 to 1 without trials."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    square = Z95 * Z95
    center = share + square / (2 * trials)
    variance = share * (1 - share) / trials
    spread = Z95 * math.sqrt(variance + square / (4 * trials * trials))
    scale = 1 + square / trials
    low = (center - spread) / scale if successes else 0.0
    high = (center + spread) / scale if successes < trials else 1.0
    return low, high


def mean(counts: Counter[int]) -> float:
    """The mean of counted values, 0 without any."""
    trials = counts.total()
    if not trials:
        return 0.0
    return _sum(counts) / trials


def _sum(counts: Counter[int]) -> int:
    return sum(value * count for value, count in counts.items())


def deviation(counts: Counter[int]) -> float:
    """The sample standard deviation of counted values, 0 for fewer than two."""
    trials = counts.total()
    if trials < 2:
        return 0.0
    total = _sum(counts)
    squares = sum(value * value * count for value, count in counts.items())
    return math.sqrt(Fraction(trials * squares - total * total, trials * (trials - 1)))


def mean_interval(counts: Counter[int]) -> Interval:
    """The 95 % confidence interval of a mean, by the normal distribution."""
    trials = counts.total()
    middle = mean(counts)
    half = Z95 * deviation(counts) / math.sqrt(trials) if trials else math.inf
    return middle - half, middle + half


def quantile(counts: Counter[int], share: float) -> int:
    """The smallest value that at least this proportion of the counted values do not exceed."""
    wanted = share * counts.total()
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    return 0


def chi_square_tail(square: float, freedom: int) -> float:
    """The probability of a chi-square value of at least ``square`` with an odd number of degrees of
    ``freedom``.
    """
    term = math.sqrt(2 * square / math.pi) * math.exp(-square / 2)
    tail = math.erfc(math.sqrt(square / 2))
    # One degree of freedom is the normal distribution; each two more add a term.
    for odd in range(3, freedom + 1, 2):
        tail += term
        term *= square / odd
    return tail
