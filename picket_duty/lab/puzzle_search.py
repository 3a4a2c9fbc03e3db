"""The search for puzzles: games of automatic captains, and in them the decisions in which the right order matters.

A decision passes three sieves. First its orders must differ by the damage weights, which takes milliseconds; decisions
without such a measure pass if the ship is in trouble. Then a few hundred playouts of two orders must differ. Last,
playouts with other dice measure every order: the best must beat the natural one by at least ``GAP`` points and
``ERRORS`` standard errors. Only these last ones count, so that chance in the sieves does not inflate a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from picket_duty.analysis.natural_orders import ALL_NOW, DOCTRINE, NATURAL, SHARE, orders_to_compare
from picket_duty.analysis.puzzles import (
    KINDS,
    Playouts,
    Puzzle,
    difference,
    game_at,
    id_of,
    known_order,
    order_value,
    play_orders,
)
from picket_duty.analysis.workers import RunError, ThisProcess, tables_of
from picket_duty.book import Tables
from picket_duty.book.tables import PUZZLE_SUFFIX
from picket_duty.captains import captain_named
from picket_duty.game import Game
from picket_duty.odds.plan import plan_of
from picket_duty.odds.repair import gain_of
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Answer, Choice, Roll
from picket_duty.saves.replay_code import code_of
from picket_duty.setup import Choices
from picket_duty.state import LEVELS

#: Points by which the best order must beat the natural one, and standard errors.
GAP, ERRORS = 3.0, 3.0
#: Damage, in ships, by which two fire plans or two assignments of men must differ to be played out.
DAMAGE = {ASSIGN: 0.05, MEN_TO_JOBS: 0.02}
#: Playouts of the second sieve, the points that its orders must differ by, and the number of its first playout.
SIEVED, SIEVED_POINTS, SIEVE = (96, 288), 4.0, 10**6
#: Playouts of the measurement: of every order, then of the best and the natural one; the number of its first playout.
MEASURED, DECIDED, MEASURE = 500, 4000, 2 * 10**6
#: Standard errors by which another order must be better to be the best; points that the natural order must be behind.
CLEARLY, BEHIND = 2.0, 2.0
#: Most candidates of a kind that a game may have.
OF_A_KIND = 2
#: Captains whose games are searched, and those that try to solve a puzzle.
PLAYERS = ("greedy", "cautious", "doctrine")
SOLVERS = ("doctrine", "cautious", "greedy")
#: One game in so many is a mini campaign, for relief.
CAMPAIGNS = 6
#: Hull at which a ship is in trouble.
LOW_HULL = 2


class Search(msgspec.Struct, frozen=True):
    """A search: the kinds wanted and the seed of the first game."""

    kinds: tuple[str, ...] = tuple(KINDS)
    seed: int = 1

    def settings(self) -> dict[str, Any]:
        """The settings by name."""
        return {"command": "find-puzzles", "kinds": self.kinds, "seed": self.seed}


class Position(msgspec.Struct, frozen=True):
    """A decision in a game: the replay code of the game, and the answers before the decision."""

    kind: str
    code: str
    answers: int


# -- games ---------------------------------------------------------------------------


def search_game(search: Search, number: int) -> list[Puzzle]:
    """The puzzles of game ``number`` of a search."""
    return [puzzle for position in positions_in(search, number, tables_of("")) for puzzle in measure_again(position)]


def positions_in(search: Search, number: int, tables: Tables) -> Iterator[Position]:
    """The positions of a game that pass the first two sieves."""
    game = Game.begin(_choices(search.seed + number, number), tables)
    captain = captain_named(PLAYERS[number % len(PLAYERS)], search.seed + number)
    kinds = {decision: kind for kind, decision in KINDS.items() if kind in search.kinds}
    promising: dict[str, list[int]] = {}
    while (request := game.request) is not None:
        if isinstance(request, Roll):
            game.roll()
            continue
        kind = kinds.get(request.decision)
        if kind and len(promising.get(kind, ())) < OF_A_KIND and (pair := _pair(game)) and _differ(game, *pair):
            promising.setdefault(kind, []).append(len(game.answers))
        game.answer(captain.choose(game))
    if not promising:
        return
    code = code_of(game)
    for kind, places in promising.items():
        yield from (Position(kind, code, answers) for answers in places)


def _choices(seed: int, number: int) -> Choices:
    """The set-up of a game: a scenario in turn, or a mini campaign."""
    if number % CAMPAIGNS == CAMPAIGNS - 1:
        return Choices(campaign="mini", level=LEVELS[number // CAMPAIGNS % 2], seed=seed)
    scenario = 2 + number % 7
    return Choices(scenario=scenario, level=LEVELS[number // 7 % 2], seed=seed)


# -- sieves --------------------------------------------------------------------------


def _pair(game: Game) -> tuple[Answer, Answer] | None:
    """Two orders that differ by the damage weights, or by what may happen; None if there are none."""
    choice = game.request
    assert isinstance(choice, Choice)
    if choice.kind not in NATURAL:
        values = choice.legal()
        return (values[0], values[1]) if len(values) > 1 and _in_trouble(game) else None
    orders = orders_to_compare(game)
    best = orders.pop(DOCTRINE)
    least = _damage(game, choice, best)
    worse = {name: _damage(game, choice, orders[name]) - least for name in NATURAL[choice.kind] if name in orders}
    # Fighters sent or kept: rarer than fire badly spread, and harder to see.
    for names in ((ALL_NOW, SHARE), tuple(worse)):
        differing = [name for name in names if worse.get(name, 0.0) >= DAMAGE[choice.kind]]
        if differing:
            return best, orders[min(differing, key=lambda name: worse[name])]
    return None


def _damage(game: Game, choice: Choice, orders: Answer) -> float:
    """The expected damage under a fire plan or with an assignment of men, in ships."""
    if choice.kind == ASSIGN:
        return plan_of(game.play, choice, orders).whole
    return -gain_of(game.play, choice, orders)


def _in_trouble(game: Game) -> bool:
    """Whether the ship burns or has little hull left, or the decision is not one of damage control."""
    choice, ship = game.request, game.state.ship
    assert isinstance(choice, Choice)
    if choice.decision is not KINDS["declaration"]:
        return True
    burning = any(compartment.fire for compartment in ship.compartments.values())
    return bool(ship.deck_fires) or burning or ship.hull <= LOW_HULL


def _differ(game: Game, one: Answer, other: Answer) -> bool:
    """Whether playouts of two orders differ clearly enough to be measured."""
    played = {"one": Playouts(), "other": Playouts()}
    first = SIEVE
    for count in SIEVED:
        more = _played(game, {"one": one, "other": other}, first, count)
        played = {name: played[name].plus(more[name]) for name in played}
        first += count
        points, error = difference(played["other"], played["one"])
        if abs(points) < max(error, SIEVED_POINTS - error):
            return False
    return abs(points) >= SIEVED_POINTS - error


# -- measuring -----------------------------------------------------------------------


def measure_again(position: Position) -> list[Puzzle]:
    """The puzzle of a position as a list, which is empty if its best order does not stand out."""
    puzzle = measured(position, tables_of(""))
    return [puzzle] if puzzle is not None else []


def measured(position: Position, tables: Tables) -> Puzzle | None:
    """The puzzle of a position, every order measured; None if its best order does not stand out.

    Raises SaveError if the tables play differently.
    """
    game = game_at(position.code, position.answers, tables)
    orders = orders_to_compare(game)
    played = _played(game, orders, MEASURE, MEASURED)
    best = _best(played)
    points = {name: difference(played[name], played[best])[0] for name in orders}
    behind = [name for name in _natural(game, orders) if name != best and points[name] <= -BEHIND]
    if not behind:
        return None
    natural = max(behind, key=lambda name: points[name])
    decided = {name: orders[name] for name in (best, natural)}
    more = _played(game, decided, MEASURE + MEASURED, DECIDED - MEASURED)
    played |= {name: played[name].plus(more[name]) for name in decided}
    values = {name: order_value(name, order, played[name], played[best]) for name, order in orders.items()}
    if -values[natural].points < max(GAP, ERRORS * values[natural].error):
        return None
    ranked = tuple(sorted(values.values(), key=lambda value: (value.name != best, -value.points)))
    puzzle = Puzzle(id_of(game), position.kind, position.code, position.answers, natural, (), ranked)
    return msgspec.structs.replace(puzzle, missed=missed_by(puzzle, game))


def missed_by(puzzle: Puzzle, game: Game) -> tuple[str, ...]:
    """The automatic captains that do not solve a puzzle."""
    missed = []
    for name in SOLVERS:
        known = known_order(puzzle, game, captain_named(name, 1).choose(game))
        if known is None or known.points < puzzle.limit:
            missed.append(name)
    return tuple(missed)


def _played(game: Game, orders: Mapping[str, Answer], first: int, count: int) -> dict[str, Playouts]:
    return play_orders(game.replay_state, orders, first, count, "", ThisProcess())


def _best(played: Mapping[str, Playouts]) -> str:
    """The order that wins most often; the first one, which is doctrine's for a plan, unless it is clearly worse."""
    first, *others = played
    most = max(others, key=lambda name: sum(played[name].half_wins), default=first)
    points, error = difference(played[most], played[first])
    return most if points > CLEARLY * error else first


