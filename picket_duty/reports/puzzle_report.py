"""Puzzles as text: the position, the verdict on an answer, every order with its points, why, and a line of play."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from picket_duty.analysis.glicko import Rating
from picket_duty.analysis.natural_orders import ALL_NOW, DOCTRINE, EVEN, GREEDY, KEEP_ALL, NOBODY, ONE_PLANE, SHARE
from picket_duty.analysis.playouts import branch_of
from picket_duty.analysis.puzzle_record import Answered, Change, rating_of
from picket_duty.analysis.puzzles import YOURS, OrderValue, Puzzle, Verdict
from picket_duty.analysis.win_probability import half_wins_of
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.odds.plan import fighters_kept, is_fighters
from picket_duty.requests import MEN_TO_JOBS, ONE, Choice, Roll
from picket_duty.text.consequences import percent
from picket_duty.text.headlines import CRIPPLED, EXPLOSION, LEAVES, LOST, RELIEVED, STRIKES, headlines_since
from picket_duty.text.names import count, game_words, label_words, listed, part_of_ship, to_come_words
from picket_duty.text.status import outcome_lines
from picket_duty.text.swings import better_order_words, where_words

#: Each kind in words.
KIND_WORDS = {
    "fire-plan": "fire plan",
    "men": "repair parties",
    "declaration": "emergency declaration",
    "rescinding": "rescinding an emergency",
    "relief": "relief",
}
#: The orders of a plan in words.
PLAN_WORDS = {
    DOCTRINE: "Doctrine's plan",
    ALL_NOW: "Guns fire at will, all fighters now",
    SHARE: "Guns fire at will, a share of fighters kept",
    KEEP_ALL: "Guns fire at will, all fighters kept",
    EVEN: "Fire spread evenly",
    ONE_PLANE: "All fire at one plane",
    GREEDY: "Gun by gun",
    YOURS: "Your plan",
}
MEN_WORDS = {
    DOCTRINE: "Doctrine's assignment",
    EVEN: "Men spread evenly",
    GREEDY: "Man by man",
    NOBODY: "No repairs",
    YOURS: "Your assignment",
}
#: Differences between two orders that are told: the field of the facts, the least difference in 100 games if it is
#: from ``SURE`` playouts, in words for one and for several. The most of them that are told.
SURE, MOST_TOLD = 4000, 3
TOLD = (
    ("now", 3, "hit on your ship in this wave", "hits on your ship in this wave"),
    ("later", 3, "hit in later waves", "hits in later waves"),
    ("fires", 2, "deck fire out of control", "deck fires out of control"),
    ("hull", 10, "point of hull damage", "points of hull damage"),
    ("sunk", 2, "ship sunk", "ships sunk"),
    ("left", 2, "forced departure from the station", "forced departures from the station"),
)
#: Headlines that a line of play consists of.
PLAYED = (STRIKES, EXPLOSION, CRIPPLED, LOST, LEAVES, RELIEVED)
#: Playouts searched for a line in which the best order wins and the other does not; the most headlines of a line.
SEARCHED, MOST_HEADLINES = 200, 8


# -- the position --------------------------------------------------------------------


def title_words(puzzle: Puzzle) -> str:
    """The id of a puzzle, its kind and its rating."""
    return f"Puzzle {puzzle.id}: {KIND_WORDS[puzzle.kind]}, rating {puzzle.rating.rating:.0f}"


def rating_words(rating: Rating) -> str:
    """A rating with its standard error: ``1392 ±80``."""
    return f"{rating.rating:.0f} ±{rating.deviation:.0f}"


def record_words(entries: Sequence[Answered]) -> str:
    """The player's rating, and how many puzzles were answered and solved."""
    solved = sum(entry.solved for entry in entries)
    counted = f"{count(len(entries), 'puzzle')} answered, {solved} right"
    return f"Puzzles: rating {rating_words(rating_of(entries))}, {counted}"


def situation_lines(game: Game) -> list[str]:
    """The game of a position, what is in the air or to come, fires and hull."""
    state, choice = game.state, game.request
    assert isinstance(choice, Choice)
    air, ship = state.air, state.ship
    flying = sum(plane.flying for plane in air.planes)
    waves = list(map(len, air.waves))
    coming = f"{to_come_words(waves)} to come" if waves else "no other wave is known"
    planes = f"{count(flying, 'plane')} in the air, {coming}" if flying else coming
    fires = [f"level {level} {part_of_ship(section)}" for section, level in ship.deck_fires.items()]
    burning = f"Deck fire: {listed(fires)}. " if fires else ""
    return [
        f"{game_words(state.setup, game.tables)}. {label_words(state.label)}.",
        f"{planes[0].upper()}{planes[1:]}. {burning}Hull integrity {ship.hull}.",
    ]


