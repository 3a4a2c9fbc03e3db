"""Puzzles: positions of real games in which the right order matters, with the measured value of each order.

The set is data, ``tables/puzzles``: a file for each kind, a puzzle on each line. A position is the replay code of the
game it comes from, and the number of answers before the decision. The value of an order is the chance of winning with
it, from playouts under doctrine's orders that use the same dice for each order. ``find-puzzles`` of the lab makes the
set.
"""

from __future__ import annotations

import datetime
import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial

import msgspec

from picket_duty.analysis.glicko import Rating
from picket_duty.analysis.natural_orders import pattern_of
from picket_duty.analysis.playouts import play_order
from picket_duty.analysis.win_probability import WIN, error_of, half_wins_of
from picket_duty.analysis.workers import Workers, tables_of
from picket_duty.book import Tables
from picket_duty.book.tables import PUZZLE_SUFFIX, PUZZLES, shipped_folder
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    DECLARE,
    FIRE_PLAN,
    REPAIR_MEN,
    RESCIND,
    DamageEffect,
    StrikeOutcome,
    Track,
)
from picket_duty.dice import number_of
from picket_duty.events import Damage, Event, Leave, Loss, Strike
from picket_duty.game import Game, ReplayState
from picket_duty.requests import ONE, Answer, Choice, Decision
from picket_duty.rules.campaign import SUNK
from picket_duty.saves.format import SaveError
from picket_duty.saves.replay_code import DIGITS, read_code
from picket_duty.setup import BASIC

#: Kinds of puzzles by their ids, and the decision of each.
KINDS: dict[str, Decision] = {
    "fire-plan": FIRE_PLAN,
    "men": REPAIR_MEN,
    "declaration": DECLARE,
    "rescinding": RESCIND,
    "relief": ASK_RELIEF,
}
#: Characters of an id.
ID_LENGTH = 6
#: Name of the player's own order where it is none of those measured.
YOURS = "yours"
#: A puzzle of medium difficulty: its rating, the points between its best and its natural order, and the captains that
#: miss it. The rating falls by ``PER_DOUBLING`` where the points are doubled and rises with each captain that misses
#: it; one with two answers can be guessed.
MEDIUM, MEDIUM_POINTS, MEDIUM_MISSED = 1500.0, 6.0, 1
PER_DOUBLING, PER_CAPTAIN, TWO_ANSWERS = 200.0, 120.0, 150.0
#: The standard error of a puzzle's rating.
DEVIATION = 120.0
#: Playouts after which an order that is not in the set is judged, if it is clear enough by then; the last ones decide.
JUDGED_AT = (256, 512, 1024, 2048, 4096)
#: An order is clear if its points are so many standard errors from the limit.
CLEAR = 3.0
#: Playouts in a task.
TASK = 64
#: Puzzles near a rating from which a random one is drawn.
NEAREST = 12


