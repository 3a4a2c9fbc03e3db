"""No input breaks the engine: legal, illegal and malformed answers in any order, undo, save and load."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from picket_duty import saves
from picket_duty.captains.scripted import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Illegal, Roll
from tests.book.shipped import shipped_parsed_once
from tests.invariants import check_game
from tools.fuzz import parsers
from tools.fuzz.phases import game_of, play_checked
from tools.fuzz.tables import play_random

from .games import TABLES

SETUPS = [
    *({"scenario": number} for number in range(1, 9)),
    {"campaign": "mini"}, {"campaign": "long-a"}, {"campaign": "long-b"}, {"patrol": "1945-04-05", "days": 3},
]  # fmt: skip
#: Answers that no request, or not every request, accepts.
RUBBISH = (
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=8) | some.binary(max_size=4)
    | some.lists(some.integers(-2, 12) | some.none() | some.text(max_size=2), max_size=4)
    | some.dictionaries(some.text(max_size=12) | some.integers(), some.none() | some.integers(-3, 9) | some.text())
)  # fmt: skip


class Engine(RuleBasedStateMachine):
    """A game that receives every kind of answer, with its save file open."""

    @initialize(
        setup=some.sampled_from(SETUPS), level=some.sampled_from(("basic", "advanced")), seed=some.integers(0, 9999)
    )
    def begin(self, setup, level, seed):
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "a.picket"
        self.game = Game.new(**setup, level=level, seed=seed, tables=TABLES)
        saves.start_save(self.game, path=self.path)

    @rule(count=some.integers(1, 40), seed=some.integers(0, 99))
    def play_on(self, count, seed):
        captain = RandomCaptain(seed)
        while self.game.request is not None and count:
            count -= 1
            if isinstance(self.game.request, Roll):
                self.game.roll()
            else:
                self.game.answer(captain.choose(self.game))

    @precondition(lambda self: isinstance(self.game.request, Roll))
    @rule(data=some.data())
    def own_dice(self, data):
        faces = self.game.request.faces
        self.game.answer([data.draw(some.integers(0, 9) if face == 10 else some.integers(1, face)) for face in faces])

    @rule(answer=RUBBISH)
    def rubbish(self, answer):
        self._offer(answer)

    @precondition(lambda self: getattr(self.game.request, "kind", "") == "assign")
    @rule(data=some.data())
    def bend_fire_plan(self, data):
        choice = self.game.request
        slots = some.sampled_from([*choice.slots, *choice.barred, "5in-9", "AFS", ""])
        self._offer(
            data.draw(some.dictionaries(slots, some.none() | some.integers(-1, 9) | some.booleans(), max_size=5))
        )

    @precondition(lambda self: getattr(self.game.request, "kind", "") == "men")
    @rule(data=some.data())
    def bend_men(self, data):
        jobs = some.sampled_from([*self.game.request.jobs, "deck fire", "bridge"])
        self._offer(data.draw(some.dictionaries(jobs, some.integers(-1, 4) | some.booleans(), max_size=5)))

    def _offer(self, answer):
        """Give an answer: it is legal and play continues, or it is refused and nothing changes."""
        game = self.game
        before = self._standing()
        try:
            game.answer(answer)
        except Illegal as error:
            refusal = str(error)
        else:
            return
        assert refusal
        assert self._standing() == before

    def _standing(self):
        game = self.game
        return game.state_hash, len(game.answers), len(game.events), id(game.request), self.path.stat().st_size

    @precondition(lambda self: self.game.answers)
    @rule(data=some.data())
    def undo(self, data):
        count = data.draw(some.integers(1, min(30, len(self.game.answers))))
        answers = self.game.answers[:-count]
        self.game.undo(count)
        assert self.game.answers == answers

    @rule(whole=some.booleans())
    def save_and_load(self, whole):
        before = self.game.state_hash, self.game.requests
        self.game.save_file.close()
        self.game = saves.resume(self.path, TABLES, whole=whole)
        assert (self.game.state_hash, self.game.requests) == before

    @invariant()
    def promises(self):
        if hasattr(self, "game"):
            check_game(self.game)

    def teardown(self):
        if hasattr(self, "game"):
            self.game.save_file.close()
            saves.verify(saves.read_record(self.path), TABLES, "a")
            self.folder.cleanup()


Engine.TestCase.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestEngine = pytest.mark.slow(Engine.TestCase)


@pytest.mark.slow
def test_random_play_keeps_every_guarantee():
    for number in range(900_000, 900_039):
        play_checked(game_of(number, TABLES), RandomCaptain(number), every=3)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8))
def test_random_tables_keep_every_guarantee(number):
    play_random(number)


#: Number of inputs per target, about a second of work each.
INPUTS = {"save": 60, "chart": 150, "set": 10, "query": 400}


@pytest.mark.slow
@pytest.mark.parametrize("target", parsers.TARGETS)
def test_a_short_fuzz_of_the_parsers(target):
    with shipped_parsed_once():
        read, lines = parsers.fuzz(target, INPUTS[target], random.Random(4))
    assert read
    assert lines > 50
