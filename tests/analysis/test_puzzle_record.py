"""The record of puzzles: the first answer counts, damaged lines are skipped."""

from __future__ import annotations

import datetime

import pytest

from picket_duty.analysis.glicko import Rating
from picket_duty.analysis.puzzle_record import answered, rating_of, record_answer
from picket_duty.analysis.puzzles import Verdict, puzzles

DAY = datetime.date(2026, 11, 24)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty data folder."""
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    return tmp_path


def test_the_first_answer_counts_and_no_other() -> None:
    puzzle = puzzles()[0]
    right = Verdict(puzzle.best, True, puzzle.orders)
    wrong = Verdict(puzzle.orders[-1], False, puzzle.orders)
    change = record_answer(puzzle, wrong, DAY)
    assert change.counts
    assert change.after.rating < change.before.rating == Rating().rating
    again = record_answer(puzzle, right, DAY)
    assert (again.counts, again.after) == (False, change.after)
    other = record_answer(puzzles()[1], Verdict(puzzles()[1].best, True, puzzles()[1].orders), DAY)
    assert other.before == change.after
    entries = answered()
    assert [entry.solved for entry in entries] == [False, True]
    assert rating_of(entries) == other.after
    assert entries[0].date == "2026-11-24"


def test_other_lines_are_skipped(home) -> None:
    puzzle = puzzles()[0]
    record_answer(puzzle, Verdict(puzzle.best, True, puzzle.orders), DAY)
    with (home / "puzzles.jsonl").open("a") as file:
        file.write('{"puzzle": 3}\ntorn')
    assert len(answered()) == 1
    record_answer(puzzles()[1], Verdict(puzzles()[1].best, True, puzzles()[1].orders), DAY)
    assert len(answered()) == 2