# -- the verdict ---------------------------------------------------------------------


def order_name(puzzle: Puzzle, game: Game, order: OrderValue) -> str:
    """An order in a few words; a fire plan with the fighters it keeps."""
    choice = game.request
    assert isinstance(choice, Choice)
    if choice.kind == ONE:
        return next(option.text for option in choice.options if option.value == order.value)
    if choice.kind == MEN_TO_JOBS:
        return MEN_WORDS[order.name]
    kept = fighters_kept(choice, order.value)
    fighters = any(map(is_fighters, choice.slots)) and order.name in (DOCTRINE, YOURS, GREEDY, EVEN, ONE_PLANE)
    return f"{PLAN_WORDS[order.name]}, {count(kept, 'fighter')} kept" if kept and fighters else PLAN_WORDS[order.name]


def verdict_words(puzzle: Puzzle, game: Game, verdict: Verdict) -> str:
    """Whether an answer is right, and its points against the natural or the best order."""
    yours = verdict.yours
    if yours.points < 0.0 and not verdict.solved:
        return f"Wrong: your order costs {-yours.points:.1f} points (error {yours.error:.1f})."
    if yours.points == 0.0 or yours.name == puzzle.best.name:
        natural = next(order for order in puzzle.orders if order.name == puzzle.natural)
        return f'Right: {puzzle.gap:.1f} points better than "{order_name(puzzle, game, natural)}".'
    return f"Right: {abs(yours.points):.1f} points from the best order (error {yours.error:.1f})."


def rated_words(change: Change) -> str:
    """What an answer did to the player's rating."""
    if not change.counts:
        return f"You have answered this puzzle before. Your rating stays {rating_words(change.after)}."
    gained = round(change.after.rating) - round(change.before.rating)
    return f"Your rating: {rating_words(change.after)} ({gained:+d})"


class Row(NamedTuple):
    """A row of the table of orders: the order in words, its chance, points and error; whether it is the player's."""

    words: str
    win: str
    points: str
    error: str
    yours: bool


def table_rows(puzzle: Puzzle, game: Game, verdict: Verdict) -> list[Row]:
    """Every order, the best first."""
    rows = []
    for order in verdict.orders:
        best = order.name == puzzle.best.name
        points, error = ("best", "") if best else (f"{order.points:+.1f}", f"{order.error:.1f}")
        mine = order.name == verdict.yours.name
        rows.append(Row(order_name(puzzle, game, order), percent(order.win), points, error, mine))
    return rows


def other_order(puzzle: Puzzle, verdict: Verdict) -> OrderValue:
    """The order that the best one is compared with: the player's if it is wrong, else the natural one."""
    if not verdict.solved:
        return verdict.yours
    return next(order for order in puzzle.orders if order.name == puzzle.natural)


def why_words(puzzle: Puzzle, game: Game, verdict: Verdict) -> str:
    """What the best order prevents in 100 games, compared with the other one, and what it costs."""
    best, other = puzzle.best, other_order(puzzle, verdict)
    name = "your order" if other is verdict.yours else f'"{order_name(puzzle, game, other)}"'
    prevents = list(_differences(other, best))[:MOST_TOLD]
    costs = list(_differences(best, other))[:MOST_TOLD]
    if not prevents:
        return f"In 100 games, the best order wins {round(-other.points)} more than {name}. No single cause stands out."
    words = f"In 100 games, the best order prevents {listed(prevents)}, compared with {name}."
    return f"{words} It costs {listed(costs)}." if costs else words


def _differences(more: OrderValue, fewer: OrderValue) -> Iterator[str]:
    """What happens more often with one order in 100 games, as counts; no less than chance may explain."""
    coarse = math.sqrt(max(1.0, SURE / min(more.branches, fewer.branches)))
    for field, least, one, several in TOLD:
        difference = round(100 * (getattr(more.facts, field) - getattr(fewer.facts, field)))
        if difference >= least * coarse:
            yield count(difference, one, several)


# -- a line of play ------------------------------------------------------------------


class Line(NamedTuple):
    """A game played on from a puzzle: the order it began with, its headlines with their places, its outcome."""

    order: str
    headlines: list[str]
    outcome: str


