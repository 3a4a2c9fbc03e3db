"""Audit of the marks of orders, and the accuracy of four captains.

    python -m tests.bench.bench_marks [ORDERS]               retry marked orders (default: 30)
    python -m tests.bench.bench_marks accuracy [GAMES]       accuracy by captain (default: 104 games each)

The audit takes marked orders as ``review`` shows them, of the cautious, greedy and random captains in scenarios 2 to 8.
It plays each order and doctrine's 400 times more with dice that the analysis does not use. It fails if a mark is within
two errors of that measurement, or if the retry has the other sign by more than two of its errors. A class may
change, since points have an error of 1 to 3 and the classes begin at 2, 5 and 10.
Measured over 30 orders: none within two errors, 29 keep their sign, none contradicted, mean squared distance 1.07; 17
keep their class and the other 13 move by one. Four of 12 slips come out even, no mistake or blunder does.

Accuracy is measured in basic games of scenarios 1 to 8 with 32 playouts for each order. It fails unless the captains
come out in the order of CAPTAINS. Measured over 104 games each: doctrine 100, cautious 99.6 (standard error 0.2),
greedy 85.7 (2.1), random 47.2 (3.6).
"""

from __future__ import annotations

import math
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from typing import NamedTuple

from picket_duty.analysis import win_probability
from picket_duty.analysis.review import Reviewed, every_order, review
from picket_duty.analysis.win_probability import (
    EVEN,
    MAX_PLAYOUTS,
    MIN_ERRORS,
    Measurements,
    WinProbability,
    analyze_game,
    pair_at,
    run_pair,
)
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game

TABLES = load_tables()
LEVELS = ("basic", "advanced")
#: The captains audited: doctrine's orders have no marks.
OTHERS = ("cautious", "greedy", "random")
#: From the best accuracy to the worst.
CAPTAINS = ("doctrine", *OTHERS)
#: Playouts of a retry, and the number of the first: the analysis uses only low numbers.
RETRIES, FIRST = 400, 1_000_000
#: The most orders of one game, so that the orders of a few games of the random captain are not the whole sample.
MOST_OF_A_GAME = 3
#: Playouts for each order where only the mean accuracy of many games counts.
FEW = 32


class Retried(NamedTuple):
    """A marked order of a game, and the same order measured again."""

    order: Reviewed
    again: Reviewed

    @property
    def distance(self) -> float:
        """The difference between both measurements in standard errors of the difference."""
        return (self.again.points - self.order.points) / math.hypot(self.again.error, self.order.error)

    @property
    def keeps_sign(self) -> bool:
        """Whether the order still gains or still loses."""
        return self.again.points * self.order.points > 0

    @property
    def is_contradicted(self) -> bool:
        """Whether the retry has the other sign by more than two of its errors."""
        return not self.keeps_sign and abs(self.again.points) > MIN_ERRORS * self.again.error


def analyzed(captain: str, playouts: int, seed: int, **chosen: object) -> tuple[Game, WinProbability, Measurements]:
    """A game played to its end, its orders compared with doctrine's, and the measurements."""
    game = Game.new(tables=TABLES, seed=seed, **chosen)
    play_out(game, captain_named(captain, seed))
    known = Measurements()
    return game, analyze_game(game, playouts=playouts, known=known), known


def marked_orders() -> Iterator[tuple[str, Game, Reviewed]]:
    """Marked orders of ever more games, each with the name of its game."""
    for seed in count(1):
        for number in range(2, 9):
            for captain in OTHERS:
                level = LEVELS[(seed + number) % len(LEVELS)]
                game, analysis, known = analyzed(captain, MAX_PLAYOUTS, seed, scenario=number, level=level)
                review(game, analysis, known)
                marked = (order for order in every_order(analysis, known) if order.mark != EVEN)
                by_time = sorted(marked, key=lambda order: order.answers)
                for order in by_time[:MOST_OF_A_GAME]:
                    yield f"{captain} {number} {level} {seed}", game, order


def retried(game: Game, order: Reviewed) -> Retried:
    """A marked order measured again with other dice."""
    given, better, squares = run_pair("", pair_at(game, order.answers, order.instead, RETRIES, FIRST))
    return Retried(order, Reviewed(order.answers, given, better, RETRIES, order.instead, squares))


def audit(orders: int) -> None:
    """Retry marked orders; print each and a summary."""
    every = []
    for name, game, order in islice(marked_orders(), orders):
        pair = retried(game, order)
        every.append(pair)
        print(f"{name:<22} answer {order.answers:>3}  {words_of(order)}  retried {words_of(pair.again)}", flush=True)
    within = [pair for pair in every if abs(pair.order.points) <= MIN_ERRORS * pair.order.error]
    contradicted = [pair for pair in every if pair.is_contradicted]
    signs = sum(pair.keeps_sign for pair in every)
    classes = sum(pair.again.mark == pair.order.mark for pair in every)
    even = Counter(pair.order.mark for pair in every if pair.again.mark == EVEN)
    squares = statistics.mean(pair.distance**2 for pair in every)
    print(f"marks: {dict(Counter(pair.order.mark for pair in every))}; within two errors: {len(within)}")
    print(f"{signs} of {len(every)} keep their sign, {classes} their class; even when retried: {dict(even)}")
    print(f"{len(contradicted)} contradicted; mean squared distance {squares:.2f}")
    assert not within
    assert not contradicted


def words_of(order: Reviewed) -> str:
    """The mark of an order, its points and their error."""
    return f"{order.mark:<8}{order.points:+6.1f} ({order.error:.1f})"


def accuracy(games: int) -> None:
    """Print the mean accuracy of each captain with its standard error."""
    means = []
    for captain in CAPTAINS:
        values = []
        for place in range(games):
            _, analysis, _ = analyzed(captain, FEW, 1 + place // 8, scenario=1 + place % 8)
            values.append(analysis.accuracy)
        error = statistics.stdev(values) / math.sqrt(games)
        means.append(statistics.mean(values))
        print(f"{captain:<9}{means[-1]:6.1f} (standard error {error:.1f}, {games} games)", flush=True)
    assert means == sorted(means, reverse=True)


def main() -> None:
    """Run the chosen measurement."""
    # Only orders are measured: the curve between the start and the end of a game is not needed.
    win_probability.MAX_POINTS, win_probability.LEVELS, win_probability.ROUNDS = 2, (0,), 0
    words = sys.argv[1:]
    if words[:1] == ["accuracy"]:
        accuracy(int(words[1]) if words[1:] else 104)
    else:
        audit(int(words[0]) if words else 30)


if __name__ == "__main__":
    main()
