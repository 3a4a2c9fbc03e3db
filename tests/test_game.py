"""The game loop: it plays any System, keeps the history, and uses saves through a Protocol only."""

from __future__ import annotations

import subprocess
import sys
import weakref
from itertools import product

import msgspec
import pytest

from picket_duty.captains import captain_named, play_out
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import BY_HAND, ONE, Choice, Decision, Illegal, Option, Roll
from picket_duty.rules import system
from tests.games import TABLES, new_game

AGAIN = Decision("again", ONE, "Again?", "pig")


class Chosen(msgspec.Struct, frozen=True):
    seed: int
    undo: str = "free"


class Score(msgspec.Struct):
    setup: Chosen
    points: int = 0
    turn: int = 0


class Table:
    def __init__(self, state):
        self.state = state
        self.events = []

    def emit(self, event):
        self.events.append(event)


class Pig:
    """The game of pig: roll as long as you dare; a one loses the turn. Twenty points win."""

    def first_state(self, tables, setup):
        return Score(setup)

    def play_of(self, state, tables):
        return Table(state)

    def next_step(self, play):
        return None if play.state.points >= 20 else self._turn(play)

    def _turn(self, play):
        won = 0
        again = Choice(AGAIN, (Option("yes", "roll"), Option("no", "stop")))
        while (yield again) == "yes":
            row = yield Roll(TABLES["V-1"], BY_HAND)
            if not row["value"]:
                won = 0
                break
            won += 10
        play.state.points += won
        play.state.turn += 1

    def address(self, state):
        return f"turn {state.turn}"

    def label(self, state):
        return f"{state.turn}"

    def begins_day(self, state):
        return True

    def encode(self, state):
        return msgspec.json.encode(state)

    def decode(self, data):
        return msgspec.json.decode(data, type=Score)

    def summary(self, game):
        return {
            "points": game.state.points,
            "requests": game.requests,
            "state_hash": game.state_hash,
        }

    def outcome(self, state):
        return "won"


def pig(**setup):
    return Game(Score(Chosen(7, **setup)), TABLES, system=Pig())


def play_on(game):
    while game.request is not None:
        if isinstance(game.request, Roll):
            game.roll()
        else:
            rolled = bool(game.answers) and isinstance(game.answers[-1], tuple)
            game.answer("no" if rolled else "yes")


def test_another_game_can_be_played_undone_and_inspected():
    game = pig()
    play_on(game)
    end = game.state_hash
    answers = len(game.answers)
    assert game.outcome.result == "won"
    assert game.outcome.summary == {
        "points": game.state.points,
        "requests": answers,
        "state_hash": end,
    }
    assert [point.label for point in game.checkpoints] == [
        str(turn) for turn in range(game.state.turn)
    ]
    assert game.at(answers).state_hash == end
    again = game.again_from(game.checkpoints[-1])
    assert isinstance(again.system, Pig)
    assert again.state.turn == game.state.turn - 1
    game.undo(answers)
    assert (game.state.points, game.requests) == (0, 0)
    play_on(game)
    assert game.state_hash == end, "the dice are those of their address"


