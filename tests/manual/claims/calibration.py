"""Claims of the page `calibration`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from statistics import NormalDist

from picket_duty.analysis import statistics
from tests.manual import damage_rows
from tests.manual.evidence import (
    band,
)
from tools import calibrate


def long_campaigns(captain: str, games: int) -> list[tuple[int, str]]:
    """How many long campaigns `tools.calibrate -n GAMES` plays with a captain, and on which level."""
    measured = calibrate.series_named("long-b", captain, games)
    return [(series.batch.games, series.batch.chosen.level) for series in measured]


CLAIMS = {
    **{row: (lambda row=row: row in damage_rows.rows()) for row in damage_rows.rows()},
    "parentheses are 95% confidence": lambda: abs(statistics.Z95 - 1.96) < 0.001,
    "Kikusui waves | 58-66% |": lambda: band("shot down", "bare guns") == (58, 66),
    "Kikusui waves | 20-27% |": lambda: band("hits", "bare guns") == (20, 27),
    "ordinary raids | 66-74% |": lambda: band("shot down", "bare guns, ordinary") == (66, 74),
    "ordinary raids | 17-24% |": lambda: band("hits", "bare guns, ordinary") == (17, 24),
    "the basic game | 42-52% |": lambda: band("day hit", "ordinary day") == (42, 52),
    "Kikusui attack | 60-75% |": lambda: band("phase hit", "kikusui") == (60, 75),
    "the basic game | 7-11% |": lambda: band("lost", "ordinary day") == (7, 11),
    "Win rate, scenario 1 | 90-97% |": lambda: band("wins", "scenario 1") == (90, 97),
    "rate, scenarios 2, 3, 4 and 5 | 42-55% |": lambda: (
        {band("wins", f"scenario {n}") for n in (2, 3, 4, 5)} == {(42, 55)}
    ),
    "Win rate, scenario 6 | 75-85% |": lambda: band("wins", "scenario 6") == (75, 85),
    "Win rate, scenario 7 | 60-70% |": lambda: band("wins", "scenario 7") == (60, 70),
    "Win rate, scenario 8 | 62-73% |": lambda: band("wins", "scenario 8") == (62, 73),
    "Win rate with random orders, scenario 2 | 10-20% |": lambda: band("wins", "random") == (10, 20),
    "Win rate with no men on repairs, scenario 2 | below 20% |": lambda: band("wins", "no men") == (0, 20),
    "long campaign B | 6-10 |": lambda: band("ships sunk", "long-b") == (6, 10),
    "long campaign B | 9-13% |": lambda: band("lost", "long-b") == (9, 13),
    **{
        f"| Win rate {words}, {level} mini campaign | {low}-{high}% |": (
            lambda captain=captain, level=level, low=low, high=high: (
                band("wins", f"mini {level} {captain}") == (low, high)
            )
        )
        for words, captain, level, low, high in (
            ("of the doctrine captain", "doctrine", "basic", 44, 54),
            ("of the doctrine captain", "doctrine", "advanced", 36, 46),
            ("with random orders", "random", "basic", 11, 19),
            ("with random orders", "random", "advanced", 5, 11),
        )
    },
    "held, out of five, in a basic long campaign A | 2.1-2.6 |": lambda: (
        band("stages held", "long-a basic") == (2.1, 2.6)
    ),
    "held, out of five, in an advanced long campaign A | 1.55-2.05 |": lambda: (
        band("stages held", "long-a advanced") == (1.55, 2.05)
    ),
    "2000 games, and the rows for long campaign A on 400 games.": lambda: (
        [
            [series.batch.games for series in calibrate.series_named(name, "greedy", 2000)]
            for name in ("mini basic random", "long-a basic")
        ]
        == [[2000], [400]]
    ),
    "B are based on 100 campaigns": lambda: long_campaigns("greedy", 2000) == [(100, "advanced")],
    "and with `-n 2000 --policy doctrine` for doctrine. The figures are shown with 95%": lambda: (
        long_campaigns("doctrine", 2000) == [(100, "advanced")]
    ),
    "95% confidence intervals. The rows for long campaign B are based on 100 campaigns, the": lambda: (
        round(2 * NormalDist().cdf(statistics.Z95) - 1, 3) == 0.95
    ),
}
