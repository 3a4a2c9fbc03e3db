"""Several branches of play in one save: return to any decision, play on from there, keep both."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.events import Chosen
from picket_duty.game import Game
from picket_duty.saves.format import SaveError
from picket_duty.saves.loading import replay_branch, replay_last_day, resume
from picket_duty.saves.record import Record, read_record
from picket_duty.saves.writer import open_for_more
from picket_duty.setup import UNDO_DICE

LONGEST_NAME = 40
#: The name of a branch that the player does not name, followed by a number.
UNNAMED = "line"


class BranchInfo(msgspec.Struct, frozen=True):
    """A branch as listed. ``label`` is its current step, ``outcome`` is empty while it is unfinished."""

    name: str
    current: bool
    parent: str
    at: int
    answers: int
    label: str
    outcome: str
    summary: dict[str, Any]


def begin(path: Path, at: int, name: str, tables: Tables) -> Game:
    """Start a new branch after the first ``at`` answers of the current one, which is kept. Raises SaveError.

    Returns the game open at the request that answer ``at + 1`` answered.
    """
    journal, record = open_for_more(path)
    try:
        _check_name(record, name)
        if not 0 <= at < len(record.answers):
            raise SaveError(f"{path}: branch {record.current!r} has answers 1 to {len(record.answers)}, not {at + 1}")
        if record.setup.undo == UNDO_DICE and any(dice is not None for dice, _ in record.answers[at:]):
            raise SaveError(f"{path}: rolls cannot be undone in this game, so you cannot branch here")
        journal.write_branch(name, at)
    finally:
        journal.close()
    return resume(path, tables)


def unused_name(path: Path) -> str:
    """A name for a new branch that the save does not have yet. Raises SaveError."""
    names = read_record(path).branches
    return next(name for number in itertools.count(2) if (name := f"{UNNAMED} {number}") not in names)


def switch(path: Path, name: str, tables: Tables) -> Game:
    """Make another branch the current one and open it where it was left. Raises SaveError."""
    journal, record = open_for_more(path)
    try:
        _check_exists(record, name)
        if name != record.current:
            journal.write(["switch", name])
    finally:
        journal.close()
    return resume(path, tables)


def drop(path: Path, name: str) -> None:
    """Remove a branch that is not the current one. Raises SaveError."""
    journal, record = open_for_more(path)
    try:
        _check_exists(record, name)
        if name == record.current:
            raise SaveError(f"{path}: branch {name!r} is the current one. Switch to another branch first.")
        journal.write(["drop", name])
    finally:
        journal.close()


def compare(path: Path, tables: Tables) -> list[BranchInfo]:
    """Every branch of a save, with the result of replaying its last day. Raises SaveError."""
    record = read_record(path)
    return [_info(record, name, tables, str(path)) for name in record.branches]


def decisions(path: Path, tables: Tables, name: str = "") -> list[tuple[int, str, str, Any]]:
    """Every decision of a branch: the answers before it, phase, subject and answer. Raises SaveError."""
    record = read_record(path)
    branch = record.branches.get(name, record.branch)
    game = replay_branch(branch, record.setup, tables, str(path))
    chosen = (event for event in game.events if isinstance(event, Chosen) and event.about)
    answers = ((number, answer) for number, answer in enumerate(game.answers, game.base))
    given = [(number, answer) for number, answer in answers if not isinstance(answer, tuple)]
    return [(number, event.phase, event.about, answer) for (number, answer), event in zip(given, chosen, strict=True)]


def _info(record: Record, name: str, tables: Tables, path: str) -> BranchInfo:
    branch = record.branches[name]
    game = replay_last_day(branch, record.setup, tables, path)
    return BranchInfo(
        name=name,
        current=name == record.current,
        parent=branch.parent,
        at=branch.at,
        answers=len(branch.answers),
        label=game.state.label,
        outcome=game.state.outcome,
        summary=game.summary(),
    )


def _check_name(record: Record, name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise SaveError(f"{name[:40]!r} is not a valid branch name. Use 1 to {LONGEST_NAME} printable characters.")
    if name in record.branches:
        raise SaveError(f"branch {name!r} already exists; branches: {', '.join(record.branches)}")


def _check_exists(record: Record, name: str) -> None:
    if name not in record.branches:
        raise SaveError(f"no branch {name!r}; branches: {', '.join(record.branches)}")
