"""One order played out twice with the game's own dice: as it was given, and as doctrine would have
given it.

Every die depends on its address alone, so both lines meet the same planes and roll the same dice
wherever they do the same. After the order, doctrine gives every order in both. One pair of lines
shows what could come of an order, not what it is worth: that takes many games
(``win_probability``).
"""

from __future__ import annotations

import msgspec

from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain, decide
from picket_duty.events import Leave
from picket_duty.facts import facts_of
from picket_duty.game import Game
from picket_duty.requests import Answer, Choice, Roll
from picket_duty.rules import jobs
from picket_duty.rules.campaign import stage_at_stake, stage_result
from picket_duty.setup import BY_COMPUTER
from picket_duty.text.names import item_words
from picket_duty.text.two_lines import Row, Sequel, differing_rows, last_rows


class TwoLines(msgspec.Struct, frozen=True):
    """What followed an order as given and as doctrine would have given it: what differs in its phase,
    row by row, and how both lines end.
    """

    differences: tuple[Row, ...]
    end: tuple[Row, ...]


def can_play_twice(game: Game) -> bool:
    """Whether all dice of a finished game are those of its seed: the computer rolled all of them,
    by the same rules, and no answers are missing at the start (``base``). A lesson has other dice.
    A game that is not over cannot be played twice: the lines would show what is still to come.
    """
    if not game.over or game.base or game.state.setup.dice != BY_COMPUTER:
        return False
    again = game.at(answers=0)
    for answer in game.answers:
        if isinstance(again.request, Roll) and answer != again.dice.throw(
            again.request.chart.faces
        ):
            return False
        again.answer(answer)
    return True


def play_twice(game: Game, number: int) -> TwoLines:
    """The order after ``number`` answers of a game, and doctrine's instead, each played on by
    doctrine.
    """
    before = game.at(number)
    choice = before.request
    assert isinstance(choice, Choice)
    given = sequel_of(game, number, game.answers[number])
    doctrine = sequel_of(game, number, decide(before.play, choice))
    rows = differing_rows(given, doctrine, game.tables)
    last = last_rows(given, doctrine)
    return TwoLines(tuple(rows), tuple(last))


def sequel_of(game: Game, number: int, order: Answer) -> Sequel:
    """What follows an order given after ``number`` answers, with the dice of the game."""
    # With all earlier events, since the facts of the phase may need them.
    line = game.at(number, events=len(game.events))
    assert line.request is not None
    label = line.request.phase
    wave = line.request.wave
    stage = stage_at_stake(line.state)
    captain = DoctrineCaptain()
    events_before = len(line.events)
    line.answer(order)
    play_out(line, captain, is_done=lambda now: now.request is None or now.request.phase != label)
    # The phase is over: a copy of the ship, because play goes on, and the jobs that are left.
    left = _last_leave(line, events_before)
    ship = None if left else line.system.decode(line.system.encode(line.state)).ship
    open_jobs = () if left else jobs.open_jobs(line.play)
    waves = len(facts_of(line).waves)
    # Then on to the end of the game or stage.
    play_out(line, captain, is_done=lambda now: _is_judged(now, stage))
    facts = facts_of(line)
    phase = facts.phase_of(label)
    assert phase is not None
    return Sequel(
        phase=phase,
        wave=wave,
        ship=ship,
        open_jobs=frozenset(item_words(line.tables, job) for job in open_jobs),
        later=tuple(facts.waves[waves:]),
        end=line.state,
        left=left,
        left_last=_last_leave(line, events_before),
        stage=stage,
    )


def _last_leave(game: Game, events_before: int) -> Leave | None:
    """The last departure of a ship after a number of events, or None."""
    left = (event for event in reversed(game.events[events_before:]) if isinstance(event, Leave))
    return next(left, None)


def _is_judged(game: Game, stage: int) -> bool:
    """Whether the stage at stake is held or lost; never in a game without stages."""
    return bool(stage) and stage_result(game.state, stage) is not None
