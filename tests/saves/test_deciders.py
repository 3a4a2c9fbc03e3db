"""Who made each decision survives undo, saving and resuming, in plain mode and on the screen."""

import io
import random

import pytest

from picket_duty import saves
from picket_duty.captains import deciders
from picket_duty.captains import standing_orders as orders
from picket_duty.captains.doctrine import exec_answer
from picket_duty.captains.standing_orders import ROUTINE
from picket_duty.events import DecisionMade
from picket_duty.odds.aims import AimPlans
from picket_duty.plain import plain_mode
from picket_duty.requests import ASSIGN, Choice
from picket_duty.saves.notes import DECIDER
from picket_duty.saves.record import read_record
from picket_duty.saves.save_list import copy_save
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.scenes import ASK, OVER
from picket_duty.tui.settings import FAST
from tests.games import new_game
from tests.quick import first_is_quick

from .entries import contents_of, rebuilt
from .games import TABLES, begun

#: The standing orders that a player may change to during a game.
CHANGES = (ROUTINE, orders.StandingOrders(), ROUTINE.commanded(True))


class Model:
    """A separate game that keeps the number of answers before each decision of the player, and
    nothing else.
    """

    def __init__(self, **setup):
        self.setup = setup
        self.game = new_game(**setup)
        self.own = []

    def follow(self, game):
        """Give the answers that another game was given since."""
        for answer in game.answers[len(self.game.answers) :]:
            self.game.answer(answer)

    def resume(self):
        """Start again with the same answers: a resumed game does not know what was undone."""
        answers = self.game.answers
        self.game = new_game(**self.setup)  # type: ignore[arg-type]
        for answer in answers:
            self.game.answer(answer)

    def undo(self):
        """Undo the player's last decision."""
        self.game.undo(len(self.game.answers) - self.own.pop())


def is_fire_plan(game):
    return isinstance(game.request, Choice) and game.request.kind == ASSIGN


def resumed(game, path):
    game.save_file.close()
    return saves.resume(path, TABLES, whole=True)


