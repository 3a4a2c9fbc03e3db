"""The work of the win probability analysis that worker processes do: playouts from a state of a game,
and the search for decisions that differ from doctrine's.
"""

from __future__ import annotations

from functools import partial

import msgspec

from picket_duty.analysis.half_wins import half_wins
from picket_duty.analysis.playouts import run_playout
from picket_duty.analysis.workers import tables_of
from picket_duty.captains.doctrine import QuickCaptain, decide
from picket_duty.checkpoints import Checkpoint
from picket_duty.game import Game, ReplayState
from picket_duty.odds.orders import is_same_order
from picket_duty.requests import Answer, Choice
from picket_duty.text.chances import NOW


class PlayoutTask(msgspec.Struct, frozen=True):
    """Playouts to run from a state with an order (NOW: none), from playout number ``first`` on."""

    state: ReplayState
    order: Answer
    playouts: int
    first: int = 0


def run_task(folder: str, task: PlayoutTask) -> str:
    """The results of the playouts of a task."""
    game = Game.of_replay_state(task.state, tables_of(folder))
    order = None if task.order == NOW else task.order
    results = ""
    for number in range(task.first, task.first + task.playouts):
        end = run_playout(game, order, number)
        results += str(half_wins(end.won, drawn=end.drawn))
    return results


def doctrine_answers(folder: str, step: tuple[int, ReplayState]) -> dict[int, Answer]:
    """Doctrine's answers in a step of play where the player gave others, by number of answers. The
    step is the number of answers before it, and its state with its answers.

    A plan of the quick doctrine captain counts as doctrine's too, since that captain runs the
    playouts.
    """
    first, state = step
    game = Game.of_replay_state(ReplayState(state.state, answers=()), tables_of(folder))
    quick = QuickCaptain()
    answers = dict[int, Answer]()
    for number, answer in enumerate(state.answers, first):
        choice = game.request
        if isinstance(choice, Choice):
            doctrine = choice.check(decide(game.play, choice))
            quick_order = choice.check(quick.choose(game))
            same = partial(is_same_order, game.play, choice, answer)
            if not same(doctrine) and not same(quick_order):
                answers[number] = doctrine
        game.answer(answer)
    return answers


def state_after(game: Game, answers: int) -> ReplayState:
    """The state of a game after a number of its answers."""
    start = next(
        checkpoint
        for checkpoint in reversed(checkpoints_by_answers(game))
        if checkpoint.answers <= answers
    )
    return ReplayState(start.state, tuple(game.answers[start.answers : answers]))


def checkpoints_by_answers(game: Game) -> list[Checkpoint]:
    """The checkpoints of a game, only the first one after each answer: steps of play without a
    request add more.
    """
    first: dict[int, Checkpoint] = {}
    for checkpoint in game.checkpoints:
        first.setdefault(checkpoint.answers, checkpoint)
    return list(first.values())
