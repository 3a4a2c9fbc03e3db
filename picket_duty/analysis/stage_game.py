"""A stage of long campaign A as a separate game, so that it can be analyzed like a whole game."""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from picket_duty.checkpoints import Checkpoint
from picket_duty.game import Game
from picket_duty.rules.campaign import stage_result
from picket_duty.state import Stage


class _Stages(msgspec.Struct):
    """The part of a state that says which stages were judged."""

    stages: list[Stage]


def stage_game(game: Game, number: int) -> Game:
    """A stage of long campaign A as a separate game, from the judgment of the one before to its
    own.

    The game needs its history. ``base`` of the stage counts the answers before it.
    """

    def is_begun(checkpoint: Checkpoint) -> bool:
        if number == 1:
            return True
        stages = msgspec.json.decode(checkpoint.state, type=_Stages).stages
        stage_before = stages[number - 2]
        return stage_before.held is not None

    # Once begun, a stage stays begun: the search finds the first checkpoint of the stage.
    first = game.checkpoints[bisect_left(game.checkpoints, True, key=is_begun)]
    stage = game.again_from(first)
    stage.base = game.base + first.answers
    later = slice(first.answers, None)
    for answer, decider in zip(game.answers[later], game.deciders[later], strict=True):
        if stage_result(stage.state, number) is not None:
            break
        stage.answer(answer, decider)
    return stage
