"""Audit of the marks of orders, and the accuracy of four captains.

    python -m tests.bench.bench_marks [ORDERS]               retry marked orders (default: 30)
    python -m tests.bench.bench_marks accuracy [GAMES]       accuracy by captain (default: 104 games each)

The audit takes orders as ``review`` marks them, of the cautious, greedy and random captains in scenarios 2 to 8: every
order marked better, every marked order of the cautious captain, then marked orders of the other two, and some of the
cautious captain's even ones. It plays each order and doctrine's 400 times more with dice that the analysis does not
use. It fails if a mark is within two errors of its measurement, if the retry of a marked order has the other sign by
more than two of its errors, or if marked points shrink by more than three errors of the mean. A class may change, since
points have an error of about one and the classes begin at 2, 5 and 10.

Measured: of 275 orders that differ in 126 games, none is marked better; all 33 of the cautious captain are even. Of 30
marked orders (18 blunders, 9 mistakes, 3 slips) none is within two errors, all keep their sign, 23 their class, and one
slip comes out even; mean squared distance 1.16, points shrink by 0.7 (standard error 0.5). One of ten even orders of
the cautious captain is better by 2.5 points (0.8).

Accuracy is measured in basic games of scenarios 1 to 8 with 32 playouts for each order. It fails unless the captains
come out in the order of CAPTAINS. Measured over 104 games each: doctrine 100, cautious 99.6 (standard error 0.2),
greedy 85.7 (2.1), random 47.2 (3.6).
"""

from __future__ import annotations

import math
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from picket_duty.analysis import review as review_module
from picket_duty.analysis import win_probability
from picket_duty.analysis.review import Reviewed, every_order
from picket_duty.analysis.win_probability import (
    BETTER,
    CLAIM,
    EVEN,
    MAX_PLAYOUTS,
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
#: Games of each captain in the audit: the better its orders, the fewer of them have marks.
GAMES = {"cautious": 70, "greedy": 42, "random": 14}
#: The most orders of one game, so that the orders of a few games of the random captain are not the whole sample; and
#: the even orders of the cautious captain that are retried.
MOST_OF_A_GAME, EVEN_ORDERS = 5, 10
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
    def shrunk(self) -> float:
        """By how many points the order is less good, or less bad, than its mark says."""
        return math.copysign(1.0, self.order.points) * (self.order.points - self.again.points)

    @property
    def is_contradicted(self) -> bool:
        """Whether the retry has the other sign by more than two of its errors."""
        return not self.keeps_sign and abs(self.again.points) > CLAIM * self.again.error


def analyzed(captain: str, playouts: int, seed: int, **chosen: object) -> tuple[Game, WinProbability, Measurements]:
    """A game played to its end, its orders compared with doctrine's, and the measurements."""
    game = Game.new(tables=TABLES, seed=seed, **chosen)
    play_out(game, captain_named(captain, seed))
    known = Measurements()
    return game, analyze_game(game, playouts=playouts, known=known), known


class Audited(NamedTuple):
    """An order as ``review`` marks it, its game and its captain."""

    captain: str
    game: Game
    order: Reviewed


def audited_games() -> Iterator[list[Audited]]:
    """The orders of each game that differ from doctrine's, in the order they were given."""
    for captain, games in GAMES.items():
        for place in range(games):
            seed, number = 1 + place // 7, 2 + place % 7
            level = LEVELS[(seed + number) % len(LEVELS)]
            game, analysis, known = analyzed(captain, MAX_PLAYOUTS, seed, scenario=number, level=level)
            review_module.review(game, analysis, known)
            by_time = sorted(every_order(analysis, known), key=lambda order: order.answers)
            yield [Audited(captain, game, order) for order in by_time]


def sample_of(games: Iterable[list[Audited]], orders: int) -> tuple[list[Audited], list[Audited]]:
    """The marked orders to retry, and the even ones. Prints how many orders of each captain have each mark."""
    marks: dict[str, Counter[str]] = {captain: Counter() for captain in GAMES}
    first: list[Audited] = []
    others: list[Audited] = []
    even: list[Audited] = []
    for given in games:
        for item in given:
            marks[item.captain][item.order.mark] += 1
        marked = [item for item in given if item.order.mark != EVEN]
        rare = [item for item in marked if item.order.mark == BETTER or item.captain == "cautious"]
        first += rare
        others += [item for item in marked if item not in rare][:MOST_OF_A_GAME]
        even += [item for item in given if item.captain == "cautious" and item.order.mark == EVEN]
    for captain, counted in marks.items():
        print(f"{captain}: {GAMES[captain]} games, {counted.total()} orders differ: {dict(counted)}", flush=True)
    wanted = max(0, orders - len(first))
    step = max(1, len(others) // max(1, wanted))
    return [*first, *others[::step][:wanted]], even[:EVEN_ORDERS]


def retried(item: Audited) -> Retried:
    """An order measured again with other dice; printed."""
    game, order = item.game, item.order
    given, better, squares = run_pair("", pair_at(game, order.answers, order.instead, RETRIES, FIRST))
    pair = Retried(order, Reviewed(order.answers, given, better, RETRIES, order.instead, squares))
    setup = game.state.setup
    name = f"{item.captain} {setup.name} {setup.level} {setup.seed}"
    print(f"{name:<24} answer {order.answers:>3}  {words_of(order)}  retried {words_of(pair.again)}", flush=True)
    return pair


def audit(orders: int) -> None:
    """Retry marked orders; print each and a summary."""
    marked, even = sample_of(audited_games(), orders)
    every = [retried(item) for item in marked]
    within = [pair for pair in every if abs(pair.order.points) <= CLAIM * pair.order.error]
    contradicted = [pair for pair in every if pair.is_contradicted]
    signs = sum(pair.keeps_sign for pair in every)
    classes = sum(pair.again.mark == pair.order.mark for pair in every)
    changed = Counter(pair.order.mark for pair in every if pair.again.mark == EVEN)
    squares = statistics.mean(pair.distance**2 for pair in every)
    shrunk = [pair.shrunk for pair in every]
    mean, error = statistics.mean(shrunk), statistics.stdev(shrunk) / math.sqrt(len(shrunk))
    print(f"marks: {dict(Counter(pair.order.mark for pair in every))}; within two errors: {len(within)}")
    print(f"{signs} of {len(every)} keep their sign, {classes} their class; even when retried: {dict(changed)}")
    print(f"{len(contradicted)} contradicted; mean squared distance {squares:.2f}")
    print(f"points shrink by {mean:.2f} (standard error {error:.2f})")
    differ = sum(pair.again.mark != EVEN for pair in map(retried, even))
    print(f"{differ} of {len(even)} even orders of the cautious captain have a mark when retried")
    assert not within
    assert not contradicted
    assert mean <= 3 * error


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
    # Nor are the costliest orders that have no mark.
    review_module.CANDIDATES = 0
    words = sys.argv[1:]
    if words[:1] == ["accuracy"]:
        accuracy(int(words[1]) if words[1:] else 104)
    else:
        audit(int(words[0]) if words else 30)


if __name__ == "__main__":
    main()