def _natural(game: Game, orders: Mapping[str, Answer]) -> Sequence[str]:
    """The names of orders that a player may give without seeing the point."""
    choice = game.request
    assert isinstance(choice, Choice)
    return [name for name in NATURAL.get(choice.kind, tuple(orders)) if name in orders]


# -- the set -------------------------------------------------------------------------


def read_positions(path: Path) -> list[Position]:
    """The positions of a file of puzzles, one on each line. Raises RunError."""
    try:
        return [msgspec.json.decode(line, type=Position) for line in path.read_bytes().splitlines()]
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: not a puzzle file ({getattr(error, 'strerror', '') or error})") from None


def lines_of(puzzles: Iterable[Puzzle]) -> list[bytes]:
    """Puzzles as lines of JSON in the order of their ids, each id once."""
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    return [msgspec.json.encode(by_id[name], order="deterministic") for name in sorted(by_id)]


def add_to_set(puzzles: Iterable[Puzzle], folder: Path) -> None:
    """Add puzzles to the files of a set; a puzzle with the same id is replaced. Raises OSError, RunError."""
    every = list(puzzles)
    for kind in dict.fromkeys(puzzle.kind for puzzle in every):
        path = folder / f"{kind}{PUZZLE_SUFFIX}"
        try:
            known = [msgspec.json.decode(line, type=Puzzle) for line in path.read_bytes().splitlines()]
        except FileNotFoundError:
            known = []
        except msgspec.MsgspecError as error:
            raise RunError(f"{path}: not a puzzle file ({error})") from None
        lines = lines_of([*known, *(puzzle for puzzle in every if puzzle.kind == kind)])
        path.write_bytes(b"".join(line + b"\n" for line in lines))
