"""The set of puzzles: every position is replayed; and the judgment of answers."""

from __future__ import annotations

import datetime
import math

import msgspec
import pytest

from picket_duty import Game
from picket_duty.analysis import puzzles as module
from picket_duty.analysis.glicko import Rating
from picket_duty.analysis.puzzles import (
    KINDS,
    YOURS,
    OrderTask,
    Puzzle,
    PuzzleError,
    difference,
    facts_of,
    game_at,
    id_of,
    judge,
    position_of,
    puzzle_near,
    puzzle_of_day,
    puzzle_with,
    puzzles,
    run_order,
)
from picket_duty.analysis.workers import ThisProcess
from picket_duty.book.vocabulary import DamageEffect, StrikeOutcome, Track
from picket_duty.events import Chosen, Damage, Leave, Loss, Strike
from picket_duty.requests import ASSIGN, ONE, Choice, Illegal
from picket_duty.rules.campaign import SUNK
from picket_duty.saves import SaveError
from tests.analysis.puzzle_set import small_set
from tests.quick import first_is_quick
from tests.saves.games import TABLES

__all__ = ["small_set"]

#: The puzzles replayed by one test, and the parts that all of them make.
PART = 20
PARTS = range(math.ceil(len(puzzles()) / PART))
DAY = datetime.date(2026, 11, 24)
#: Playouts of the sample measured again, their first number, and the standard errors that they may differ by.
AGAIN, FIRST, WITHIN = 1000, 10**7, 4.0


# -- the set -----------------------------------------------------------------------


@first_is_quick("part", PARTS)
def test_every_code_is_replayed_to_its_position(part: int) -> None:
    for puzzle in puzzles()[part * PART : (part + 1) * PART]:
        game = position_of(puzzle, TABLES)
        choice = game.request
        assert isinstance(choice, Choice)
        assert choice.decision is KINDS[puzzle.kind]
        assert id_of(game) == puzzle.id
        assert [choice.check(order.value) for order in puzzle.orders] == [order.value for order in puzzle.orders]
        if choice.kind == ONE:
            assert sorted(order.value for order in puzzle.orders) == sorted(choice.legal())


def test_every_puzzle_has_a_best_order_and_a_natural_one_clearly_behind() -> None:
    for puzzle in puzzles():
        natural = next(order for order in puzzle.orders if order.name == puzzle.natural)
        assert puzzle.best.points == 0.0
        assert puzzle.gap >= max(3.0, 3 * natural.error - 0.02), puzzle.id
        assert min(puzzle.best.branches, natural.branches) >= 4000
        assert all(order.points <= 2 * order.error for order in puzzle.orders), puzzle.id
        assert 500 < puzzle.rating.rating < 2400


def test_no_position_comes_twice() -> None:
    ids = [puzzle.id for puzzle in puzzles()]
    assert len(ids) == len(set(ids)) >= 300


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if puzzles(kind)])
def test_a_sample_is_measured_again(kind: str) -> None:
    """With other dice: the difference between best and natural order is the same within the errors."""
    puzzle = puzzle_of_day(DAY, kind)
    natural = next(order for order in puzzle.orders if order.name == puzzle.natural)
    state = position_of(puzzle, TABLES).replay_state
    played = [run_order("", OrderTask(state, order.value, FIRST, AGAIN)) for order in (natural, puzzle.best)]
    points, error = difference(*played)
    assert abs(points - natural.points) <= WITHIN * math.hypot(error, natural.error)


# -- which one ---------------------------------------------------------------------


def test_a_day_has_one_puzzle_and_a_larger_set_changes_few_days(monkeypatch: pytest.MonkeyPatch) -> None:
    some = tuple(msgspec.structs.replace(puzzles()[0], id=f"AAAA{number:02}") for number in range(40))
    days = [DAY + datetime.timedelta(number) for number in range(50)]
    monkeypatch.setattr(module, "puzzles", lambda kind="": some[:36])
    before = [puzzle_of_day(day).id for day in days]
    assert before == [puzzle_of_day(day).id for day in days]
    assert len(set(before)) > 20
    monkeypatch.setattr(module, "puzzles", lambda kind="": some)
    assert sum(puzzle_of_day(day).id != name for day, name in zip(days, before, strict=True)) < 15


def test_a_random_puzzle_is_near_the_rating_and_new() -> None:
    every = sorted(puzzles(), key=lambda puzzle: puzzle.rating.rating)
    known = [puzzle.id for puzzle in every[1:]]
    assert puzzle_near(1500, known, 7).id == every[0].id
    assert puzzle_near(1500, [puzzle.id for puzzle in every], 3).id in {puzzle.id for puzzle in every}
    near = [puzzle_near(every[-1].rating.rating, [], draw) for draw in range(module.NEAREST)]
    assert every[-1].id in {puzzle.id for puzzle in near}


def test_an_unknown_id_or_an_empty_set_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    assert puzzle_with(f" {puzzles()[0].id.lower()} ") == puzzles()[0]
    with pytest.raises(PuzzleError, match="no puzzle has the id 'nothing'"):
        puzzle_with("nothing")
    monkeypatch.setattr(module, "puzzles", lambda kind="": ())
    with pytest.raises(PuzzleError, match="this version has no men puzzles"):
        puzzle_of_day(DAY, "men")


