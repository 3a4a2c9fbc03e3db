"""Games of the same watch by several captains side by side: their results, and the orders in which they differ."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.book.limits import MOST_COUNTED
from picket_duty.events import Chosen
from picket_duty.game import Game
from picket_duty.reports import ReportError
from picket_duty.reports.game_card import DOWN
from picket_duty.requests import ONE
from picket_duty.state import PHASES, SCENARIO, Setup
from picket_duty.text import OUTCOMES, count, item_name
from picket_duty.text.log import order_words
from picket_duty.text.names import game_words, grouped, label_words, situation_words, title_case
from picket_duty.text.ship_service import has_more_ships
from picket_duty.text.styled_text import safe

#: Captains in the order of their codes; more cannot be compared.
LETTERS = "ABCDEFGH"
#: Widths of the labels, of a captain's figures, and of all lines.
HEAD, COLUMN, WIDTH = 18, 22, 80
#: Shown for a captain who had no such decision.
NOT_ASKED = "not asked"


class Order(msgspec.Struct, frozen=True):
    """A decision on which the captains differed: phase, wave, what it was about, and each captain's order in words.

    ``answers`` and ``words`` have an entry for each captain; the answer is None for a captain who was not asked.
    """

    phase: str
    wave: int | None
    about: str
    answers: tuple[Any, ...]
    words: tuple[str, ...]


# -- what is compared -----------------------------------------------------------------


def check_same(games: Sequence[Game]) -> None:
    """Check that games are the same watch: the same situation, the same dice. Raises ReportError."""
    if len(games) > len(LETTERS):
        raise ReportError(f"{len(games)} games given. At most {len(LETTERS)} can be compared.")
    first = games[0]
    for letter, game in zip(LETTERS, games, strict=False):
        if _situation(game.state.setup) == _situation(first.state.setup):
            continue
        this, that = (game_words(compared.state.setup, compared.tables) for compared in (game, first))
        difference = f"{this}, not {that}" if this != that else f"{this}, with a different ship or different dice"
        raise ReportError(f"game {letter} is not the same watch as game A: it is {difference}")


def _situation(setup: Setup) -> Setup:
    """What two games of the same watch share: everything but the names of the crew and the undo setting.

    The ship's name counts, because the dice depend on it.
    """
    return msgspec.structs.replace(setup, officers={}, undo="")


def differing_orders(games: Sequence[Game]) -> list[Order]:
    """Every decision that not all captains answered alike, in the order of play."""
    taken = [dict(_orders(game)) for game in games]
    return [
        _order(key, events, games[0].tables)
        for key in _in_order([list(orders) for orders in taken])
        if not _alike(events := [orders.get(key) for orders in taken])
    ]


#: Phase, wave, id of the decision, and how often it occurred before in that wave.
Key = tuple[str, int | None, str, int]


def _orders(game: Game) -> Iterator[tuple[Key, Chosen]]:
    asked: dict[tuple[str, int | None, str], int] = {}
    for event in game.events:
        if isinstance(event, Chosen):
            place = (event.phase, event.wave, event.about)
            asked[place] = asked.get(place, -1) + 1
            yield (*place, asked[place]), event


def _in_order(lists: list[list[Key]]) -> list[Key]:
    """All decisions by phase; one that only some captains had follows their previous decision."""
    keys_in_order: list[Key] = []
    for phase in sorted({key[0] for keys in lists for key in keys}, key=_place):
        merged: list[Key] = []
        for keys in lists:
            place = 0
            for key in keys:
                if key in merged:
                    place = merged.index(key) + 1
                elif key[0] == phase:
                    merged.insert(place, key)
                    place += 1
        keys_in_order += sorted(merged, key=lambda key: key[1] or MOST_COUNTED)
    return keys_in_order


def _place(phase: str) -> tuple[str, int]:
    """The place of a phase in time, by its label."""
    date, _, name = phase.partition("/")
    return date, PHASES.index(name)


def _alike(events: Sequence[Chosen | None]) -> bool:
    return all(event is not None and events[0] is not None and event.answer == events[0].answer for event in events)


def _order(key: Key, events: Sequence[Chosen | None], tables: Tables) -> Order:
    answers = [None if event is None else event.answer for event in events]
    words = [NOT_ASKED if event is None else _words(event, answers, tables) for event in events]
    return Order(*key[:3], tuple(answers), tuple(words))


def _words(event: Chosen, answers: Sequence[Any], tables: Tables) -> str:
    """An order in words; for a fire plan or an assignment of men, only what differs between captains."""
    if event.kind == ONE:
        return safe(order_words(event, tables))
    asked = [answer for answer in answers if answer is not None]
    if not asked[1:]:
        return safe(order_words(event, tables))
    names = dict.fromkeys(name for answer in asked for name in answer)
    apart = [name for name in names if len({answer.get(name) for answer in asked}) > 1]
    mine = {name: event.answer[name] for name in apart if name in event.answer}
    without = [safe(item_name(tables, name)) for name in apart if name not in event.answer]
    parts = [safe(order_words(msgspec.structs.replace(event, answer=mine), tables))] if mine else []
    return "; ".join([*parts, *([f"nothing for {grouped(without)}"] if without else [])]) or "the same"


# -- as text --------------------------------------------------------------------------


def compare_lines(games: Sequence[Game], names: Sequence[str] = ()) -> list[str]:
    """The captains' results side by side, then the orders that differ; a letter stands for each captain.

    An order that only one captain was asked for is counted, not listed: the battles had already diverged. Raises
    ReportError.
    """
    check_same(games)
    setup = games[0].state.setup
    parted = differing_orders(games)
    shared = [order for order in parted if sum(answer is not None for answer in order.answers) > 1]
    words = f"{count(len(shared), 'order')} given differently" if shared else "All orders were the same."
    lines = [situation_words(setup, games[0].tables), "", *_named(names), *_figures(games), "", words]
    for number, order in enumerate(shared, 1):
        wave = f", wave {order.wave}" if order.wave else ""
        lines += [f"{number}. {label_words(order.phase)}{wave}: {title_case(order.about)}"]
        for letter, words in zip(LETTERS, order.words, strict=False):
            lines += textwrap.wrap(f"   {letter}  {words}", WIDTH, subsequent_indent=" " * 6)
    return [*lines, *_alone(parted, len(games))]


def _named(names: Sequence[str]) -> list[str]:
    return [f"{letter}  {safe(name)}"[:WIDTH] for letter, name in zip(LETTERS, names, strict=False)] + [""] * bool(
        names
    )


def _alone(parted: Sequence[Order], captains: int) -> list[str]:
    """The number of orders that only one captain was asked for, by captain."""
    asked = [[answer is not None for answer in order.answers] for order in parted]
    asked_alone = [captain.index(True) for captain in asked if sum(captain) == 1]
    alone = {LETTERS[place]: asked_alone.count(place) for place in range(captains)}
    counts = ", ".join(f"{letter} {number}" for letter, number in alone.items() if number)
    return ["", f"Asked of one captain only, after the battles diverged: {counts}"] if counts else []


def _figures(games: Sequence[Game]) -> list[str]:
    rows: dict[str, list[str]] = {"": list(LETTERS[: len(games)])}
    for game in games:
        for name, value in figures_of(game).items():
            rows.setdefault(name, []).append(value)
    width = min(COLUMN, (WIDTH - HEAD) // len(games))
    return [
        (f"{name:<{HEAD}}" + "".join(f"{value:<{width}.{width - 1}}" for value in row)) for name, row in rows.items()
    ]


def figures_of(game: Game) -> dict[str, str]:
    """The results of a finished game by label."""
    summary = game.summary()
    figures = {
        "outcome": OUTCOMES[summary["outcome"]],
        "planes": summary["planes"],
        DOWN: summary["destroyed"] + summary["flamed"],
        "hits": summary["hits"],
        "near misses": summary["near_misses"],
        "hull": summary["hull"] if summary["afloat"] else "lost",
    }
    if has_more_ships(game.state.setup, game.tables):
        figures["ships sunk"] = summary["ships_sunk"]
    else:
        figures["station"] = "kept" if summary["on_station"] else "left"
    if game.state.setup.kind != SCENARIO:
        figures["days"] = summary["days"]
    return {name: str(value) for name, value in figures.items()}


def as_json(games: Sequence[Game]) -> dict[str, Any]:
    """The comparison as one JSON object. Raises ReportError."""
    check_same(games)
    return {"games": [game.summary() for game in games], "orders": differing_orders(games)}
