"""Playouts in the background: the same figures as in this process, even if processes are killed."""

import multiprocessing
import os
import signal
from concurrent.futures import Future
from contextlib import closing

import pytest

from picket_duty.analysis.decision_analysis import TIME_LIMIT, DecisionAnalyzer
from picket_duty.analysis.playouts import End, run_playout
from picket_duty.analysis.recommendation import FEW_PLAYOUTS
from picket_duty.book.vocabulary import FIRE_PLAN
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.text.chances import BETTER, CLOSE, EXEC, WIN
from tests.analysis.whole import at_decision

PLAYOUTS = 8


def played_here(game, order, playouts=PLAYOUTS):
    return sum(run_playout(game, order, number).won for number in range(playouts)) / playouts


@pytest.mark.slow
@pytest.mark.parametrize("restarts", [1, 0])
def test_figures_are_those_of_this_process(restarts):
    """Two processes, a process killed and replaced or not, another decision: the same figures as
    without any.
    """
    game = at_decision()
    with closing(DecisionAnalyzer(2)) as analyzer:
        analyzer.restarts = restarts
        analyzer.prepare()
        first = analyzer.start(game, most=PLAYOUTS)
        figures = first.finish()
        assert first.done
        assert {name: chance.branches for name, chance in figures.items()} == {
            "yes": PLAYOUTS,
            "no": PLAYOUTS,
        }
        for name in ("yes", "no"):
            assert figures[name].chance == played_here(game, name)
        process = multiprocessing.active_children()[0].pid
        os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))
        again = analyzer.start(game, most=2 * PLAYOUTS)
        known = again.figures()
        assert all(known[name].branches >= PLAYOUTS for name in figures), (
            "a known decision was played again"
        )
        twice = again.finish()
        assert bool(multiprocessing.active_children()) == bool(restarts)
        for name in ("yes", "no"):
            assert twice[name].chance == played_here(game, name, 2 * PLAYOUTS)
        game.answer("no")
        plan = analyzer.start(game, {}, most=2)
        assert {name: chance.branches for name, chance in plan.finish().items()} == {
            "staff": 2,
            "yours": 2,
        }
        assert again.figures() == twice
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_a_new_decision_replaces_the_one_before():
    """Work on the first ends at once; its figures stay."""
    game = at_decision()
    with closing(DecisionAnalyzer(1)) as analyzer:
        first = analyzer.start(game, most=10**6, time_limit=600.0)
        while not first.figures():
            assert first.wait()
        assert first.working
        game.answer("no")
        second = analyzer.start(game, most=2)
        assert not first.working
        assert not first.wait()
        known = first.figures()
        second.finish()
        assert first.figures() == known
        third = analyzer.start(game, most=10**6, time_limit=600.0)
        third.stop()
        assert not third.working
        assert not third.done


@pytest.mark.slow
def test_the_analysis_stops_at_its_time_limit():
    """Every order is played at least once by each process."""
    with closing(DecisionAnalyzer(1)) as analyzer:
        analysis = analyzer.start(at_decision(), most=10**6, time_limit=0.0)
        while analysis.wait():
            pass
        assert {name: len(ends) for name, ends in analysis.ends.items()} == {"yes": 1, "no": 1}


def test_without_processes_playouts_run_in_this_one():
    game = at_decision()
    analyzer = DecisionAnalyzer(2)
    analyzer.restarts = -1
    analysis = analyzer.start(game, most=3)
    assert analysis.figures() == {}
    assert not analysis.working
    assert analysis.finish()["yes"].chance == played_here(game, "yes", 3)
    analysis.stop()
    analyzer.close()


def test_an_order_known_before_the_others_is_not_compared_with_them():
    game = at_decision(FIRE_PLAN.id, scenario=4)
    analyzer = DecisionAnalyzer(1)
    analyzer.restarts = -1
    analysis = analyzer.start(game, most=2, held=0)
    analysis.ends[EXEC][0] = run_playout(game, analysis.orders[EXEC], 0)
    assert len(analysis.ends) > 1
    assert analysis.recommendation(game) is not None
    assert not analysis.differs(WIN)
    analyzer.close()


def test_a_finished_game_has_nothing_to_analyze():
    game = at_decision()
    play_out(game, DoctrineCaptain())
    analyzer = DecisionAnalyzer(2)
    analysis = analyzer.start(game)
    assert analysis.done
    assert analysis.finish() == {}
    assert not multiprocessing.active_children()
    analyzer.close()


class Stopwatch:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self):
        return self.now


def idle_analyzer(monkeypatch):
    """An analyzer whose processes never answer, and its clock."""
    clock = Stopwatch()
    analyzer = DecisionAnalyzer(2, clock)
    monkeypatch.setattr(analyzer, "_submit", lambda *_: Future())
    return analyzer, clock


def test_a_count_ends_when_its_time_is_up(monkeypatch):
    """Even if no process has answered; a new question has as much time again."""
    assert TIME_LIMIT == 10.0
    analyzer, clock = idle_analyzer(monkeypatch)
    game = at_decision()
    for _ in range(2):
        question = analyzer.start(game)
        clock.now += TIME_LIMIT - 0.1
        assert question.figures() == {}
        assert question.working
        clock.now += 0.2
        assert question.figures() == {}
        assert not question.working
        assert question.in_time(game) is None


def test_few_games_are_enough_when_the_time_is_up(monkeypatch):
    analyzer, clock = idle_analyzer(monkeypatch)
    game = at_decision()
    question = analyzer.start(game)
    for name in question.ends:
        for number in range(FEW_PLAYOUTS):
            question.ends[name][number] = End(name == "yes", False, 0)
    assert question.in_time(game).standing == CLOSE
    clock.now += TIME_LIMIT
    question.figures()
    advised = question.in_time(game)
    assert (advised.order, advised.standing) == ("yes", BETTER)
    assert question.recommendation(game).standing == CLOSE, "as the command line says it"