@first_is_quick("seed", range(10))
def test_on_the_screen_in_any_order_as_in_a_simple_model(seed, path):
    dice = random.Random(seed)
    setup = {"scenario": 2 + seed % 5, "level": "advanced", "seed": seed}
    model = Model(**setup)
    game = begun(path, **setup)
    autoplay = Autoplay(game, FAST, ROUTINE)
    for _ in range(50):
        while autoplay.scene.kind not in (ASK, OVER):
            if is_fire_plan(game):
                model.own.append(len(game.answers))
            autoplay.finish()
        act = dice.random()
        if act < 0.3 or autoplay.scene.kind == OVER:
            model.follow(game)
            own = deciders.last_own_decision(game, autoplay.standing)
            assert (own.answers_before if own else None) == (model.own[-1] if model.own else None)
            if own is not None:
                game.undo(len(game.answers) - own.answers_before)
                model.undo()
                autoplay.begin()
        elif act < 0.45:
            game = resumed(game, path)
            autoplay = Autoplay(game, FAST, autoplay.standing)
        elif act < 0.6:
            autoplay.set_standing(dice.choice(CHANGES[:2]))
            orders.save_standing_orders(game, autoplay.standing)
        elif not isinstance(game.request, Choice):
            autoplay.roll()
        else:
            model.own.append(len(game.answers))
            if act < 0.75 and autoplay.can_delegate():
                autoplay.delegate()
                autoplay.finish()
            else:
                autoplay.answer(exec_answer(game.play, game.request))
    model.follow(game)
    assert game.answers == model.game.answers
    assert game.state_hash == model.game.state_hash
    again = resumed(game, path)
    assert again.deciders == game.deciders
    assert all(
        isinstance(again.events[place], DecisionMade)
        for place in deciders.decided_by_officers(again)
    )
    assert len(deciders.decided_by_officers(again)) == sum(
        decider in (deciders.OFFICERS, deciders.DELEGATED) for decider in again.deciders
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_in_plain_mode_in_any_order_as_in_a_simple_model(seed, tmp_path):
    dice = random.Random(seed)
    path = tmp_path / "a.picket"
    setup = {"scenario": 2 + seed % 5, "level": "advanced", "seed": seed}
    model = Model(**setup)
    standing = ROUTINE
    game = begun(path, **setup)
    for _ in range(12):
        orders.save_standing_orders(game, standing)
        model.resume()
        typed = []
        for _ in range(dice.randrange(5)):
            _to_question(model, standing)
            if model.game.over or orders.officers_may_finish(model.game, standing):
                return
            if dice.random() < 0.4:
                typed.append("undo")
                if model.own:
                    model.undo()
            elif isinstance(model.game.request, Choice):
                typed.append("auto")
                model.own.append(len(model.game.answers))
                model.game.answer(exec_answer(model.game.play, model.game.request))
        plain_mode.play(game, io.StringIO("\n".join([*typed, "quit", "quit"])), io.StringIO())
        _to_question(model, standing)
        assert game.answers == model.game.answers
        game = resumed(game, path)
        own = deciders.last_own_decision(game, standing)
        assert (own.answers_before if own else None) == (model.own[-1] if model.own else None)
        standing = dice.choice(CHANGES[:2])


def _to_question(model, standing):
    """Roll and let the officers decide until the player is asked or the game is over. The player
    may undo a fire plan of theirs.
    """
    game = model.game
    while game.request is not None:
        order = orders.standing_answer(game, standing)
        if is_fire_plan(game):
            plans = AimPlans(game.play, game.request)
            order = orders.only_plan(game, standing, plans)
            model.own += [] if order is None else [len(game.answers)]
        if not isinstance(game.request, Choice):
            game.roll()
        elif order is not None:
            game.answer(order)
        else:
            return


def test_the_question_before_an_undo_says_what_goes_with_the_decision(path):
    game = with_decisions(path)
    own = deciders.last_own_decision(game, ROUTINE)
    assert own is not None
    later = game.answers[own.answers_before + 1 :]
    rolls = sum(isinstance(answer, tuple) for answer in later)
    question = deciders.undo_question(game, own)
    assert question.startswith(f"Undo your last decision ({own.event.about}, ")
    assert f"This also undoes {rolls} roll" in question
    assert ("given by your officers" in question) == (rolls < len(later))
    game.undo(len(later))
    assert "also" not in deciders.undo_question(game, own), "nothing came after it"
    game.save_file.close()


def with_decisions(path):
    game = begun(path, scenario=6, seed=7)
    autoplay = Autoplay(game, FAST, ROUTINE)
    for turn in range(4):
        while autoplay.scene.kind not in (ASK, OVER):
            autoplay.finish()
        if turn % 2:
            autoplay.delegate()
            autoplay.finish()
        else:
            assert isinstance(game.request, Choice)
            autoplay.answer(exec_answer(game.play, game.request))
    while autoplay.scene.kind not in (ASK, OVER):
        autoplay.finish()
    assert set(game.deciders) == {"", deciders.PLAYER, deciders.OFFICERS, deciders.DELEGATED}
    return game


def test_a_save_holds_the_same_answers_with_or_without_the_note(path, tmp_path):
    game = with_decisions(path)
    game.save_file.close()
    contents = contents_of(path.read_bytes())
    without = [content for content in contents if content[:2] != ["note", DECIDER]]
    assert len(without) < len(contents)
    older = tmp_path / "older.picket"
    older.write_bytes(rebuilt(without))
    assert read_record(older).answers == [
        answer._replace(decider="") for answer in read_record(path).answers
    ]
    again = saves.resume(older, TABLES)
    assert not any(again.deciders)
    assert again.state_hash == game.state_hash
    own = deciders.last_own_decision(again, ROUTINE)
    assert orders.standing_answer(again.at(own.answers_before), ROUTINE) is None, (
        "inferred from the standing orders"
    )


def test_a_save_and_its_copy_keep_who_decided(tmp_path):
    game = with_decisions(tmp_path / "a.picket")
    game.save_file.close()
    saves.start_save(game, path=tmp_path / "whole.picket")
    assert [
        answer.decider for answer in read_record(tmp_path / "whole.picket").answers
    ] == game.deciders
    copy_save(tmp_path / "a.picket", tmp_path / "b.picket", at=len(game.answers) - 3)
    assert [
        answer.decider for answer in read_record(tmp_path / "b.picket").answers
    ] == game.deciders[:-3]


@pytest.mark.parametrize("value", [7, None, ["officers"], "x" * 1000])
def test_a_forged_note_is_as_if_it_were_not_there(value, tmp_path):
    game = with_decisions(tmp_path / "a.picket")
    game.save_file.close()
    contents = contents_of((tmp_path / "a.picket").read_bytes())
    forged = [
        ["note", DECIDER, value] if content[:2] == ["note", DECIDER] else content
        for content in contents
    ]
    (tmp_path / "b.picket").write_bytes(rebuilt(forged))
    again = saves.resume(tmp_path / "b.picket", TABLES)
    assert deciders.last_own_decision(again, ROUTINE) is not None
    assert again.state_hash == game.state_hash