def test_a_damaged_file_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "men.jsonl").write_text("{}\n")
    monkeypatch.setattr(module, "shipped_folder", lambda: tmp_path)
    with pytest.raises(PuzzleError, match="cannot read the puzzles"):
        puzzles.__wrapped__("men")
    assert puzzles.__wrapped__("relief") == ()


def test_a_larger_gap_is_easier_and_each_captain_that_misses_makes_it_harder() -> None:
    puzzle = puzzles()[0]
    harder = msgspec.structs.replace(puzzle, missed=("doctrine", "cautious", "greedy"))
    easier = msgspec.structs.replace(puzzle, missed=())
    assert easier.rating.rating < harder.rating.rating
    wide = [msgspec.structs.replace(order, points=4 * order.points) for order in puzzle.orders]
    assert msgspec.structs.replace(puzzle, orders=tuple(wide)).rating.rating == pytest.approx(
        puzzle.rating.rating - 2 * module.PER_DOUBLING
    )
    assert isinstance(puzzle.rating, Rating)


# -- positions -----------------------------------------------------------------------


def test_positions_of_both_levels_and_any_seed_have_one_id() -> None:
    puzzle = puzzles()[0]
    game = position_of(puzzle, TABLES)
    setup = msgspec.structs.replace(game.state.setup, seed=99, level="advanced")
    game.play.state = msgspec.structs.replace(game.state, setup=setup)
    assert id_of(game) == puzzle.id
    game.play.state.ship.hull -= 1
    assert id_of(game) != puzzle.id


def test_a_code_made_with_other_tables_is_refused() -> None:
    with pytest.raises(SaveError):
        game_at("PD2-" + "0" * 30, 5, TABLES)


def test_facts_are_counted_from_events() -> None:
    """Hits in this wave and of later ones; fires, sinking and leaving once a game; hull points."""
    phase = "1945-04-06/morning"
    here = {"phase": phase, "wave": 1}
    hit, weapon = StrikeOutcome.HIT, StrikeOutcome.WEAPON
    events = [
        Chosen(kind=ASSIGN, about="fire plan", rule="", answer={}, **here),
        Strike(plane=1, outcome=hit, section="aft", **here),
        Strike(plane=2, outcome=StrikeOutcome.NEAR_MISS, section="", **here),
        Strike(plane=3, outcome=weapon, section="", weapon="bomb", near=True, **here),
        Strike(plane=3, outcome=weapon, section="", weapon="bomb", phase=phase, wave=2),
        Strike(plane=3, outcome=hit, section="", phase="1945-04-06/evening", wave=1),
        *[Damage(section="aft", item="deck fire", effect=DamageEffect.OUT_OF_CONTROL, **here)] * 2,
        Loss(track=Track.HULL, points=2, left=3, **here),
        Loss(track=Track.FUEL, points=1, left=3, **here),
        Leave(reason="repairs", until="", **here),
        Leave(reason=SUNK, until="", **here),
    ]
    facts = facts_of(events)
    assert msgspec.structs.asdict(facts) == {"now": 1, "later": 1, "fires": 1, "sunk": 1, "left": 1, "hull": 2}
    assert msgspec.structs.asdict(facts.plus(facts).per(4))["hull"] == 1.0


# -- answers -------------------------------------------------------------------------


def first_of(kind: int) -> tuple[Puzzle, Game]:
    """The first puzzle whose decision is of a kind, and its position."""
    puzzle = next(puzzle for puzzle in puzzles() if KINDS[puzzle.kind].kind == kind)
    return puzzle, position_of(puzzle, TABLES)


def test_measured_answers_are_judged_at_once() -> None:
    puzzle, game = first_of(ONE)
    for order in puzzle.orders:
        verdict = judge(puzzle, game, order.value, ThisProcess())
        assert verdict.yours == order
        assert verdict.solved is (order.points >= -puzzle.gap / 2)
        assert verdict.orders == puzzle.orders
    assert judge(puzzle, game, puzzle.best.value, ThisProcess()).solved
    with pytest.raises(Illegal):
        judge(puzzle, game, "perhaps", ThisProcess())


@pytest.mark.usefixtures("small_set")
def test_a_plan_that_does_the_same_with_other_guns_is_the_same_answer() -> None:
    puzzle, game = first_of(ASSIGN)
    choice = game.request
    assert isinstance(choice, Choice)
    plan = dict(puzzle.best.value)
    slots = [slot for slot in plan if slot.startswith("5in")]
    one, other = next((a, b) for a in slots for b in slots if plan[a] != plan[b] and choice.slots[a] == choice.slots[b])
    plan[one], plan[other] = plan[other], plan[one]
    assert plan != puzzle.best.value
    assert judge(puzzle, game, plan, ThisProcess()).yours == puzzle.best


def test_another_plan_is_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it is clear; an empty plan is clear at the first look."""
    monkeypatch.setattr(module, "JUDGED_AT", (8, 16))
    puzzle, game = first_of(ASSIGN)
    seen: list[tuple[int, int]] = []
    verdict = judge(puzzle, game, {}, ThisProcess(), progress=lambda done, total: seen.append((done, total)))
    assert verdict.yours.name == YOURS
    assert verdict.yours.branches in (8, 16)
    assert len(verdict.orders) == len(puzzle.orders) + 1
    assert verdict.yours.points < 0
    assert all(total == 16 for _, total in seen)