def played_lines(puzzle: Puzzle, game: Game, verdict: Verdict) -> list[Line]:
    """Two games with the same dice that show the difference: with the best order, and with the other one."""
    orders = (puzzle.best, other_order(puzzle, verdict))
    number = next((number for number in range(SEARCHED) if _shows(game, orders, number)), 0)
    return [_line(puzzle, game, order, number) for order in orders]


def _shows(game: Game, orders: tuple[OrderValue, OrderValue], number: int) -> bool:
    """Whether the first order wins a playout that the second does not win."""
    from picket_duty.analysis.playouts import play_order

    better, worse = (half_wins_of(play_order(game, order.value, number).state) for order in orders)
    return better > worse


def _line(puzzle: Puzzle, game: Game, order: OrderValue, number: int) -> Line:
    trial, captain = branch_of(game, number), QuickCaptain()
    first = len(trial.events)
    trial.answer(order.value)
    headlines: list[str] = []
    while True:
        for headline in headlines_since(trial, first):
            if headline.kind in PLAYED:
                headlines.append(f"{where_words(trial.events, first)}: {headline.words}")
        first = len(trial.events)
        if (request := trial.request) is None:
            break
        if isinstance(request, Roll):
            trial.roll()
        else:
            trial.answer(captain.choose(trial))
    more = len(headlines) - MOST_HEADLINES
    shown = [*headlines[:MOST_HEADLINES], f"... and {count(more, 'more headline')}"] if more > 0 else headlines
    return Line(order_name(puzzle, game, order), shown, outcome_lines(trial.state, game.tables)[0])


# -- plain text and JSON ---------------------------------------------------------------


def verdict_lines(puzzle: Puzzle, game: Game, verdict: Verdict, change: Change) -> list[str]:
    """The verdict, every order, why, and the line of play, as plain text."""
    rows = table_rows(puzzle, game, verdict)
    width = max(len(row.words) for row in rows)
    lines = [verdict_words(puzzle, game, verdict), rated_words(change), ""]
    lines.append(f"  {'Order':<{width}}  Chance  Points  Error")
    lines += [
        f"{'*' if row.yours else ' '} {row.words:<{width}}  {row.win:>6}  {row.points:>6}  {row.error:>5}"
        for row in rows
    ]
    choice = game.request
    assert isinstance(choice, Choice)
    if choice.kind != ONE:
        lines.append(f"Best: {better_order_words(choice, puzzle.best.value, game.tables)}")
    lines += ["", f"Why: {why_words(puzzle, game, verdict)}", ""]
    for line in played_lines(puzzle, game, verdict):
        lines += [f"{line.order}:", *(f"  {text}" for text in (*line.headlines, line.outcome))]
    return lines


#: Fields of ``play --json`` that identify a game.
NAMING = ("scenario", "campaign", "patrol", "level", "seed")


def as_json(
    puzzle: Puzzle, game: Game, rating: Rating, verdict: Verdict | None = None, change: Change | None = None
) -> dict[str, Any]:
    """A puzzle as one JSON object; the values of its orders are null until it is answered.

    ``rating`` is the player's, ``puzzle_rating`` that of the puzzle.
    """
    summary = game.summary()
    orders = verdict.orders if verdict else puzzle.orders
    options = [
        {
            "value": order.value,
            "name": order.name,
            "points": order.points if verdict else None,
            "error": order.error if verdict else None,
            "win": order.win if verdict else None,
            "branches": order.branches if verdict else None,
            "facts": msgspec.to_builtins(order.facts) if verdict else None,
        }
        for order in (orders if verdict else sorted(orders, key=lambda order: order.name))
    ]
    return {
        "id": puzzle.id,
        "setup": {name: summary[name] for name in NAMING if name in summary},
        "kind": puzzle.kind,
        "code": puzzle.code,
        "answers": puzzle.answers,
        "puzzle_rating": round(puzzle.rating.rating),
        "options": options,
        "best": puzzle.best.value if verdict else None,
        "solved": verdict.solved if verdict else None,
        "rating": round(change.after.rating if change else rating.rating, 1),
        "deviation": round(change.after.deviation if change else rating.deviation, 1),
        "counted": change.counts if change else None,
    }


def record_json(entries: Sequence[Answered]) -> dict[str, Any]:
    """The player's rating with its deviation, and how many puzzles were answered and solved."""
    rating = rating_of(entries)
    return {
        "answered": len(entries),
        "solved": sum(entry.solved for entry in entries),
        "rating": round(rating.rating, 1),
        "deviation": round(rating.deviation, 1),
    }
