"""The search for puzzles: its games, its sieves, its measurement and its files."""

from __future__ import annotations

import json
from collections import Counter

import msgspec
import pytest

from picket_duty.analysis.puzzles import KINDS, Puzzle, game_at, position_of, puzzle_with
from picket_duty.analysis.workers import RunError
from picket_duty.lab import puzzle_command, puzzle_search
from picket_duty.lab.puzzle_search import (
    Position,
    Search,
    add_to_set,
    lines_of,
    measure_again,
    missed_by,
    positions_in,
    read_positions,
)
from picket_duty.requests import Choice, Option
from tests.analysis.puzzle_set import DECLARE, HOLD, PLAN, small_set
from tests.saves.games import TABLES

__all__ = ["small_set"]
pytestmark = pytest.mark.usefixtures("small_set")


def position(name: str) -> Position:
    """The position of a puzzle."""
    puzzle = puzzle_with(name)
    return Position(puzzle.kind, puzzle.code, puzzle.answers)


def test_the_command_and_the_core_know_the_same_kinds() -> None:
    assert tuple(KINDS) == puzzle_command.KINDS


def test_positions_that_pass_the_sieves_are_decisions_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few playouts in the second sieve: at most two of a kind, each with two orders or more."""
    monkeypatch.setattr(puzzle_search, "SIEVED", (2,))
    monkeypatch.setattr(puzzle_search, "SIEVED_POINTS", -200.0)
    positions = [
        item for number in range(3, 5) for item in positions_in(Search(("declaration",), 90000), number, TABLES)
    ]
    assert positions
    assert max(Counter(item.code for item in positions).values()) <= puzzle_search.OF_A_KIND
    for item in positions[:4]:
        choice = game_at(item.code, item.answers, TABLES).request
        assert isinstance(choice, Choice)
        assert choice.decision is KINDS[item.kind]
        assert len(choice.legal()) == 2


def test_only_a_declaration_needs_a_ship_in_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rescinding and relief are compared in any state of the ship; a declaration if she burns or has little hull."""
    game = game_at(position(DECLARE).code, position(DECLARE).answers, TABLES)
    assert puzzle_search._pair(game) == ("yes", "no")
    ship = game.state.ship
    ship.hull, ship.deck_fires = TABLES.numbers.hull, {}
    for compartment in ship.compartments.values():
        compartment.fire = False
    assert puzzle_search._pair(game) is None
    relief = Choice(KINDS["relief"], (Option("stay", "Stay"), Option("leave", "Leave")))
    monkeypatch.setattr(game, "request", relief)
    assert puzzle_search._pair(game) == ("stay", "leave")


def test_a_position_without_a_difference_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_search, "MEASURED", 4)
    monkeypatch.setattr(puzzle_search, "BEHIND", 200.0)
    assert measure_again(position(HOLD)) == []


def test_measuring_makes_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few playouts and no limits; what is written down is the position and every order."""
    for name, value in {"MEASURED": 12, "DECIDED": 24, "BEHIND": -200.0, "GAP": -200.0, "ERRORS": -200.0}.items():
        monkeypatch.setattr(puzzle_search, name, value)
    (puzzle,) = measure_again(position(DECLARE))
    shipped = puzzle_with(DECLARE)
    assert (puzzle.id, puzzle.kind, puzzle.code, puzzle.answers) == (
        shipped.id, shipped.kind, shipped.code, shipped.answers
    )  # fmt: skip
    assert {order.name for order in puzzle.orders} == {"yes", "no"}
    assert {order.branches for order in puzzle.orders} == {24}
    assert msgspec.json.decode(lines_of([puzzle])[0], type=Puzzle) == puzzle


def test_captains_that_miss_a_puzzle_are_named() -> None:
    """Greedy never declares while a wave may come, cautious does."""
    assert "greedy" in missed_by(puzzle_with(DECLARE), position_of(puzzle_with(DECLARE), TABLES))
    assert "doctrine" not in missed_by(puzzle_with(PLAN), position_of(puzzle_with(PLAN), TABLES))
    game = position_of(puzzle_with(PLAN), TABLES)
    assert isinstance(game.request, Choice)


def test_puzzles_are_added_to_a_set_once(tmp_path) -> None:
    plan, hold = puzzle_with(PLAN), puzzle_with(HOLD)
    add_to_set([plan, hold, plan], tmp_path)
    newer = msgspec.structs.replace(hold, natural="no")
    add_to_set([newer, puzzle_with(DECLARE)], tmp_path)
    lines = (tmp_path / "declaration.jsonl").read_bytes().splitlines()
    assert [msgspec.json.decode(line, type=Puzzle) for line in lines] == [newer, puzzle_with(DECLARE)]
    assert len((tmp_path / "fire-plan.jsonl").read_bytes().splitlines()) == 1
    assert [item.answers for item in read_positions(tmp_path / "declaration.jsonl")] == [
        hold.answers, puzzle_with(DECLARE).answers
    ]  # fmt: skip


def test_files_that_hold_no_puzzles_are_refused(tmp_path) -> None:
    path = tmp_path / "declaration.jsonl"
    path.write_text("nothing\n")
    with pytest.raises(RunError, match="not a puzzle file"):
        read_positions(path)
    with pytest.raises(RunError, match="not a puzzle file"):
        add_to_set([puzzle_with(HOLD)], tmp_path)


def test_the_command_measures_again_and_resumes(run, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"MEASURED": 8, "DECIDED": 16, "BEHIND": -200.0, "GAP": -200.0, "ERRORS": -200.0}.items():
        monkeypatch.setattr(puzzle_search, name, value)
    source, results, folder = tmp_path / "some.jsonl", tmp_path / "run", tmp_path / "set"
    source.write_bytes(b"".join(line + b"\n" for line in lines_of([puzzle_with(HOLD), puzzle_with(DECLARE)])))
    folder.mkdir()
    first = run("find-puzzles", "--again", source, "--jobs", "1", "--out", results)
    assert {json.loads(line)["id"] for line in first.out.splitlines()} == {HOLD, DECLARE}
    monkeypatch.setattr(puzzle_search, "measured", lambda *_: pytest.fail("measured a second time"))
    again = run("find-puzzles", "--again", source, "--jobs", "1", "--resume", results, "--into", folder)
    assert again.out == ""
    assert len((folder / "declaration.jsonl").read_bytes().splitlines()) == 2


@pytest.mark.slow
def test_the_command_searches_games(run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SIEVED": (16,), "SIEVED_POINTS": 0.0, "MEASURED": 24, "DECIDED": 48}.items():
        monkeypatch.setattr(puzzle_search, name, value)
    result = run("find-puzzles", "-n", "3", "--seed", "90000", "--kind", "declaration", "--jobs", "1")
    assert all(json.loads(line)["kind"] == "declaration" for line in result.out.splitlines())
