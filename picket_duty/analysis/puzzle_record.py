"""The player's record of puzzles: every first answer with the rating after it, in a file of the data folder."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from picket_duty.analysis.glicko import Rating, updated
from picket_duty.analysis.puzzles import Puzzle, Verdict
from picket_duty.requests import Answer
from picket_duty.saves.format import SaveError
from picket_duty.saves.paths import data_folder
from picket_duty.saves.service_record import append

FILE = "puzzles.jsonl"


class Answered(msgspec.Struct, frozen=True):
    """A puzzle as it was answered first, on a date: whether it was solved, and the player's rating after it."""

    puzzle: str
    date: str
    answer: Answer
    solved: bool
    points: float
    rating: Rating


class Change(NamedTuple):
    """The player's rating before and after an answer; ``counts`` is false if the puzzle was answered before."""

    before: Rating
    after: Rating
    counts: bool


def answered() -> list[Answered]:
    """Every puzzle answered, the first one first. Other lines are skipped."""
    entries: list[Answered] = []
    try:
        lines = _file().read_bytes().splitlines()
    except (OSError, SaveError):
        return entries
    for line in lines:
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            entries.append(msgspec.json.decode(line, type=Answered))
    return entries


def rating_of(entries: Sequence[Answered]) -> Rating:
    """The player's rating after these puzzles."""
    return entries[-1].rating if entries else Rating()


def record_answer(puzzle: Puzzle, verdict: Verdict, date: datetime.date) -> Change:
    """Record the first answer to a puzzle and rate it; a later one changes nothing. Raises OSError, SaveError."""
    entries = answered()
    before = rating_of(entries)
    if any(entry.puzzle == puzzle.id for entry in entries):
        return Change(before, before, counts=False)
    after = updated(before, [(puzzle.rating, float(verdict.solved))])
    yours = verdict.yours
    entry = Answered(puzzle.id, date.isoformat(), yours.value, verdict.solved, yours.points, after)
    append(msgspec.json.encode(entry), _file())
    return Change(before, after, counts=True)


def _file() -> Path:
    return data_folder() / FILE