class PuzzleError(SaveError):
    """A puzzle that does not exist or cannot be played; the text says why."""


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened after an order: sums over playouts, or means of one.

    ``now`` and ``later`` are planes and weapons that struck the ship in the wave of the order and later in its phase;
    ``fires``, ``sunk`` and ``left`` are games in which a deck fire got out of control, the ship sank, or left her
    station afloat; ``hull`` are points of hull integrity lost.
    """

    now: float = 0
    later: float = 0
    fires: float = 0
    sunk: float = 0
    left: float = 0
    hull: float = 0

    def plus(self, other: Facts) -> Facts:
        """The sum of two facts."""
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Facts(*(mine + theirs for mine, theirs in pairs))

    def per(self, playouts: int) -> Facts:
        """The mean of a number of playouts, to three decimals."""
        return Facts(*(round(total / playouts, 3) for total in msgspec.structs.astuple(self)))


class OrderValue(msgspec.Struct, frozen=True):
    """An order of a puzzle: its name, the answer, its value.

    ``points`` is its chance of winning minus that of the best order, in points, with the standard error of the
    difference, from ``branches`` playouts of both; ``win`` is the chance itself, ``facts`` are means of a playout.
    """

    name: str
    value: Answer
    points: float
    error: float
    win: float
    branches: int
    facts: Facts


class Puzzle(msgspec.Struct, frozen=True):
    """A position and the measured orders, the best first.

    ``natural`` is the order that a player gives who does not see the point; ``missed`` are the automatic captains that
    do not solve it.
    """

    id: str
    kind: str
    code: str
    answers: int
    natural: str
    missed: tuple[str, ...]
    orders: tuple[OrderValue, ...]

    @property
    def best(self) -> OrderValue:
        """The best order."""
        return self.orders[0]

    @property
    def gap(self) -> float:
        """The points between the best order and the natural one."""
        return -next(order.points for order in self.orders if order.name == self.natural)

    @property
    def limit(self) -> float:
        """The points from which on an order is right: half of those between the best order and the natural one."""
        return -self.gap / 2

    @property
    def rating(self) -> Rating:
        """The difficulty, as a rating."""
        missed = (len(self.missed) - MEDIUM_MISSED) * PER_CAPTAIN
        guessed = TWO_ANSWERS if len(self.orders) == 2 else 0.0
        rating = MEDIUM + missed - guessed - PER_DOUBLING * math.log2(self.gap / MEDIUM_POINTS)
        return Rating(rating, DEVIATION)


class Verdict(msgspec.Struct, frozen=True):
    """The judgment of an answer: its order, whether it is right, and all orders, the best first."""

    yours: OrderValue
    solved: bool
    orders: tuple[OrderValue, ...]


# -- the set -----------------------------------------------------------------------


@cache
def puzzles(kind: str = "") -> tuple[Puzzle, ...]:
    """The puzzles of a kind, or all of them. Raises PuzzleError if a file cannot be read."""
    if not kind:
        return tuple(puzzle for name in KINDS for puzzle in puzzles(name))
    path = shipped_folder() / PUZZLES / f"{kind}{PUZZLE_SUFFIX}"
    try:
        return tuple(msgspec.json.decode(line, type=Puzzle) for line in path.read_bytes().splitlines())
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError) as error:
        raise PuzzleError(f"{path}: cannot read the puzzles ({error})") from None


def puzzle_with(name: str) -> Puzzle:
    """The puzzle with an id, in any letter case. Raises PuzzleError."""
    for puzzle in puzzles():
        if puzzle.id == name.strip().upper():
            return puzzle
    raise PuzzleError(f"no puzzle has the id {name[:20]!r}")


def puzzle_of_day(date: datetime.date, kind: str = "") -> Puzzle:
    """The puzzle of a date, the same for everyone with the same set. Raises PuzzleError if there are none.

    Each puzzle has a number for each date, and the lowest wins. A larger set therefore changes few dates.
    """
    return min(_some(kind), key=lambda puzzle: number_of(f"puzzle {date.isoformat()} {puzzle.id}"))


def puzzle_near(rating: float, solved: Iterable[str], draw: int, kind: str = "") -> Puzzle:
    """A puzzle near a rating, drawn by a number; one that was answered only if there is no other.

    Raises PuzzleError if there are none.
    """
    every, known = _some(kind), set(solved)
    fresh = [puzzle for puzzle in every if puzzle.id not in known] or list(every)
    nearest = sorted(fresh, key=lambda puzzle: (abs(puzzle.rating.rating - rating), puzzle.id))[:NEAREST]
    return nearest[draw % len(nearest)]


def _some(kind: str) -> Sequence[Puzzle]:
    if not (some := puzzles(kind)):
        raise PuzzleError(f"this version has no {kind} puzzles" if kind else "this version has no puzzles")
    return some


# -- the position --------------------------------------------------------------------


def position_of(puzzle: Puzzle, tables: Tables) -> Game:
    """The game at the decision of a puzzle. Raises SaveError for modified tables."""
    return game_at(puzzle.code, puzzle.answers, tables)


def game_at(code: str, answers: int, tables: Tables) -> Game:
    """The game of a replay code after a number of its answers. Raises SaveError, also for modified tables.

    The set outlives rewording of the tables: a code is valid as long as its game ends as recorded.
    """
    if tables.layer is not None:
        raise PuzzleError(f"{tables.layer}: puzzles work only with the built-in tables. Leave out --tables.")
    whole = read_code(code, tables, any_edition=True).game
    game = Game.of_setup(whole.state.setup, tables)
    for answer in whole.answers[:answers]:
        game.answer(answer)
    return game


def id_of(game: Game) -> str:
    """The id of a position. Positions that differ only in seed or level have the same: so do two games of one seed."""
    state = msgspec.structs.replace(game.state, setup=msgspec.structs.replace(game.state.setup, seed=0, level=BASIC))
    choice = game.request
    assert isinstance(choice, Choice)
    hashed = hashlib.blake2b(game.system.encode(state) + choice.about.encode(), digest_size=8).digest()
    number = int.from_bytes(hashed)
    return "".join(DIGITS[number // len(DIGITS) ** place % len(DIGITS)] for place in range(ID_LENGTH))


# -- measuring -----------------------------------------------------------------------


class OrderTask(msgspec.Struct, frozen=True):
    """Playouts ``first`` to ``first + count - 1`` of a position with an order."""

    state: ReplayState
    order: Answer
    first: int
    count: int


class Playouts(msgspec.Struct, frozen=True):
    """Playouts of an order in sequence: the half wins of each, and the sum of their facts."""

    half_wins: tuple[int, ...] = ()
    facts: Facts = Facts()

    def plus(self, more: Playouts) -> Playouts:
        """These playouts followed by more."""
        return Playouts(self.half_wins + more.half_wins, self.facts.plus(more.facts))


def run_order(folder: str, task: OrderTask) -> Playouts:
    """Run the playouts of a task."""
    game = Game.of_replay_state(task.state, tables_of(folder))
    begins = len(game.branch(0).events)
    half_wins, facts = [], Facts()
    for number in range(task.first, task.first + task.count):
        trial = play_order(game, task.order, number)
        half_wins.append(half_wins_of(trial.state))
        facts = facts.plus(facts_of(trial.events[begins:]))
    return Playouts(tuple(half_wins), facts)


def play_orders(
    state: ReplayState, orders: Mapping[str, Answer], first: int, count: int, folder: str, players: Workers
) -> dict[str, Playouts]:
    """Playouts ``first`` to ``first + count - 1`` of each order."""
    tasks = [
        (name, OrderTask(state, order, start, min(TASK, first + count - start)))
        for start in range(first, first + count, TASK)
        for name, order in orders.items()
    ]
    results = players.each(partial(run_order, folder), [task for _, task in tasks])
    played = dict.fromkeys(orders, Playouts())
    for (name, _), result in zip(tasks, results, strict=True):
        played[name] = played[name].plus(result)
    return played


def facts_of(events: Sequence[Event]) -> Facts:
    """The facts of the events after an order, the first of which is the order itself."""
    phase, wave = events[0].phase, events[0].wave
    now = later = fires = sunk = left = hull = 0
    for event in events:
        if isinstance(event, Strike):
            struck = event.outcome == StrikeOutcome.HIT or (event.outcome == StrikeOutcome.WEAPON and not event.near)
            if struck and event.phase == phase:
                now += event.wave == wave
                later += event.wave != wave
        elif isinstance(event, Damage):
            fires = fires or event.effect == DamageEffect.OUT_OF_CONTROL
        elif isinstance(event, Loss):
            hull += event.points if event.track == Track.HULL else 0
        elif isinstance(event, Leave):
            sunk = sunk or event.reason == SUNK
            left = left or event.reason != SUNK
    return Facts(now, later, fires, sunk, left, hull)


def difference(mine: Playouts, best: Playouts) -> tuple[float, float]:
    """The points of an order minus those of the best, with the standard error, over their common playouts."""
    pairs = list(zip(mine.half_wins, best.half_wins, strict=False))
    gain = sum(half_wins - others for half_wins, others in pairs)
    squares = sum((half_wins - others) ** 2 for half_wins, others in pairs)
    return 100 * gain / (WIN * len(pairs)), error_of(gain, squares, len(pairs))


def order_value(name: str, order: Answer, mine: Playouts, best: Playouts) -> OrderValue:
    """The value of an order compared with the playouts of the best one."""
    points, error = (0.0, 0.0) if mine is best else difference(mine, best)
    playouts = len(mine.half_wins)
    win = sum(best.half_wins) / (WIN * len(best.half_wins)) + points / 100
    return OrderValue(name, order, round(points, 2), round(error, 2), round(win, 4), playouts, mine.facts.per(playouts))


# -- an answer -------------------------------------------------------------------------


def known_order(puzzle: Puzzle, game: Game, answer: Answer) -> OrderValue | None:
    """The measured order that does the same as an answer. Raises Illegal for an illegal answer."""
    choice = game.request
    assert isinstance(choice, Choice)
    answer = choice.check(answer)
    if choice.kind == ONE:
        return next((order for order in puzzle.orders if order.value == answer), None)
    pattern = pattern_of(game.play, choice, answer)
    return next((order for order in puzzle.orders if pattern_of(game.play, choice, order.value) == pattern), None)


def judge(
    puzzle: Puzzle,
    game: Game,
    answer: Answer,
    players: Workers,
    folder: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """The verdict on an answer to a puzzle, whose position ``game`` is at. Raises Illegal, WorkersLost.

    An order that was not measured is played out beside the best one until its points are clear.
    """
    if (known := known_order(puzzle, game, answer)) is not None:
        return Verdict(known, known.points >= puzzle.limit, puzzle.orders)
    choice = game.request
    assert isinstance(choice, Choice)
    orders = {YOURS: choice.check(answer), puzzle.best.name: puzzle.best.value}
    played = dict.fromkeys(orders, Playouts())
    before = 0
    for enough in JUDGED_AT:
        more = play_orders(game.replay_state, orders, before, enough - before, folder, players)
        played = {name: played[name].plus(more[name]) for name in orders}
        before = enough
        points, error = difference(played[YOURS], played[puzzle.best.name])
        if abs(points - puzzle.limit) >= CLEAR * error:
            break
        if progress is not None:
            progress(enough, JUDGED_AT[-1])
    yours = order_value(YOURS, orders[YOURS], played[YOURS], played[puzzle.best.name])
    ranked = tuple(sorted((*puzzle.orders, yours), key=lambda order: -order.points))
    return Verdict(yours, yours.points >= puzzle.limit, ranked)