def test_a_branch_is_at_the_same_request_with_other_dice():
    """At every request, also after an undo: same state and request, and the original game is not
    affected.
    """
    game, plain = (new_game(scenario=2, seed=5) for _ in range(2))
    captains = RandomCaptain(5), RandomCaptain(5)
    while plain.request is not None:
        branch = game.branch(1)
        assert branch.state_hash == game.state_hash
        assert branch.request == game.request
        elsewhere = Game.of_replay_state(game.replay_state, TABLES)
        assert elsewhere.state_hash == game.state_hash
        for played, captain in zip((game, plain), captains, strict=True):
            played.answer(captain.choose(played)) if isinstance(
                played.request, Choice
            ) else played.roll()
    assert game.state_hash == plain.state_hash
    game.undo(len(game.answers) // 2)
    first = game.branch(1)
    second = game.branch(1)
    third = game.branch(2)
    for branch in (first, second, third):
        assert branch.state_hash == game.state_hash
        play_out(branch, RandomCaptain(1))
    assert first.state_hash == second.state_hash != third.state_hash
    with pytest.raises(Illegal, match="keeps no record of moves"):
        third.branch(1)


def test_a_quiet_game_is_the_same_game_without_events():
    """The same requests, decisions and end; only the events stop."""
    setups = [{"scenario": 2}, {"scenario": 8, "level": "advanced"}, {"campaign": "mini"}]
    for chosen, seed in product(setups, range(4)):
        usual, quiet = (new_game(**chosen, seed=seed, history=False) for _ in range(2))
        quiet.play.no_events = True
        events = len(quiet.events)
        for game in (usual, quiet):
            play_out(game, RandomCaptain(seed))
        assert (quiet.requests, quiet.state_hash) == (usual.requests, usual.state_hash)
        assert quiet.summary() == usual.summary()
        assert len(quiet.events) == events < len(usual.events)


@pytest.mark.parametrize(
    ("chosen", "every"),
    [
        ({"scenario": 2, "seed": 3}, 5),
        pytest.param(
            {"campaign": "mini", "level": "advanced", "seed": 1}, 1, marks=pytest.mark.slow
        ),
        pytest.param({"scenario": 8, "level": "advanced", "seed": 2}, 1, marks=pytest.mark.slow),
    ],
)
def test_a_branch_from_a_wave_equals_one_from_the_start_of_the_step(chosen, every):
    """The same request, the same count of answers and the same end; most branches start at a
    wave.
    """
    game = new_game(**chosen)
    captain = RandomCaptain(4)
    number = from_waves = 0
    while game.request is not None:
        number += 1
        if not number % every:
            point = game._wave_point
            near = game.branch(number)
            game._wave_point = None
            far = game.branch(number)
            game._wave_point = point
            from_waves += point is not None
            assert (near.request, near.requests, near.state_hash) == (
                far.request,
                far.requests,
                game.state_hash,
            )
            if not number % (3 * every):
                for branch in (near, far):
                    play_out(branch, RandomCaptain(1))
                assert near.summary() == far.summary()
        game.answer(captain.choose(game)) if isinstance(game.request, Choice) else game.roll()
    assert from_waves > number / every / 3


def test_rolls_cannot_be_undone_if_the_setup_forbids_it():
    game = pig(undo="dice")
    game.answer("yes")
    game.roll()
    with pytest.raises(Illegal, match="rolls cannot be undone in this game"):
        game.undo_decision()


@pytest.mark.slow
def test_checkpoints_share_what_stays():
    """Late in the longest campaign, whose state has 35 kB, a checkpoint adds less than 3 kB."""
    game = new_game(campaign="long-b", level="advanced", seed=7)
    play_out(game, captain_named("doctrine", 7))
    seen = set()

    def size(part):
        if id(part) in seen:
            return 0
        seen.add(id(part))
        return sys.getsizeof(part) + (sum(map(size, part)) if isinstance(part, tuple) else 0)

    sizes = [size(point.parts) for point in game.checkpoints]
    assert len(game.checkpoints[-1].state) > 30_000
    assert sum(sizes[-60:]) < 60 * 3_000
    assert all(
        system.encode(system.decode(point.state)) == point.state for point in game.checkpoints[::50]
    )


ALONE = """
import sys
from picket_duty.game import Game
game = Game.new(scenario=6, seed=7)
print([name for name in sys.modules if name.startswith("picket_duty.saves")])
game.roll()
game.save(sys.argv[1])
game.save_file.close()
resumed = Game.load(sys.argv[1])
print(resumed.requests, resumed.state_hash == game.state_hash)
from picket_duty import Game as public
print(public is Game)
"""


@pytest.mark.slow
def test_the_game_loop_imports_saves_when_it_saves(tmp_path):
    words = [sys.executable, "-c", ALONE, str(tmp_path / "x.picket")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "1 True", "True"]


def test_an_unused_game_is_freed_at_once():
    """Without the garbage collector: a game holds its save open, and playouts make thousands of
    games.
    """
    game = new_game(campaign="mini", seed=7)
    freed = weakref.ref(game)
    del game
    assert freed() is None
