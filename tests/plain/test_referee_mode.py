"""Referee mode: the player or the computer makes each kind of roll; the program keeps the
sheets.
"""

import io
import re

import pytest

from picket_duty import saves
from picket_duty.book.vocabulary import PURPOSES
from picket_duty.captains.doctrine import exec_answer
from picket_duty.drafts.dice import dice_or_total
from picket_duty.plain.referee import Referee, checked_kinds
from picket_duty.requests import Roll
from picket_duty.text.rolls import purpose_of
from tests.games import new_game
from tests.quick import first_is_quick
from tests.saves.games import played


class Player:
    """A player who reads the questions of the referee and types answers, some of them wrong."""

    def __init__(self, game, mistypes):
        self.game = game
        self.mistypes = mistypes
        self.lines = []
        self.count = 0

    def readline(self, _=-1):
        if self.lines:
            return self.lines.pop(0) + "\n"
        request = self.game.request
        self.count += 1
        if not isinstance(request, Roll):
            return "auto\n"
        right = " ".join(map(str, self.game.dice.throw(request.faces)))
        self.lines = [right]
        if self.mistypes and self.count % 5 == 0:
            self.lines = [" ".join("1" for _ in request.faces), "back", right]
        if self.mistypes and self.count % 7 == 0:
            self.lines = ["9 9 9", "nonsense", *self.lines]
        return self.lines.pop(0) + "\n"


def referee(game, computer=(), mistypes=False):
    said = []
    return Referee(game, Player(game, mistypes), said.append, computer), said


def by_exec(**setup):
    game = new_game(**setup)
    while game.request is not None:
        game.roll() if isinstance(game.request, Roll) else game.answer(
            exec_answer(game.play, game.request)
        )
    return game


def test_a_whole_game_with_dice_rolled_on_the_table():
    reference = by_exec(scenario=2, seed=5, dice="own")
    game = new_game(scenario=2, seed=5, dice="own")
    judge, said = referee(game)
    assert judge.run()
    assert game.state_hash == reference.state_hash
    asked = [line.removeprefix("Next: ") for line in said if line.startswith("Next: ")]
    assert len(asked) == len(game.answers)
    assert any(
        "Gunnery (rules 5.3): 5-inch mount 3 at plane 1. Roll 2d6 on 9-2/5in" in line
        for line in asked
    )
    rolls = [line for line in asked if "your decision" not in line]
    assert "Fighter direction team (rules 3). Roll 2d6 on 3-1" in rolls
    assert not [line for line in rolls if "?." in line or line.count("Roll") > 1]
    assert {line.partition(";")[0].count(line.partition(" (")[0]) for line in rolls} == {1}, (
        "each thing once"
    )


def test_a_mistyped_die_can_be_undone():
    reference = by_exec(scenario=2, seed=7, dice="own")
    game = new_game(scenario=2, seed=7, dice="own")
    judge, said = referee(game, mistypes=True)
    assert judge.run()
    assert said.count("Undone") > 10
    assert any(line.startswith("! ") for line in said)
    assert game.state_hash == reference.state_hash


@first_is_quick("kind", ["crew", "gunnery", "identify", "weather"])
def test_every_kind_of_roll_can_be_given_to_the_computer(kind):
    game = new_game(scenario=2, seed=5, dice="own")
    judge, said = referee(game, computer=set(PURPOSES) - {kind})
    assert judge.run()
    rolls = sum(isinstance(event, Roll) and event.purpose.id == kind for event in game.events)
    own = f"Next: {PURPOSES[kind].words} ({PURPOSES[kind].rule})"
    assert sum(line.startswith(own) for line in said) == rolls > 0
    decisions = sum(not isinstance(answer, tuple) for answer in game.answers)
    assert sum(line.startswith("Next: ") for line in said) == rolls + decisions


def test_undo_repeats_the_rolls_of_the_computer():
    game = new_game(scenario=2, seed=5, dice="own")
    computers = set(PURPOSES) - {"sfs"}
    said = []
    source = io.StringIO("1 1\nback\n6 6\nquit\n")
    assert not Referee(game, source, said.append, computers).run()
    assert game.answers[:9] == played(scenario=2, seed=5, dice="own").answers[:9]
    assert [
        event.dice for event in game.events if isinstance(event, Roll) and event.purpose.id == "sfs"
    ] == [(6, 6)]


def test_a_resumed_game_remembers_who_rolls(run, home):
    path = home / "t.picket"
    begin = ("referee", "--scenario", "6", "--seed", "7", "--computer", "crew", "--save", path)
    assert "computer crew" in re.sub(" +", " ", run(*begin, input="kinds\nquit\n").out)
    assert (
        run("referee", path, input="computer fdt\ntable crew\n3 3\nship\nsky\n?\nquit\n").status
        == 0
    )
    record = saves.read_record(path)
    assert record.notes["computer rolls"] == ["fdt"]
    before = len(record.answers)
    result = run("referee", path, input="back\nquit\n")
    assert "Undone" in result.out
    assert len(saves.read_record(path).answers) < before
    assert run("referee", "--scenario", "6", "--computer", "nothing").status == 2
    assert run("referee", path, "--scenario", "6").status == 2
    assert run("referee", "nowhere").status == 2


def test_auto_gives_the_order_of_the_exec():
    game = new_game(scenario=6, seed=7, dice="own")
    judge, _ = referee(game, computer=PURPOSES)
    assert judge.run()
    assert game.state_hash == by_exec(scenario=6, seed=7, dice="own").state_hash


def test_a_total_stands_for_two_dice_and_digits_for_a_hundred():
    game = new_game(scenario=2, seed=5, dice="own")
    said = []
    source = io.StringIO("7\n12\n2\n3 4\n13\n1\nquit\n")
    assert not Referee(game, source, said.append).run()
    assert [event.dice for event in game.events if isinstance(event, Roll)] == [
        (1, 6),
        (6, 6),
        (1, 1),
        (3, 4),
    ]
    assert sum("the number of dice is 1" in line for line in said) == 2
    rolls = [
        event for event in played("doctrine", scenario=2, seed=5).events if isinstance(event, Roll)
    ]
    hundred = next(roll for roll in rolls if roll.faces == (10, 10))
    matrix = next(roll for roll in rolls if roll.is_matrix)
    assert dice_or_total(hundred, "05") == [0, 5]
    assert dice_or_total(hundred, "34") == [3, 4]
    assert dice_or_total(hundred, "5") == [5]
    assert dice_or_total(matrix, "7") == [7]


def test_two_dice_for_a_roll_of_one_are_refused_by_its_own_name():
    """At "How many more planes? Roll 1d6", two dice make no roll at all."""
    game = new_game(scenario=6, seed=7, dice="own")
    while not (isinstance(game.request, Roll) and len(game.request.faces) == 1):
        game.roll() if isinstance(game.request, Roll) else game.answer(
            exec_answer(game.play, game.request)
        )
    before = game.requests
    name = purpose_of(game.request)
    shown = []
    Referee(game, io.StringIO("5 4\n"), shown.append).run()
    assert game.requests == before
    assert any(f"{name}: enter 1 die, not 2" in text for text in shown)


def test_all_kinds_can_be_given_to_the_computer_from_the_start(run, home):
    assert checked_kinds(["all"]) == set(PURPOSES)
    with pytest.raises(ValueError, match="Kinds of roll: length, crew"):
        checked_kinds(["gunery"])
    result = run("referee", "--scenario", "6", "--seed", "7", "--computer", "all", input="quit\n")
    assert result.status == 0
    assert "Next: your decision." in result.out
