"""Several lines of play in one save: go back to any decision, play on, keep both."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.game import Game
from picket_duty.saves.format import SaveError
from picket_duty.saves.loading import play_end, play_line, resume
from picket_duty.saves.record import Record, read_record
from picket_duty.saves.writer import open_for_more
from picket_duty.setup import UNDO_DICE

LONGEST_NAME = 40
#: What a line is called that its player does not name.
UNNAMED = "line"


class Branch(msgspec.Struct, frozen=True):
    """A line of play in figures. ``label`` is where it stands, ``outcome`` empty while it goes on."""

    name: str
    current: bool
    parent: str
    at: int
    answers: int
    label: str
    outcome: str
    summary: dict[str, Any]


def begin(path: Path, at: int, name: str, tables: Tables) -> Game:
    """Go back to the first ``at`` answers and play on from there in a new line. Raises SaveError.

    The line left is kept. The game returned is open at the request that answer ``at + 1`` answered.
    """
    journal, record = open_for_more(path)
    try:
        _check_name(record, name)
        if not 0 <= at < len(record.answers):
            raise SaveError(f"{path}: line {record.current!r} has answers 1 to {len(record.answers)}, not {at + 1}")
        if record.setup.undo == UNDO_DICE and any(dice is not None for dice, _ in record.answers[at:]):
            raise SaveError(f"{path}: this game was set up so that nothing rolled is taken back")
        journal.write_branch(name, at)
    finally:
        journal.close()
    return resume(path, tables)


def free_line(path: Path) -> str:
    """A name for a new line of a save that it has not yet. Raises SaveError."""
    lines = read_record(path).lines
    return next(name for number in itertools.count(2) if (name := f"{UNNAMED} {number}") not in lines)


def switch(path: Path, name: str, tables: Tables) -> Game:
    """Go on with another line where it was left. Raises SaveError."""
    journal, record = open_for_more(path)
    try:
        _known(record, name)
        if name != record.current:
            journal.write(["switch", name])
    finally:
        journal.close()
    return resume(path, tables)


def drop(path: Path, name: str) -> None:
    """Give a line up; not the one being played. Raises SaveError."""
    journal, record = open_for_more(path)
    try:
        _known(record, name)
        if name == record.current:
            raise SaveError(f"{path}: line {name!r} is being played; switch to another first")
        journal.write(["drop", name])
    finally:
        journal.close()


def compare(path: Path, tables: Tables) -> list[Branch]:
    """Every line of a save, played again from its last day for its figures. Raises SaveError."""
    record = read_record(path)
    return [_figures(record, name, tables, str(path)) for name in record.lines]


def decisions(path: Path, tables: Tables, name: str = "") -> list[tuple[int, str, str, Any]]:
    """Every decision of a line: the answers before it, its phase, what it was about, the answer. Raises SaveError."""
    record = read_record(path)
    line = record.lines.get(name, record.line)
    game = play_line(line, record.setup, tables, str(path))
    chosen = (event for event in game.events if getattr(event, "about", None))
    found = []
    for number, answer in enumerate(game.answers, game.base):
        if not isinstance(answer, tuple):
            event = next(chosen)
            found.append((number, event.phase, getattr(event, "about", ""), answer))
    return found


def _figures(record: Record, name: str, tables: Tables, path: str) -> Branch:
    line = record.lines[name]
    game = play_end(line, record.setup, tables, path)
    return Branch(
        name=name,
        current=name == record.current,
        parent=line.parent,
        at=line.at,
        answers=len(line.answers),
        label=game.state.label,
        outcome=game.state.outcome,
        summary=game.summary(),
    )


def _check_name(record: Record, name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise SaveError(f"{name[:40]!r} cannot name a line; use 1 to {LONGEST_NAME} printable signs")
    if name in record.lines:
        raise SaveError(f"there is a line {name!r} already; lines: {', '.join(record.lines)}")


def _known(record: Record, name: str) -> None:
    if name not in record.lines:
        raise SaveError(f"no line {name!r}; lines: {', '.join(record.lines)}")
