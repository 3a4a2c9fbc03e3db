"""The staff's processes: they count what this process would, survive being ended, and end with the program."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from picket_duty.analysis.playouts import play_branch
from picket_duty.analysis.staff import MOST_LOSSES, Staff
from picket_duty.book import load_tables
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.game import Game
from tests.analysis.test_playouts import at_decision

TABLES = load_tables()
BRANCHES = 8
#: Seconds after which something that should have happened never will.
LIMIT = 60.0


def played_here(game: Game, order: str, branches: int = BRANCHES) -> float:
    """The chance of winning by so many branches played in this process."""
    return sum(play_branch(game, order, number).won for number in range(branches)) / branches


@pytest.mark.parametrize("method", [one for one in ("spawn", "fork") if one in multiprocessing.get_all_start_methods()])
def test_figures_are_those_of_this_process(method: str) -> None:
    """Two processes, a process ended from outside, another question: the same figures as without any."""
    game = at_decision()
    staff = Staff(2, method)
    try:
        question = staff.start(game, most=BRANCHES)
        found = question.finish()
        assert question.done
        assert {name: one.branches for name, one in found.items()} == {"yes": BRANCHES, "no": BRANCHES}
        for name in ("yes", "no"):
            assert found[name].chance == played_here(game, name)
        clerk = staff._clerks[0]
        assert clerk is not None
        assert clerk.process.pid is not None
        os.kill(clerk.process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        again = staff.start(game, most=2 * BRANCHES)
        assert again.figures() == found, "what is known of a position is not asked again"
        twice = again.finish()
        for name in ("yes", "no"):
            assert twice[name].chance == played_here(game, name, 2 * BRANCHES)
        game.answer("no")
        plan = staff.start(game, {}, most=2)
        assert {name: one.branches for name, one in plan.finish().items()} == {"staff": 2, "yours": 2}
        assert again.figures() == twice
    finally:
        staff.close()
    assert not multiprocessing.active_children()


def test_without_processes_the_rest_is_played_here() -> None:
    """Where none can be begun, figures stay empty and ``finish`` does the work."""
    game = at_decision()
    staff = Staff(2)
    staff._losses = MOST_LOSSES
    question = staff.start(game, most=3)
    assert question.figures() == {}
    assert not question.working
    found = question.finish()
    assert found["yes"].chance == played_here(game, "yes", 3)
    question.stop()
    staff.close()


def test_a_game_that_is_over_has_nothing_to_ask() -> None:
    """No orders: done at once, no process begun."""
    game = at_decision()
    play_out(game, DoctrineCaptain())
    staff = Staff(2)
    question = staff.start(game)
    assert question.done
    assert question.finish() == {}
    staff.close()


ENDS_WITH_THE_PROGRAM = """
import os, sys, time
from picket_duty.analysis.staff import Staff
from tests.analysis.test_playouts import at_decision
if __name__ == "__main__":
    staff = Staff(2)
    question = staff.start(at_decision(), most=10**6, patience=600.0)
    while not question.figures():
        time.sleep(0.01)
    print(*(clerk.process.pid for clerk in staff._clerks), flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_the_processes_end_with_a_program_that_is_killed(tmp_path) -> None:
    """Nothing is left of them, though the program could not say goodbye; nothing was printed."""
    script = tmp_path / "program.py"
    script.write_text(ENDS_WITH_THE_PROGRAM)
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        processes = [int(word) for word in program.stdout.readline().split()]
        assert len(processes) == 2
        program.kill()
        until = time.monotonic() + LIMIT
        while any(map(_runs, processes)):
            assert time.monotonic() < until
            time.sleep(0.01)
        assert program.stderr.read() == ""


def _runs(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked after does not."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return True
