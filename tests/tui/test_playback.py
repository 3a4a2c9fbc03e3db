"""Playback: a game at any of its answers, and the stops on the way."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from picket_duty.events import WaveBegun
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.tui.screens.replay import DAY, PHASE, REQUEST, WAVE, Playback
from tests.tui.saved import campaign, playback


@pytest.mark.slow
def test_playback_restores_the_game_at_any_answer():
    whole = campaign()
    for point in random.Random(1).sample(whole.checkpoints, 20):
        state = whole.at(point.answers)
        assert state.requests == point.answers
    game = whole.at(len(whole.answers))
    assert game.over
    assert game.state_hash == whole.state_hash


@pytest.mark.slow
def test_replaying_the_answers_from_any_position_gives_the_same_end():
    whole = campaign()
    here = whole.at(3000)
    for answer in whole.answers[3000:3200]:
        here.answer(answer)
    assert here.state_hash == whole.at(3200).state_hash


def test_the_last_events_are_those_of_the_game():
    whole = campaign()
    state = whole.at(2500)
    rolls = [event for event in state.events if isinstance(event, Roll)]
    all_rolls = [event for event in whole.events if isinstance(event, Roll)]
    answered = sum(isinstance(answer, tuple) for answer in whole.answers[:2500])
    assert [roll.dice for roll in rolls[-40:]] == [roll.dice for roll in all_rolls[:answered][-40:]]


def test_steps_by_wave_phase_and_day():
    reel = playback()
    reel.step(WAVE, 1)
    assert reel.game.state.air.wave == 1
    assert isinstance(reel.game.events[-1], WaveBegun) or reel.game.request is not None
    first = reel.place
    reel.step(WAVE, 1)
    assert reel.game.state.air.wave == 2
    reel.step(WAVE, -1)
    assert reel.place == first
    reel.step(PHASE, 1)
    assert reel.game.state.phase == 1
    reel.step(PHASE, -1)
    reel.step(PHASE, -1)
    assert reel.game.state.phase == 0
    long = Playback(campaign())
    long.step(DAY, 1)
    long.step(DAY, 1)
    day = long.game.state.date
    long.step(DAY, 1)
    assert long.game.state.date > day
    long.step(DAY, -1)
    assert long.game.state.date == day


def test_steps_stop_at_both_ends():
    reel = playback()
    for kind in (REQUEST, WAVE, PHASE, DAY):
        reel.go_to(0)
        reel.step(kind, -1)
        assert reel.place == 0
        reel.go_to(10**6)
        reel.step(kind, 1)
        assert reel.at_end
        assert reel.answer() is None
        assert reel.rolled() is None


def test_a_recorded_roll_answers_its_request():
    reel = playback()
    for place in range(0, reel.length, 7):
        reel.go_to(place)
        done = reel.rolled()
        if isinstance(reel.game.request, Roll):
            assert done.dice == reel.answer()
            assert (done.table, done.purpose, done.actor) == (
                reel.game.request.table,
                reel.game.request.purpose,
                reel.game.request.actor,
            )
        else:
            assert done is None


def test_a_step_in_a_long_campaign_replays_at_most_a_phase(monkeypatch: pytest.MonkeyPatch):
    reel = Playback(campaign())
    starts = sorted({point.answers for point in reel.whole.checkpoints})
    longest = max(after - start for start, after in pairwise([*starts, reel.length]))
    assert longest < reel.length / 20
    answers = []
    answer = Game.answer
    monkeypatch.setattr(Game, "answer", lambda game, value: answers.append(value) or answer(game, value))
    for place in random.Random(2).sample(range(reel.length), 30):
        answers.clear()
        reel.go_to(place)
        assert len(answers) <= longest
